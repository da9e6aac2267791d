// SPDX-License-Identifier: Apache-2.0
// Positions of all fields among a block's pins: one input vector, one output vector, one constant vector. Fields follow
// each other from bit 0 up, by link and then by lane; each lane begins with its valid bit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pins/pin_fields.h"

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
  /// Bits of the constants and of one row of the table.
  [[nodiscard]] std::uint32_t config_bits() const { return row_at() + row_.bits; }
  [[nodiscard]] std::uint32_t in_bits() const { return in_bits_; }
  [[nodiscard]] std::uint32_t out_bits() const { return out_bits_; }

  /// Returns the constant vectors for the edges of the reset: the constants, with a row of the table while rows are
  /// left. The last vector has none, and stays. `values`: the constants, then row by row; of a field of more than 32
  /// bits the lower ones first.
  [[nodiscard]] std::vector<PinBits> config(const std::vector<std::uint32_t>& values) const;
  /// Returns the values again.
  [[nodiscard]] std::vector<std::uint32_t> values(const std::vector<PinBits>& config) const;
  /// Throws std::logic_error if a link has more messages than lanes, or a value does not fit.
  void pack(bool input, const std::vector<PinMessage>& messages, PinBits& bits) const;
  /// Appends the messages in the vector.
  void unpack(bool input, const PinBits& bits, std::vector<PinMessage>& messages) const;

 private:
  struct Place {
    std::uint32_t at = 0;    ///< first bit of lane 0
    std::uint32_t bits = 0;  ///< bits of a lane
  };
  [[nodiscard]] std::uint32_t row_at() const { return kConstantBits * static_cast<std::uint32_t>(pins_.config.size()); }
  [[nodiscard]] const std::vector<PinLink>& links(bool input) const { return input ? pins_.inputs : pins_.outputs; }
  static void put(const PinLink& link, bool input, const PinMessage& message, std::uint32_t at, PinBits& bits);
  static PinMessage get(const PinLink& link, bool input, const PinBits& bits, std::uint32_t at);
  static std::uint32_t place(const std::vector<PinLink>& links, bool input, std::vector<Place>& places);

  const BlockPins& pins_;
  std::vector<Place> in_;
  std::vector<Place> out_;
  Place row_;  ///< row of the table; 0 bits: there is no table
  std::uint32_t in_bits_ = 0;
  std::uint32_t out_bits_ = 0;
};

/// Number of values of a table row in a configuration.
[[nodiscard]] std::size_t row_words(const PinLink& table);
/// Conversion of a row from its values, and back.
void append_row(const PinLink& table, const PinMessage& row, std::vector<std::uint32_t>& values);
[[nodiscard]] PinMessage row_at(const PinLink& table, const std::vector<std::uint32_t>& values, std::size_t at);
/// Calls `visit(row)` for each row.
template <class Visit>
void for_each_row(const BlockPins& pins, const std::vector<std::uint32_t>& values, Visit visit) {
  if (!pins.has_table()) return;
  for (std::size_t at = pins.config.size(); at < values.size(); at += row_words(pins.table)) {
    visit(row_at(pins.table, values, at));
  }
}

/// Returns the header for wrappers in Verilog: widths, and a name for every pin. tests/scheduler/block_pins_test.cpp
/// compares tb/verilated/BLOCK_pins.vh with it.
[[nodiscard]] std::string verilog_pins(const PinLayout& layout);

}  // namespace gantry
