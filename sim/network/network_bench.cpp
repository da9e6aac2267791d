// SPDX-License-Identifier: Apache-2.0
#include "network/network_bench.h"

namespace gantry {
namespace {

/// Packets are given in flits.
InterconnectConfig without_headers(InterconnectConfig config) {
  config.header_bytes = 0;
  return config;
}

std::optional<PacketSource> urgent_source(const NetworkExperiment& experiment, std::uint64_t rate,
                                          std::uint64_t first_stream) {
  if (!experiment.traffic.urgent.any()) return std::nullopt;
  return PacketSource(experiment.traffic, experiment.grid, rate, experiment.seed, first_stream, Priority::urgent);
}

}  // namespace

NetworkBench::NetworkBench(const NetworkExperiment& experiment, std::uint64_t rate, std::uint32_t run)
    : topology_(make_topology(experiment)),
      net_(without_headers(experiment.interconnect), *topology_, channel_use(experiment.traffic)),
      source_(experiment.traffic, experiment.grid, rate, experiment.seed, std::uint64_t{run} << 32U),
      urgent_(urgent_source(experiment, rate, std::uint64_t{run} << 32U)),
      traffic_("node", net_, without_headers(experiment.interconnect), topology_->nodes(),
               {source_, urgent_ ? &*urgent_ : nullptr, experiment.traffic.max_outstanding},
               make_follow_ups(experiment.traffic)) {
  net_.attach(&waker_);
  traffic_.attach(&waker_);
  net_.keep_history();
  net_.start();
  traffic_.start();
}

void NetworkBench::set_watch(const LoadWatch& watch) {
  goes_on_ = watch.goes_on;
  if (watch.begin) watch.begin(*this);
}

std::vector<std::uint64_t> NetworkBench::sent_flits() const {
  std::vector<std::uint64_t> flits = net_.fabric().link_flits();  // entries first, in the order of the nodes
  flits.resize(nodes());
  return flits;
}

void NetworkBench::run_to(Cycle end) {
  while (!stopped_) {
    const Cycle next = due();
    if (next >= end) break;
    if (--until_asked_ == 0) {
      until_asked_ = kAskEvery;
      stopped_ = goes_on_ && !goes_on_(next);
    }
    traffic_.run(next);
    net_.run(next);
  }
  now_ = end;
}

}  // namespace gantry
