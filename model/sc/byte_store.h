// SPDX-License-Identifier: Apache-2.0
// Bytes by address. Only pages that were written use memory; all other bytes are zero.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace gantry::sc {

class ByteStore {
 public:
  void write(std::uint64_t address, const std::uint8_t* from, std::size_t bytes);
  void read(std::uint64_t address, std::uint8_t* to, std::size_t bytes) const;

 private:
  static constexpr std::size_t kPage = 4096;
  using Page = std::array<std::uint8_t, kPage>;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;  ///< by page number
};

}  // namespace gantry::sc
