// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "gantry/base/keys.h"
#include "gantry/base/own_keys.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace scheduler {

void describe(KeyVisitor& keys, DescriptorConfig& descriptor) {
  keys.number("basic_bytes", descriptor.basic_bytes, {1, 65536}, "bytes",
              "the basic information; part of the full one");
  keys.number("full_bytes", descriptor.full_bytes, {1, 65536}, "bytes", "the full information, at least `basic_bytes`");
  keys.number("predecessors", descriptor.predecessors, {0, 4096}, "",
              "whose numbers have room in the full information; each more makes a descriptor longer by 4 bytes");
}

void describe(KeyVisitor& keys, TaskCacheConfig& cache) {
  keys.number("capacity", cache.capacity, {5, 65536}, "descriptors", "of which one is reserved per queue");
  keys.number("queues_per_class", cache.queues_per_class, {1, 64}, "",
              "rings of descriptors of each class; a task takes the one of number `stream` mod this");
  keys.number("reads_in_flight", cache.reads_in_flight, {1, 64}, "", "descriptor reads under way, per queue");
  keys.number("window", cache.window, {1, 256}, "tasks",
              "at the head of a queue of which the oldest whose predecessors are done is registered first");
}

void describe(KeyVisitor& keys, DecomposerConfig& decomposer) {
  keys.number("slots", decomposer.slots, {4, 4096}, "",
              "tasks between registration and end of scheduling, one reserved per class with jobs");
  keys.number("split_cycles", decomposer.split_cycles, {1, 100000}, "cycles",
              "pre-split of one task; slots work in parallel");
  keys.number("retry_cycles", decomposer.retry_cycles, {1, 1000000}, "cycles", "matching failure to the next request");
}

void describe(KeyVisitor& keys, MonitorConfig& monitor) {
  keys.number("task_ids", monitor.task_ids, {1, 65536}, "", "pool of task ids");
  keys.number("query_cycles", monitor.query_cycles, {1, 1000}, "cycles", "predecessor query to its answer");
  keys.number("register_cycles", monitor.register_cycles, {1, 1000}, "cycles", "registration request to the task id");
  keys.number("predecessors_per_cycle", monitor.predecessors_per_cycle, {1, 64}, "",
              "of one query that the monitor looks at in a cycle");
  keys.number("completion_window", monitor.completion_window, {1, std::uint64_t{1} << 20}, "tasks",
              "from the oldest unfinished one on, of which it remembers what is done; the host runs no further ahead");
}

namespace {

/// A value for each of several classes, by the class's name.
template <std::size_t N>
struct PickerClassOf {
  std::array<std::uint32_t, N>& classes;
};
template <std::size_t N>
void describe(KeyVisitor& keys, PickerClassOf<N>& map) {
  static constexpr std::array<std::string_view, 4> kMeanings = {"picker class of block tasks", "... of cluster tasks",
                                                                "... of union tasks", "... of communication tasks"};
  for (std::size_t c = 0; c < N; ++c) keys.number(kTaskClassNames[c], map.classes[c], {0, 4}, "", kMeanings[c]);
}

struct ColocationOf {
  std::array<Colocation, 4>& classes;
};
void describe(KeyVisitor& keys, ColocationOf& map) {
  for (std::size_t c = 0; c < map.classes.size(); ++c) {
    keys.choice(kTaskClassNames[c], map.classes[c],
                {{"none", Colocation::none},
                 {"one_cluster", Colocation::one_cluster},
                 {"all_clusters", Colocation::all_clusters}},
                "all jobs of a task in the cluster of its first, or at least one on every cluster");
  }
}

/// The own keys of one plug-in.
struct OwnOf {
  const OwnKeyList& lines;
  OwnValues& values;
};
void describe(KeyVisitor& keys, OwnOf& own) {
  for (const OwnKey& key : own.lines) key.describe(keys, own.values, key.meaning);
}

/// A section for each plug-in that has keys of its own.
template <class Catalogue>
void describe_plug_ins(KeyVisitor& keys, const Catalogue& plug_ins, OwnValuesByName& values, const std::string& what) {
  for (const auto& entry : plug_ins.entries()) {
    if (entry.keys.empty()) continue;
    OwnOf own{entry.keys, values.of(entry.name)};
    keys.section(entry.name, own, what + " `" + entry.name + "`: " + entry.summary);
  }
}

}  // namespace

void describe(KeyVisitor& keys, PickerConfig& picker) {
  keys.number("entries", picker.entries, {1, 4096}, "tasks", "in all pending sets together");
  keys.number("classes", picker.classes, {1, 5}, "", "pending sets");
  keys.number("frac", picker.frac, {0, 16}, "bits", "fraction of the history weight");
  keys.optional_number("quant", picker.quant, {0, std::uint64_t{picker.frac} + 8}, "bits", "`frac`",
                       "cut off from the target weight; at most `frac` + 8");
  keys.choice("tie", picker.tie,
              {{"expected_weight", TieBreak::expected_weight}, {"history_weight", TieBreak::history_weight}},
              "what decides between equal target weights");
  keys.choice("timing", picker.times,
              {{"explicit", PickerTimes::explicit_keys},
               {"rtl_shared", PickerTimes::rtl_shared},
               {"rtl_parallel", PickerTimes::rtl_parallel},
               {"rtl_pipelined", PickerTimes::rtl_pipelined}},
              "the next three keys, or what a picker built in Verilog has with so many `entries`, of which they then "
              "may only say the same");
  // What a table tells is not written: another number of entries has other times.
  if (keys.applies(picker.times == PickerTimes::explicit_keys)) {
    keys.number("pick_interval_cycles", picker.pick_interval_cycles, {1, 1000}, "cycles",
                "between the starts of two rounds");
    keys.number("pick_latency_cycles", picker.pick_latency_cycles, {0, 1000}, "cycles", "round to its grant");
    keys.number("reweigh_cycles", picker.reweigh_cycles, {0, 10000}, "cycles",
                "to recompute the expected weights of one class");
  }
  describe_plug_ins(keys, builtin_pickers(), picker.own, "of the picker");
}

void describe(KeyVisitor& keys, DispatcherConfig& dispatcher) {
  keys.choice("mode", dispatcher.mode, {{"gang", MatchMode::gang}, {"per_job", MatchMode::per_job}},
              "a task can be picked when every job has its match, or each job when it has its own");
  keys.choice("match_against", dispatcher.match_against,
              {{"idle", MatchAgainst::idle}, {"capable", MatchAgainst::capable}},
              "a match reserves a free processor slot, or only needs such a processor to exist");
  keys.number("match_jobs_per_cycle", dispatcher.match_jobs_per_cycle, {1, 65536}, "jobs", "examined per cycle");
  keys.choice("match_timeout", dispatcher.match_timeout, {{"128", 128U}, {"256", 256U}},
              "cycles of matching after which a request with an unmatched job is given up");
  keys.number("match_latency_cycles", dispatcher.match_latency_cycles, {0, 1000}, "cycles",
              "from a request and free processors to the match; a match can begin in every cycle");
  keys.number("choice_latency_cycles", dispatcher.choice_latency_cycles, {0, 1000}, "cycles",
              "from the candidates for a job to the processor that `processor_choice` names");
  keys.number("decisions_per_round", dispatcher.decisions_per_round, {1, 64}, "jobs", "picked by one decision");
  keys.number("send_ports", dispatcher.send_ports, {1, 8}, "", "each injects one flit per cycle");
  keys.number("collect_cycles", dispatcher.collect_cycles, {1, 1000}, "cycles",
              "grant to the packed message at its send port");
  PickerClassOf<4> class_map{dispatcher.class_map};
  keys.section("class_map", class_map, "picker class of each task class, each below `picker.classes`");
  ColocationOf colocation{dispatcher.colocation};
  keys.section("colocation", colocation, "what a task class asks for");
  keys.section("picker", dispatcher.picker, "the job picker");
  describe_plug_ins(keys, builtin_processor_choices(), dispatcher.choices, "of the processor choice");
}

}  // namespace scheduler
}  // namespace gantry
