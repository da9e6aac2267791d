// SPDX-License-Identifier: Apache-2.0
#include "network/network_run.h"
#include "network/network_output.h"

#include <optional>
#include <utility>

#include "network/aggregate_bound.h"
#include "network/load_run.h"
#include "network/run_to_end.h"

namespace gantry {
namespace {

class NetworkRun {
 public:
  NetworkRun(const NetworkExperiment& experiment, const NetworkControl& control, NetworkOutput* output)
      : experiment_(experiment), control_(control), output_(output) {}

  NetworkResult run() {
    result_.bounds = network_bounds(experiment_);
    if (result_.bounds) result_.bounds->in_all = aggregate_bound(experiment_);
    result_.complete = experiment_.traffic.ends() ? run_packets() : run_loads() && search();
    return std::move(result_);
  }

 private:
  bool goes_on(std::uint64_t rate, Cycle now, const NetworkSaturation* search = nullptr) const {
    if (control_.progress) control_.progress({rate, now, result_.points.size(), search});
    return control_.stop == nullptr || !control_.stop->load();
  }

  LoadWatch begin(std::uint64_t rate) {
    LoadWatch watch;
    watch.goes_on = [this, rate](Cycle now) { return goes_on(rate, now); };
    if (output_ != nullptr) watch.begin = [this, rate](NetworkBench& bench) { output_->begin_load(rate, bench); };
    return watch;
  }

  bool end(std::optional<NetworkPoint> point) {
    if (!point) {
      if (output_ != nullptr) output_->drop_load();
      return false;
    }
    if (output_ != nullptr) output_->end_load(*point);
    point->traffic.over_time = {};  // written, and large where there are many links
    result_.points.push_back(std::move(*point));
    return true;
  }

  bool run_packets() {
    const std::uint64_t rate = experiment_.traffic.is_trace() ? 0 : experiment_.traffic.rates.front();
    return end(run_to_end(experiment_, rate, begin(rate)));
  }

  bool run_loads() {
    for (const std::uint64_t rate : experiment_.traffic.rates) {
      if (!end(run_load(experiment_, rate, *result_.bounds, begin(rate)))) return false;
    }
    return true;
  }

  bool search() {
    if (!experiment_.saturation) return true;
    const auto watch = [this](const NetworkSaturation& found, std::uint64_t rate, Cycle now) {
      return goes_on(rate, now, &found);
    };
    result_.saturation = find_saturation(experiment_, *result_.bounds, watch);
    const NetworkSaturation& found = *result_.saturation;
    if (output_ != nullptr && found.best) output_->write_saturation(*found.best);
    return found.complete;
  }

  const NetworkExperiment& experiment_;
  const NetworkControl& control_;
  NetworkOutput* output_;
  NetworkResult result_;
};

}  // namespace

NetworkResult run_network(const NetworkExperiment& experiment, const NetworkControl& control, NetworkOutput* output) {
  return NetworkRun(experiment, control, output).run();
}

}  // namespace gantry
