// SPDX-License-Identifier: Apache-2.0
// Hits of local stores of other sizes, for the same jobs on the same processors. The jobs follow each other in the
// order of their arrival, and a store evicts the least recently used part. Times are not simulated. A part of an
// unwritten object counts as read from global memory if the own store misses: a copy in another store may come too
// late.
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
