// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_tables.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "gantry/base/millionths.h"
#include "output/whole_file.h"
#include "result/output_names.h"
#include "sweep/point_store.h"
#include "sweep/search.h"
#include "sweep/study_database.h"
#include "sweep/study_run.h"
#include "text/escape.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStudySchema = "gantry-study-1";
constexpr const char* kHalfWidth = "_half_width";

std::string place_of(const std::string& directory, const char* file) { return (fs::path(directory) / file).string(); }

std::string state_text(PointState state) { return std::string(kPointStates[static_cast<std::size_t>(state)]); }

std::string value_text(const std::optional<MetricValue>& value) { return value ? value->text : std::string(); }

bool runs_parts(const Study& study) { return searches().find(study.search.method)->parts; }

/// Whether rows say in how many seeds each constraint holds.
bool has_held(const Study& study) { return study.repeats > 1 && !study.constraints.empty(); }

std::vector<std::string> row_cells(const Study& study, const PointRow& row) {
  std::vector<std::string> cells = {std::to_string(row.number), row.id, state_text(row.state)};
  if (!study.workloads.empty()) cells.push_back(row.workload);
  if (runs_parts(study)) cells.push_back(millionths_text(row.part));
  cells.insert(cells.end(), row.cells.begin(), row.cells.end());
  for (std::size_t m = 0; m < row.metrics.size(); ++m) {
    if (study.metrics[m].is_key) continue;
    cells.push_back(value_text(row.metrics[m]));
    if (study.repeats > 1) cells.push_back(row.half_widths[m] ? fmt::format("{}", *row.half_widths[m]) : "");
  }
  if (!study.constraints.empty()) cells.push_back(row.broken ? std::to_string(*row.broken) : "");
  if (has_held(study)) cells.push_back(fmt::format("{}", fmt::join(row.held, " ")));
  cells.push_back(row.message);
  return cells;
}

StudyTable front_table(const Study& study, const StudyResult& result) {
  StudyTable table = points_table(study, {});
  for (const std::size_t i : result.front) table.rows.push_back(row_cells(study, result.rows[i]));
  return table;
}

}  // namespace

StudyTable points_table(const Study& study, const std::vector<PointRow>& rows) {
  StudyTable table;
  table.columns = {{"number"}, {"id", true}, {"state", true}};
  if (!study.workloads.empty()) table.columns.push_back({"workload", true});
  if (runs_parts(study)) table.columns.push_back({"part"});
  for (const StudyAxis& axis : study.axes) {
    for (const std::string& column : axis.columns) table.columns.push_back({column});
  }
  for (const DerivedKey& key : study.derive) table.columns.push_back({key.key});
  for (const StudyMetric& metric : study.metrics) {
    if (metric.is_key) continue;
    table.columns.push_back({metric.name});
    if (study.repeats > 1) table.columns.push_back({metric.name + kHalfWidth});
  }
  if (!study.constraints.empty()) table.columns.push_back({"broken"});
  if (has_held(study)) table.columns.push_back({"held", true});
  table.columns.push_back({"message", true});
  for (const PointRow& row : rows) table.rows.push_back(row_cells(study, row));
  return table;
}

StudyTable repeats_table(const Study& study, const std::vector<RepeatRow>& rows) {
  StudyTable table;
  table.columns = {{"number"}, {"seed"}, {"id", true}, {"state", true}};
  for (const StudyMetric& metric : study.metrics) table.columns.push_back({metric.name});
  table.columns.push_back({"message", true});
  for (const RepeatRow& row : rows) {
    auto& cells = table.rows.emplace_back();
    cells = {std::to_string(row.number), std::to_string(row.seed), row.id, state_text(row.state)};
    for (const auto& value : row.metrics) cells.push_back(value_text(value));
    cells.push_back(row.message);
  }
  return table;
}

std::string csv_text(const StudyTable& table) {
  fmt::memory_buffer out;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) out.push_back(',');
    append_csv(out, table.columns[i].name);
  }
  out.push_back('\n');
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out.push_back(',');
      append_csv(out, row[i]);
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

std::string study_json(const Study& study, const std::vector<std::string>& costless) {
  using Json = nlohmann::ordered_json;
  Json json = {{"schema", kStudySchema}, {"study", study.name}, {"search", study.search.method}};
  json["parts"] = runs_parts(study);
  json["workloads"] = Json::array();
  for (const StudyWorkload& workload : study.workloads) json["workloads"].push_back(workload.name);
  json["axes"] = Json::array();
  for (const StudyAxis& axis : study.axes) {
    Json one = {{"columns", axis.columns}, {"ordered", axis.ordered}, {"choices", Json::array()}};
    for (const StudyChoice& choice : axis.choices) one["choices"].push_back(choice.cells);
    json["axes"].push_back(std::move(one));
  }
  json["derived"] = Json::array();
  for (const DerivedKey& key : study.derive)
    json["derived"].push_back({{"key", key.key}, {"expression", key.expression.text()}});
  json["metrics"] = Json::array();
  for (const StudyMetric& metric : study.metrics)
    json["metrics"].push_back({{"name", metric.name}, {"expression", metric.expression.text()}});
  json["objectives"] = Json::array();
  for (const StudyObjective& objective : study.objectives) {
    json["objectives"].push_back({{"metric", study.metrics[objective.metric].name},
                                  {"direction", objective.maximise ? "maximise" : "minimise"}});
  }
  json["constraints"] = Json::array();
  for (const Expression& constraint : study.constraints) json["constraints"].push_back(constraint.text());
  json["repeats"] = study.repeats;
  if (!costless.empty()) json["without_cost"] = costless;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::vector<std::string> study_outputs(const std::string& directory) {
  std::vector<std::string> all;
  for (const char* file : {kStudyFile, kPointsTable, kParetoTable, kRepeatsTable, kStudyDatabase})
    all.push_back(place_of(directory, file));
  return all;
}

void begin_study_tables(const Study& study, const std::string& directory, const StudyResult& result) {
  std::error_code ignored;
  for (const char* file : {kParetoTable, kRepeatsTable, kStudyDatabase}) fs::remove(place_of(directory, file), ignored);
  write_whole_file(place_of(directory, kStudyFile), study_json(study, result.costless));
  write_whole_file(place_of(directory, kPointsTable), csv_text(points_table(study, result.rows)));
}

void write_study_tables(const Study& study, const std::string& directory, const StudyResult& result) {
  const StudyTable points = points_table(study, result.rows);
  const StudyTable repeats = repeats_table(study, result.repeats);
  const auto write = [&](const char* file, const std::string& text) {
    write_whole_file(place_of(directory, file), text);
  };
  std::error_code ignored;
  if (study.repeats == 1) fs::remove(place_of(directory, kRepeatsTable), ignored);
  const std::string head = study_json(study, result.costless);
  write(kStudyFile, head);
  write(kPointsTable, csv_text(points));
  write(kParetoTable, csv_text(front_table(study, result)));
  if (study.repeats > 1) write(kRepeatsTable, csv_text(repeats));
  write_study_database(place_of(directory, kStudyDatabase), head, points, repeats, result.front);
}

}  // namespace gantry
