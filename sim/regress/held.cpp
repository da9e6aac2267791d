// SPDX-License-Identifier: Apache-2.0
#include "regress/held.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "metric/metric_schema.h"
#include "output/run_report.h"
#include "result/output_names.h"
#include "result/written_schemas.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// A switch of `output` and the files that it is about.
struct Switch {
  std::string name;
  std::vector<std::string> files;
  bool asks_why = false;
  [[nodiscard]] bool writes(std::string_view file) const {
    return std::find(files.begin(), files.end(), file) != files.end();
  }
  [[nodiscard]] bool of_tables() const {
    return std::all_of(files.begin(), files.end(), [](const std::string& file) {
      return file.size() > 4 && file.compare(file.size() - 4, 4, ".csv") == 0;
    });
  }
};

Switch switch_of(const ReportEntry& report) { return {report.name, report.files, report.asks_why}; }

std::vector<Switch> switches(CaseKind kind) {
  std::vector<Switch> all;
  if (kind == CaseKind::machine) {
    for (const ReportEntry& report : run_reports().entries()) all.push_back(switch_of(report));
  } else if (kind == CaseKind::serving) {
    all = {{"sessions", {kSessionsFile}},
           {"batches", {kBatchesFile}},
           {"visits", {kVisitsFile}},
           {"decisions", {kDecisionsFile}},
           {"trace", {kTraceFile}}};
    for (const char* traffic : {"links", "packets", "pictures"}) all.push_back(switch_of(*run_reports().find(traffic)));
  } else if (kind == CaseKind::network) {
    all = {{"", {kLinksFile, kPacketsFile}}};
  } else {
    all = {{"", {kPicksFile}}};
  }
  return all;
}

const nlohmann::json& schema_of_metrics(CaseKind kind) {
  static const std::array<const char*, 4> kNames = {"summary", "serving_summary", "network_result", "pick_summary"};
  static const std::map<std::string, nlohmann::json> kSchemas = [] {
    std::map<std::string, nlohmann::json> all;
    for (const WrittenSchema& schema : written_schemas()) {
      if (std::find(kNames.begin(), kNames.end(), std::string_view(schema.name)) != kNames.end())
        all.emplace(schema.name, nlohmann::json::parse(schema.text));
    }
    return all;
  }();
  return kSchemas.at(kNames[static_cast<std::size_t>(kind)]);
}

}  // namespace

const char* metrics_file(CaseKind kind) { return kind == CaseKind::network ? kNetworkFile : kSummaryFile; }

std::optional<Diagnostic> not_held(CaseKind kind, const HeldMetric& metric) {
  const auto fault = metric_fault(schema_of_metrics(kind), metric.path, metrics_file(kind));
  if (!fault) return std::nullopt;
  return Diagnostic{metric.where, fault->text};
}

std::optional<Diagnostic> not_held(CaseKind kind, const HeldTable& table) {
  const std::vector<Switch> all = switches(kind);
  std::vector<std::string_view> files;
  for (const Switch& one : all) files.insert(files.end(), one.files.begin(), one.files.end());
  if (std::find(files.begin(), files.end(), table.file) != files.end()) return std::nullopt;
  const std::string meant = did_you_mean(table.file, files);
  return Diagnostic{table.where, "no file " + in_quotes(table.file) + " is written" +
                                     (meant.empty() ? " (expected " + alternatives(files) + ')' : meant)};
}

std::vector<std::string> report_sets(const RegressCase& one) {
  std::vector<std::string> sets;
  if (one.kind != CaseKind::machine && one.kind != CaseKind::serving) return sets;
  const bool asks_why = std::any_of(one.metrics.begin(), one.metrics.end(),
                                    [](const HeldMetric& metric) { return needs_critical_path(metric.path); });
  for (const Switch& output : switches(one.kind)) {
    const bool held = std::any_of(one.tables.begin(), one.tables.end(),
                                  [&](const HeldTable& table) { return output.writes(table.file); });
    if (held || (asks_why && output.asks_why)) {
      sets.push_back("output." + output.name + "=true");
    } else if (!one.invariants || !output.of_tables()) {
      sets.push_back("output." + output.name + "=false");
    }
  }
  return sets;
}

}  // namespace gantry
