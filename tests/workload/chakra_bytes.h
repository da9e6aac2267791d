// SPDX-License-Identifier: Apache-2.0
// Chakra traces in their binary form, made by tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::chakra_bytes {

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80U; value >>= 7U) bytes += static_cast<char>((value & 0x7fU) | 0x80U);
  return bytes + static_cast<char>(value);
}

inline std::string number(std::uint32_t field, std::uint64_t value) { return varint(field << 3U) + varint(value); }
inline std::string bytes(std::uint32_t field, const std::string& value) {
  return varint(field << 3U | 2U) + varint(value.size()) + value;
}
inline std::string message(const std::string& content) { return varint(content.size()) + content; }

inline std::string numbers(std::uint32_t field, const std::vector<std::uint64_t>& values) {
  std::string packed;
  for (const std::uint64_t value : values) packed += varint(value);
  return values.empty() ? "" : bytes(field, packed);
}

/// Types of nodes.
inline constexpr std::uint64_t kMetadata = 1;
inline constexpr std::uint64_t kLoad = 2;
inline constexpr std::uint64_t kStore = 3;
inline constexpr std::uint64_t kCompute = 4;
inline constexpr std::uint64_t kSend = 5;
inline constexpr std::uint64_t kReceive = 6;
inline constexpr std::uint64_t kCollective = 7;

/// An attribute; field 9 is a number of 64 bits, 7 one of 32, 13 one without a sign, 27 a truth value, 29 text.
inline std::string attribute(const std::string& name, std::uint64_t value, std::uint32_t field = 9) {
  return bytes(10, bytes(1, name) + number(field, value));
}
inline std::string attribute(const std::string& name, const std::string& value) {
  return bytes(10, bytes(1, name) + bytes(29, value));
}

inline std::string node(std::uint64_t id, std::uint64_t type, const std::vector<std::uint64_t>& data_deps = {},
                        std::uint64_t micros = 0, const std::string& more = "") {
  return message((id == 0 ? "" : number(1, id)) + bytes(2, "n" + std::to_string(id)) + number(3, type) +
                 numbers(5, data_deps) + (micros == 0 ? "" : number(7, micros)) + more);
}

inline std::string collective(std::uint64_t id, std::uint64_t kind, std::uint64_t size,
                              const std::vector<std::uint64_t>& data_deps = {}, const std::string& more = "") {
  return node(id, kCollective, data_deps, 0, attribute("comm_type", kind) + attribute("comm_size", size) + more);
}
inline std::string send(std::uint64_t id, std::uint64_t to, std::uint64_t size,
                        const std::vector<std::uint64_t>& data_deps = {}, std::uint64_t tag = 0) {
  return node(id, kSend, data_deps, 0,
              attribute("comm_dst", to, 7) + attribute("comm_size", size) + attribute("comm_tag", tag, 7));
}
inline std::string receive(std::uint64_t id, std::uint64_t from, std::uint64_t size,
                           const std::vector<std::uint64_t>& data_deps = {}, std::uint64_t tag = 0) {
  return node(id, kReceive, data_deps, 0,
              attribute("comm_src", from, 7) + attribute("comm_size", size) + attribute("comm_tag", tag, 7));
}

/// A trace of these nodes.
inline std::string trace(const std::string& nodes) { return message(bytes(1, "0.0.4")) + nodes; }

}  // namespace gantry::chakra_bytes
