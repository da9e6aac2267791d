// SPDX-License-Identifier: Apache-2.0
// Rules of the pipeline planner's plans (docs/planners/pipeline.md), from its page and not from its code. Tasks are
// items: subtask x operations + operation.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "gantry/plan/checker/checker.h"
#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {
namespace {

class PipelineRules {
 public:
  PipelineRules(const Checked& checked, Diagnostics& faults)
      : checked_(checked), model_(*checked.pipeline), faults_(faults), operations_(model_.operation_count()) {}

  void run() {
    if (checked_.graph.tasks() != model_.subtasks * operations_) {
      faults_.error(checked_.where, "the workload has " + std::to_string(checked_.graph.tasks()) +
                                        " tasks, and the plan " + std::to_string(model_.subtasks) + " subtasks of " +
                                        std::to_string(operations_) + " operations");
      return;
    }
    at_.resize(checked_.graph.tasks());
    const bool timed = model_.objective == PipelineObjective::kMakespan;
    for (const Placement& place : checked_.plan.placement) {
      if (place.processors.size() != 1) faults_.error(checked_.where, name(place.task) + " must be on one resource");
      if (timed && !place.start)
        faults_.error(checked_.where, name(place.task) + " has no start, which makespan needs");
      at_[place.task] = &place;
    }
    if (!faults_.ok()) return;
    check_together();
    if (timed) check_starts();
    check_memory(timed);
    check_loads(timed);
    check_bound(timed ? "makespan" : "largest_load");
  }

 private:
  [[nodiscard]] std::string name(std::uint32_t item) const { return "task '" + checked_.name(item) + "'"; }
  [[nodiscard]] std::uint32_t where(std::uint32_t item) const { return at_[item]->processors[0]; }
  [[nodiscard]] Time transfer(const PipelineEdge& edge, std::uint32_t from, std::uint32_t to) const {
    const std::size_t pair = where(from) * model_.resources.size() + where(to);
    return edge.hop * model_.hops[pair] + (model_.delays.empty() ? 0 : model_.delays[pair]);
  }

  void check_together() {
    for (const PipelineParameter& parameter : model_.parameters) {
      for (std::uint32_t s = 0; s < model_.subtasks; ++s) {
        const std::uint32_t anchor = (model_.replicate ? s * operations_ : 0) + parameter.operations.front();
        for (const std::uint32_t o : parameter.operations) {
          const std::uint32_t item = s * operations_ + o;
          if (where(item) == where(anchor)) continue;
          faults_.error(checked_.where, name(item) + " and " + name(anchor) +
                                            " share a parameter and are on resources " + std::to_string(where(item)) +
                                            " and " + std::to_string(where(anchor)));
        }
      }
    }
  }

  /// Checks that no operation starts later than its predecessors and earlier operations of its resource require.
  void check_starts() {
    std::vector<Time> earliest(at_.size(), 0);
    for (std::uint32_t s = 0; s < model_.subtasks; ++s) {
      for (const PipelineEdge& edge : model_.edges) {
        const std::uint32_t from = s * operations_ + edge.from;
        const std::uint32_t to = s * operations_ + edge.to;
        earliest[to] = std::max(earliest[to], add(*at_[from]->finish, transfer(edge, from, to)));
      }
    }
    std::map<std::uint32_t, std::multiset<Time>> ends;
    for (const Placement* place : at_) ends[place->processors[0]].insert(*place->finish);
    for (std::uint32_t i = 0; i < at_.size(); ++i) {
      const std::multiset<Time>& here = ends[where(i)];
      const bool follows = here.count(*at_[i]->start) > (*at_[i]->finish == *at_[i]->start ? 1U : 0U);
      if (*at_[i]->start == earliest[i] || follows) continue;
      faults_.error(checked_.where, name(i) + " starts at " + std::to_string(*at_[i]->start) + " and could at " +
                                        std::to_string(earliest[i]) + " or when the resource is free");
    }
  }

  [[nodiscard]] std::uint64_t parameters(std::uint32_t r) const {
    std::uint64_t bytes = 0;
    for (const PipelineParameter& parameter : model_.parameters) {
      for (std::uint32_t s = 0; s < model_.subtasks; ++s) {
        if (where(s * operations_ + parameter.operations.front()) != r) continue;
        bytes += parameter.bytes;
        break;
      }
    }
    return bytes;
  }

  /// Most bytes of results and inputs at a time.
  [[nodiscard]] std::uint64_t passing(std::uint32_t r) const {
    std::map<Time, std::int64_t> change;
    const auto occupy = [&](Time from, Time until, std::uint64_t bytes) {
      if (from >= until) return;
      change[from] += static_cast<std::int64_t>(bytes);
      change[until] -= static_cast<std::int64_t>(bytes);
    };
    struct Stay {
      Time from = kLongest;
      Time until = 0;
      std::uint64_t bytes = 0;
    };
    for (std::uint32_t s = 0; s < model_.subtasks; ++s) {
      std::map<std::uint32_t, Stay> results;
      for (const PipelineEdge& edge : model_.edges) {
        const std::uint32_t from = s * operations_ + edge.from;
        const std::uint32_t to = s * operations_ + edge.to;
        if (where(to) != r || edge.bytes == 0) continue;
        Stay& stay = results[from];
        stay.from = std::min(stay.from, add(*at_[from]->finish, transfer(edge, from, to)));
        stay.until = std::max(stay.until, *at_[to]->finish);
        stay.bytes = std::max(stay.bytes, edge.bytes);
      }
      for (const auto& result : results) occupy(result.second.from, result.second.until, result.second.bytes);
    }
    for (std::uint32_t i = 0; i < at_.size(); ++i) {
      if (where(i) == r) occupy(*at_[i]->start, *at_[i]->finish, model_.operations[i % operations_].input_bytes);
    }
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (const auto& step : change) most = std::max(most, now += step.second);
    return static_cast<std::uint64_t>(most);
  }

  /// Returns the bytes that the operation with the most input reads, for plans without times.
  [[nodiscard]] std::uint64_t standing(std::uint32_t r) const {
    std::vector<std::uint64_t> needs(operations_);
    for (std::uint32_t o = 0; o < operations_; ++o) needs[o] = model_.operations[o].input_bytes;
    for (const PipelineEdge& edge : model_.edges) needs[edge.to] += edge.bytes;
    std::uint64_t most = 0;
    if (operations_ == 0) return most;
    for (std::uint32_t i = 0; i < at_.size(); ++i) {
      if (where(i) == r) most = std::max(most, needs[i % operations_]);
    }
    return most;
  }

  void check_memory(bool timed) {
    for (std::uint32_t r = 0; r < model_.resource_count(); ++r) {
      const PipelineResource& resource = model_.resources[r];
      const std::uint64_t bytes = parameters(r) + (timed ? passing(r) : standing(r));
      check_metric("memory " + resource.name, bytes);
      if (!resource.memory || bytes <= *resource.memory) continue;
      faults_.error(checked_.where, "resource " + resource.name + " holds up to " + std::to_string(bytes) +
                                        " bytes and has " + std::to_string(*resource.memory));
    }
  }

  void check_loads(bool timed) {
    std::vector<Time> loads(model_.resources.size(), 0);
    for (std::uint32_t i = 0; i < at_.size(); ++i) loads[where(i)] = add(loads[where(i)], model_.time(i, where(i)));
    // Pairs of sender or receiver and result, each once.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Time> carried;
    for (std::uint32_t s = 0; s < model_.subtasks; ++s) {
      for (const PipelineEdge& edge : model_.edges) {
        const std::uint32_t from = s * operations_ + edge.from;
        const std::uint32_t to = s * operations_ + edge.to;
        if (where(from) == where(to)) continue;
        for (const std::uint32_t r : {where(from), where(to)}) {
          Time& hop = carried[{from, r}];
          hop = std::max(hop, edge.hop);
        }
      }
    }
    for (const auto& [who, hop] : carried) {
      if (model_.resources[who.second].carries_transfers) loads[who.second] = add(loads[who.second], hop);
    }
    for (std::uint32_t r = 0; r < loads.size(); ++r) check_metric("load " + model_.resources[r].name, loads[r]);
    if (!timed) check_metric("largest_load", *std::max_element(loads.begin(), loads.end()));
  }

  void check_bound(const char* objective) {
    const auto value = whole(checked_.plan.metrics, objective);
    const auto bound = whole(checked_.plan.metrics, "bound");
    if (!value) faults_.error(checked_.where, std::string("there is no metric ") + objective);
    if (value && bound && *bound > *value) {
      faults_.error(checked_.where, "the bound " + std::to_string(*bound) + " is above the " + objective + " " +
                                        std::to_string(*value));
    }
    const Value* told = checked_.plan.metrics.find("gap");
    if (!value || !bound || told == nullptr) return;
    double said = -1;
    if (const auto* number = std::get_if<double>(told)) said = *number;
    if (const auto* number = std::get_if<std::uint64_t>(told)) said = static_cast<double>(*number);
    const std::optional<double> is = gap(*value, *bound);
    if (!is || std::abs(*is - said) > 1e-9 * std::max(1.0, *is)) {
      faults_.error(checked_.where, "the gap is not (" + std::string(objective) + " - bound) / bound");
    }
  }

  void check_metric(const std::string& metric, std::uint64_t is) {
    const auto said = whole(checked_.plan.metrics, metric);
    if (said && *said != is)
      faults_.error(checked_.where, metric + " is " + std::to_string(is) + ", not " + std::to_string(*said));
  }

  const Checked& checked_;
  const PipelineModel& model_;
  Diagnostics& faults_;
  std::uint32_t operations_;
  std::vector<const Placement*> at_;  ///< by item
};

void check_pipeline(const Checked& checked, Diagnostics& faults) {
  if (checked.pipeline == nullptr) {
    faults.error(checked.where, "a pipeline plan is checked together with its resources");
    return;
  }
  PipelineRules(checked, faults).run();
}

}  // namespace

void add_pipeline_rules(MethodRulesCatalogue& rules) {
  rules.add("pipeline", "parameters, memory, completion times and loads of a pipeline", check_pipeline);
}

}  // namespace gantry::plan
