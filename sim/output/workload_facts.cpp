// SPDX-License-Identifier: Apache-2.0
#include "output/workload_facts.h"

#include <nlohmann/json.hpp>

#include "gantry/base/saturating.h"

namespace gantry {

namespace {

using Json = nlohmann::ordered_json;

/// A sum in the file's unit: whole numbers without a point, others so that they read back the same.
Json in_unit(double value) {
  constexpr double kWhole = 9007199254740992.0;  // 2^53
  if (value < kWhole && value == static_cast<double>(static_cast<std::uint64_t>(value))) {
    return static_cast<std::uint64_t>(value);
  }
  return value;
}

/// Operators by type in the order of their first task, multiply-accumulates, and bytes with the types of the file.
void add_operators(Json& json, const OperatorGraph& model) {
  Json counts = Json::object();
  std::uint64_t macs = 0;
  TensorSize activations;
  for (const Operator& op : model.operators) {
    if (op.kind == OperatorKind::none) continue;
    Json& count = counts[op.type];
    count = (count.is_null() ? 0 : count.get<std::uint64_t>()) + 1;
    macs = saturating_add(macs, op.macs);
    activations.add(op.output);
  }
  json["operators"] = counts;
  json["macs"] = macs;
  json["weight_elements"] = model.weights.elements;
  json["weight_bytes"] = model.weights.bytes;
  json["activation_bytes"] = activations.bytes;
}

/// What the lowering makes of the operators, without the limits of a machine.
Json lowered_json(const Workload& lowered) {
  const WorkloadFacts known = facts(lowered);
  std::uint64_t jobs = 0;
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  for (const WorkloadTask& task : lowered.tasks) {
    jobs += task.jobs;
    reads = saturating_add(reads, saturating_multiply(task.jobs, task.input_bytes));
    writes = saturating_add(writes, saturating_multiply(task.jobs, task.output_bytes));
  }
  return {{"tasks", known.tasks},           {"jobs", jobs},         {"critical_path", known.critical_path},
          {"total_work", known.total_work}, {"input_bytes", reads}, {"output_bytes", writes}};
}

}  // namespace

std::string workload_facts_json(const Workload& workload, const Workload* lowered) {
  const WorkloadFacts known = facts(workload);
  Json json;
  json["tasks"] = known.tasks;
  json["edges"] = known.edges;
  json["critical_path"] = workload.foreign ? in_unit(known.unit_critical_path) : Json(known.critical_path);
  json["total_work"] = workload.foreign ? in_unit(known.unit_total_work) : Json(known.total_work);
  json["unit"] = workload.unit;
  json["depth"] = known.depth;
  json["widest_level"] = known.widest_level;
  if (workload.span) json["span_seconds"] = *workload.span;
  if (!workload.model.operators.empty()) add_operators(json, workload.model);
  if (lowered != nullptr) json["lowered"] = lowered_json(*lowered);
  return json.dump(2) + '\n';
}

}  // namespace gantry
