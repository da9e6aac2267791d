// SPDX-License-Identifier: Apache-2.0
#include "commands/dispatch_core_engine.h"

#include <algorithm>

#include "dispatch_core/dispatch_core_models.h"
#include "experiment/feasibility.h"
#include "experiment/processor_partition.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::string_view kFirstFree = "first_free";
constexpr std::string_view kLeastLoaded = "least_loaded";

/// Returns the parameters of the smallest core for this machine; others are default values.
CoreParameters core_of(const Experiment& experiment, const ProcessorPartition& partition) {
  const DispatcherConfig& dispatcher = *experiment.architecture.dispatcher;
  CoreParameters asked;
  asked.entries = dispatcher.picker->entries;
  asked.processors = static_cast<std::uint32_t>(partition.part_of.size());
  asked.types = partition.parts;
  asked.choice = experiment.processor_choice == kFirstFree ? 0 : 1;
  asked.per_job = dispatcher.mode == MatchMode::per_job ? 1 : 0;
  asked.classes = dispatcher.picker->classes;
  asked.frac = dispatcher.picker->frac;
  asked.quant = dispatcher.picker->quantisation();
  asked.tie = dispatcher.picker->tie;
  asked.ports = dispatcher.send_ports;
  asked.depth_bits = 1;
  for (const ProcessorGroup& group : *experiment.architecture.processors) {
    while (asked.depth_bits < 32 && group.queue_depth > asked.most_depth()) ++asked.depth_bits;
  }
  return asked;
}

class CoreCheck {
 public:
  CoreCheck(const Experiment& experiment, const SourcePosition& where, Diagnostics& diagnostics)
      : experiment_(experiment),
        dispatcher_(*experiment.architecture.dispatcher),
        where_(where),
        diagnostics_(diagnostics) {}

  void run() {
    if (experiment_.timing == Timing::ideal)
      return error("a replay with timing=ideal has no dispatcher (expected timing=machine)");
    const std::size_t before = diagnostics_.size();
    check_policies();
    if (has_different_jobs(experiment_)) error("the dispatch core needs tasks with jobs of one kind");
    const auto partition = partition_processors(experiment_);
    if (!partition)
      error("the dispatch core needs tasks that run on exactly one type of processors: " + partition.error().text);
    if (diagnostics_.size() != before) return;
    const CoreParameters asked = core_of(experiment_, *partition);
    const CoreModel* model = find_core_model(program_core_models(), asked);
    if (model == nullptr) return error(no_core_model(program_core_models(), asked));
    check_timing(model->parameters);
  }

 private:
  void error(const std::string& text) { diagnostics_.error(where_, text); }
  void must(bool right, const std::string& key, const std::string& wanted, const std::string& is) {
    if (right) return;
    error("the dispatch core needs " + key + '=' + wanted + ", which is " + is);
  }
  void must(const std::string& key, std::uint64_t wanted, std::uint64_t is) {
    must(wanted == is, "architecture.dispatcher." + key, std::to_string(wanted), std::to_string(is));
  }

  void check_policies() {
    must(experiment_.picker == kSourcePicker, "policies.picker", kSourcePicker, experiment_.picker);
    must(weight_rule(*dispatcher_.picker).is_usual(), std::string("architecture.dispatcher.picker.") + kSourcePicker,
         "its usual keys", "others");
    const std::string& choice = experiment_.processor_choice;
    must(choice == kFirstFree || choice == kLeastLoaded, "policies.processor_choice",
         std::string(kFirstFree) + " or " + std::string(kLeastLoaded), choice);
    must(dispatcher_.match_against != MatchAgainst::reserve, "architecture.dispatcher.match_against", "idle or capable",
         "reserve");
    must("decisions_per_round", 1, dispatcher_.decisions_per_round);
    // Tasks that it releases join together.
    must(!experiment_.architecture.monitor->early_registration, "architecture.monitor.early_registration", "false",
         "true");
    must(experiment_.architecture.monitor->job_timeout == 0, "architecture.monitor.job_timeout", "0",
         std::to_string(experiment_.architecture.monitor->job_timeout));
    const bool apart = std::all_of(dispatcher_.colocation.begin(), dispatcher_.colocation.end(),
                                   [](Colocation of) { return of == Colocation::none; });
    must(apart, "architecture.dispatcher.colocation", "none for all classes", "another for some");
  }

  /// Checks the time that the Verilog takes for its outputs.
  void check_timing(const CoreParameters& core) {
    must("picker.pick_interval_cycles", 1, dispatcher_.picker->pick_interval_cycles);
    must("picker.pick_latency_cycles", CoreParameters::kPickLatency, dispatcher_.picker->pick_latency_cycles);
    must("picker.reweigh_cycles", core.reweigh_cycles(), dispatcher_.picker->reweigh_cycles);
    must("choice_latency_cycles", CoreParameters::kChoiceLatency, dispatcher_.choice_latency_cycles);
  }

  const Experiment& experiment_;
  const DispatcherConfig& dispatcher_;
  const SourcePosition where_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_dispatch_core(const Experiment& experiment, const SourcePosition& where, Diagnostics& diagnostics) {
  CoreCheck(experiment, where, diagnostics).run();
}

std::function<DispatchWitnessFactory> dispatch_core_engine(const Experiment& experiment,
                                                           const CoreLockstepOptions& options) {
  const ProcessorPartition partition = *partition_processors(experiment);
  const CoreModel* model = find_core_model(program_core_models(), core_of(experiment, partition));
  return [model, partition, options](const ProcessorTable& processors) -> std::unique_ptr<DispatchWitness> {
    return std::make_unique<DispatchCoreLockstep>(*model, partition.part_of, processors, options);
  };
}

}  // namespace gantry
