// SPDX-License-Identifier: Apache-2.0
// summary.json of a run of batch serving, as the writer fills it and the reader returns it. `describe` in
// serving_summary.cpp has a line per number (result/result_visitor.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/network_stats.h"
#include "result/cost_results.h"
#include "result/provenance.h"
#include "result/stream_results.h"

namespace gantry {

struct ServingSummary {
  /// Of completed sessions, arrival to completion; cycles.
  struct Latency {
    Estimate mean;
    std::uint64_t warm_up = 0;  ///< sessions that are left out of the mean
    std::uint64_t p50 = 0;
    std::uint64_t p90 = 0;
    std::uint64_t p99 = 0;
    std::uint64_t max = 0;
  };
  /// Completions per second; nothing: too few completions.
  struct Throughput {
    std::optional<double> per_second;
    std::optional<double> low;
    std::optional<double> high;
    Estimate interdeparture_cycles;
  };
  /// From queued to started, of one pass; cycles.
  struct Wait {
    double mean = 0.0;
    std::uint64_t longest = 0;
  };
  struct Kind {
    std::string name;
    bool priority = false;
    std::uint64_t sessions = 0;
    std::uint64_t completed = 0;
    std::vector<std::string> nodes;  ///< that its sessions visit
    Latency latency;
    Throughput throughput;
    Wait wait;
  };
  struct BatchSize {
    std::uint64_t requests = 1;
    std::uint64_t batches = 1;
  };
  struct Node {
    std::string name;
    std::uint64_t batch_limit = 1;
    double compute = 0.0;
    std::uint64_t batches = 0;
    std::uint64_t requests = 0;
    double batch_mean = 0.0;
    std::vector<BatchSize> batch_sizes;
    std::uint64_t busy_cycles = 0;
    double utilization = 0.0;
    std::uint64_t held_cycles = 0;
    Wait wait;
  };
  /// What is rated and how much of it was in use.
  struct Places {
    std::optional<std::uint64_t> rated;
    double mean = 0.0;
    std::uint64_t max = 0;
  };
  struct Compute {
    std::optional<double> rated;
    double mean = 0.0;
    double max = 0.0;
    std::optional<double> fill;
  };

  std::string experiment;
  std::uint32_t clock_mhz = 1;
  std::uint64_t seed = 0;
  bool complete = false;
  RunEnd end = RunEnd::complete;
  std::uint64_t cycles = 0;
  std::uint64_t sessions_arrived = 0;
  std::uint64_t sessions_completed = 0;
  std::uint64_t sessions_unfinished = 0;
  Latency latency;
  Throughput throughput;
  std::vector<Kind> kinds;
  std::vector<Node> nodes;
  std::string policy;
  std::uint64_t decisions = 0;
  Places places;
  Compute compute;
  std::vector<BlockStats> blocks;
  InterconnectStats interconnect;
  CostResults cost;
  Provenance provenance;
  std::vector<std::string> outputs;
  std::vector<std::string> diagnosis;

  /// Whether the run wrote the file.
  [[nodiscard]] bool wrote(std::string_view file) const {
    return std::find(outputs.begin(), outputs.end(), file) != outputs.end();
  }
};

void describe(ResultVisitor& results, ServingSummary& summary);

}  // namespace gantry
