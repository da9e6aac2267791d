// SPDX-License-Identifier: Apache-2.0
// The critical path of random machines, against brute force: in the run's own graph of causes every event comes when
// the latest of what it waited for lets it, so the path is a longest one, and an event may come as much later as its
// slack says and no more.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/submission_order.h"
#include "explain/explained_run.h"
#include "gantry/base/random.h"
#include "gantry/explain/critical_path.h"
#include "gantry/network/topology.h"
#include "gantry/platform/placement.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::critical_path_test {

namespace {

constexpr int kRuns = kSanitized ? 60 : 400;

/// Host numbers of the predecessors, from the workload and the order in which it was submitted.
Predecessors predecessors_of(const Experiment& experiment) {
  const std::vector<std::uint32_t> order = submission_order(experiment.workload, experiment.architecture);
  std::vector<std::uint64_t> number(order.size());
  for (std::uint64_t n = 0; n < order.size(); ++n) number[order[n]] = n;
  return [&experiment, order, number](const TaskRecord& task) {
    std::vector<std::uint64_t> before;
    for (const WorkloadEdge& edge : experiment.workload.tasks[order[task.number]].after)
      before.push_back(number[edge.task]);
    return before;
  };
}

/// Calls `check(experiment, run, history)` for random runs that complete.
template <class Check>
void for_random_runs(int runs, Cycle longest, Check check) {
  int done = 0;
  for (std::uint64_t seed = 1; done < runs; ++seed) {
    Experiment experiment = random_experiment(seed);
    if (seed % 5 == 0) add_preload(experiment);
    if (seed % 5 == 1) add_loads(experiment);
    if (seed % 5 == 2) add_different_jobs(experiment);
    if (!can_run(experiment)) continue;
    experiment.max_cycles = longest;
    experiment.background.reset();
    const RecordedRun run = record_run(experiment, {});
    if (run.end != RunEnd::complete) continue;
    INFO("seed " << seed);
    check(experiment, run, history_of(run));
    ++done;
  }
}

/// The whole graph, written out.
struct WrittenGraph {
  struct Edge {
    std::size_t from = 0;
    Cycle weight = 0;
  };
  std::vector<std::vector<Edge>> awaited;  ///< by event
  std::vector<std::size_t> order;          ///< topological

  explicit WrittenGraph(const CauseGraph& graph) : awaited(graph.size()) {
    std::vector<std::vector<std::size_t>> waiting(graph.size());
    std::vector<std::size_t> left(graph.size(), 0);
    std::vector<Awaited> edges;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (!graph.exists(graph.event(i))) continue;
      graph.awaited(graph.event(i), edges);
      for (const Awaited& edge : edges) {
        awaited[i].push_back({graph.index(edge.from), edge.weight});
        waiting[graph.index(edge.from)].push_back(i);
        ++left[i];
      }
      if (left[i] == 0) order.push_back(i);
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
      for (const std::size_t next : waiting[order[at]]) {
        if (--left[next] == 0) order.push_back(next);
      }
    }
  }

  /// When every event comes if `late` comes `by` cycles later than it has to.
  [[nodiscard]] std::vector<Cycle> times(std::size_t late, Cycle by) const {
    std::vector<Cycle> at(awaited.size(), 0);
    for (const std::size_t i : order) {
      for (const Edge& edge : awaited[i]) at[i] = std::max(at[i], at[edge.from] + edge.weight);
      if (i == late) at[i] += by;
    }
    return at;
  }
};

}  // namespace

TEST_CASE("the path of a random run is a chain from cycle 0 to its end, and a longest one of its graph") {
  for_random_runs(kRuns, 300000, [](const Experiment& experiment, const RecordedRun& run, const RunHistory& history) {
    const CauseGraph graph(experiment.architecture, history, predecessors_of(experiment), CauseGraph::Soon::refuse);
    const CriticalPath path = critical_path(graph);
    Cycle now = 0;
    for (const PathStep& step : path.steps) {
      REQUIRE(step.from == now);
      REQUIRE(step.to > step.from);
      REQUIRE(step.cause != Cause::earlier);
      now = step.to;
    }
    REQUIRE(now == run.stats.cycles);
    Cycle sum = 0;
    for (const Cycle cycles : path.causes) sum += cycles;
    REQUIRE(sum == run.stats.cycles);

    // Every event is explained: no other order of evaluation, no other path, is longer.
    const WrittenGraph written(graph);
    const std::vector<Cycle> times = written.times(0, 0);
    std::size_t wrong = 0;
    std::size_t events = 0;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (!graph.exists(graph.event(i))) continue;
      ++events;
      if (times[i] != graph.time(graph.event(i))) ++wrong;
    }
    REQUIRE(wrong == 0);
    REQUIRE(written.order.size() >= events);
  });
}

TEST_CASE("an event may come as much later as its slack, and not a cycle more") {
  for_random_runs(
      kSanitized ? 10 : 60, 30000, [](const Experiment& experiment, const RecordedRun& run, const RunHistory& history) {
        const CauseGraph graph(experiment.architecture, history, predecessors_of(experiment), CauseGraph::Soon::refuse);
        const std::vector<Cycle> slack = event_slack(graph);
        const WrittenGraph written(graph);
        const std::size_t end = graph.index(graph.end());
        // A part of the events, evenly over all stations.
        for (std::size_t i = 1 + run.stats.cycles % 7; i < graph.size(); i += 7) {
          if (!graph.exists(graph.event(i))) continue;
          REQUIRE(written.times(i, slack[i])[end] == run.stats.cycles);
          // What nothing waits for may come as late as the end.
          const bool moves = written.times(i, slack[i] + 1)[end] == run.stats.cycles + 1;
          const bool at_end = graph.time(graph.event(i)) + slack[i] == run.stats.cycles;
          REQUIRE((moves || at_end));
        }
      });
}

TEST_CASE("a wait is one for quarantine exactly if its processor left quarantine in it") {
  // From the records alone: a processor is in quarantine from the time-out of one of its jobs until its next
  // completion, and the dispatcher knows both a cycle later.
  std::uint64_t waits = 0;
  std::uint64_t others = 0;
  int done = 0;
  for (std::uint64_t seed = 1; done < (kSanitized ? 10 : 60); ++seed) {
    Experiment experiment = random_experiment(seed);
    if (!can_run(experiment)) continue;
    experiment.max_cycles = 100000;
    experiment.background.reset();
    const Cycle timeout = 20 + seed * 37 % 800;
    experiment.architecture.monitor->job_timeout = timeout;
    const std::uint32_t processors = processor_count(experiment.architecture);
    for (ProcessorId p = 0; p < processors; ++p)
      experiment.faults.rates.push_back({p, 1500, {p, FaultKind::hang, 0, 300 + 100 * p}});
    const RecordedRun run = record_run(experiment, {});
    if (run.end != RunEnd::complete) continue;
    INFO("seed " << seed);
    ++done;
    const RunHistory history = history_of(run);
    const CauseGraph graph(experiment.architecture, history, predecessors_of(experiment), CauseGraph::Soon::refuse);
    std::vector<Awaited> edges;
    for (std::size_t i = 1; i < graph.size(); ++i) {
      const Event event = graph.event(i);
      const bool of_job = event.station == Station::job_picked || event.station == Station::job_matched;
      if (!of_job || !graph.exists(event)) continue;
      const JobRecord& job = graph.job(event);
      if (job.released != kNever) {
        REQUIRE(job.released <= job.picked);
        Cycle overdue = kNever;  // of the first job that was when its processor answered
        bool answered = false;
        for (const JobRecord& other : run.records.jobs) {
          if (other.processor != job.processor) continue;
          answered = answered || other.completed + 1 == job.released;
          if (other.sent + timeout < other.completed && other.completed + 1 >= job.released)
            overdue = std::min(overdue, other.sent + timeout);
        }
        REQUIRE(answered);
        REQUIRE(overdue < job.released);
      }
      graph.awaited(event, edges);
      Cycle latest = 0;
      for (const Awaited& edge : edges)
        latest = std::max(latest, graph.time(edge.from) + edge.weight - (edge.binds ? edge.rest : 0));
      for (const Awaited& edge : edges) {
        if (!edge.binds) continue;
        const bool waited = job.released != kNever && job.released > latest && job.released <= graph.time(event);
        CHECK((edge.rest > 0 && edge.rest_cause == Cause::quarantine) == waited);
        ++(waited ? waits : others);
      }
    }
  }
  CHECK((kSanitized || waits > 5));
  CHECK(others > waits);
}

TEST_CASE("what no rule of the graph gives is a block's own time, at the stations that have one") {
  // A message's way, a transfer, a computation, and arbitration between equals. Everything else is exact.
  const std::set<Station> exact = {Station::announced, Station::granted,         Station::registered, Station::split,
                                   Station::completed, Station::interrupt_taken, Station::job_started};
  std::map<std::string, std::uint64_t> inexact;
  for_random_runs(kRuns, 100000, [&](const Experiment& experiment, const RecordedRun&, const RunHistory& history) {
    const CauseGraph graph(experiment.architecture, history, predecessors_of(experiment), CauseGraph::Soon::refuse);
    std::vector<Awaited> edges;
    for (std::size_t i = 1; i < graph.size(); ++i) {
      const Event event = graph.event(i);
      if (!graph.exists(event) || exact.count(event.station) == 0) continue;
      // Which tasks have the ids of those that wait is in no record.
      if (event.station == Station::granted && registered_early(graph.task(event))) continue;
      graph.awaited(event, edges);
      REQUIRE_FALSE(edges.empty());
      for (const Awaited& edge : edges) {
        if (edge.rest > 0) ++inexact[std::string(station_name(event.station))];
      }
    }
  });
  CHECK(inexact.empty());
}

TEST_CASE("what faults of links hold up is a cause of its own: cycle by cycle what messages of the event waited") {
  Cycle rerouted = 0;
  int done = 0;
  for (std::uint64_t seed = 3000; done < (kSanitized ? 10 : 60); ++seed) {
    Experiment experiment = random_experiment(seed);
    if (!can_run(experiment)) continue;
    experiment.max_cycles = 100000;
    experiment.background.reset();
    RandomBits bits(seed, 79);
    const std::unique_ptr<Topology> topology = make_topology(experiment.architecture);
    for (int n = 0; n < 4; ++n) {
      const auto router = static_cast<std::uint32_t>(random_below(bits, topology->routers()));
      if (topology->ports(router) == 0) continue;
      const auto port = static_cast<std::uint32_t>(random_below(bits, topology->ports(router)));
      const std::uint32_t far = topology->neighbour(router, port).router;
      if (far == kNone || far == router) continue;
      const Cycle at = 1 + random_below(bits, 3000);
      const NetworkFaultKind kind = n % 2 == 0 ? NetworkFaultKind::die : NetworkFaultKind::drain;
      experiment.faults.network.push_back({std::min(router, far), std::max(router, far), at, kind});
    }
    const RecordedRun run = record_run(experiment, {});
    if (run.end != RunEnd::complete) continue;
    INFO("seed " << seed);
    ++done;
    const RunHistory history = history_of(run);
    RunHistory unheld;
    for (const TaskRecord& task : run.records.tasks) unheld.task_done(task);
    for (const JobRecord& job : run.records.jobs) unheld.job_done(job);
    for (const InterruptRecord& interrupt : run.records.interrupts) unheld.interrupt_taken(interrupt);
    unheld.close();
    const Predecessors predecessors = predecessors_of(experiment);
    const CauseGraph graph(experiment.architecture, history, predecessors, CauseGraph::Soon::refuse);
    const CauseGraph plain(experiment.architecture, unheld, predecessors, CauseGraph::Soon::refuse);
    const CriticalPath path = critical_path(graph);
    const auto is_held = [&](Event event, Cycle now) {
      const bool job = of_job(event.station);
      const std::uint64_t task = job ? plain.job(event).task : plain.task(event).number;
      const std::uint32_t number = job && event.station != Station::job_go ? plain.job(event).job : kNone;
      return std::any_of(run.stats.holds.begin(), run.stats.holds.end(), [&](const PacketHold& hold) {
        return hold.subject.task == task && hold.subject.job == number && hold.from <= now && now < hold.until;
      });
    };
    std::vector<Cause> causes;
    for (const PathStep& step : critical_path(plain).steps) {
      for (Cycle now = step.from; now < step.to; ++now) {
        causes.push_back(is_held(step.event, now) ? Cause::reroute : step.cause);
      }
    }
    Cycle now = 0;
    for (const PathStep& step : path.steps) {
      REQUIRE(step.from == now);
      for (; now < step.to; ++now) REQUIRE(step.cause == causes[now]);
    }
    REQUIRE(now == causes.size());
    rerouted += path.causes[static_cast<std::size_t>(Cause::reroute)];
  }
  CHECK(rerouted > (kSanitized ? 0 : 100));
}

TEST_CASE("a history of the last part of a run gives the last part of its path") {
  for_random_runs(kSanitized ? 10 : 60, 100000,
                  [](const Experiment& experiment, const RecordedRun& run, const RunHistory& history) {
                    RunHistory last(8);
                    for (const TaskRecord& task : run.records.tasks) last.task_done(task);
                    for (const JobRecord& job : run.records.jobs) last.job_done(job);
                    for (const InterruptRecord& interrupt : run.records.interrupts) last.interrupt_taken(interrupt);
                    last.close();
                    if (last.whole()) return;
                    REQUIRE(last.tasks().size() <= 16);
                    const CriticalPath path = critical_path(CauseGraph(experiment.architecture, last));
                    REQUIRE_FALSE(path.steps.empty());
                    REQUIRE(path.steps.front().from == 0);
                    REQUIRE(path.steps.back().to == run.stats.cycles);
                    // Its last step is that of the whole.
                    const CriticalPath whole = critical_path(CauseGraph(experiment.architecture, history));
                    REQUIRE(path.steps.back().from == whole.steps.back().from);
                    REQUIRE(path.steps.back().cause == whole.steps.back().cause);
                  });
}

}  // namespace gantry::critical_path_test
