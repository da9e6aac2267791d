// SPDX-License-Identifier: Apache-2.0
#include "saved_machines.h"

#include "gantry/platform/global_memory_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "machine/random_data.h"
#include "random_experiment.h"
#include "random_faults.h"

namespace gantry::saved_runs {

namespace {

constexpr Cycle kGivenUp = 3000000;
constexpr Cycle kGivenUpWithFaults = 30000;  ///< a job of a dead processor may be waited for

/// Failures of processors and jobs, and what the scheduler makes of them.
void add_faults(Experiment& experiment) {
  const std::uint64_t seed = experiment.seed;
  experiment.max_cycles = kGivenUpWithFaults;
  experiment.faults = random_faults(experiment, seed % 4 == 0);
  if (seed % 8 == 6) return;  // no time-outs
  experiment.architecture.monitor->job_timeout = 1 + seed * 37 % 3000;
  if (seed % 4 != 0) return;
  experiment.architecture.monitor->quarantine = seed % 3 == 0 ? Quarantine::job : Quarantine::processor;
  experiment.architecture.dispatcher->max_retries = static_cast<std::uint32_t>(1 + seed / 4 % 4);
  if (!experiment.architecture.monitor->early_registration && seed % 8 == 0)
    experiment.architecture.monitor->on_failure = OnFailure::cancel;
  experiment.architecture.dispatcher->preload = false;
  experiment.architecture.dispatcher->go = GangGo::sent;
}

}  // namespace

Experiment machine_of(std::uint64_t seed) {
  const bool has_data = seed % 5 == 3;
  Experiment experiment = has_data ? random_data_experiment(seed) : random_experiment(seed);
  experiment.max_cycles = kGivenUp;
  MonitorConfig& monitor = *experiment.architecture.monitor;
  monitor.retire_per_cycle = static_cast<std::uint32_t>(seed % 3);
  if (!monitor.early_registration) monitor.query_wakeups_per_cycle = static_cast<std::uint32_t>(seed % 4 / 2);
  if (seed % 2 == 1) add_multicast(experiment);
  if (seed % 3 == 0) add_preload(experiment);
  if (seed % 5 == 0) add_loads(experiment);
  if (seed % 7 == 0 && !has_data) add_different_jobs(experiment);
  if (seed % 2 == 0 && !experiment.background && !has_data) add_faults(experiment);
  if (has_data && seed % 10 == 3) experiment.faults.stores = random_store_deaths(experiment);
  if (seed % 4 == 1 && !experiment.background) {
    experiment.faults.memory = random_errors(experiment);
    experiment.architecture.memory->retries = static_cast<std::uint32_t>(seed / 4 % 4);
    experiment.max_cycles = kGivenUpWithFaults;
  }
  if (seed % 3 == 1) {
    experiment.faults.network = random_network_faults(experiment);
    experiment.max_cycles = kGivenUpWithFaults;
  }
  return experiment;
}

bool runs(const Experiment& experiment) {
  return graph_of(experiment).data.empty() ? can_run(experiment) : can_run_data(experiment);
}

Experiment core_machine_of(std::uint64_t seed) {
  Experiment experiment = random_experiment(seed);
  DispatcherConfig& dispatcher = *experiment.architecture.dispatcher;
  dispatcher.decisions_per_round = 1;
  dispatcher.choice_latency_cycles = 1;
  dispatcher.colocation.fill(Colocation::none);
  dispatcher.match_against = MatchAgainst::idle;
  dispatcher.send_ports = 1;
  const bool per_job = seed / 4 % 2 == 0;
  dispatcher.mode = per_job ? MatchMode::per_job : MatchMode::gang;
  experiment.picker = kSourcePicker;
  experiment.processor_choice = per_job ? "first_free" : "least_loaded";
  PickerConfig picker;
  picker.entries = 16;
  picker.pick_interval_cycles = picker.pick_latency_cycles = 1;
  picker.reweigh_cycles = 12;
  *dispatcher.picker = picker;
  dispatcher.class_map = DispatcherConfig().class_map;  // of a picker with fewer classes
  experiment.architecture.monitor->early_registration = false;
  experiment.architecture.monitor->job_timeout = 0;
  return experiment;
}

}  // namespace gantry::saved_runs
