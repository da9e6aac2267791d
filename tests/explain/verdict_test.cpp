// SPDX-License-Identifier: Apache-2.0
// What a verdict promises holds: nothing that it names saves more than it says, the best single doubling of what-if is
// among what it names, and a machine that one resource limits is told so by the resource's name.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "explain/explained_run.h"
#include "explain/turned_machine.h"
#include "gantry/explain/cause_graph.h"
#include "gantry/explain/critical_path.h"
#include "gantry/explain/latency_slices.h"
#include "gantry/explain/levers.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/host_config.h"
#include "input_files.h"
#include "machine/random_data.h"
#include "random_experiment.h"
#include "random_keys.h"
#include "recorded_run.h"
#include "sanitized.h"
#include "whatif/turn.h"

namespace gantry::verdict_test {

namespace {

struct Judged {
  Cycle cycles = 0;
  Bounds bounds;
  PathFacts path;
  std::vector<Lever> levers;
};

std::optional<Judged> judge(const Experiment& experiment) {
  const RecordedRun run = record_run(experiment, {});
  if (run.end != RunEnd::complete) return std::nullopt;
  const RunHistory history = history_of(run);
  const CriticalPath path = critical_path(CauseGraph(experiment.architecture, history));
  Judged judged{run.stats.cycles, bounds_of(experiment), {path.causes, path.held}, {}};
  const DataStats* data = run.stats.data ? &*run.stats.data : nullptr;
  judged.levers = levers(judged.path, judged.bounds, LatencySlices(experiment.architecture, run.stats), judged.cycles,
                         [&](const Resource& resource) {
                           if (resource.with_data() && data == nullptr) return false;
                           if (resource.matters != nullptr && !resource.matters(*data)) return false;
                           return !turns_of(resource, experiment).empty();
                         });
  return judged;
}

/// Cycles of a complete run; nothing: there is no such machine, or it does not come to an end.
std::optional<Cycle> cycles_of(const std::optional<Experiment>& experiment) {
  if (!experiment) return std::nullopt;
  try {
    const RecordedRun run = record_run(*experiment, {});
    if (run.end == RunEnd::complete) return run.stats.cycles;
  } catch (const Error&) {
    // Its interconnect has no room, or memory no such interleave.
  }
  return std::nullopt;
}

/// Bounds that fell though the table says that more of the resource does not move them.
std::string fallen(const Resource& resource, const Bounds& before, const Bounds& after) {
  std::string names;
  for (std::size_t b = 0; b < kBoundCount; ++b) {
    if ((resource.moves >> b & 1U) == 0 && after.cycles[b] < before.cycles[b])
      names += std::string(kBounds[b].name) + ' ';
  }
  if (!resource.moves_chain() && after.chain < before.chain) names += "chain ";
  return after.last_arrival < before.last_arrival ? names + "last_arrival" : names;
}

/// A workable machine of which one to three parts are too small, and a workload that presses on them.
Experiment limited_experiment(std::uint64_t seed, const InputFiles& files) {
  Dice dice(seed);
  std::vector<std::string> sets = {
      "architecture.processors.0.count=" + std::to_string(dice.one_of({1, 2, 4, 8, 16})),
      "workload.width=" + std::to_string(dice.one_of({8, 16, 32})),
      "workload.steps=" + std::to_string(dice.one_of({1, 2, 4})),
      "workload.mapping.cycles_per_unit=" + std::to_string(dice.one_of({1, 100, 1000, 5000})),
      "workload.pattern=" + dice.element(std::vector<std::string>{"trivial", "stencil_1d", "fft"})};
  const std::vector<std::string> limits = {
      "architecture.host.ring_entries=1",         "architecture.host.ring_entries=2",
      "architecture.monitor.completion_window=1", "architecture.monitor.task_ids=1",
      "architecture.monitor.task_ids=2",          "architecture.decomposer.slots=4",
      "architecture.task_cache.capacity=5",       "architecture.host.submit_cycles=2000",
      "architecture.host.interrupt_cycles=1000",  "architecture.interconnect.flit_bytes=1",
      "architecture.interconnect.link_cycles=16", "architecture.memory.latency_cycles=2000",
      "architecture.memory.bytes_per_cycle=1",    "architecture.dispatcher.picker.entries=1",
      "architecture.decomposer.split_cycles=500", "architecture.dispatcher.collect_cycles=200"};
  for (int n = dice.one_of({1, 1, 2, 3}); n > 0; --n) sets.push_back(dice.element(limits));
  const std::string path = files.write("limited.yaml", R"(
architecture:
  interconnect: {columns: 5, rows: 4}
  processors: [{count: 16}]
workload: {generator: task_bench, pattern: trivial, width: 64, steps: 1, bytes: 512, mapping: {cycles_per_unit: 1}}
)");
  Diagnostics diagnostics;
  auto experiment = load_experiment(path, sets, diagnostics);
  INFO((diagnostics.ok() ? "" : diagnostics.lines(1).front()));
  REQUIRE(experiment);
  return std::move(*experiment);
}

struct Tally {
  int machines = 0;
  int helped = 0;  ///< of these: some doubling saves 2 % or more
  int named = 0;   ///< of these: the best one is among those that the verdict names
};

/// Doubles every resource of a machine, and idealises those that its verdict names.
void tally(const Experiment& experiment, const InputFiles& files, Tally& to) {
  const TurnedMachine machine(experiment, files);
  if (!machine.exists()) return;
  const std::optional<Judged> judged = judge(machine.base());
  if (!judged) return;
  ++to.machines;
  std::vector<std::pair<const Resource*, Cycle>> named;  // with the promise
  for (const Lever& lever : judged->levers) {
    for (const Resource* resource : lever.resources) named.emplace_back(resource, lever.most_saved);
  }
  Cycle least = judged->cycles;
  Cycle least_named = judged->cycles;
  for (const Resource& resource : resources()) {
    const auto promise = std::find_if(named.begin(), named.end(), [&](const auto& n) { return n.first == &resource; });
    for (const TurnKind kind : turns_of(resource, machine.base())) {
      if (kind == TurnKind::ideal && promise == named.end()) continue;
      const std::optional<Experiment> other = machine.turned(resource, kind);
      const std::optional<Cycle> cycles = cycles_of(other);
      if (!cycles) continue;
      INFO(experiment.name << ": " << judged->cycles << " cycles; " << resource.name << ' ' << name(kind) << ": "
                           << *cycles);
      CHECK(fallen(resource, judged->bounds, bounds_of(*other)).empty());
      if (kind != TurnKind::ideal) least = std::min(least, *cycles);
      if (promise == named.end()) continue;
      INFO("at most " << promise->second << " are promised");
      CHECK(*cycles + promise->second >= judged->cycles);
      if (kind != TurnKind::ideal) least_named = std::min(least_named, *cycles);
    }
  }
  if ((judged->cycles - least) * 50 < judged->cycles) return;
  ++to.helped;
  if (least_named == least) ++to.named;
}

/// Tallies `most` random machines, each of which `change` has changed; those for which it returns false are left out.
template <class Change>
Tally tally_random(int most, Change change) {
  const InputFiles files;
  Tally of;
  for (std::uint64_t seed = 1; of.machines < most; ++seed) {
    Experiment experiment = random_experiment(seed);
    if (!change(experiment)) continue;
    experiment.background.reset();
    experiment.max_cycles = 300000;
    if (can_run(experiment)) tally(experiment, files, of);
  }
  return of;
}

/// Holds both shares, in percent: of the machines that a doubling helps those whose best one is named, and of all
/// machines those that one helps.
void check_named(const Tally& of, int named, int helped) {
  INFO(of.named << " of " << of.helped << " machines that a doubling helps");
  CHECK(of.named * 100 >= of.helped * named);
  CHECK(of.helped * 100 >= of.machines * helped);
}

}  // namespace

TEST_CASE("no turn of a resource that a verdict names saves more than it says, and the best one is named") {
  const Tally of = tally_random(kSanitized ? 10 : 300, [](Experiment& experiment) {
    experiment.architecture.control->topology = ControlConfig().topology;
    experiment.architecture.host->push = false;
    return true;
  });
  check_named(of, 90, 90);
}

TEST_CASE("with a control network or pushed descriptors no turn saves more, and the best one is named") {
  const Tally of = tally_random(kSanitized ? 5 : 100, [](const Experiment& experiment) {
    return experiment.architecture.control->on() || experiment.architecture.host->push;
  });
  check_named(of, 90, 90);
}

TEST_CASE("with several jobs in a message, go words, loads or jobs that differ no turn saves more") {
  const Tally of = tally_random(kSanitized ? 5 : 100, [](Experiment& experiment) {
    add_multicast(experiment);
    if (experiment.seed % 3 == 0) add_preload(experiment);
    if (experiment.seed % 3 == 1) add_loads(experiment);
    if (experiment.seed % 3 == 2) add_different_jobs(experiment);
    return true;
  });
  check_named(of, 90, 90);
}

TEST_CASE("a verdict of a machine whose tasks have data holds as well, and names the best doubling") {
  const int most = kSanitized ? 5 : 100;
  const InputFiles files;
  Tally of;
  for (std::uint64_t seed = 1; of.machines < most; ++seed) {
    Experiment experiment = random_data_experiment(seed);
    experiment.max_cycles = 300000;
    if (experiment.streams.empty() && can_run_data(experiment)) tally(experiment, files, of);
  }
  check_named(of, 90, 80);
}

TEST_CASE("the best doubling is named where some parts of a machine are too small", "[figures]") {
  const int most = kSanitized ? 5 : 100;
  const InputFiles files;
  Tally of;
  for (std::uint64_t seed = 1; of.machines < most; ++seed) tally(limited_experiment(seed, files), files, of);
  check_named(of, 90, 90);
}

TEST_CASE("a machine that one resource limits is told so by its name") {
  struct Limit {
    const char* cause;     // for which ready tasks waited, or in which the path passes
    const char* resource;  // among those to try
    std::vector<std::string> set;
  };
  const std::string machine = "architecture.";
  const std::string short_tasks = "workload.mapping.cycles_per_unit=10";
  const std::vector<Limit> limits = {
      // 64 independent tasks of 10,000 cycles on 16 processors: admission makes them run one after the other.
      {"ring", "host rings", {machine + "host.ring_entries=1"}},
      {"completion_window", "completion window", {machine + "monitor.completion_window=1"}},
      {"id", "task ids", {machine + "monitor.task_ids=1"}},
      {"processor", "processors", {machine + "processors.0.count=2"}},
      {"compute", "processor speed", {machine + "processors.0.count=12", "workload.width=12"}},
      // Tasks of 10 cycles: a part of the machine is slower than they are.
      {"submit",
       "memory latency",
       {short_tasks, machine + "host.outstanding_writes=1", machine + "memory.latency_cycles=3000"}},
      {"submit", "link width", {short_tasks, machine + "interconnect.flit_bytes=1"}},
      {"submit", "link latency", {short_tasks, machine + "interconnect.link_cycles=16"}},
      {"host", "host submission", {short_tasks, machine + "host.submit_cycles=2000"}},
      {"host", "host interrupts", {short_tasks, machine + "host.interrupt_cycles=2000"}},
      {"fetch", "memory bandwidth", {short_tasks, machine + "memory.bytes_per_cycle=1"}},
      {"fetch",
       "cache reads",
       {short_tasks, machine + "task_cache.reads_in_flight=1", machine + "memory.latency_cycles=2000",
        machine + "host.outstanding_writes=64"}},
      {"room",
       "cache room",
       {short_tasks, machine + "task_cache.capacity=5", machine + "decomposer.split_cycles=2000"}},
      {"queue",
       "cache window",
       {short_tasks, machine + "task_cache.window=1", machine + "monitor.register_cycles=500"}},
      {"register", "monitor latency", {short_tasks, machine + "monitor.register_cycles=1000"}},
      {"slot",
       "decomposer slots",
       {short_tasks, machine + "decomposer.slots=4", machine + "decomposer.split_cycles=2000"}},
      {"split",
       "split time",
       {short_tasks, machine + "decomposer.slots=4096", machine + "decomposer.split_cycles=2000"}},
      {"match", "match latency", {short_tasks, machine + "dispatcher.match_latency_cycles=500"}},
      {"entry",
       "picker entries",
       {short_tasks, machine + "dispatcher.picker.entries=1", machine + "dispatcher.match_latency_cycles=500"}},
      {"pick", "pick interval", {short_tasks, machine + "dispatcher.picker.pick_interval_cycles=500"}},
      {"send", "collect time", {short_tasks, machine + "dispatcher.collect_cycles=1000"}},
      {"output", "memory bandwidth", {short_tasks, "workload.pattern=fft", "workload.steps=4", "workload.bytes=65536"}},
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
    INFO(limit.cause << ", " << limit.resource);
    Diagnostics diagnostics;
    const auto experiment = load_experiment(path, limit.set, diagnostics);
    INFO((diagnostics.ok() ? "" : diagnostics.lines(1).front()));
    REQUIRE(experiment);
    const auto judged = judge(*experiment);
    REQUIRE(judged);
    const std::optional<Loss> loss = largest_loss(judged->path.held);
    const auto& causes = judged->path.causes;
    const auto most = static_cast<std::size_t>(std::max_element(causes.begin(), causes.end()) - causes.begin());
    INFO("largest of the path: " << kCauseNames[most] << ", largest loss: "
                                 << (loss ? kCauseNames[static_cast<std::size_t>(loss->cause)] : "none"));
    const bool lost = loss && kCauseNames[static_cast<std::size_t>(loss->cause)] == limit.cause;
    CHECK((lost || kCauseNames[most] == limit.cause));
    // It is most of the run.
    CHECK((lost ? loss->held : causes[most]) * 2 > judged->cycles);
    std::string named;
    for (const Lever& lever : judged->levers) {
      for (const Resource* resource : lever.resources) named += std::string(resource->name) + ", ";
    }
    INFO(named);
    CHECK(named.find(limit.resource) != std::string::npos);
  }
}

}  // namespace gantry::verdict_test
