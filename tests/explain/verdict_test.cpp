// SPDX-License-Identifier: Apache-2.0
// What a verdict promises holds: no value of the keys that it names saves more than it says, and a machine that one
// resource limits is told so by the resource's name.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "explain/explained_run.h"
#include "gantry/explain/cause_graph.h"
#include "gantry/explain/critical_path.h"
#include "gantry/explain/levers.h"
#include "gantry/explain/relief.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "input_files.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::verdict_test {

namespace {

/// A key of a lever and how a user turns it: twice as good, or as good as it can be.
using Turn = std::function<void(Experiment&, bool best)>;

template <class Number>
void more(Number& value, std::uint64_t most, bool best) {
  value =
      static_cast<Number>(std::max<std::uint64_t>(value, best ? most : std::min<std::uint64_t>(most, value * 2ULL)));
}
template <class Number>
void less(Number& value, std::uint64_t least, bool best) {
  value = static_cast<Number>(std::min<std::uint64_t>(value, best ? least : std::max<std::uint64_t>(least, value / 2)));
}

const std::map<std::string_view, Turn>& turns() {
  static const std::map<std::string_view, Turn> kTurns = {
      {"architecture.task_cache.window",
       [](Experiment& e, bool b) { more(e.architecture.task_cache->window, 256, b); }},
      {"architecture.task_cache.capacity",
       [](Experiment& e, bool b) { more(e.architecture.task_cache->capacity, 4096, b); }},
      {"architecture.task_cache.reads_in_flight",
       [](Experiment& e, bool b) { more(e.architecture.task_cache->reads_in_flight, 64, b); }},
      {"count of architecture.processors",
       [](Experiment& e, bool b) {
         for (ProcessorGroup& group : *e.architecture.processors) more(group.count, 12, b);
       }},
      {"queue_depth of architecture.processors",
       [](Experiment& e, bool b) {
         for (ProcessorGroup& group : *e.architecture.processors) more(group.queue_depth, 16, b);
       }},
      {"policies.processor_choice",
       [](Experiment& e, bool b) { e.processor_choice = b ? "earliest_finish" : "least_loaded"; }},
      {"architecture.memory.bytes_per_cycle",
       [](Experiment& e, bool b) { more(e.architecture.memory->bytes_per_cycle, 4096, b); }},
      {"architecture.memory.outstanding_bursts",
       [](Experiment& e, bool b) { more(e.architecture.memory->outstanding_bursts, 64, b); }},
      {"architecture.memory.latency_cycles",
       [](Experiment& e, bool b) { less(e.architecture.memory->latency_cycles, 1, b); }},
      {"architecture.dispatcher.send_ports",
       [](Experiment& e, bool b) { more(e.architecture.dispatcher->send_ports, 4, b); }},
      {"architecture.dispatcher.match_jobs_per_cycle",
       [](Experiment& e, bool b) { more(e.architecture.dispatcher->match_jobs_per_cycle, 1024, b); }},
      {"architecture.dispatcher.match_latency_cycles",
       [](Experiment& e, bool b) { less(e.architecture.dispatcher->match_latency_cycles, 0, b); }},
      {"architecture.dispatcher.decisions_per_round",
       [](Experiment& e, bool b) { more(e.architecture.dispatcher->decisions_per_round, 64, b); }},
      {"architecture.dispatcher.picker.pick_interval_cycles",
       [](Experiment& e, bool b) { less(e.architecture.dispatcher->picker->pick_interval_cycles, 1, b); }},
      {"architecture.dispatcher.picker.reweigh_cycles",
       [](Experiment& e, bool b) { less(e.architecture.dispatcher->picker->reweigh_cycles, 0, b); }},
      {"architecture.dispatcher.picker.entries",
       [](Experiment& e, bool b) { more(e.architecture.dispatcher->picker->entries, 1024, b); }},
      {"architecture.decomposer.slots", [](Experiment& e, bool b) { more(e.architecture.decomposer->slots, 256, b); }},
      {"architecture.decomposer.split_cycles",
       [](Experiment& e, bool b) { less(e.architecture.decomposer->split_cycles, 0, b); }},
      {"architecture.decomposer.retry_cycles",
       [](Experiment& e, bool b) { less(e.architecture.decomposer->retry_cycles, 1, b); }},
      {"architecture.monitor.task_ids", [](Experiment& e, bool b) { more(e.architecture.monitor->task_ids, 4096, b); }},
      {"architecture.monitor.completion_window",
       [](Experiment& e, bool b) { more(e.architecture.monitor->completion_window, 4096, b); }},
      {"architecture.monitor.register_cycles",
       [](Experiment& e, bool b) { less(e.architecture.monitor->register_cycles, 1, b); }},
      {"architecture.monitor.query_cycles",
       [](Experiment& e, bool b) { less(e.architecture.monitor->query_cycles, 1, b); }},
      {"architecture.host.ring_entries",
       [](Experiment& e, bool b) { more(e.architecture.host->ring_entries, 1024, b); }},
      {"architecture.host.submit_cycles",
       [](Experiment& e, bool b) { less(e.architecture.host->submit_cycles, 1, b); }},
      {"architecture.host.interrupt_cycles",
       [](Experiment& e, bool b) { less(e.architecture.host->interrupt_cycles, 1, b); }},
      {"architecture.host.outstanding_writes",
       [](Experiment& e, bool b) { more(e.architecture.host->outstanding_writes, 256, b); }},
  };
  return kTurns;
}

struct Judged {
  Cycle cycles = 0;
  Bounds bounds;
  PathFacts path;
};

std::optional<Judged> judge(const Experiment& experiment) {
  const RecordedRun run = record_run(experiment, {});
  if (run.end != RunEnd::complete) return std::nullopt;
  const RunHistory history = history_of(run);
  const CauseGraph graph(experiment.architecture, history);
  const CriticalPath path = critical_path(graph);
  return Judged{run.stats.cycles, bounds_of(experiment), {path.causes, path.held, relieved(graph)}};
}

}  // namespace

TEST_CASE("no turn of a key that a verdict names saves more than the verdict says") {
  const int most = kSanitized ? 30 : 300;
  std::map<std::string, int> told;
  int machines = 0;
  int turned = 0;
  for (std::uint64_t seed = 1; machines < most; ++seed) {
    Experiment experiment = random_experiment(seed);
    experiment.background.reset();
    experiment.max_cycles = 300000;
    if (!can_run(experiment)) continue;
    const auto judged = judge(experiment);
    if (!judged) continue;
    const Lever* lever = first_to_try(judged->path, judged->bounds, judged->cycles);
    if (lever == nullptr) continue;
    ++machines;
    const Cycle saved = most_saved(*lever, judged->bounds, judged->cycles);
    ++told[keys_text(*lever)];
    for (const std::string_view key : lever->keys) {
      if (turns().count(key) == 0) continue;
      for (const bool best : {false, true}) {
        Experiment other = experiment;
        turns().at(key)(other, best);
        if (!can_run(other)) continue;
        Cycle cycles = 0;
        try {
          const RecordedRun run = record_run(other, {});
          if (run.end != RunEnd::complete) continue;
          cycles = run.stats.cycles;
        } catch (const Error&) {
          continue;  // no such machine: its interconnect has no room, or memory no such interleave
        }
        ++turned;
        INFO("seed " << seed << ": " << judged->cycles << " cycles, " << key << (best ? " at its best" : " doubled")
                     << " gives " << cycles << ", and " << saved << " is promised at most");
        CHECK(cycles + saved >= judged->cycles);
      }
    }
  }
  CHECK(turned > machines);
  if (!kSanitized) CHECK(told.size() >= 8);
}

TEST_CASE("a machine that one resource limits is told so by its name") {
  struct Limit {
    const char* name;  // of the cause
    const char* key;   // to try first
    std::vector<std::string> set;
  };
  const std::vector<Limit> limits = {
      {"ring", "architecture.host.ring_entries", {"architecture.host.ring_entries=1"}},
      {"completion_window", "architecture.monitor.completion_window", {"architecture.monitor.completion_window=1"}},
      {"id", "architecture.monitor.task_ids", {"architecture.monitor.task_ids=1"}},
      {"processor", "count of architecture.processors", {"architecture.processors.0.count=2"}},
      {"submit",
       "architecture.host.submit_cycles",
       {"architecture.host.outstanding_writes=1", "architecture.memory.latency_cycles=3000"}},
  };
  const InputFiles files;
  const std::string path = files.write("e.yaml", R"(
architecture:
  interconnect: {columns: 5, rows: 4}
  processors: [{count: 16}]
  host: {ring_entries: 64}
workload: {generator: task_bench, pattern: trivial, width: 64, steps: 1, mapping: {cycles_per_unit: 10000}}
)");
  for (const Limit& limit : limits) {
    INFO(limit.name);
    Diagnostics diagnostics;
    const auto experiment = load_experiment(path, limit.set, diagnostics);
    INFO((diagnostics.ok() ? "" : diagnostics.lines(1).front()));
    REQUIRE(experiment);
    const auto judged = judge(*experiment);
    REQUIRE(judged);
    const std::optional<Loss> loss = largest_loss(judged->path.held);
    REQUIRE(loss);
    CHECK(kCauseNames[static_cast<std::size_t>(loss->cause)] == limit.name);
    // It is most of the run.
    CHECK(loss->held * 2 > judged->cycles);
    const Lever* lever = first_to_try(judged->path, judged->bounds, judged->cycles);
    REQUIRE(lever != nullptr);
    CHECK(lever->keys[0] == limit.key);
  }
}

}  // namespace gantry::verdict_test
