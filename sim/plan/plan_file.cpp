// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "result/provenance_json.h"
#include "text/file_kind.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;
using plan::Placement;
using plan::Plan;
using plan::Values;

constexpr std::uint64_t kMostNumber = std::numeric_limits<std::uint32_t>::max() - 1;

Json values_json(const Values& values) {
  Json json = Json::object();
  for (const auto& item : values.items()) {
    std::visit([&](const auto& value) { json[item.first] = value; }, item.second);
  }
  return json;
}

Json placement_json(const Placement& place, const Workload& workload) {
  Json json;
  json["task"] = workload.tasks[place.task].id;
  json["copy"] = place.copy;
  if (!place.processors.empty()) json["processors"] = place.processors;
  if (place.part) json["part"] = *place.part;
  if (place.start) json["start"] = *place.start;
  if (place.finish) json["finish"] = *place.finish;
  if (place.retiming) json["retiming"] = *place.retiming;
  return json;
}

/// A scalar of parameters or metrics as it was written.
plan::Value read_value(const YamlNode& node) {
  if (node.quoted) return node.text;
  if (node.text == "true" || node.text == "false") return node.text == "true";
  const bool digits = !node.text.empty() && node.text.size() <= 19 &&
                      std::all_of(node.text.begin(), node.text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits) return static_cast<std::uint64_t>(std::stoull(node.text));
  const auto decimal = parse_decimal(node.text.rfind('-', 0) == 0 ? node.text.substr(1) : node.text);
  if (!decimal) return node.text;
  return node.text.front() == '-' ? -to_double(*decimal) : to_double(*decimal);
}

class PlanReader {
 public:
  PlanReader(const Workload& workload, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) number_.emplace(workload.tasks[t].id, t);
  }

  void read_head(const YamlNode& document, Plan& plan) {
    MapReader map(document, "", diagnostics_);
    std::string schema;
    if (map.text("schema", schema) && schema != kPlanSchema) {
      map.error("schema", "must be " + std::string(kPlanSchema) + ", not " + in_quotes(schema));
    }
    if (!map.text("method", plan.method) && map.node().find("method") == nullptr) {
      diagnostics_.error(document.where(), "a plan needs the key `method`");
    }
    map.text("workload", plan.workload);
    read_values(map.find("parameters"), "parameters", plan.parameters);
    read_values(map.find("metrics"), "metrics", plan.metrics);
    map.find("provenance");  // for people
    if (map.find("placement") == nullptr) diagnostics_.error(document.where(), "a plan needs the list `placement`");
    map.finish();
  }

  void read_placement(const YamlNode& node, Plan& plan) {
    MapReader map(node, "placement[" + std::to_string(plan.placement.size()) + ']', diagnostics_);
    Placement place;
    std::string task;
    if (map.text("task", task)) {
      const auto at = number_.find(task);
      if (at == number_.end()) {
        map.error("task", "names " + in_quotes(task) + ", which is no task of the workload");
      } else {
        place.task = at->second;
      }
    } else if (node.is_map() && node.find("task") == nullptr) {
      diagnostics_.error(node.where(), "a placement needs the key `task`");
    }
    map.integer("copy", place.copy, 0, kMostNumber);
    if (const YamlNode* list = map.find("processors")) read_processors(*list, map, place);
    read_optional(map, "part", place.part, kMostNumber);
    read_optional(map, "start", place.start, plan::kLongest);
    read_optional(map, "finish", place.finish, plan::kLongest);
    read_optional(map, "retiming", place.retiming, kMostNumber);
    map.finish();
    plan.placement.push_back(std::move(place));
  }

 private:
  void read_values(const YamlNode* node, const std::string& what, Values& values) {
    if (node == nullptr) return;
    if (!node->is_map()) {
      diagnostics_.error(node->where(), what + " must be a map, not " + describe(*node));
      return;
    }
    for (std::size_t i = 0; i + 1 < node->items.size(); i += 2) {
      const YamlNode& value = node->items[i + 1];
      if (value.is_scalar()) {
        plan::Value read = read_value(value);
        if (const double* number = std::get_if<double>(&read); number != nullptr && !std::isfinite(*number))
          diagnostics_.error(value.where(), what + "." + node->items[i].text + " is too large a number");
        values.set(node->items[i].text, std::move(read));
      } else {
        diagnostics_.error(value.where(),
                           what + "." + node->items[i].text + " must be a number, a truth value or text");
      }
    }
  }

  void read_processors(const YamlNode& list, const MapReader& map, Placement& place) {
    if (!list.is_sequence()) {
      diagnostics_.error(list.where(), map.path("processors") + " must be a list, not " + describe(list));
      return;
    }
    for (const YamlNode& item : list.items) {
      const auto number = read_integer(item, map.path("processors"), 0, kMostNumber, diagnostics_);
      if (number) place.processors.push_back(static_cast<std::uint32_t>(*number));
    }
  }

  template <class Integer>
  void read_optional(MapReader& map, std::string_view key, std::optional<Integer>& value, std::uint64_t most) {
    Integer number = 0;
    if (map.integer(key, number, 0, most)) value = number;
  }

  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::uint32_t> number_;
};

}  // namespace

std::string plan_json(const Plan& plan, const Workload& workload, const Provenance& from) {
  std::string text = "{\n\"schema\": " + Json(kPlanSchema).dump() + ",\n\"method\": " + Json(plan.method).dump() +
                     (plan.workload.empty() ? "" : ",\n\"workload\": " + Json(plan.workload).dump()) +
                     ",\n\"parameters\": " + values_json(plan.parameters).dump() +
                     ",\n\"metrics\": " + values_json(plan.metrics).dump() +
                     (from.versions.empty() ? "" : ",\n\"provenance\": " + provenance_json(from).dump()) +
                     ",\n\"placement\": [\n";
  for (std::size_t i = 0; i < plan.placement.size(); ++i) {
    text += placement_json(plan.placement[i], workload).dump();
    text += i + 1 < plan.placement.size() ? ",\n" : "\n";
  }
  return text + "]\n}\n";
}

std::string plan_metrics_json(const Plan& plan, const Provenance& from) {
  Json json;
  json["schema"] = kPlanSchema;
  json["method"] = plan.method;
  json["workload"] = plan.workload;
  json["parameters"] = values_json(plan.parameters);
  json["metrics"] = values_json(plan.metrics);
  json["provenance"] = provenance_json(from);
  return json.dump(2) + '\n';
}

std::optional<Plan> read_plan_head(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const auto document = parse_yaml(text, file, diagnostics, {"placement", [](const YamlNode& /*node*/) {}});
  if (!document) return std::nullopt;
  Plan plan;
  const Workload none;
  if (refuse_other_kind(*document, FileKind::plan, diagnostics)) return std::nullopt;
  if (document->is_map()) {
    PlanReader(none, diagnostics).read_head(*document, plan);
  } else {
    diagnostics.error(document->where(), "a plan must be a map of keys, not " + describe(*document));
  }
  if (diagnostics.size() != before) return std::nullopt;
  return plan;
}

std::optional<Plan> read_plan(const std::string& text, const std::string& file, const Workload& workload,
                              Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  Plan plan;
  PlanReader reader(workload, diagnostics);
  const auto document = parse_yaml(text, file, diagnostics,
                                   {"placement", [&](const YamlNode& node) { reader.read_placement(node, plan); }});
  if (document && !refuse_other_kind(*document, FileKind::plan, diagnostics)) {
    if (document->is_map()) {
      reader.read_head(*document, plan);
    } else {
      diagnostics.error(document->where(), "a plan must be a map of keys, not " + describe(*document));
    }
  }
  if (!document || diagnostics.size() != before) return std::nullopt;
  return plan;
}

}  // namespace gantry
