// SPDX-License-Identifier: Apache-2.0
#include "point/warm_start.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "pool/directory_lock.h"
#include "result/output_names.h"
#include "run/checkpoint.h"
#include "run/simulation.h"
#include "text/yaml_node.h"

namespace gantry {
namespace {

/// Begin of faults that the shared part does not see: the last one that an experiment can name.
constexpr Cycle kLate = Cycle{1} << 40;

/// The document that names the experiment, without the key `faults`.
std::shared_ptr<const YamlNode> without_faults(const YamlNode& document) {
  auto other = std::make_shared<YamlNode>(document);
  std::vector<YamlNode>& items = other->items;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (!items[i].says("faults")) continue;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i), items.begin() + static_cast<std::ptrdiff_t>(i + 2));
    break;
  }
  return other;
}

/// Kinds of faults, for which a machine has counters and hooks of their own.
std::string fault_kinds(const FaultPlan& faults) {
  std::string kinds;
  for (const ProcessorFault& fault : faults.list) kinds += fault.kind == FaultKind::fail ? "-fail" : "-late";
  if (!faults.network.empty()) kinds += "-dead";
  return kinds;
}

Checkpoints checkpoints_at(Cycle at, const std::string& id) {
  Checkpoints checkpoints;
  checkpoints.asked = "warm.at " + std::to_string(at);
  checkpoints.experiment = id;
  checkpoints.at = at;
  return checkpoints;
}

/// Runs the shared part, whose files are in `folder` afterwards. Without a checkpoint it has ended before.
void run_shared_start(const Experiment& start, const std::string& folder, const Checkpoints& checkpoints) {
  SimulationOptions options;
  options.kernel = Kernel::cycle;
  options.explained = false;
  options.directory = folder;
  options.checkpoints = checkpoints;
  Diagnostics unwritten;  // the runs begin at cycle 0 then
  simulate(start, options, unwritten);
}

}  // namespace

std::optional<Experiment> shared_start(const Experiment& experiment, Cycle at) {
  const FaultPlan& faults = experiment.faults;
  const auto early = [at](const auto& fault) { return fault.at <= at; };
  const auto own_state = [](const NetworkFault& of) { return of.control || of.kind == NetworkFaultKind::corrupt; };
  if (at == 0 || at >= kLate || experiment.timing == Timing::ideal) return std::nullopt;
  if (experiment.max_cycles != 0 && experiment.max_cycles <= at) return std::nullopt;
  if (!faults.rates.empty() || !faults.memory.empty() || !faults.stores.empty() ||
      std::any_of(faults.list.begin(), faults.list.end(), early) ||
      std::any_of(faults.network.begin(), faults.network.end(), early) ||
      std::any_of(faults.network.begin(), faults.network.end(), own_state))
    return std::nullopt;
  Experiment start = experiment;
  start.max_cycles = at;
  start.given = without_faults(*experiment.given);
  if (!faults.list.empty()) {
    const bool fails = std::any_of(faults.list.begin(), faults.list.end(),
                                   [](const ProcessorFault& fault) { return fault.kind == FaultKind::fail; });
    start.faults.list = {{0, fails ? FaultKind::fail : FaultKind::hang, kLate, 1}};
  }
  if (!faults.network.empty()) {
    start.faults.network.resize(1);
    start.faults.network.front() = NetworkFault{};
    start.faults.network.front().at = kLate;
  }
  return start;
}

Checkpoints warm_checkpoint(const WarmStart& warm, const Experiment& experiment,
                            const std::function<std::string(Experiment&)>& id) {
  std::optional<Experiment> start = shared_start(experiment, warm.at);
  if (!start) return {};
  Checkpoints checkpoints = checkpoints_at(warm.at, id(*start) + fault_kinds(start->faults));
  const std::filesystem::path folder = std::filesystem::path(warm.folder) / checkpoints.experiment;
  const std::filesystem::path file = folder / checkpoint_name(warm.at);
  {
    const DirectoryLock lock(folder.string(), DirectoryLock::Wait::yes);
    if (!std::filesystem::exists(folder / kSummaryFile)) run_shared_start(*start, folder.string(), checkpoints);
  }
  if (!std::filesystem::exists(file)) return {};
  checkpoints.at = kNever;
  checkpoints.restore = file.string();
  checkpoints.changes_faults = true;
  return checkpoints;
}

}  // namespace gantry
