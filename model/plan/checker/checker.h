// SPDX-License-Identifier: Apache-2.0
// The judge of plans. It shares no code with the planners but the graph: what a plan says is held against the rules,
// each rule by itself, as far as the plan says anything about it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/plan/graph.h"
#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// Time that the data of an edge takes from one processor to another.
using TransferTime = std::function<Time(const Edge& edge, std::uint32_t from, std::uint32_t to)>;

/// Nothing on one processor, else the cost of the bytes.
TransferTime transfer_time(const TransferCost& cost);

struct PipelineModel;

/// A plan and what it is a plan for.
struct Checked {
  const Plan& plan;
  const Graph& graph;
  const TaskTimes& times;  ///< of tasks on processors; the parts of a partition count as processors alike
  TransferTime transfer;
  std::function<std::string(std::uint32_t)> name;  ///< of a task
  const PipelineModel* pipeline = nullptr;         ///< resources and memory of a pipeline's plan
  std::vector<Time> releases = {};                 ///< by task: none starts before; empty: all are there in cycle 0
};

/// One line per violated rule, in a fixed order; at most kMostFaults, then how many more.
class Faults {
 public:
  static constexpr std::size_t kMostFaults = 20;
  void add(std::string what) {
    if (lines_.size() < kMostFaults) lines_.push_back(std::move(what));
    ++count_;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> lines = lines_;
    if (count_ > lines.size()) lines.push_back("... and " + std::to_string(count_ - lines.size()) + " more");
    return lines;
  }

 private:
  std::vector<std::string> lines_;
  std::size_t count_ = 0;
};

/// Rules of one method, under its name; they come after the general ones, and only if those hold.
using MethodRules = void(const Checked&, Faults&);
using MethodRulesCatalogue = Catalogue<MethodRules>;
/// Those of the folder `checker`.
const MethodRulesCatalogue& builtin_method_rules();

/// The general rules:
/// - every copy (metric `unroll`, default 1) of every task is placed exactly once;
/// - processors are below the parameter `processors`, parts below `parts`, each named once, and can run the task;
/// - all copies have a start and a finish, or none has; a timed copy is on one processor for the task's time there;
/// - no processor runs two tasks at a time;
/// - a task starts when its predecessors have finished and their data has come; with a metric `period` in steady
///   state: start_i + c_i + transfer <= start_j + (r_i - r_j) x period, every copy within its period, the least
///   retiming 0;
/// - no task starts before its release;
/// - the metrics `makespan`, `max_retiming` and `prologue` say what the placement says.
Faults check_plan(const Checked& checked, const MethodRulesCatalogue& method_rules = builtin_method_rules());

}  // namespace gantry::plan
