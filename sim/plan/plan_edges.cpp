// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_edges.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "gantry/base/saturating.h"
#include "gantry/plan/graph.h"
#include "plan/plan_machine.h"
#include "workload/data_check.h"
#include "workload/edge_data.h"

namespace gantry {
namespace {

/// Whether a transfer between the two is none in the plan.
bool together(const plan::Placement& from, const plan::Placement& to) {
  if (from.processors.size() == 1 && to.processors.size() == 1) return from.processors == to.processors;
  return from.part && from.part == to.part;
}

}  // namespace

bool counts_transfers(const plan::Values& parameters) {
  const plan::Value* edges = parameters.find("edges");
  const auto* word = edges == nullptr ? nullptr : std::get_if<std::string>(edges);
  if (word != nullptr && *word == "data") return true;
  const plan::TransferCost cost = transfer_cost_of(parameters);
  return (parameters.find("cycles_per_byte") != nullptr && cost.per_byte_billionths > 0) ||
         (parameters.find("latency") != nullptr && cost.latency_billionths > 0);
}

void leave_edges_to_objects(Workload& workload, const plan::Values& parameters) {
  if (!workload.foreign || workload.edges_are_data || !counts_transfers(parameters)) return;
  const auto less = [](std::uint64_t& bytes, std::uint64_t edge) { bytes -= std::min(bytes, edge); };
  for (WorkloadTask& reader : workload.tasks) {
    for (const WorkloadEdge& edge : reader.after) {
      WorkloadTask& writer = workload.tasks[edge.task];
      if (!carries_object(edge, reader, writer)) continue;
      less(reader.input_bytes, edge.bytes);
      less(writer.output_bytes, edge.bytes);
    }
  }
}

UnmovedEdges unmoved_edges(const plan::Plan& plan, const Workload& workload) {
  UnmovedEdges unmoved;
  if (!workload.model.operators.empty()) return unmoved;
  std::vector<const plan::Placement*> place(workload.tasks.size(), nullptr);
  for (const plan::Placement& one : plan.placement) place[one.task] = &one;
  const std::vector<std::uint32_t> fates = fates_of(workload);
  const plan::Graph graph(workload);
  for (const plan::Edge& edge : graph.edges()) {
    if (edge.bytes == 0 || place[edge.from] == nullptr || place[edge.to] == nullptr) continue;
    if (together(*place[edge.from], *place[edge.to])) continue;
    const bool carried = workload.edges_are_data && workload.tasks[edge.from].cls != TaskClass::event &&
                         workload.tasks[edge.to].cls != TaskClass::event && fates[edge.from] == fates[edge.to];
    if (carried) continue;
    ++unmoved.edges;
    unmoved.bytes = saturating_add(unmoved.bytes, edge.bytes);
  }
  return unmoved;
}

}  // namespace gantry
