// SPDX-License-Identifier: Apache-2.0
#include "network/trace_run.h"

#include <algorithm>

#include "gantry/base/quotient.h"
#include "gantry/network/latency_histogram.h"
#include "network/network_bench.h"

namespace gantry {

std::optional<NetworkPoint> run_trace(const NetworkExperiment& experiment, const LoadWatch& watch) {
  NetworkBench bench(experiment);
  NetworkPoint point;
  LatencyHistogram latency;
  Cycle last = 0;
  bench.set_watch(watch);
  bench.on_arrival([&](const Delivery& packet) {
    const Cycle cycles = packet.arrived - packet.created;
    if (point.packets++ == 0 || cycles < point.least_latency) point.least_latency = cycles;
    latency.add(cycles);
    last = std::max(last, packet.arrived);
  });
  bench.run_to(kNever);
  if (bench.stopped()) return std::nullopt;
  point.latency = latency.stats();
  const InterconnectStats stats = bench.net().stats();
  point.hops = quotient(stats.flit_hops - stats.flits, stats.flits);
  point.flit_hops = stats.flit_hops;
  point.cycles = point.measured_cycles = last;
  point.simulated = {1, last};
  point.accepted = quotient(stats.flits, Uint128{last} * bench.nodes());
  point.traffic = bench.net().traffic(last);
  point.traffic.latencies = latency.counts();
  return point;
}

}  // namespace gantry
