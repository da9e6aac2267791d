// SPDX-License-Identifier: Apache-2.0
#include "pins/dispatcher_pins.h"

#include <algorithm>

#include "gantry/scheduler/matchable.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {

namespace pins::dispatcher {

namespace {

/// Returns `names`, followed by all other entries of the catalogue.
template <class Entries>
std::vector<std::string_view> and_all_others(std::vector<std::string_view> names, const Entries& entries) {
  for (const auto& entry : entries) {
    if (std::find(names.begin(), names.end(), entry.name) == names.end()) names.push_back(entry.name);
  }
  return names;
}

const std::vector<std::string_view>& first_pickers() {
  static const std::vector<std::string_view> names = {kSourcePicker,     "fifo",           "round_robin",
                                                      "strict_priority", "shortest_first", "earliest_deadline",
                                                      "stride",          "least_slack",    "preset"};
  return names;
}

const std::vector<std::string_view>& first_choices() {
  // With a plan, the mask of a request is that of the plan.
  static const std::vector<std::string_view> names = {"first_free", "least_loaded", kPlannedChoice, "nearest",
                                                      "earliest_finish"};
  return names;
}

/// "0: weight_delay, 1: fifo, then all others by name".
std::string numbered(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += std::to_string(i) + ": " + std::string(names[i]) + ", ";
  return text + "then all others by name";
}

std::vector<PinConstant> constants() {
  std::vector<PinConstant> all = {
      {"slots", "requests at once; a request names its slot"},
      {"processors", "numbered from 0, 1..4096"},
      {"match_per_job", "0: all jobs of a request are matched before the first is picked (gang); 1: one by one"},
      {"match_against",
       "0: idle, a free processor slot; 1: reserve, which takes it; 2: capable, a processor that may run it"},
      {"match_jobs_per_cycle", "that are matched of one request"},
      {"match_timeout", "cycles in which a request looks for processors, before it fails"},
      {"match_latency_cycles", "from the decision of a match to its effect"},
      {"choice_latency_cycles", "more, for the choice of the processor"},
      {"decisions_per_round", "jobs that are picked by one decision"},
      {"send_ports", "1..8; the one with the fewest jobs picked and not sent takes a job, of equals the lowest"},
      {"collect_cycles", "from the grant to the send port"},
      {"block_class", "picker class of block tasks"},
      {"cluster_class", "of cluster tasks"},
      {"union_class", "of union tasks"},
      {"communication_class", "of communication tasks"},
      {"block_colocation", "jobs of a block task go 0: anywhere, 1: to one cluster, 2: to all clusters"},
      {"cluster_colocation", "of a cluster task"},
      {"union_colocation", "of a union task"},
      {"communication_colocation", "of a communication task"},
      {"entries", "tasks in all pending sets together"},
      {"classes", "of the picker"},
      {"frac", "fraction bits of the history weight"},
      {"quant", "of the picker's quantisation"},
      {"tie_history", "what decides between equals, 0: expected_weight, 1: history_weight"},
      {"pick_interval_cycles", "between the starts of two rounds"},
      {"pick_latency_cycles", "from a round to its grant"},
      {"reweigh_cycles", "in which one class's weights are computed, and no round starts"},
      {"picker", numbered(first_pickers())},
      {"choice", numbered(first_choices())}};
  for (const OwnConstant& own : own_constants()) {
    all.push_back({own.name(), "of `" + std::string(own.policy) + "`: " + std::string(own.key->meaning)});
  }
  return all;
}

}  // namespace

const std::vector<std::string_view>& pickers() {
  static const std::vector<std::string_view> names = and_all_others(first_pickers(), builtin_pickers().entries());
  return names;
}

const std::vector<std::string_view>& choices() {
  static const std::vector<std::string_view> names =
      and_all_others(first_choices(), builtin_processor_choices().entries());
  return names;
}

const std::vector<OwnConstant>& own_constants() {
  static const std::vector<OwnConstant> all = [] {
    std::vector<OwnConstant> found;
    for (const std::string_view picker : pickers()) {
      for (const OwnKey& key : builtin_pickers().find(picker)->keys) found.push_back({true, picker, &key});
    }
    for (const std::string_view choice : choices()) {
      for (const OwnKey& key : builtin_processor_choices().find(choice)->keys) found.push_back({false, choice, &key});
    }
    return found;
  }();
  return all;
}

}  // namespace pins::dispatcher

ProcessorSet pins::may_run(const Task& task, const ProcessorTable& processors) {
  ProcessorSet capable = make_bit_set(processors.count());
  find_capable(task, task, processors, capable);
  return capable;
}

const BlockPins& dispatcher_pins() {
  namespace pin = pins::dispatcher;
  static const BlockPins pins_of_it = {
      "dispatcher",
      "matches jobs with processors, picks the next one, locks its processor and sends it",
      pin::constants(),
      {describe_link<pins::Request>("schedule_requests", "from the decomposer: schedule so many jobs"),
       describe_link<pins::MoreProcessors>("more_processors", "beside a request: which of the processors from 64 on",
                                           pin::kMoreMasks),
       describe_link<pins::CyclesOn>(
           "cycles_on", "beside a request: of each type that may run its jobs; none: `cycles` on all", pin::kMostTypes),
       describe_link<pins::FreeProcessor>("processor_updates", "from the monitor"),
       describe_link<pins::Flit>("first_flits", "from the send ports, for stamps alone: a job begins to leave",
                                 pin::kMostPorts),
       describe_link<pins::Flit>("last_flits", "from the send ports: a job has left, its processor is unlocked",
                                 pin::kMostPorts)},
      {describe_link<pins::Verdict>("verdicts", "to the decomposer: what became of a request"),
       describe_link<pins::Job>("jobs", "to the send ports", pin::kMostPicks)},
      describe_link<pins::Processor>("processor", "while `rst` is high: one of the processors")};
  return pins_of_it;
}

}  // namespace gantry
