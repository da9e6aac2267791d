// SPDX-License-Identifier: Apache-2.0
// Address map of a network with TLM-2.0 sockets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/network/message.h"

namespace gantry::sc {

class AddressMap {
 public:
  struct Place {
    TerminalId terminal = 0;
    std::uint64_t offset = 0;  ///< offset in the target
  };

  /// Maps `bytes` addresses from `base` on to a terminal, which sees offsets from 0. Throws Error if `bytes` is 0, or
  /// if the range overlaps another one or the end of the address space.
  void add(std::uint64_t base, std::uint64_t bytes, TerminalId terminal);
  /// As add(), in blocks of `block` bytes that go to the terminals in turn. All of them see offsets from `base`, as if
  /// each had the complete range. Throws Error also if `block` is 0 or there is no terminal.
  void add_interleaved(std::uint64_t base, std::uint64_t bytes, std::uint64_t block, std::vector<TerminalId> terminals);

  /// Returns the terminal and the offset of an address; nothing: no range has it.
  [[nodiscard]] std::optional<Place> find(std::uint64_t address) const;
  /// Returns the terminals of all ranges, which may contain duplicates.
  [[nodiscard]] std::vector<TerminalId> terminals() const;

 private:
  struct Range {
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
    std::uint64_t block = 0;
    std::vector<TerminalId> terminals;
  };
  std::vector<Range> ranges_;  ///< sorted by base
};

}  // namespace gantry::sc
