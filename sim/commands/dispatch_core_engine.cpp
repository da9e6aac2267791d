// SPDX-License-Identifier: Apache-2.0
#include "commands/dispatch_core_engine.h"

#include <algorithm>

#include "dispatch_core/dispatch_core_models.h"
#include "experiment/processor_partition.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::string_view kFirstFree = "first_free";
constexpr std::string_view kLeastLoaded = "least_loaded";

/// The smallest core that this machine could have; what is not the machine's is as by default.
CoreParameters core_of(const Experiment& experiment, const ProcessorPartition& partition) {
  const DispatcherConfig& dispatcher = experiment.architecture.dispatcher;
  CoreParameters asked;
  asked.entries = dispatcher.picker.entries;
  asked.processors = static_cast<std::uint32_t>(partition.part_of.size());
  asked.types = partition.parts;
  asked.choice = experiment.processor_choice == kFirstFree ? 0 : 1;
  asked.per_job = dispatcher.mode == MatchMode::per_job ? 1 : 0;
  asked.classes = dispatcher.picker.classes;
  asked.frac = dispatcher.picker.frac;
  asked.quant = dispatcher.picker.quantisation();
  asked.tie = dispatcher.picker.tie;
  asked.ports = dispatcher.send_ports;
  asked.depth_bits = 1;
  for (const ProcessorGroup& group : experiment.architecture.processors) {
    while (asked.depth_bits < 32 && group.queue_depth > asked.most_depth()) ++asked.depth_bits;
  }
  return asked;
}

class Refusals {
 public:
  explicit Refusals(const Experiment& experiment)
      : experiment_(experiment), dispatcher_(experiment.architecture.dispatcher) {}

  std::vector<std::string> all() {
    if (experiment_.timing == Timing::ideal) {
      return {"a replay with timing=ideal has no dispatcher (would be timing=machine)"};
    }
    check_policies();
    std::string why;
    const auto partition = partition_processors(experiment_, why);
    if (!partition) {
      found_.push_back("the dispatch core knows types of processors, of which a task may run on one: " + why);
    }
    if (!found_.empty()) return found_;
    const CoreParameters asked = core_of(experiment_, *partition);
    const CoreModel* model = find_core_model(program_core_models(), asked);
    if (model == nullptr) {
      found_.push_back(no_core_model(program_core_models(), asked));
    } else {
      check_timing(model->parameters);
    }
    return found_;
  }

 private:
  void must(bool right, const std::string& key, const std::string& wanted, const std::string& is) {
    if (right) return;
    found_.push_back("the dispatch core needs " + key + '=' + wanted + ", which is " + is);
  }
  void must(const std::string& key, std::uint64_t wanted, std::uint64_t is) {
    must(wanted == is, "architecture.dispatcher." + key, std::to_string(wanted), std::to_string(is));
  }

  void check_policies() {
    must(experiment_.picker == kSourcePicker, "policies.picker", kSourcePicker, experiment_.picker);
    const std::string& choice = experiment_.processor_choice;
    must(choice == kFirstFree || choice == kLeastLoaded, "policies.processor_choice",
         std::string(kFirstFree) + " or " + std::string(kLeastLoaded), choice);
    must(dispatcher_.match_against == MatchAgainst::capable, "architecture.dispatcher.match_against", "capable",
         "idle");
    must("decisions_per_round", 1, dispatcher_.decisions_per_round);
    const bool apart = std::all_of(dispatcher_.colocation.begin(), dispatcher_.colocation.end(),
                                   [](Colocation of) { return of == Colocation::none; });
    must(apart, "architecture.dispatcher.colocation", "none for all classes", "another for some");
  }

  /// What the Verilog takes for its answers.
  void check_timing(const CoreParameters& core) {
    must("picker.pick_interval_cycles", 1, dispatcher_.picker.pick_interval_cycles);
    must("picker.pick_latency_cycles", CoreParameters::kPickLatency, dispatcher_.picker.pick_latency_cycles);
    must("picker.reweigh_cycles", core.reweigh_cycles(), dispatcher_.picker.reweigh_cycles);
    must("choice_latency_cycles", CoreParameters::kChoiceLatency, dispatcher_.choice_latency_cycles);
  }

  const Experiment& experiment_;
  const DispatcherConfig& dispatcher_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> dispatch_core_refusals(const Experiment& experiment) { return Refusals(experiment).all(); }

std::function<DispatchWitnessFactory> dispatch_core_engine(const Experiment& experiment,
                                                           const CoreLockstepOptions& options) {
  std::string why;
  const ProcessorPartition partition = *partition_processors(experiment, why);
  const CoreModel* model = find_core_model(program_core_models(), core_of(experiment, partition));
  return [model, partition, options](const ProcessorTable& processors) -> std::unique_ptr<DispatchWitness> {
    return std::make_unique<DispatchCoreLockstep>(*model, partition.part_of, processors, options);
  };
}

}  // namespace gantry
