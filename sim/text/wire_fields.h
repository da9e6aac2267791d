// SPDX-License-Identifier: Apache-2.0
// The fields of a protobuf message, as far as recognising a file needs them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry {

/// Types of fields on the wire.
inline constexpr std::uint32_t kWireNumber = 0;
inline constexpr std::uint32_t kWireEightBytes = 1;
inline constexpr std::uint32_t kWireBytes = 2;  ///< bytes with their length
inline constexpr std::uint32_t kWireFourBytes = 5;

struct WireField {
  std::uint64_t number = 0;
  std::uint32_t wire = 0;
  std::uint64_t value = 0;  ///< the number, or the length
  bool complete = true;     ///< false: it reaches beyond the end of the text
};

/// Takes numbers, bytes and fields off the front of a message. A field that is not complete is the last one.
class WireFields {
 public:
  explicit WireFields(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  /// Returns the next field; nothing at the end, and at bytes that are no field.
  std::optional<WireField> next() {
    const auto tag = number();
    if (!tag || *tag >> 3 == 0) return std::nullopt;
    WireField field{*tag >> 3, static_cast<std::uint32_t>(*tag & 7), 0, true};
    std::uint64_t bytes = 0;
    if (field.wire == kWireNumber || field.wire == kWireBytes) {
      const auto value = number();
      if (!value) return std::nullopt;
      field.value = *value;
      if (field.wire == kWireBytes) bytes = *value;
    } else if (field.wire == kWireEightBytes || field.wire == kWireFourBytes) {
      bytes = field.wire == kWireEightBytes ? 8 : 4;
    } else {
      return std::nullopt;
    }
    field.complete = take(bytes).size() == bytes;
    return field;
  }
  /// Returns the next number; nothing if it is cut.
  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if (byte < 0x80U) return value;
    }
    return std::nullopt;
  }
  /// Returns the next bytes, or all that are left.
  std::string_view take(std::uint64_t bytes) {
    const std::string_view taken =
        rest_.substr(0, bytes < rest_.size() ? static_cast<std::size_t>(bytes) : rest_.size());
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace gantry
