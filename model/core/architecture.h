// SPDX-License-Identifier: Apache-2.0
// The machine as numbers: one read-only struct per block, named after its section in the architecture file. Every
// default lives here and nowhere else; docs/configuration.md tables the same keys with units and meanings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/types.h"

namespace gantry {

enum class RouterKind : std::uint8_t { low_latency, pipelined };

struct InterconnectConfig {
  std::string topology = "mesh";
  std::uint32_t columns = 4;           ///< mesh, concentrated mesh, torus: 1..64
  std::uint32_t rows = 4;              ///< the same
  std::uint32_t leaves = 0;            ///< tree: power of two, 2..4096; 0 = smallest that seats every endpoint
  std::uint32_t arity = 4;             ///< fat tree: links down and up, 2..16
  std::uint32_t concentration = 4;     ///< concentrated mesh: nodes on a router, 1..16
  std::uint32_t flit_bytes = 32;       ///< 1..4096
  std::uint32_t header_bytes = 8;      ///< per message, 0..4096 (a message has at least one flit)
  std::uint32_t virtual_channels = 2;  ///< per port, 2..8, split evenly: low half requests, rest responses
  std::uint32_t buffer_flits = 8;      ///< per virtual channel, 1..1024
  RouterKind router = RouterKind::low_latency;
  std::uint32_t router_cycles = 1;  ///< low_latency: arrival in a router to earliest switch traversal, 1..16
  std::uint32_t link_cycles = 1;    ///< switch traversal to arrival behind the link, 1..16
  std::uint32_t credit_cycles = 1;  ///< a flit leaves a buffer to its place being usable upstream, 1..16
  bool speculative = false;         ///< pipelined: heads ask for the switch while they ask for a virtual channel
  std::uint32_t channel_allocation_cycles = 1;  ///< pipelined: stage of heads, 1..16
  std::uint32_t switch_allocation_cycles = 1;   ///< pipelined: stage of every flit, 1..4
  std::uint32_t traversal_cycles = 1;           ///< pipelined: stage of every flit, 1..4
};

struct HostConfig {
  std::uint32_t ring_entries = 64;       ///< descriptors per class queue in global memory, 1..65536
  std::uint32_t outstanding_writes = 8;  ///< descriptor writes not yet acknowledged, 1..1024
  std::uint32_t submit_cycles = 1;       ///< between the starts of two submissions, 1..1000000
  std::uint32_t interrupt_cycles = 1;    ///< to take one interrupt, 1..1000000
};

struct MemoryConfig {
  std::uint32_t controllers = 1;          ///< 1..64
  std::uint32_t latency_cycles = 40;      ///< acceptance to first data, 1..100000
  std::uint32_t bytes_per_cycle = 32;     ///< per controller, 1..65536
  std::uint32_t outstanding = 16;         ///< requests in service per controller, 1..4096
  std::uint32_t interleave_bytes = 4096;  ///< consecutive blocks go to consecutive controllers, 1..2^30
};

struct DescriptorConfig {
  std::uint32_t basic_bytes = 32;  ///< 1..65536; part of the full information
  std::uint32_t full_bytes = 128;  ///< basic_bytes..65536
};

struct TaskCacheConfig {
  std::uint32_t capacity = 32;  ///< descriptors, one of them reserved per class: 5..65536
};

struct DecomposerConfig {
  std::uint32_t slots =
      16;  ///< tasks between registration and end of scheduling, one reserved per class with jobs: 4..4096
  std::uint32_t split_cycles = 4;   ///< pre-split of one task, 1..100000; slots work in parallel
  std::uint32_t retry_cycles = 16;  ///< matching failure to the next request, 1..1000000
};

struct MonitorConfig {
  std::uint32_t task_ids = 64;        ///< finite pool, 1..65536
  std::uint32_t query_cycles = 1;     ///< predecessor query to answer, 1..1000
  std::uint32_t register_cycles = 1;  ///< registration request to task id, 1..1000
};

enum class MatchMode : std::uint8_t { gang, per_job };
enum class MatchAgainst : std::uint8_t { idle, capable };
enum class Colocation : std::uint8_t { none, one_cluster, all_clusters };
enum class TieBreak : std::uint8_t { expected_weight, history_weight };

/// Parameters of the job picker: function (system.md section 4) and timing.
struct PickerConfig {
  std::uint32_t entries = 64;          ///< tasks in all pending sets together, 1..4096
  std::uint32_t classes = 3;           ///< 1..5
  std::uint32_t frac = 8;              ///< fraction bits of the history weight, 0..16
  std::optional<std::uint32_t> quant;  ///< 0..frac+8, default frac
  TieBreak tie = TieBreak::expected_weight;
  std::uint32_t pick_interval_cycles = 1;  ///< between the starts of two rounds, 1..1000
  std::uint32_t pick_latency_cycles = 1;   ///< round to grant, 0..1000
  std::uint32_t reweigh_cycles = 0;        ///< recomputing one class's expected weights, 0..10000
  /// Target weights of the picker `preset` by picker class, 0..65535 (source 004 [0061]).
  std::array<std::uint32_t, 5> preset = {0, 0, 0, 0, 0};

  [[nodiscard]] std::uint32_t quantisation() const { return quant.value_or(frac); }
};

struct DispatcherConfig {
  MatchMode mode = MatchMode::gang;
  MatchAgainst match_against = MatchAgainst::idle;
  std::uint32_t match_jobs_per_cycle = 4;  ///< 1..65536
  std::uint32_t match_timeout = 256;       ///< 128 or 256 (source 004 [0059])
  std::uint32_t decisions_per_round = 1;   ///< jobs picked by one decision, 1..64
  std::uint32_t send_ports = 1;            ///< 1..8; each injects one flit per cycle
  std::uint32_t collect_cycles = 1;        ///< grant to the packed message standing at its send port, 1..1000
  /// Picker class of block, cluster, union and communication tasks, each below picker.classes.
  std::array<std::uint32_t, 4> class_map = {0, 1, 2, 2};
  /// What block, cluster, union and communication tasks ask for.
  std::array<Colocation, 4> colocation = {Colocation::none, Colocation::none, Colocation::none, Colocation::none};
  PickerConfig picker;
};

/// Slow processors stop here, so that sums of times do not overflow; a run that takes as long is refused beforehand.
inline constexpr Cycle kMaxJobTime = Cycle{1} << 62;

/// Exact decimal: speed 1.5 is 1500000 millionths.
struct Speed {
  std::uint64_t millionths = 1000000;  ///< 1..10^12
  /// ceil(cycles / speed), at most kMaxJobTime; cycles up to 2^48.
  [[nodiscard]] Cycle time_for(std::uint64_t cycles) const;
};

struct ProcessorGroup {
  std::string name;  ///< default: type
  std::string type = "core";
  std::uint32_t count = 1;  ///< 1..4096
  Speed speed;
  std::uint32_t word_bytes = 4;           ///< 1..4096
  std::uint64_t max_job_bytes = 1 << 20;  ///< largest job it takes, 1..2^40
  std::uint32_t queue_depth = 2;          ///< jobs picked for it and not yet completed, 1..64
  std::uint32_t cluster = 0;              ///< 0..1023
};

/// Node of every endpoint; what is not named takes the free nodes in ascending order: host, memory, scheduler,
/// processors.
struct PlacementConfig {
  std::optional<std::uint32_t> host;
  std::optional<std::uint32_t> scheduler;
  std::vector<std::uint32_t> memory;      ///< one per controller, or empty
  std::vector<std::uint32_t> processors;  ///< one per processor, or empty
};

struct Architecture {
  std::string name;
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  InterconnectConfig interconnect;
  HostConfig host;
  MemoryConfig memory;
  DescriptorConfig descriptor;
  TaskCacheConfig task_cache;
  DecomposerConfig decomposer;
  MonitorConfig monitor;
  DispatcherConfig dispatcher;
  std::vector<ProcessorGroup> processors;
  PlacementConfig placement;
};

}  // namespace gantry
