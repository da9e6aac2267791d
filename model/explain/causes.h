// SPDX-License-Identifier: Apache-2.0
// The causes to which cycles of the critical path are assigned: a fixed list (docs/explaining.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gantry {
inline namespace explain {

enum class Cause : std::uint8_t {
  compute,
  input,
  output,
  processor,
  retry,
  quarantine,
  network,
  reroute,
  send,
  load,
  load_ring,
  turn,
  pick,
  entry,
  match,
  split,
  id,
  slot,
  registration,
  predecessors,
  queue,
  room,
  fetch,
  submit,
  ring,
  window,
  host,
  arrival,
  earlier,
};

struct CauseInfo {
  std::string_view name;
  std::string_view block;  ///< block in which the time passes
  std::string_view meaning;
};

inline constexpr std::size_t kCauses = 29;
inline constexpr std::array<CauseInfo, kCauses> kCauseTable = {{
    {"compute", "processors", "a job computes"},
    {"input", "processors", "the bursts of a job's input are read from global memory"},
    {"output", "processors", "the bursts of a job's output are written to global memory"},
    {"processor", "processors", "no processor is free: its slots are taken, it is locked, or another job computes"},
    {"retry", "dispatcher", "a job is issued again: from its first pick to its last one"},
    {"quarantine", "dispatcher", "a job waits for its processor, which has a free slot but is in quarantine"},
    {"network", "interconnect", "a job, a completion, a doorbell or an interrupt is in transit"},
    {"reroute", "interconnect", "a fault of a link or router holds a message up: a drain, or it is sent again"},
    {"send", "dispatcher", "a job is collected, waits for its send port behind others, and leaves flit by flit"},
    {"load", "dispatcher", "the loader writes what a task needs into processors, one task after another"},
    {"load_ring", "dispatcher", "the loader's ring has no capacity for the task"},
    {"turn", "dispatcher", "gangs start in turn, and one before has not completed"},
    {"pick", "dispatcher", "the picker's rounds: other entries are picked before, or weights are computed"},
    {"entry", "dispatcher", "no entry of the pending set is free"},
    {"match", "dispatcher", "matching: requests in transit, older requests, latency, failed attempts"},
    {"split", "decomposer", "a task is split into jobs"},
    {"id", "monitor", "no task id is free"},
    {"slot", "decomposer", "no decomposer slot is free"},
    {"register", "decomposer", "a task becomes visible and is registered: latencies, and one request per cycle"},
    {"predecessors", "monitor",
     "a predecessor, or an earlier task of the plan, has just ended: latency of the notification"},
    {"queue", "task_cache", "others of its queue are before it (head-of-line blocking)"},
    {"room", "task_cache", "no slot of the task cache is free"},
    {"fetch", "task_cache", "a descriptor is read: its reads, and those under way before it"},
    {"submit", "host", "a descriptor is written to global memory and announced"},
    {"ring", "host", "the task's ring in global memory is full"},
    {"completion_window", "host", "the task is too far ahead of the oldest unfinished one"},
    {"host", "host", "the host submits others, or takes interrupts"},
    {"arrival", "host", "nothing had been submitted that could be: the task arrives later"},
    {"earlier", "run", "of a stream: before the records that are kept"},
}};

/// CauseInfo::name of every cause, in the order of Cause.
inline constexpr std::array<std::string_view, kCauses> kCauseNames = [] {
  std::array<std::string_view, kCauses> names{};
  for (std::size_t i = 0; i < kCauses; ++i) names[i] = kCauseTable[i].name;
  return names;
}();

/// In a set of causes.
constexpr std::uint32_t bit_of(Cause cause) { return 1U << static_cast<unsigned>(cause); }

[[nodiscard]] constexpr const CauseInfo& info(Cause cause) { return kCauseTable[static_cast<std::size_t>(cause)]; }

}  // namespace explain
}  // namespace gantry
