// SPDX-License-Identifier: Apache-2.0
#include "feed_network.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "bounded.h"
#include "network/load_run.h"
#include "network/network_bench.h"
#include "network/network_json.h"
#include "network/run_to_end.h"
#include "require.h"
#include "text/text_file.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostPlaces = 50'000;  ///< for flits, in all buffers
constexpr std::uint64_t kMostLooks = 30'000;   ///< at a buffer, in all cycles
constexpr std::uint64_t kMostCycles = 200;
constexpr std::uint64_t kMostQuestions = 4;  ///< of a load whether to go on

std::uint64_t buffers_of(const NetworkExperiment& experiment) {
  const auto topology = make_topology(experiment);
  std::uint64_t ports = topology->nodes();
  for (std::uint32_t r = 0; r < topology->routers(); ++r) ports += topology->ports(r);
  return ports * experiment.interconnect.virtual_channels;
}

/// Every cycle in which something happens, and what must hold after it.
void run_checked(const NetworkExperiment& experiment, std::uint64_t rate, std::uint64_t cycles) {
  NetworkBench bench(experiment, rate);
  for (; cycles > 0 && bench.due() != kNever; --cycles) {
    bench.run_to(bench.due() + 1);
    bench.net().verify();
  }
  if (bench.due() == kNever) require(bench.net().packets_in_flight() == 0, "packets in flight stand still");
}

void check_bounds(const NetworkBounds& bounds) {
  require(bounds.throughput > 0.0 && bounds.throughput <= 1.0, "a bound that is none");
  require(bounds.hops >= 0.0 && std::isfinite(bounds.hops), "a mean of hops that is none");
  const double alone = bounds.zero_load.value_or(1.0);
  require(alone >= 1.0 && std::isfinite(alone), "a latency that is none");
}

}  // namespace

void feed_network(const std::string& input) {
  const std::string path = GANTRY_FUZZ_FILES "/network.yaml";
  std::string text = input;
  Diagnostics diagnostics;
  if (!accept_text(text, path, diagnostics)) return;
  const auto document = parse_yaml(text, path, diagnostics);
  if (!document || reaches_far(*document)) return;
  const auto experiment = read_network_experiment(text, path, {}, diagnostics);
  if (!experiment) return;
  NetworkResult result;
  network_json(*experiment, result, {});

  const std::uint64_t buffers = buffers_of(*experiment);
  if (buffers * experiment->interconnect.buffer_flits > kMostPlaces) return;
  const std::uint64_t cycles = std::min(kMostCycles, kMostLooks / buffers);
  std::uint64_t questions = kMostQuestions;
  const LoadWatch watch{nullptr, [&](Cycle /*now*/) { return --questions > 0; }};
  result.bounds = network_bounds(*experiment);
  std::optional<NetworkPoint> point;
  if (result.bounds) check_bounds(*result.bounds);
  const auto& rates = experiment->traffic.rates;
  if (experiment->traffic.ends()) {
    const std::uint64_t rate = rates.empty() ? 0 : rates.front();
    run_checked(*experiment, rate != 0 ? rate : kMillion, cycles);
    point = run_to_end(*experiment, rate, watch);
  } else {
    const auto full = static_cast<std::uint64_t>(kMillion / experiment->traffic.flits_with_reply());
    const std::uint64_t most = std::clamp<std::uint64_t>(full, 1, experiment->traffic.most_rate());
    const std::uint64_t rate = rates.empty() ? most : rates.back();
    run_checked(*experiment, rate, cycles);
    point = run_load(*experiment, rate, *result.bounds, watch);
  }
  if (point) result.points.push_back(std::move(*point));
  network_json(*experiment, result, {});
}

}  // namespace gantry
