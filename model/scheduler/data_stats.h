// SPDX-License-Identifier: Apache-2.0
// Counters of parts that moved between local stores, global memory and jobs. docs/outputs.md defines each number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gantry {
inline namespace scheduler {

/// Bytes and parts of one kind.
struct PartCount {
  std::uint64_t parts = 0;
  std::uint64_t bytes = 0;
  void add(std::uint64_t of_part) {
    ++parts;
    bytes += of_part;
  }
};

struct StoreStats {
  std::string name;
  std::uint64_t capacity = 0;
  std::uint64_t most_used = 0;      ///< bytes, at the end of a cycle
  std::uint64_t evictions = 0;      ///< parts evicted; dead ones do not count
  std::uint64_t bytes_written = 0;  ///< brought to it, or written by jobs
  std::uint64_t bytes_read = 0;     ///< by jobs that have completed, by other stores, and on their way to global memory
};

struct DataStats {
  // Reads of jobs by source.
  PartCount own;      ///< in the store of the job's processor, or on its way there for another job
  PartCount cluster;  ///< likewise in the store of its cluster
  PartCount store;    ///< in another store
  PartCount memory;   ///< in global memory
  // Writes.
  PartCount made;     ///< parts that jobs have written
  PartCount results;  ///< to global memory: parts that leave the machine
  PartCount through;  ///< to global memory as they were written, since no store has them or `memory.writes` says so
  PartCount written_back;  ///< to global memory since they were to leave a store
  // Parts that left a store.
  PartCount dropped;              ///< and was elsewhere, or written back before
  PartCount dead;                 ///< all jobs that read it had completed
  std::uint64_t redirected = 0;   ///< transfers whose store did not have the part any more
  std::uint64_t room_cycles = 0;  ///< cycles in which jobs waited for capacity of their store, summed over jobs
  std::uint64_t unknown = 0;      ///< parts in a store that the directory had no entry for
  std::vector<StoreStats> stores;
};

}  // namespace scheduler
}  // namespace gantry
