// SPDX-License-Identifier: Apache-2.0
// The fields of a protobuf message, as far as recognising a file needs them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry {

struct WireField {
  std::uint64_t number = 0;
  std::uint32_t wire = 0;   ///< wire type: 0 a number, 1 eight bytes, 2 bytes with their length, 5 four bytes
  std::uint64_t value = 0;  ///< the number, or the length
};

/// Walks over the fields of a message. A field of bytes may reach beyond the end of the text, and is then the last one.
class WireFields {
 public:
  explicit WireFields(std::string_view text) : rest_(text) {}

  /// Returns the next field; nothing at the end, and at bytes that are no field.
  std::optional<WireField> next() {
    const auto tag = number();
    if (!tag || *tag >> 3 == 0) return std::nullopt;
    WireField field{*tag >> 3, static_cast<std::uint32_t>(*tag & 7), 0};
    std::uint64_t bytes = 0;
    if (field.wire == 0 || field.wire == 2) {
      const auto value = number();
      if (!value) return std::nullopt;
      field.value = *value;
      if (field.wire == 2) bytes = *value;
    } else if (field.wire == 1 || field.wire == 5) {
      bytes = field.wire == 1 ? 8 : 4;
    } else {
      return std::nullopt;
    }
    rest_.remove_prefix(bytes < rest_.size() ? static_cast<std::size_t>(bytes) : rest_.size());
    return field;
  }

 private:
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

  std::string_view rest_;
};

}  // namespace gantry
