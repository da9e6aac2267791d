// SPDX-License-Identifier: Apache-2.0
// Wire format of protocol buffers, for a writer of a known message (protobuf.dev/programming-guides/encoding). A
// message is a sequence of fields, each a key (number and wire type) and a value. Debian's libprotobuf would need the
// schema and its compiler for the same bytes, and Debian has no Perfetto, which has the schema.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace gantry {

class ProtobufMessage {
 public:
  void number(std::uint32_t field, std::uint64_t value) {
    key(field, kVarint);
    varint(value);
  }
  void fixed(std::uint32_t field, std::uint64_t value) {
    key(field, kFixed64);
    for (unsigned shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<char>(value >> shift & 0xFFU));
  }
  void text(std::uint32_t field, std::string_view value) {
    key(field, kLength);
    varint(value.size());
    bytes_.append(value.data(), value.data() + value.size());
  }
  void message(std::uint32_t field, const ProtobufMessage& value) { text(field, value.bytes()); }

  void clear() { bytes_.clear(); }
  [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

 private:
  static constexpr std::uint32_t kVarint = 0;
  static constexpr std::uint32_t kFixed64 = 1;
  static constexpr std::uint32_t kLength = 2;

  void key(std::uint32_t field, std::uint32_t type) { varint((std::uint64_t{field} << 3U) | type); }
  /// Appends a number in groups of seven bits, the lowest first; the top bit of a byte says that more follow.
  void varint(std::uint64_t value) {
    for (; value > 0x7FU; value >>= 7U) bytes_.push_back(static_cast<char>((value & 0x7FU) | 0x80U));
    bytes_.push_back(static_cast<char>(value));
  }

  fmt::memory_buffer bytes_;
};

}  // namespace gantry
