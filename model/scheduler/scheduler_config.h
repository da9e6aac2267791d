// SPDX-License-Identifier: Apache-2.0
// The scheduler's blocks as numbers: one struct per section of the architecture file. Every default lives here and
// nowhere else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/own_values.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

struct DescriptorConfig {
  std::uint32_t basic_bytes = 32;  ///< 1..65536; part of the full information
  std::uint32_t full_bytes = 128;  ///< basic_bytes..65536
  std::uint32_t predecessors = 8;  ///< whose numbers have room in it, 0..4096; each more takes kPredecessorBytes

  /// Length of a descriptor that names so many predecessors.
  [[nodiscard]] std::uint64_t bytes(std::size_t named) const {
    return full_bytes + (named > predecessors ? (named - predecessors) * kPredecessorBytes : 0);
  }
  static constexpr std::uint64_t kPredecessorBytes = 4;
};

struct TaskCacheConfig {
  std::uint32_t capacity = 32;         ///< descriptors, one of them reserved per queue: 5..65536
  std::uint32_t queues_per_class = 1;  ///< rings of descriptors, of which a task takes that of its stream, 1..64
  std::uint32_t reads_in_flight = 8;   ///< descriptor reads under way per queue, 1..64
  std::uint32_t window = 1;            ///< cached tasks of a queue that the decomposer is shown, 1..256

  [[nodiscard]] std::uint32_t queues() const { return queues_per_class * static_cast<std::uint32_t>(kTaskClasses); }
};

struct DecomposerConfig {
  std::uint32_t slots =
      16;  ///< tasks between registration and end of scheduling, one reserved per class with jobs: 4..4096
  std::uint32_t split_cycles = 4;   ///< pre-split of one task, 1..100000; slots work in parallel
  std::uint32_t retry_cycles = 16;  ///< matching failure to the next request, 1..1000000
};

struct MonitorConfig {
  std::uint32_t task_ids = 64;               ///< finite pool, 1..65536
  std::uint32_t query_cycles = 1;            ///< predecessor query to answer, 1..1000
  std::uint32_t register_cycles = 1;         ///< registration request to task id, 1..1000
  std::uint32_t predecessors_per_cycle = 4;  ///< of one query that are looked at in a cycle, 1..64
  std::uint32_t completion_window = 4096;    ///< tasks from the oldest unfinished one on with a bit, 1..2^20
};

enum class MatchMode : std::uint8_t { gang, per_job };
enum class MatchAgainst : std::uint8_t { idle, capable };
enum class Colocation : std::uint8_t { none, one_cluster, all_clusters };
enum class TieBreak : std::uint8_t { expected_weight, history_weight };
/// Where a picker's three times come from: its keys, or a picker that is built in Verilog (rtl_times.h).
enum class PickerTimes : std::uint8_t { explicit_keys, rtl_shared, rtl_parallel, rtl_pipelined };

/// Parameters of the job picker: function (docs/picker.md) and timing.
struct PickerConfig {
  std::uint32_t entries = 64;          ///< tasks in all pending sets together, 1..4096
  std::uint32_t classes = 3;           ///< 1..5
  std::uint32_t frac = 8;              ///< fraction bits of the history weight, 0..16
  std::optional<std::uint32_t> quant;  ///< 0..frac+8, default frac
  TieBreak tie = TieBreak::expected_weight;
  PickerTimes times = PickerTimes::explicit_keys;
  std::uint32_t pick_interval_cycles = 1;  ///< between the starts of two rounds, 1..1000
  std::uint32_t pick_latency_cycles = 1;   ///< round to grant, 0..1000
  std::uint32_t reweigh_cycles = 0;        ///< recomputing one class's expected weights, 0..10000
  /// Of pickers' own keys, which their files tell.
  OwnValuesByName own;

  [[nodiscard]] std::uint32_t quantisation() const { return quant.value_or(frac); }
};

struct DispatcherConfig {
  MatchMode mode = MatchMode::gang;
  MatchAgainst match_against = MatchAgainst::idle;
  std::uint32_t match_jobs_per_cycle = 4;   ///< 1..65536
  std::uint32_t match_timeout = 256;        ///< 128 or 256 (source 004 [0059])
  std::uint32_t match_latency_cycles = 0;   ///< a match's inputs to its effect, 0..1000
  std::uint32_t choice_latency_cycles = 0;  ///< candidates to the processor that is chosen, 0..1000
  std::uint32_t decisions_per_round = 1;    ///< jobs picked by one decision, 1..64
  std::uint32_t send_ports = 1;             ///< 1..8; each injects one flit per cycle
  std::uint32_t collect_cycles = 1;         ///< grant to the packed message standing at its send port, 1..1000
  /// Picker class of block, cluster, union and communication tasks, each below picker.classes.
  std::array<std::uint32_t, 4> class_map = {0, 1, 2, 2};
  /// What block, cluster, union and communication tasks ask for.
  std::array<Colocation, 4> colocation = {Colocation::none, Colocation::none, Colocation::none, Colocation::none};
  PickerConfig picker;
  /// Of processor choices' own keys, which their files tell.
  OwnValuesByName choices;
};

/// Their keys (base/keys.h).
void describe(KeyVisitor& keys, DescriptorConfig& descriptor);
void describe(KeyVisitor& keys, TaskCacheConfig& cache);
void describe(KeyVisitor& keys, DecomposerConfig& decomposer);
void describe(KeyVisitor& keys, MonitorConfig& monitor);
void describe(KeyVisitor& keys, PickerConfig& picker);
void describe(KeyVisitor& keys, DispatcherConfig& dispatcher);

}  // namespace scheduler
}  // namespace gantry
