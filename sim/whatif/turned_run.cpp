// SPDX-License-Identifier: Apache-2.0
#include "whatif/turned_run.h"

#include <memory>
#include <optional>
#include <utility>

#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/kernel/run_control.h"
#include "gantry/platform/machine.h"
#include "output/percentiles.h"
#include "output/stream_statistics.h"
#include "output/tenant_statistics.h"

namespace gantry {
namespace {

/// Response times of a stream of tasks. For a graph they are not needed.
class Responses final : public RecordSink {
 public:
  explicit Responses(bool wanted) : wanted_(wanted) {}
  void task_done(const TaskRecord& task) override {
    if (!wanted_ || task.completed == kNever) return;
    stream_.task_done(task);
    percentiles_.add(task.completed - task.arrival);
  }
  void job_done(const JobRecord& /*job*/) override {}
  [[nodiscard]] StreamOutcome outcome(const std::string& name) const {
    const StreamStats stats = stream_.stats();
    return {name, stats.tasks, stats.response_cycles.mean, percentiles_.percentile(99), std::nullopt};
  }

 private:
  bool wanted_;
  StreamStatistics stream_;
  Percentiles percentiles_;
};

std::vector<Tenant> tenants(const std::vector<GraphStream>& streams) {
  std::vector<Tenant> list;
  for (const GraphStream& stream : streams) {
    Tenant& tenant = list.emplace_back();
    tenant.name = stream.name;
    tenant.count = stream.count;
    tenant.tasks = static_cast<std::uint32_t>(stream.workload.tasks.size());
  }
  return list;
}

void simulate_into(const Experiment& experiment, Outcome& to) {
  Responses of_tasks(experiment.stream.has_value());
  TenantStatistics of_graphs(tenants(experiment.streams));
  RecordSink& records = experiment.streams.empty() ? static_cast<RecordSink&>(of_tasks) : of_graphs;
  const std::unique_ptr<TaskSource> source = make_task_source(experiment);
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice, {}}, *source, records,
                  experiment.background);
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  Cycle now = 0;
  const RunEnd end = run_cycles(machine, control, {}, now);
  if (end == RunEnd::complete) machine.verify_empty();
  const RunStats stats = machine.finish(end, now);
  if (end != RunEnd::complete) {
    to.state = OutcomeState::unfinished;
    to.message = std::string(why(end)) + " in cycle " + std::to_string(stats.cycles) + ", " +
                 std::to_string(stats.tasks_unfinished) + " tasks unfinished";
    return;
  }
  to.state = OutcomeState::done;
  to.cycles = stats.cycles;
  if (experiment.stream) to.streams.push_back(of_tasks.outcome(experiment.name));
  for (const TenantStats& of : of_graphs.stats().tenants)
    to.streams.push_back({of.tenant.name, of.done, of.response.mean, of.p99, of.stable});
}

/// Returns the text of the first error, without its position.
std::string first_error(const Diagnostics& diagnostics) {
  constexpr std::string_view kMark = "error: ";
  for (const std::string& line : diagnostics.lines(1)) {
    const std::size_t at = line.find(kMark);
    if (at != std::string::npos) return line.substr(at + kMark.size());
  }
  return "";
}

/// Reads the experiment again and again, each time with more overrides; as rarely as it can, for a workload may be
/// long.
class Turning {
 public:
  Turning(const TurnBase& base, Outcome& to) : base_(base), to_(to), sets_(base.sets) {}

  /// Applies a step. Returns false if the outcome has the reason. The next step changes the result of this one.
  bool step(const TurnStep& step) {
    const bool alone = step.resource->follows != Follows::nothing;
    if (alone && !take({pending_})) return false;
    const Turn turn = make_turn(*step.resource, step.kind, experiment());
    to_.changes.insert(to_.changes.end(), turn.changes.begin(), turn.changes.end());
    if (!turn.impossible.empty()) return refuse(turn.impossible);
    if (!turn.as_it_is.empty()) {
      to_.message = turn.as_it_is;
      return true;
    }
    if (alone) return take(turn.ways);
    pending_.insert(pending_.end(), turn.ways.front().begin(), turn.ways.front().end());
    return true;
  }
  /// Call after the last step. Checks whether the workload can run on the changed machine.
  bool finish() {
    if (!take({pending_})) return false;
    Diagnostics diagnostics;
    check_feasible(experiment(), diagnostics);
    return diagnostics.ok() || refuse(first_error(diagnostics));
  }
  [[nodiscard]] const Experiment& experiment() const { return turned_ ? *turned_ : base_.experiment; }

 private:
  /// The first of these ways that can be read.
  bool take(const std::vector<std::vector<std::string>>& ways) {
    if (ways.front().empty()) return true;
    std::string why;
    for (const std::vector<std::string>& way : ways) {
      std::vector<std::string> sets = sets_;
      sets.insert(sets.end(), way.begin(), way.end());
      Diagnostics diagnostics;
      auto read = read_experiment(base_.text, base_.file, sets, diagnostics);
      if (read && diagnostics.ok()) {
        to_.sets.insert(to_.sets.end(), way.begin(), way.end());
        turned_ = std::move(read);
        sets_ = std::move(sets);
        pending_.clear();
        return true;
      }
      why = first_error(diagnostics);
    }
    return refuse(why);
  }
  bool refuse(const std::string& reason) {
    to_.state = OutcomeState::not_possible;
    to_.message = reason;
    return false;
  }

  const TurnBase& base_;
  Outcome& to_;
  std::vector<std::string> sets_;
  std::vector<std::string> pending_;  ///< overrides that no other step depends on, to be read later
  std::optional<Experiment> turned_;
};

}  // namespace

Outcome run_turned(const TurnBase& base, const std::vector<TurnStep>& steps) {
  Outcome outcome;
  Turning turning(base, outcome);
  for (const TurnStep& step : steps) {
    if (!turning.step(step)) return outcome;
  }
  if (!turning.finish()) return outcome;
  if (!steps.empty() && outcome.sets.empty()) {
    outcome.state = OutcomeState::same;
    return outcome;
  }
  outcome.message.clear();
  simulate_into(turning.experiment(), outcome);
  return outcome;
}

}  // namespace gantry
