// SPDX-License-Identifier: Apache-2.0
#include "workload/tgff_hyperperiod.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "gantry/workload/task.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// TGFF prints six digits: a period that divides the hyperperiod does so up to this part of it.
constexpr double kSixDigits = 1e-5;

}  // namespace

void TgffHyperperiod::check_types() {
  for (const TgffGraph& graph : graphs_) {
    for (const TgffTask& task : graph.tasks) {
      if (hopeless()) return;
      if (tables_.has_cores() && tables_.times(task.type).empty())
        error(task.name, "no core can run task " + in_quotes(task.name.text) + " of type " + std::to_string(task.type));
      for (const TgffArc& arc : task.arcs) {
        if (tables_.has_quantities() && !tables_.bytes(arc.type)) {
          error(arc.type_at,
                "table " + in_quotes(tables_.quantities_from()) + " has no type " + std::to_string(arc.type));
        }
      }
    }
  }
}

void TgffHyperperiod::check_deadlines() {
  for (const TgffGraph& graph : graphs_) {
    for (const TgffTask& task : graph.tasks) {
      if (hopeless()) return;
      if (!task.deadline || cycles(*task.deadline) <= kMaxTaskCycles) continue;
      error(task.deadline_at, "a deadline must be at most " + std::to_string(kMaxTaskCycles) +
                                  " cycles after the graph's arrival (a smaller mapping.cycles_per_unit)");
    }
  }
}

bool TgffHyperperiod::find_length() {
  if (length_ && !length_->is_zero()) return true;
  std::int32_t exponent = 0;
  for (const TgffGraph& graph : graphs_) {
    if (graph.period) exponent = std::min(exponent, graph.period->exponent);
  }
  std::uint64_t multiple = 1;
  for (const TgffGraph& graph : graphs_) {
    if (!graph.period) continue;
    const std::uint64_t period = ceil_product(*graph.period, {1, -exponent});
    const std::uint64_t step = multiple / std::gcd(multiple, period);
    if (period == ~std::uint64_t{0} || step > ~std::uint64_t{0} / period) {
      error(graph.label, "the periods have no common multiple in 64 bits (@HYPERPERIOD gives another end)");
      return false;
    }
    multiple = step * period;
  }
  length_ = Decimal{multiple, exponent};
  return true;
}

/// Number of periods that begin before the end of the hyperperiod.
std::uint64_t TgffHyperperiod::instances(const TgffGraph& graph) const {
  if (!graph.period) return 1;
  const double periods = to_double(*length_) / to_double(*graph.period);
  const double begun = std::ceil(periods - std::min(periods * kSixDigits, 0.5));
  if (!(begun <= static_cast<double>(kMaxForeignTasks))) return kMaxForeignTasks + 1;
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(begun), 1);
}

bool TgffHyperperiod::count_instances() {
  std::uint64_t tasks = 0;
  for (const TgffGraph& graph : graphs_) {
    const std::uint64_t count = instances(graph);
    tasks += count * graph.tasks.size();
    if (tasks > kMaxForeignTasks) {
      error(graph.label, "the hyperperiod has more than " + std::to_string(kMaxForeignTasks) +
                             " tasks (a shorter @HYPERPERIOD has fewer)");
      return false;
    }
    if (count > 1 && cycles(*graph.period, count - 1) > kMaxTaskCycles) {
      error(graph.label, "its last period begins in a cycle beyond " + std::to_string(kMaxTaskCycles) +
                             " (a smaller mapping.cycles_per_unit)");
      return false;
    }
    arrivals_.push_back(count);
  }
  return true;
}

bool TgffHyperperiod::names_repeat() const {
  std::unordered_set<std::string_view> seen;
  for (const TgffGraph& graph : graphs_) {
    for (const TgffTask& task : graph.tasks) {
      if (!seen.insert(task.name.text).second) return true;
    }
  }
  return false;
}

void TgffHyperperiod::add_instance(std::size_t g, std::uint64_t instance, Workload& workload) const {
  const TgffGraph& graph = graphs_[g];
  const auto first = static_cast<std::uint32_t>(workload.tasks.size());
  for (const TgffTask& from : graph.tasks) {
    WorkloadTask task;
    if (prefixed_) task.id = std::to_string(g) + '.';
    task.id += from.name.text;
    if (arrivals_[g] > 1) task.id += '.' + std::to_string(instance);
    task.where = where(from.name);
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
    task.stream = static_cast<std::uint32_t>(g);
    if (instance > 0) task.submit = cycles(*graph.period, instance);
    task.cycles_by_type = tables_.times(from.type);
    if (from.deadline) task.deadline = cycles(*from.deadline);
    for (const TgffArc& arc : from.arcs)
      task.after.push_back({first + arc.from, tables_.bytes(arc.type).value_or(0), false});
    workload.tasks.push_back(std::move(task));
  }
}

/// Two tasks could have one id because of points in their names.
void TgffHyperperiod::check_ids(const Workload& workload) {
  std::unordered_set<std::string_view> seen;
  for (const WorkloadTask& task : workload.tasks) {
    if (hopeless()) return;
    if (!seen.insert(task.id).second)
      diagnostics_.error(task.where, "two tasks would have the id " + in_quotes(task.id) + " (names without points)");
  }
}

void TgffHyperperiod::add_to(Workload& workload) {
  tables_.check_columns();
  check_types();
  check_deadlines();
  if (graphs_.size() > kMostStreams) error(graphs_[kMostStreams].label, "more than 65536 graphs");
  if (!ok() || !find_length() || !count_instances()) return;
  prefixed_ = names_repeat();
  for (std::size_t g = 0; g < graphs_.size(); ++g) {
    for (std::uint64_t instance = 0; instance < arrivals_[g]; ++instance) add_instance(g, instance, workload);
  }
  check_ids(workload);
}

}  // namespace gantry
