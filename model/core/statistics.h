// SPDX-License-Identifier: Apache-2.0
// What a run counted, as plain data. Units fill it, printers (sim/report) read it; docs/outputs.md says what each
// number means.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/types.h"

namespace gantry {

struct QueueStats {
  std::string name;
  double mean = 0.0;
  std::uint64_t max = 0;
  std::uint64_t capacity = 0;  ///< 0 = unbounded
};

struct BlockStats {
  std::string name;  ///< host, memory, task_cache, decomposer, register_file, monitor, dispatcher, interconnect
  std::uint64_t busy_cycles = 0;  ///< cycles in which the block did something
  std::vector<std::pair<std::string, std::uint64_t>>
      stalls;  ///< cause, cycles in which at least one thing waited for it
  std::vector<QueueStats> queues;
  std::vector<std::pair<std::string, std::uint64_t>> counters;  ///< what happened how often
};

struct ProcessorStats {
  std::string name;
  std::string type;
  std::string group;
  std::uint64_t jobs = 0;
  std::uint64_t busy_cycles = 0;  ///< computing
};

struct LatencyStats {  ///< cycles from creation of a message to its last flit at the destination
  double mean = 0.0;
  std::uint64_t p50 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

struct InterconnectStats {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  std::uint64_t flit_hops = 0;  ///< router traversals
  LatencyStats latency;
};

/// Of traffic that shares the interconnect with the machine.
struct BackgroundStats {
  std::uint32_t nodes = 0;
  std::uint64_t packets = 0;    ///< that arrived
  std::uint64_t flits = 0;      ///< of those
  std::uint64_t in_flight = 0;  ///< packets, at the end
  LatencyStats latency;         ///< creation to last flit, waiting at the node included
};

enum class LinkKind : std::uint8_t {
  entry,  ///< from a terminal into its router
  link,   ///< from router to router
  exit,   ///< from a router to a terminal of its own
};

struct LinkStats {
  LinkKind kind = LinkKind::link;
  std::uint32_t from = 0;  ///< number of the router, or of the terminal
  std::uint32_t to = 0;
  std::uint64_t flits = 0;  ///< sent; at most one a cycle
};

struct RouterStats {
  std::uint32_t outputs = 0;         ///< links and exits
  std::uint64_t flits = 0;           ///< that have left
  std::uint64_t buffered = 0;        ///< flit cycles in its buffers
  std::uint64_t switch_stalls = 0;   ///< flit cycles in which another flit won the switch
  std::uint64_t channel_stalls = 0;  ///< the same of heads and virtual channels
  double column = 0.0;               ///< where a picture puts it
  double row = 0.0;
};

/// Where the traffic of a run went.
struct InterconnectTraffic {
  std::vector<std::string> terminals;  ///< names
  std::vector<LinkStats> links;        ///< entries, links, exits, in order of their first ends
  std::vector<RouterStats> routers;
  /// Latency and packets that had it, in ascending order.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> latencies;
};

/// One weight within one picker class.
struct ShareStats {
  std::string cls;  ///< names of the task classes mapped to the picker class, joined by '+'
  std::uint32_t weight = 0;
  std::uint64_t picks = 0;
  double share = 0.0;  ///< picks / picks of the class
  double expected_share =
      0.0;  ///< mean over the class's picks of (weights of this value) / (weights of all) among the entries present
  Cycle longest_wait = 0;    ///< longest time an entry of this weight stood in the pending set without a pick
  double lag = 0.0;          ///< largest number of picks that were promised and not given, at any pick of this weight
  std::uint32_t number = 0;  ///< of the picker class
};

/// One weight within one picker class during a stretch of picks.
struct SharePart {
  std::uint32_t cls = 0;  ///< number of the picker class
  std::uint32_t weight = 0;
  std::uint64_t picks = 0;
  double promised = 0.0;   ///< picks that the weights promised
  double lag = 0.0;        ///< largest number of picks that were promised since the stretch began and not given
  Cycle longest_wait = 0;  ///< that ended in the stretch
};

/// A stretch of picks: every weight that has occurred so far, by class and weight.
struct ShareBatch {
  Cycle begun = 0;  ///< the pick before its first one, or 0
  std::uint64_t picks = 0;
  std::vector<SharePart> parts;
};

struct PickerStats {
  std::string policy;
  std::uint64_t rounds = 0;  ///< decisions with something eligible
  std::uint64_t picks = 0;   ///< jobs picked
};

/// Stages of a task's life; the cycles of all stages sum to the lifetimes of all completed tasks.
inline constexpr std::size_t kStages = 7;
inline constexpr std::array<std::string_view, kStages> kStageNames = {
    "fetch",     // submitted -> cached
    "register",  // cached -> registered: predecessors, task id, decomposer slot
    "split",     // registered -> split
    "match",     // split -> admitted (or to the first issue, if a job left before the last admission)
    "pick",      // -> first job issued
    "issue",     // -> last job issued
    "execute",   // -> completed
};

struct WaitStats {
  std::array<std::uint64_t, kStages> cycles{};
  std::uint64_t lifetime = 0;  ///< sum over completed tasks of completed - submitted
};

/// How a run ended.
enum class RunEnd : std::uint8_t { complete, deadlock, cycle_limit, interrupted };

/// Why a run ended before it was complete, in words.
constexpr std::string_view why(RunEnd end) {
  constexpr std::array<std::string_view, 4> kWhy = {"", "deadlock: nothing can happen any more",
                                                    "the cycle limit was reached", "interrupted"};
  return kWhy[static_cast<std::size_t>(end)];
}

struct RunStats {
  RunEnd end = RunEnd::complete;
  Cycle cycles = 0;  ///< the host has taken the last interrupt, or the cycle in which the run was given up
  std::uint64_t tasks_submitted = 0;
  std::uint64_t tasks_completed = 0;
  std::uint64_t tasks_unfinished = 0;  ///< known to the workload and not completed
  std::uint64_t jobs_total = 0;        ///< of the tasks submitted
  std::uint64_t jobs_issued = 0;
  std::uint64_t jobs_completed = 0;
  std::uint64_t schedule_failures = 0;
  std::vector<ProcessorStats> processors;
  std::vector<BlockStats> blocks;
  InterconnectStats interconnect;
  InterconnectTraffic traffic;
  std::optional<BackgroundStats> background;
  PickerStats picker;
  std::vector<ShareStats> shares;
  std::vector<ShareBatch>
      share_batches;  ///< of equally many picks, one after the other; what is left over is not in it
  WaitStats waits;
  /// Empty when complete; else why, and one paragraph per block with its state.
  std::vector<std::string> diagnosis;
};

}  // namespace gantry
