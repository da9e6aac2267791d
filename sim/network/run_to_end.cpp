// SPDX-License-Identifier: Apache-2.0
#include "network/run_to_end.h"

#include <algorithm>

#include "gantry/base/quotient.h"
#include "gantry/network/latency_histogram.h"
#include "network/network_bench.h"

namespace gantry {

std::optional<NetworkPoint> run_to_end(const NetworkExperiment& experiment, std::uint64_t rate,
                                       const LoadWatch& watch) {
  const TrafficSpec& traffic = experiment.traffic;
  NetworkBench bench(experiment, rate);
  NetworkPoint point;
  LatencyHistogram latency;
  LatencyHistogram by_priority[2];  // [1]: urgent
  LatencyHistogram round_trip;
  Cycle last = 0;
  bench.set_watch(watch);
  bench.on_arrival([&](const Delivery& packet) {
    const Cycle cycles = packet.arrived - packet.created;
    if (point.packets++ == 0 || cycles < point.least_latency) point.least_latency = cycles;
    latency.add(cycles);
    if (traffic.urgent.any()) by_priority[packet.urgent ? 1 : 0].add(cycles);
    if (traffic.reply.any() && packet.tag != kNever) round_trip.add(packet.arrived - packet.tag);
    last = std::max(last, packet.arrived);
  });
  bench.run_to(kNever);
  if (bench.stopped()) return std::nullopt;
  point.rate = rate;
  point.latency = latency.stats();
  point.ordinary = {by_priority[0].stats(), by_priority[0].count()};
  point.urgent = {by_priority[1].stats(), by_priority[1].count()};
  point.round_trip = round_trip.stats();
  point.round_trips = round_trip.count();
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
