// SPDX-License-Identifier: Apache-2.0
#include "commands/compared_methods.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "commands/long_work.h"
#include "commands/muted_output.h"
#include "commands/plan.h"
#include "gantry/plan/partition/critical_edges.h"
#include "gantry/plan/partition/refinement.h"
#include "gantry/plan/partition/start.h"
#include "gantry/plan/pipeline/planner.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr const char* kPartition = "partition";
constexpr const char* kPipeline = "pipeline";
constexpr std::uint64_t kImbalance = 100000000;  // a tenth, as `gantry plan partition` has it
constexpr double kSpeedUnit = 1e6;

/// The parts of a partition on this machine.
struct Groups {
  std::vector<std::uint32_t> of;      ///< by processor; kNoPart: in none
  std::vector<std::uint64_t> shares;  ///< of the work, by group
};

/// By the tasks that it can run: 1 if it takes the best time for each.
double speed(const plan::TaskTimes& times, std::uint32_t tasks, std::uint32_t processor) {
  double best = 0;
  double here = 0;
  for (std::uint32_t t = 0; t < tasks; ++t) {
    if (times(t, processor) == plan::TaskTimes::kCannotRun) continue;
    best += static_cast<double>(times.best(t));
    here += static_cast<double>(times(t, processor));
  }
  return here > 0 ? best / here : 1;
}

/// Of the groups that can run every task the fastest, at most one per task.
Groups groups_of(const ComparedProblem& problem) {
  const plan::TaskTimes& times = problem.list.times;
  const std::uint32_t tasks = problem.list.graph.tasks();
  const bool apart = std::all_of(problem.clusters.begin(), problem.clusters.end(),
                                 [&](std::uint32_t cluster) { return cluster == problem.clusters.front(); });
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;
  for (std::uint32_t p = 0; p < times.processors(); ++p) members[apart ? p : problem.clusters[p]].push_back(p);
  struct Group {
    std::uint64_t share;
    std::vector<std::uint32_t> processors;
  };
  std::vector<Group> able;
  for (auto& [number, processors] : members) {
    const auto runs = [&, &in = processors](std::uint32_t task) {
      return std::any_of(in.begin(), in.end(),
                         [&](std::uint32_t p) { return times(task, p) != plan::TaskTimes::kCannotRun; });
    };
    bool all = true;
    for (std::uint32_t t = 0; t < tasks && all; ++t) all = runs(t);
    if (!all) continue;
    double sum = 0;
    for (const std::uint32_t p : processors) sum += speed(times, tasks, p);
    able.push_back(
        {std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(sum * kSpeedUnit))), processors});
  }
  std::stable_sort(able.begin(), able.end(), [](const Group& a, const Group& b) { return a.share > b.share; });
  if (able.size() > tasks) able.resize(tasks);
  Groups groups;
  groups.of.assign(times.processors(), plan::kNoPart);
  for (const Group& group : able) {
    for (const std::uint32_t p : group.processors) groups.of[p] = static_cast<std::uint32_t>(groups.shares.size());
    groups.shares.push_back(group.share);
  }
  return groups;
}

std::vector<std::uint32_t> parts_of(const ComparedProblem& problem, const Groups& groups) {
  const plan::Graph& graph = problem.list.graph;
  if (groups.shares.size() == 1) return std::vector<std::uint32_t>(graph.tasks(), 0);
  plan::CriticalEdges critical = plan::marked_edges(graph);
  if (std::none_of(critical.begin(), critical.end(), [](bool marked) { return marked; }))
    critical = plan::longest_path_edges(graph, problem.list.transfer);
  const plan::PartitionProblem parts(graph, std::move(critical),
                                     plan::shared_balance(graph, groups.shares, kImbalance));
  std::vector<std::uint32_t> start = [&] {
    const MutedOutput muted;
    return plan::metis_start(parts, plan::MetisWeights::best, problem.seed);
  }();
  if (start.empty()) start = plan::cluster_start(parts, problem.seed);
  plan::RefineOptions options;
  options.seed = problem.seed;
  plan::RefineControl control;
  control.stop = &stop_on_interrupt();
  return plan::refine(parts, std::move(start), options, control).parts;
}

std::optional<ComparedSchedule> by_parts(const ComparedProblem& problem, Diagnostics& diagnostics) {
  const plan::Graph& graph = problem.list.graph;
  const Groups groups = groups_of(problem);
  if (groups.shares.empty()) {
    diagnostics.error({kPartition, 0, 0}, "no cluster, or processor, of the machine can run every task");
    return std::nullopt;
  }
  const std::vector<std::uint32_t> part = parts_of(problem, groups);
  std::vector<plan::Time> table;
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    for (std::uint32_t p = 0; p < groups.of.size(); ++p)
      table.push_back(groups.of[p] == part[t] ? problem.list.times(t, p) : plan::TaskTimes::kCannotRun);
  }
  const auto processors = static_cast<std::uint32_t>(groups.of.size());
  const plan::TaskTimes times = plan::TaskTimes::table(processors, std::move(table));
  const plan::ListProblem within{graph, times, problem.list.transfer, problem.list.releases};
  return ComparedSchedule{plan::builtin_list_schedulers().find("critical_path")->make(within), 0};
}

plan::PipelineModel one_subtask(const ComparedProblem& problem) {
  const plan::Graph& graph = problem.list.graph;
  const std::uint32_t processors = problem.list.times.processors();
  plan::PipelineModel model;
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    model.operations.push_back({problem.workload.tasks[t].id});
    for (std::uint32_t p = 0; p < processors; ++p) model.times.push_back(problem.list.times(t, p));
  }
  for (std::uint32_t p = 0; p < processors; ++p) {
    model.resources.push_back({"p" + std::to_string(p), std::nullopt});
    for (std::uint32_t to = 0; to < processors; ++to) model.hops.push_back(p == to ? 0 : 1);
  }
  for (const plan::Edge& edge : graph.edges())
    model.edges.push_back({edge.from, edge.to, edge.bytes, problem.list.transfer.cycles(edge.bytes)});
  return model;
}

std::optional<ComparedSchedule> by_program(const ComparedProblem& problem, Diagnostics& diagnostics) {
  if (!problem.list.releases.empty()) {
    diagnostics.error({kPipeline, 0, 0},
                      "knows no `submit` cycles (--at-once plans as if all tasks were there in cycle 0)");
    return std::nullopt;
  }
  const plan::PipelineModel model = one_subtask(problem);
  plan::PipelineLimits limits;
  limits.seed = problem.seed;
  limits.stop = &stop_on_interrupt();
  const plan::PipelineResult result = plan::plan_pipeline(model, limits);
  if (result.status != plan::PipelineStatus::kOptimal && result.status != plan::PipelineStatus::kFeasible) {
    diagnostics.error({kPipeline, 0, 0}, "was interrupted before it had a plan");
    return std::nullopt;
  }
  const plan::PipelineItems items(model);
  plan::PipelineTimes times;
  plan::evaluate_times(items, result.point.choice, times);
  ComparedSchedule found;
  found.bound = result.bound;
  for (std::uint32_t i = 0; i < items.size(); ++i)
    found.schedule.push_back({result.point.choice.resource[items.unit(i)], times.start[i], times.finish[i]});
  return found;
}

}  // namespace

const std::vector<std::string>& methods_beside_lists() {
  static const std::vector<std::string> names = {kPartition, kPipeline};
  return names;
}

std::vector<std::string> methods_to_compare(const std::vector<std::string>& asked, Diagnostics& diagnostics) {
  std::vector<std::string> lists;
  for (const auto& entry : plan::builtin_list_schedulers().entries()) lists.push_back(entry.name);
  if (asked.empty()) return lists;
  std::vector<std::string_view> names(lists.begin(), lists.end());
  const std::vector<std::string>& others = methods_beside_lists();
  names.insert(names.end(), others.begin(), others.end());
  const std::vector<PlannerName> planners = planner_names();
  for (const std::string& method : asked) {
    if (std::find(names.begin(), names.end(), method) != names.end()) {
      if (std::count(asked.begin(), asked.end(), method) > 1)
        diagnostics.error({"--methods", 0, 0}, "names " + in_quotes(method) + " more than once");
      continue;
    }
    const bool other = std::any_of(planners.begin(), planners.end(),
                                   [&](const PlannerName& planner) { return planner.name == method; });
    diagnostics.error({"--methods", 0, 0},
                      other ? in_quotes(method) + " does not plan one run of the graph on the processors of a machine"
                            : in_quotes(method) + " is no method that can be compared" + did_you_mean(method, names) +
                                  " (expected " + kPartition + ", " + kPipeline + ", " +
                                  plan::builtin_list_schedulers().choices() + ")");
  }
  return asked;
}

std::optional<ComparedSchedule> compared_schedule(const std::string& method, const ComparedProblem& problem,
                                                  Diagnostics& diagnostics) {
  if (const auto* lists = plan::builtin_list_schedulers().find(method))
    return ComparedSchedule{lists->make(problem.list), 0};
  plan::Time total = 0;
  for (const plan::Time time : problem.list.graph.times()) total = plan::add(total, time);
  if (total == plan::kLongest) {
    diagnostics.error(problem.workload.where,
                      "the tasks' times add up to 2^62 cycles or more (a smaller unit would do)");
    return std::nullopt;
  }
  return method == kPartition ? by_parts(problem, diagnostics) : by_program(problem, diagnostics);
}

}  // namespace gantry
