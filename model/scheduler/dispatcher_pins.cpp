// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/dispatcher_pins.h"

#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

namespace pins::dispatcher {

const std::vector<std::string_view>& pickers() {
  static const std::vector<std::string_view> names = {
      kSourcePicker, "fifo", "round_robin", "strict_priority", "shortest_first", "earliest_deadline", "stride"};
  return names;
}

const std::vector<std::string_view>& choices() {
  // With a plan, the mask of a request is the plan's.
  static const std::vector<std::string_view> names = {"first_free", "least_loaded", kPlannedChoice};
  return names;
}

}  // namespace pins::dispatcher

const BlockPins& dispatcher_pins() {
  namespace pin = pins::dispatcher;
  static const BlockPins pins_of_it = {
      "dispatcher",
      "matches jobs with processors, picks the next one, locks its processor and sends it",
      {{"slots", "requests at once; a request names its slot"},
       {"processors", "numbered from 0, 1..64"},
       {"match_per_job", "0: all jobs of a request are matched before the first is picked (gang); 1: one by one"},
       {"match_capable", "0: against processors with a free place (idle); 1: against those that may run it"},
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
       {"entries", "tasks in all pending sets together"},
       {"classes", "of the picker"},
       {"frac", "fraction bits of the history weight"},
       {"quant", "of the picker's quantisation"},
       {"tie_history", "what decides between equals, 0: expected_weight, 1: history_weight"},
       {"pick_interval_cycles", "between the starts of two rounds"},
       {"pick_latency_cycles", "from a round to its grant"},
       {"reweigh_cycles", "in which one class's weights are computed, and no round starts"},
       {"picker",
        "0: weight_delay, 1: fifo, 2: round_robin, 3: strict_priority, 4: shortest_first, 5: earliest_deadline, "
        "6: stride"},
       {"choice", "0: first_free, 1: least_loaded, 2: fixed"},
       {"places_0",
        "of processors 0..3, a byte each from the lowest: jobs that are picked or reserved for it and not completed"},
       {"places_4", "of processors 4..7"},
       {"places_8", "of processors 8..11"},
       {"places_12", "of processors 12..15"},
       {"places_16", "of processors 16..19"},
       {"places_20", "of processors 20..23"},
       {"places_24", "of processors 24..27"},
       {"places_28", "of processors 28..31"},
       {"places_32", "of processors 32..35"},
       {"places_36", "of processors 36..39"},
       {"places_40", "of processors 40..43"},
       {"places_44", "of processors 44..47"},
       {"places_48", "of processors 48..51"},
       {"places_52", "of processors 52..55"},
       {"places_56", "of processors 56..59"},
       {"places_60", "of processors 60..63"}},
      {describe_link<pins::Request>("schedule_requests", "from the decomposer: schedule so many jobs"),
       describe_link<pins::FreeProcessor>("processor_updates", "from the monitor"),
       describe_link<pins::Flit>("first_flits", "from the send ports, for stamps alone: a job begins to leave",
                                 pin::kMostPorts),
       describe_link<pins::Flit>("last_flits", "from the send ports: a job has left, its processor is unlocked",
                                 pin::kMostPorts)},
      {describe_link<pins::Verdict>("verdicts", "to the decomposer: what became of a request"),
       describe_link<pins::Job>("jobs", "to the send ports", pin::kMostPicks)}};
  return pins_of_it;
}

}  // namespace scheduler
}  // namespace gantry
