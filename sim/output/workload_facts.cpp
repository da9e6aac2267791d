// SPDX-License-Identifier: Apache-2.0
#include "output/workload_facts.h"

#include <nlohmann/json.hpp>

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

}  // namespace

std::string workload_facts_json(const Workload& workload) {
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
  return json.dump(2) + '\n';
}

}  // namespace gantry
