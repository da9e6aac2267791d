// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/dispatcher_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/plug_in_keys.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace scheduler {

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

}  // namespace

void describe(KeyVisitor& keys, LoaderConfig& loader) {
  keys.number("task_cycles", loader.task_cycles, {0, 1000000}, "cycles",
              "that the loader takes for every task, one after another ([timing](timing.md#loading))");
  keys.number("write_cycles", loader.write_cycles, {0, 1000000}, "cycles", "for each of its `load.writes`");
  keys.number("barrier_cycles", loader.barrier_cycles, {0, 1000000}, "cycles", "for each of its `load.barriers`");
  keys.number("fetch_cycles", loader.fetch_cycles, {0, 1000000}, "cycles", "for each of its `load.fetches`");
  keys.number("unicast_cycles", loader.unicast_cycles, {0, 1000000}, "cycles",
              "for each of its `load.unicasts`, or until its bytes have moved");
  keys.decimal("bytes_per_cycle", loader.bytes_per_cycle, "of `load.bytes`, which go to all processors at once");
  keys.decimal("unicast_bytes_per_cycle", loader.unicast_bytes_per_cycle,
               "of `load.unicast_bytes`, which go to one processor after another");
  keys.number("ring_bytes", loader.ring_bytes, {0, std::uint64_t{1} << 40}, "bytes",
              "of `load.entry_bytes` of all tasks that are loaded and have not ended; 0: no limit");
  keys.number("ring_entries", loader.ring_entries, {0, 65536}, "tasks",
              "that are loaded and have not ended; 0: no limit");
}

void describe(KeyVisitor& keys, DispatcherConfig& dispatcher) {
  keys.choice("mode", dispatcher.mode, {{"gang", MatchMode::gang}, {"per_job", MatchMode::per_job}},
              "a task can be picked when every job has its match, or each job when it has its own");
  keys.choice("match_against", dispatcher.match_against,
              {{"idle", MatchAgainst::idle}, {"reserve", MatchAgainst::reserve}, {"capable", MatchAgainst::capable}},
              "a match needs a free processor slot, takes it, or only needs a processor that may run the job");
  keys.number("match_jobs_per_cycle", dispatcher.match_jobs_per_cycle, {1, 65536}, "jobs", "examined per cycle");
  keys.number("match_timeout", dispatcher.match_timeout, {1, 4294967295}, "cycles",
              "of matching after which a request with an unmatched job is given up");
  keys.number("match_latency_cycles", dispatcher.match_latency_cycles, {0, 1000}, "cycles",
              "from a request and free processors to the match; a match can begin in every cycle");
  keys.number("choice_latency_cycles", dispatcher.choice_latency_cycles, {0, 1000}, "cycles",
              "from the candidates for a job to the processor that `processor_choice` names");
  keys.number("decisions_per_round", dispatcher.decisions_per_round, {1, 64}, "jobs", "picked by one decision");
  if (keys.applies(dispatcher.multicast)) {
    keys.flag("multicast", dispatcher.multicast,
              "jobs of one task that one decision picks leave as one message, which the network of jobs copies; needs "
              "`decisions_per_round` above 1, and a star or the routing `fixed` "
              "([timing.md](timing.md#jobs-in-one-message))");
  }
  if (keys.applies(dispatcher.preload)) {
    keys.flag(
        "preload", dispatcher.preload,
        "jobs of a gang wait at their processors for a go word, which leaves when the last of them is sent; needs "
        "`mode: gang` and `match_against: reserve` ([timing.md](timing.md#preloaded-gangs))");
    keys.choice("go", dispatcher.go, {{"sent", GangGo::sent}, {"in_turn", GangGo::in_turn}},
                "of `preload`: when the last job is sent, or when the gangs before have completed as well");
  }
  keys.number("send_ports", dispatcher.send_ports, {1, 8}, "", "each injects one flit per cycle");
  keys.number("collect_cycles", dispatcher.collect_cycles, {0, 1000}, "cycles",
              "grant to the packed message at its send port");
  if (keys.applies(dispatcher.max_retries > 0)) {
    keys.number("max_retries", dispatcher.max_retries, {0, 255}, "",
                "times that a job whose `monitor.job_timeout` is over is issued again "
                "([retries](faults.md#retries)); 0: no job counts as lost");
  }
  PickerClassOf<4> class_map{dispatcher.class_map};
  keys.section("class_map", class_map, "picker class of each task class, each below `picker.classes`");
  ColocationOf colocation{dispatcher.colocation};
  keys.section("colocation", colocation, "what a task class asks for");
  keys.section("loader", dispatcher.loader, "what is loaded into processors before a task's jobs are sent");
  keys.section("picker", *dispatcher.picker, "the job picker");
  describe_plug_ins(keys, builtin_processor_choices(), dispatcher.choices, "of the processor choice");
}

void check_retries(const DispatcherConfig& dispatcher, bool watched,
                   const std::function<void(std::string_view text)>& tell) {
  if (dispatcher.max_retries == 0) return;
  if (!watched) tell("needs monitor.job_timeout above 0, without which no job counts as lost");
  if (dispatcher.preload)
    tell("needs preload: false: a job that is issued again has no gang whose go it could wait for");
}

void check_preload(const DispatcherConfig& dispatcher, bool stores,
                   const std::function<void(std::string_view key, std::string_view text)>& tell) {
  if (!dispatcher.preload) {
    if (dispatcher.go != GangGo::sent) tell("go", "needs preload: true, without which gangs have no go");
    return;
  }
  if (dispatcher.mode != MatchMode::gang || dispatcher.match_against != MatchAgainst::reserve) {
    tell("preload",
         "needs mode gang and match_against reserve: a gang whose jobs wait at processors must have slots for all of "
         "them");
  }
  if (dispatcher.go == GangGo::in_turn && stores) {
    tell("go",
         "in_turn needs processors without local stores: jobs that wait for their turn hold the capacity of those "
         "whose turn it is");
  }
}

}  // namespace scheduler

template class Section<DispatcherConfig>;

}  // namespace gantry
