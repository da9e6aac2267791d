// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/address_map.h"

#include <algorithm>

#include "gantry/base/error.h"

namespace gantry::sc {

void AddressMap::add(std::uint64_t base, std::uint64_t bytes, TerminalId terminal) {
  add_interleaved(base, bytes, bytes, {terminal});
}

void AddressMap::add_interleaved(std::uint64_t base, std::uint64_t bytes, std::uint64_t block,
                                 std::vector<TerminalId> terminals) {
  if (bytes == 0 || block == 0 || terminals.empty() || base + (bytes - 1) < base) {
    throw Error("a range of addresses has to be of some bytes, and to end before they do");
  }
  const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), base,
                                       [](std::uint64_t address, const Range& r) { return address < r.base; });
  const bool before = behind != ranges_.begin() && base - std::prev(behind)->base < std::prev(behind)->bytes;
  if (before || (behind != ranges_.end() && behind->base - base < bytes)) {
    throw Error("two ranges of addresses overlap");
  }
  ranges_.insert(behind, {base, bytes, block, std::move(terminals)});
}

std::optional<AddressMap::Place> AddressMap::find(std::uint64_t address) const {
  const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                       [](std::uint64_t wanted, const Range& r) { return wanted < r.base; });
  if (behind == ranges_.begin()) return std::nullopt;
  const Range& range = *std::prev(behind);
  const std::uint64_t offset = address - range.base;
  if (offset >= range.bytes) return std::nullopt;
  return Place{range.terminals[static_cast<std::size_t>(offset / range.block % range.terminals.size())], offset};
}

std::vector<TerminalId> AddressMap::terminals() const {
  std::vector<TerminalId> all;
  for (const Range& range : ranges_) all.insert(all.end(), range.terminals.begin(), range.terminals.end());
  return all;
}

}  // namespace gantry::sc
