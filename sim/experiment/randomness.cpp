// SPDX-License-Identifier: Apache-2.0
#include "experiment/randomness.h"

#include <algorithm>
#include <cstddef>

#include "experiment/experiment.h"
#include "gantry/base/one_line.h"
#include "workload/stream.h"

namespace gantry {
namespace {

constexpr std::size_t kMostListed = 4;

template <class T>
bool is_drawn(const Mix<T>& mix) {
  return mix.values.size() > 1;
}

void add_stream(const StreamSpec& stream, std::vector<std::string>& keys) {
  if (stream.arrivals->random()) keys.emplace_back("workload.generator");
  if (stream.cycles.random()) keys.emplace_back("workload.cycles");
  if (is_drawn(stream.cls)) keys.emplace_back("workload.class");
  if (is_drawn(stream.weight)) keys.emplace_back("workload.weight");
  if (is_drawn(stream.stream)) keys.emplace_back("workload.stream");
  if (is_drawn(stream.jobs)) keys.emplace_back("workload.jobs");
}

bool varies(const Workload& workload) {
  return !workload.branches.empty() ||
         std::any_of(workload.tasks.begin(), workload.tasks.end(),
                     [](const WorkloadTask& task) { return task.varies != nullptr && task.varies->random(); });
}

}  // namespace

std::vector<std::string> random_keys(const Experiment& experiment) {
  std::vector<std::string> keys;
  if (experiment.stream) add_stream(*experiment.stream, keys);
  if (varies(experiment.workload)) keys.emplace_back("workload");
  for (const GraphStream& stream : experiment.streams) {
    if (varies(stream.workload)) keys.push_back("workload.streams." + stream.name + ".workload");
    if (stream.arrivals != nullptr && stream.arrivals->random())
      keys.push_back("workload.streams." + stream.name + ".arrivals");
  }
  if (experiment.background && !experiment.background->traffic.is_trace()) keys.emplace_back("background");
  const std::vector<MemoryFault>& memory = experiment.faults.memory;
  const std::vector<NetworkFault>& network = experiment.faults.network;
  const std::vector<StoreFault>& stores = experiment.faults.stores;
  const auto is_random = [](const auto& of) { return of.mean > 0; };
  if (!experiment.faults.rates.empty() || std::any_of(memory.begin(), memory.end(), is_random) ||
      std::any_of(network.begin(), network.end(), is_random) || std::any_of(stores.begin(), stores.end(), is_random))
    keys.emplace_back("faults");
  return keys;
}

std::string random_text(const std::vector<std::string>& keys) {
  std::string text;
  for (std::size_t i = 0; i < keys.size() && i < kMostListed; ++i) text += (i == 0 ? "" : ", ") + one_line(keys[i]);
  return text + (keys.size() > kMostListed ? ", ..." : "");
}

std::string one_seed_text(const std::vector<std::string>& keys, std::uint64_t seed) {
  return "arrivals or times are random (" + random_text(keys) + "), and all runs have the seed " +
         std::to_string(seed) + ": a small difference may be luck; several seeds tell";
}

}  // namespace gantry
