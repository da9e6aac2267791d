// SPDX-License-Identifier: Apache-2.0
#include "output/plan_comparison.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <variant>

#include "gantry/base/one_line.h"
#include "result/provenance_json.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;

std::string ratio_text(std::optional<double> ratio) { return ratio ? fmt::format("{:.3f}", *ratio) : "-"; }

double times_planned(const ComparedPlan& plan) {
  return plan.makespan() == 0 ? 1.0 : static_cast<double>(*plan.machine) / static_cast<double>(plan.makespan());
}

Json values_json(const plan::Values& values) {
  Json json = Json::object();
  for (const auto& item : values.items()) {
    std::visit([&](const auto& value) { json[item.first] = value; }, item.second);
  }
  return json;
}

}  // namespace

std::optional<double> ComparedPlan::ratio(const std::string& name) const {
  const plan::Value* value = metrics.find(name);
  const auto* number = value == nullptr ? nullptr : std::get_if<double>(value);
  return number == nullptr ? std::nullopt : std::optional<double>(*number);
}

std::string plan_comparison_text(const PlanComparison& comparison) {
  std::vector<TextTable::Column> columns = {{"method", TextTable::Align::left}, {"makespan"}};
  if (comparison.improved) columns.push_back({"as listed"});
  columns.insert(columns.end(), {{"gap"}, {"speedup"}, {"plan s"}, {"ideal"}});
  if (comparison.on_machine()) columns.insert(columns.end(), {{"machine"}, {"times planned"}});
  TextTable table(columns);
  for (const ComparedPlan& plan : comparison.plans) {
    std::vector<std::string> row = {plan.method, grouped(plan.makespan())};
    if (comparison.improved) row.push_back(grouped(plan::whole(plan.metrics, "listed").value_or(plan.makespan())));
    const std::optional<double> gap = plan.ratio("gap");
    row.push_back(gap ? fmt::format("{:.2f} %", *gap * 100.0) : "-");
    row.push_back(ratio_text(plan.ratio("speedup")));
    row.push_back(fmt::format("{:.3f}", plan.plan_seconds));
    row.push_back(grouped(plan.ideal));
    if (plan.machine) row.insert(row.end(), {grouped(*plan.machine), fmt::format("{:.4f}", times_planned(plan))});
    table.add(row);
  }
  return fmt::format("{}, {} tasks on {}: no schedule is shorter than {} cycles\n\n{}", one_line(comparison.workload),
                     grouped(comparison.tasks), one_line(comparison.machine), grouped(comparison.bound), table.text());
}

std::string plan_comparison_json(const PlanComparison& comparison) {
  Json root = Json::object();
  root["schema"] = kPlanComparisonSchema;
  root["workload"] = comparison.workload;
  root["tasks"] = comparison.tasks;
  root["parameters"] = values_json(comparison.parameters);
  root["lower_bound"] = comparison.bound;
  root["plans"] = Json::array();
  for (const ComparedPlan& plan : comparison.plans) {
    Json json = {{"method", plan.method}, {"metrics", values_json(plan.metrics)}};
    json["plan_seconds"] = plan.plan_seconds;
    json["ideal_cycles"] = plan.ideal;
    json["machine_cycles"] = plan.machine ? Json(*plan.machine) : Json(nullptr);
    json["times_planned"] = plan.machine ? Json(times_planned(plan)) : Json(nullptr);
    root["plans"].push_back(std::move(json));
  }
  root["provenance"] = provenance_json(comparison.provenance);
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry
