// SPDX-License-Identifier: Apache-2.0
// network.json, the answer of `gantry network`, as the writer fills it and the reader returns it. `describe` in
// network_summary.cpp has a line per number (result/result_visitor.h). Loads are in flits per cycle and node.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/network/interconnect_config.h"
#include "gantry/network/network_stats.h"
#include "result/provenance.h"

namespace gantry {

enum class LoadStatus : std::uint8_t { stable, unstable, complete };

struct NetworkSummary {
  struct PacketLength {
    std::uint64_t flits = 1;
    double share = 0.0;
  };
  struct Bursts {
    std::uint64_t cycles = 1;
    double share = 0.0;
  };
  struct Urgent {
    double share = 0.0;
    std::uint64_t flits = 1;
  };
  struct Reply {
    std::uint64_t flits = 1;
    std::uint64_t cycles = 1;
  };
  struct Batch {
    std::uint64_t packets = 1;
    double packets_per_cycle = 1.0;
  };
  struct Bounds {
    double accepted = 0.0;
    std::optional<double> accepted_in_all;  ///< nothing: unknown; so the others
    double hops = 0.0;
    std::optional<double> zero_load_latency;
    std::optional<std::optional<double>> round_trip;  ///< nothing: no replies
  };
  /// What was asked for, in packets and in flits.
  struct Rate {
    double packets_per_cycle = 0.0;
    double offered = 0.0;
  };
  /// How nodes differ, and how long the run was. Not of a trace or a batch.
  struct Spread {
    double accepted_least = 0.0;
    double accepted_most = 0.0;
    double sent_least = 0.0;
    double sent_most = 0.0;
    std::uint32_t sends_least = 0;
    std::uint32_t stable_runs = 0;
    std::uint32_t unstable_runs = 0;
    std::uint64_t warm_up_cycles = 0;
    std::uint64_t measured_cycles = 0;
    std::uint64_t drain_cycles = 0;
  };
  /// Nothing but `min` is known of an unstable load.
  struct Latency {
    std::optional<double> mean;
    std::optional<double> half_width;
    std::optional<std::uint64_t> p50;
    std::optional<std::uint64_t> p99;
    std::optional<std::uint64_t> max;
    std::uint64_t min = 0;
  };
  struct OfPriority {
    std::uint64_t packets = 0;
    std::optional<LatencyStats> latency;
  };
  struct Priorities {
    OfPriority urgent;
    OfPriority ordinary;
  };
  struct Energy {
    double pj = 0.0;
    double low = 0.0;
    double high = 0.0;
  };
  struct Measured {
    LoadStatus status = LoadStatus::stable;
    std::string reason;  ///< why the load is not stable; else empty
    std::optional<Latency> latency;
    std::optional<Priorities> priorities;                   ///< only with urgent packets
    std::optional<std::optional<LatencyStats>> round_trip;  ///< only with replies
    double hops = 0.0;
    std::uint64_t packets = 0;
    std::uint64_t cycles = 0;
    std::uint64_t flit_hops = 0;
    std::optional<Energy> energy_per_flit;
  };
  struct Given {
    Rate rate;
    Spread spread;
  };
  struct Found {
    double accepted = 0.0;
    Measured measured;
  };
  struct Load {
    Given given;
    Found found;
  };
  struct Interval {
    double low = 0.0;
    double high = 0.0;
  };
  struct Search {
    double stable = 0.0;
    std::optional<double> unstable;
  };
  struct Tried {
    std::uint64_t search = 1;
    double packets_per_cycle = 0.0;
    double accepted = 0.0;
    LoadStatus status = LoadStatus::stable;
    std::optional<double> mean;
    std::optional<std::uint64_t> p99;
  };
  struct Saturation {
    struct Head {
      Rate rate;
      double accepted = 0.0;
    };
    struct Best {
      Spread spread;
      Measured measured;
    };
    std::optional<Head> head;  ///< nothing: interrupted before a load was found stable
    std::optional<Best> best;  ///< nothing: no load is stable
    /// Nothing: interrupted before one was found; of these nothing: there is none.
    std::optional<std::optional<double>> unstable_from;
    std::optional<std::optional<Interval>> interval;
    std::vector<Search> searches;
    std::vector<Tried> tried;
  };

  std::string experiment;
  std::uint64_t seed = 0;
  bool complete = false;
  std::string topology;
  std::uint64_t nodes = 2;
  RouterKind router = RouterKind::low_latency;
  Arbitration arbitration = Arbitration::round_robin;
  std::string routing;
  std::string pattern;
  std::optional<std::uint64_t> packet_flits;
  std::optional<std::vector<PacketLength>> packet_lengths;
  std::optional<Bursts> bursts;
  std::optional<Urgent> urgent;
  std::optional<Reply> reply;
  std::optional<Batch> batch;
  std::optional<std::uint64_t> max_outstanding;
  std::optional<Bounds> bounds;             ///< nothing: a trace
  std::optional<Given> given;               ///< of one load; nothing of a trace or a batch
  std::optional<Found> found;               ///< of one load, or of a trace or a batch
  std::optional<std::vector<Load>> points;  ///< of several loads
  std::optional<Saturation> saturation;
  std::uint64_t simulated_runs = 0;
  std::uint64_t simulated_cycles = 0;
  Provenance provenance;
};

void describe(ResultVisitor& results, NetworkSummary& summary);

}  // namespace gantry
