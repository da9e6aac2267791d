// SPDX-License-Identifier: Apache-2.0
// Who answers at which addresses.
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
    std::uint64_t offset = 0;  ///< what the target is asked for
  };

  /// `bytes` addresses from `base` on, whose offsets begin at 0. Throws std::invalid_argument where another range
  /// answers, or at an end of all addresses.
  void add(std::uint64_t base, std::uint64_t bytes, TerminalId terminal);
  /// The same in blocks, which go to the terminals in turn; all of them see offsets from `base`.
  void add_interleaved(std::uint64_t base, std::uint64_t bytes, std::uint64_t block, std::vector<TerminalId> terminals);

  [[nodiscard]] std::optional<Place> find(std::uint64_t address) const;
  /// All that answer somewhere; some more than once.
  [[nodiscard]] std::vector<TerminalId> terminals() const;

 private:
  struct Range {
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
    std::uint64_t block = 0;
    std::vector<TerminalId> terminals;
  };
  std::vector<Range> ranges_;  ///< by base
};

}  // namespace gantry::sc
