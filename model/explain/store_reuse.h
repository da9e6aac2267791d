// SPDX-License-Identifier: Apache-2.0
// What local stores of other sizes would have kept: the same jobs on the same processors, one after the other in the
// order of their arrival, with stores that give up what was used first. Times are not simulated. What no job writes
// counts as read from global memory wherever the own store does not have it: whether another store has it in time, and
// the directory knows, is a matter of cycles.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace explain {

class StoreReuse {
 public:
  /// `store_bytes`: size of each store. `stores`: their number.
  StoreReuse(std::uint64_t store_bytes, std::uint32_t stores) : bytes_(store_bytes), stores_(stores) {}

  /// A job reads a part, of at least one byte. `store`: that of its processor. `part`: any number that is the part's
  /// own. `written`: a job has written it.
  void read(std::uint32_t store, std::uint64_t part, std::uint64_t bytes, bool written);
  /// A job writes a part.
  void write(std::uint32_t store, std::uint64_t part, std::uint64_t bytes) { keep(store, part, bytes); }

  /// Bytes that jobs would have read from global memory.
  [[nodiscard]] std::uint64_t from_memory() const { return from_memory_; }

 private:
  struct Kept {
    std::uint64_t part = 0;
    std::uint64_t bytes = 0;
  };
  struct Store {
    std::list<Kept> kept;  ///< in order of last use
    std::map<std::uint64_t, std::list<Kept>::iterator> find;
    std::uint64_t used = 0;
  };
  void keep(std::uint32_t store, std::uint64_t part, std::uint64_t bytes);

  std::uint64_t bytes_;
  std::vector<Store> stores_;
  std::map<std::uint64_t, std::uint32_t> copies_;  ///< by part: stores that have it
  std::uint64_t from_memory_ = 0;
};

}  // namespace explain
}  // namespace gantry
