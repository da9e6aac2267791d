// SPDX-License-Identifier: Apache-2.0
// Use of processor cycles: computing, idle without ready work, or idle while a block held a ready job.
// docs/explaining.md, "Overhead", defines when a job is ready and which job a processor waits for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace explain {

/// The block that holds a ready job, in the order of a job's stations.
enum class Holder : std::uint8_t {
  host,
  fetch,
  queue,
  predecessors,
  register_,
  split,
  match,
  pick,
  send,
  network,
  input,
};

/// A holder: its key in `overhead.blocks` of a summary, the blocks in which the job is held, in words, and the event
/// that ends it.
struct HolderRow {
  std::string_view name;
  std::string_view block;
  std::string_view until;
};
inline constexpr std::array<HolderRow, 11> kHolders = {{
    {"host", "host", "its task is submitted"},
    {"fetch", "host, memory, task cache", "its descriptor is in the task cache"},
    {"queue", "task cache", "the decomposer sees its task: others of its queue are before it"},
    {"predecessors", "state monitor", "the decomposer knows that the predecessors, which are done, are done"},
    {"register", "decomposer, state monitor", "its task has a slot and an id"},
    {"split", "decomposer", "its task is split"},
    {"match", "dispatcher", "its task's entry joins the pending set"},
    {"pick", "picker", "it is picked"},
    {"send", "dispatcher", "its first flit is sent, to this processor"},
    {"network", "interconnect", "its last flit is at this processor"},
    {"input", "memory, interconnect", "its input is at this processor"},
}};
inline constexpr std::size_t kHolderCount = kHolders.size();

constexpr std::string_view name(Holder holder) { return kHolders[static_cast<std::size_t>(holder)].name; }

/// Processor cycles. Their total is processors x cycles.
struct Overhead {
  std::uint64_t busy = 0;                          ///< the processor computes
  std::uint64_t nothing_ready = 0;                 ///< it is idle, and no ready job is left for it
  std::array<std::uint64_t, kHolderCount> held{};  ///< by Holder: it is idle, and the block holds a ready job for it

  /// Cycles in which processors were idle while a job was ready.
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t all = 0;
    for (const std::uint64_t cycles : held) all += cycles;
    return all;
  }
};

}  // namespace explain
}  // namespace gantry
