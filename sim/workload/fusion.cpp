// SPDX-License-Identifier: Apache-2.0
// The producer's only reader is the operator that joins it, so no path leads from the producer around that operator to
// one of its other inputs, and the joined graph has no cycle either.
#include "workload/fusion.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gantry/base/saturating.h"

namespace gantry {
namespace {

constexpr std::uint32_t kNobody = 0xffffffff;

std::uint64_t without(std::uint64_t all, std::uint64_t part) { return all > part ? all - part : 0; }

class Fusion {
 public:
  explicit Fusion(Workload& workload)
      : workload_(workload), operators_(workload.model.operators), uses_(workload.model.uses) {}

  void run() {
    const std::size_t tasks = workload_.tasks.size();
    joined_.assign(tasks, kNobody);
    readers_.assign(tasks, 0);
    order_.resize(tasks);
    const std::vector<std::uint32_t> order = topological_order(workload_).order;
    for (std::uint32_t i = 0; i < tasks; ++i) order_[order[i]] = i;
    for (std::uint32_t t = 0; t < tasks; ++t) {
      for (const std::uint32_t from : predecessors(t)) ++readers_[from];
    }
    for (const std::uint32_t t : order) join(t);
    remove();
  }

 private:
  [[nodiscard]] std::uint32_t owner(std::uint32_t task) const {
    return joined_[task] == kNobody ? task : joined_[task];
  }
  /// Each predecessor once, as the operator that took it.
  [[nodiscard]] std::vector<std::uint32_t> predecessors(std::uint32_t task) const {
    std::vector<std::uint32_t> all;
    for (const WorkloadEdge& edge : workload_.tasks[task].after) all.push_back(owner(edge.task));
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
  void join(std::uint32_t task);
  static void join_uses(const OperatorUse& from, OperatorUse& to);
  void remove();

  Workload& workload_;
  std::vector<Operator>& operators_;
  std::vector<OperatorUse>& uses_;
  std::vector<std::uint32_t> joined_;   ///< operator that took the task; kNobody: none
  std::vector<std::uint32_t> readers_;  ///< by task: how many tasks read its result
  std::vector<std::uint32_t>
      order_;  ///< position of a task, or of the last one that joined it, in the topological order
};

/// What the joined operator reads of the producer stays within the task.
void Fusion::join_uses(const OperatorUse& from, OperatorUse& to) {
  const auto has = [](const std::vector<std::uint32_t>& list, std::uint32_t tensor) {
    return std::find(list.begin(), list.end(), tensor) != list.end();
  };
  for (const auto* operands : {&from.input, &from.second}) {
    for (const std::uint32_t tensor : *operands) {
      if (!has(to.output, tensor) && !has(to.input, tensor) && !has(to.second, tensor)) to.second.push_back(tensor);
    }
  }
  for (const std::uint32_t tensor : from.weights) {
    if (!has(to.weights, tensor)) to.weights.push_back(tensor);
  }
  to.output = from.output;
}

/// Leaves the types of processors that both have, with the sum of their cycles. Lists without times are for all types.
std::vector<OperatorTime> added(const std::vector<OperatorTime>& a, const std::vector<OperatorTime>& b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  std::vector<OperatorTime> sum;
  for (const OperatorTime& one : a) {
    for (const OperatorTime& other : b) {
      if (one.type == other.type) sum.push_back({one.type, saturating_add(one.cycles, other.cycles)});
    }
  }
  return sum;
}

/// Whether some type of processors may run two operators.
bool have_common_type(const Operator& a, const Operator& b) {
  std::vector<OperatorTime> all;
  bool any = false;
  for (const auto* list : {&a.times, &a.fused_times, &b.times, &b.fused_times}) {
    all = added(all, *list);
    any = any || !list->empty();
    if (any && all.empty()) return false;
  }
  return true;
}

void Fusion::join(std::uint32_t task) {
  Operator& op = operators_[task];
  if (op.kind != OperatorKind::elementwise) return;
  std::uint32_t producer = kNobody;
  for (const std::uint32_t from : predecessors(task)) {
    const OperatorKind kind = operators_[from].kind;
    const bool takes = kind != OperatorKind::none && kind != OperatorKind::view && kind != OperatorKind::movement;
    if (takes && readers_[from] == 1 && (producer == kNobody || order_[from] > order_[producer])) producer = from;
  }
  if (producer == kNobody || !have_common_type(op, operators_[producer])) return;
  Operator& to = operators_[producer];
  TensorSize others = op.input;
  others.add(op.second);
  others = {without(others.elements, to.output.elements), without(others.bytes, to.output.bytes)};
  to.second.add(others);
  to.weights.add(op.weights);
  to.fused = saturating_add(to.fused, saturating_add(op.times.empty() ? op.elements : 0, op.fused));
  to.fused_times = added(added(to.fused_times, op.times), op.fused_times);
  to.output = op.output;
  if (!uses_.empty()) join_uses(uses_[task], uses_[producer]);
  std::vector<WorkloadEdge>& after = workload_.tasks[producer].after;
  for (const WorkloadEdge& edge : workload_.tasks[task].after) {
    if (owner(edge.task) != producer) after.push_back(edge);
  }
  joined_[task] = producer;
  readers_[producer] = readers_[task];
  order_[producer] = order_[task];
}

/// Joined tasks go; the edges that named them name the operators that took them.
void Fusion::remove() {
  std::vector<std::uint32_t> number(workload_.tasks.size(), 0);
  std::uint32_t kept = 0;
  for (std::uint32_t t = 0; t < workload_.tasks.size(); ++t) {
    if (joined_[t] == kNobody) number[t] = kept++;
  }
  for (std::uint32_t t = 0; t < workload_.tasks.size(); ++t) {
    if (joined_[t] != kNobody) continue;
    for (WorkloadEdge& edge : workload_.tasks[t].after) edge.task = number[owner(edge.task)];
    if (number[t] == t) continue;
    workload_.tasks[number[t]] = std::move(workload_.tasks[t]);
    operators_[number[t]] = std::move(operators_[t]);
    if (!uses_.empty()) uses_[number[t]] = std::move(uses_[t]);
  }
  workload_.tasks.resize(kept);
  operators_.resize(kept);
  if (!uses_.empty()) uses_.resize(kept);
}

}  // namespace

void fuse_operators(Workload& workload) { Fusion(workload).run(); }

}  // namespace gantry
