// SPDX-License-Identifier: Apache-2.0
// Where each field stands among a block's pins: one vector in, one out, one that does not change, from bit 0 up, a link
// after the other, of a link lane after lane, of a lane first the bit that says whether a message is there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/scheduler/pin_fields.h"

namespace gantry {

/// Bit i is bit i % 64 of word i / 64.
using PinBits = std::vector<std::uint64_t>;

void put_bits(PinBits& pins, std::uint32_t at, std::uint32_t bits, std::uint64_t value);
[[nodiscard]] std::uint64_t get_bits(const PinBits& pins, std::uint32_t at, std::uint32_t bits);

class PinLayout {
 public:
  static constexpr std::uint32_t kConstantBits = 32;

  explicit PinLayout(const BlockPins& pins);

  [[nodiscard]] const BlockPins& pins() const { return pins_; }
  [[nodiscard]] std::uint32_t config_bits() const {
    return kConstantBits * static_cast<std::uint32_t>(pins_.config.size());
  }
  [[nodiscard]] std::uint32_t in_bits() const { return in_bits_; }
  [[nodiscard]] std::uint32_t out_bits() const { return out_bits_; }

  [[nodiscard]] PinBits config(const std::vector<std::uint32_t>& values) const;
  /// Throws std::logic_error if there are more messages of a link than it has lanes, or a value does not fit.
  void pack(bool input, const std::vector<PinMessage>& messages, PinBits& bits) const;
  /// Appends.
  void unpack(bool input, const PinBits& bits, std::vector<PinMessage>& messages) const;

 private:
  struct Place {
    std::uint32_t at = 0;    ///< of lane 0
    std::uint32_t bits = 0;  ///< of a lane
  };
  [[nodiscard]] const std::vector<PinLink>& links(bool input) const { return input ? pins_.inputs : pins_.outputs; }
  static std::uint32_t place(const std::vector<PinLink>& links, bool input, std::vector<Place>& places);

  const BlockPins& pins_;
  std::vector<Place> in_;
  std::vector<Place> out_;
  std::uint32_t in_bits_ = 0;
  std::uint32_t out_bits_ = 0;
};

/// What a wrapper in Verilog includes: widths, and a name for every pin. tests/scheduler/block_pins_test.cpp holds
/// tb/verilated/BLOCK_pins.vh to it.
[[nodiscard]] std::string verilog_pins(const PinLayout& layout);

}  // namespace gantry
