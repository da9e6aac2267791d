// SPDX-License-Identifier: Apache-2.0
#include "result/study_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "result/json_file.h"
#include "result/output_names.h"
#include "text/csv_reader.h"
#include "text/escape.h"

namespace gantry {
namespace {

using Json = nlohmann::json;

constexpr const char* kSchema = "gantry-study-1";
constexpr std::size_t kNoColumn = ~std::size_t{0};

/// Looks up keys and reports what is missing or of the wrong kind; then gives a value of the right kind.
class Keys {
 public:
  Keys(std::string path, Diagnostics& problems) : path_(std::move(path)), problems_(problems) {}

  /// JSON parsers keep no positions of values; the key's path says where to look.
  void fault(const std::string& what) { problems_.error({path_, 1, 1}, what); }

  const Json& object(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_object, "an object", empty_object_);
  }
  const Json& array(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_array, "an array", empty_array_);
  }
  std::uint64_t count(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_number_unsigned, "a whole number from 0", zero_).get<std::uint64_t>();
  }
  double number(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_number, "a number", zero_).get<double>();
  }
  std::string text(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_string, "a string", empty_text_).get<std::string>();
  }
  bool flag(const Json& in, const std::string& where, const char* key) {
    return get(in, where, key, &Json::is_boolean, "true or false", false_).get<bool>();
  }

 private:
  const Json& get(const Json& in, const std::string& where, const char* key, bool (Json::*is_right)() const noexcept,
                  const char* right, const Json& otherwise) {
    const std::string name = where.empty() ? key : where + '.' + key;
    const auto at = in.is_object() ? in.find(key) : in.end();
    if (at == in.end()) {
      fault(name + " is missing (expected " + right + ")");
      return otherwise;
    }
    if (((*at).*is_right)()) return *at;
    fault(name + " is " + at->type_name() + " (expected " + right + ")");
    return otherwise;
  }

  std::string path_;
  Diagnostics& problems_;
  const Json empty_object_ = Json::object();
  const Json empty_array_ = Json::array();
  const Json zero_ = std::uint64_t{0};
  const Json empty_text_ = "";
  const Json false_ = false;
};

std::vector<std::string> texts(Keys& keys, const Json& list, const std::string& where) {
  std::vector<std::string> all;
  for (const Json& text : list) {
    if (text.is_string()) {
      all.push_back(text.get<std::string>());
    } else {
      keys.fault(where + " holds what is no string");
    }
  }
  return all;
}

WrittenAxis read_axis(Keys& keys, const Json& json, const std::string& where) {
  WrittenAxis axis;
  axis.columns = texts(keys, keys.array(json, where, "columns"), where + ".columns");
  axis.ordered = keys.flag(json, where, "ordered");
  for (const Json& choice : keys.array(json, where, "choices")) {
    axis.choices.push_back(choice.is_array() ? texts(keys, choice, where + ".choices") : std::vector<std::string>());
    if (axis.choices.back().size() != axis.columns.size())
      keys.fault(where + ".choices has one of another length than its columns");
  }
  if (axis.columns.empty()) keys.fault(where + ".columns is empty");
  return axis;
}

WrittenStudy read_head(Keys& keys, const Json& root) {
  WrittenStudy study;
  study.name = keys.text(root, "", "study");
  study.search = keys.text(root, "", "search");
  study.parts = keys.flag(root, "", "parts");
  study.workloads = texts(keys, keys.array(root, "", "workloads"), "workloads");
  std::size_t at = 0;
  for (const Json& axis : keys.array(root, "", "axes"))
    study.axes.push_back(read_axis(keys, axis, fmt::format("axes.{}", at++)));
  for (const Json& key : keys.array(root, "", "derived")) study.derived.push_back(keys.text(key, "derived", "key"));
  for (const Json& metric : keys.array(root, "", "metrics"))
    study.metrics.push_back(keys.text(metric, "metrics", "name"));
  study.constraints = texts(keys, keys.array(root, "", "constraints"), "constraints");
  study.repeats = keys.count(root, "", "repeats");
  if (root.contains("without_cost")) study.costless = texts(keys, keys.array(root, "", "without_cost"), "without_cost");
  for (const Json& one : keys.array(root, "", "objectives")) {
    const std::string name = keys.text(one, "objectives", "metric");
    const auto metric = std::find(study.metrics.begin(), study.metrics.end(), name);
    if (metric == study.metrics.end()) keys.fault("objectives names a metric that is none");
    study.objectives.push_back({static_cast<std::size_t>(metric - study.metrics.begin()),
                                keys.text(one, "objectives", "direction") == "maximise"});
  }
  if (study.objectives.empty()) keys.fault("objectives is empty");
  return study;
}

/// Where everything stands in a row of the tables.
struct Columns {
  std::string header;
  std::size_t count = 0;
  std::size_t workload = kNoColumn;
  std::size_t part = kNoColumn;
  std::size_t axes = 0;
  std::size_t derived = 0;
  std::vector<std::size_t> metrics;      ///< of an axis or a derived key where it is one
  std::vector<std::size_t> half_widths;  ///< kNoColumn: it has none
  std::size_t broken = kNoColumn;
  std::size_t message = 0;
};

Columns columns_of(const WrittenStudy& study, bool workloads) {
  Columns columns;
  fmt::memory_buffer header;
  std::map<std::string, std::size_t> keys;
  const auto add = [&](const std::string& name) {
    if (columns.count > 0) header.push_back(',');
    append_csv(header, name);
    return columns.count++;
  };
  for (const char* name : {"number", "id", "state"}) add(name);
  if (workloads) columns.workload = add("workload");
  if (study.parts) columns.part = add("part");
  columns.axes = columns.count;
  for (const WrittenAxis& axis : study.axes) {
    for (const std::string& column : axis.columns) keys.emplace(column, add(column));
  }
  columns.derived = columns.count;
  for (const std::string& key : study.derived) keys.emplace(key, add(key));
  for (const std::string& metric : study.metrics) {
    const auto key = keys.find(metric);
    columns.metrics.push_back(key != keys.end() ? key->second : add(metric));
    const bool has_width = study.repeats > 1 && key == keys.end();
    columns.half_widths.push_back(has_width ? add(metric + "_half_width") : kNoColumn);
  }
  if (!study.constraints.empty()) columns.broken = add("broken");
  if (!study.constraints.empty() && study.repeats > 1) add("held");
  columns.message = add("message");
  columns.header = fmt::to_string(header);
  return columns;
}

class RowReader {
 public:
  RowReader(const WrittenStudy& study, const Columns& columns) : study_(study), columns_(columns) {
    for (const WrittenAxis& axis : study.axes) {
      auto& numbers = choices_.emplace_back();
      for (std::size_t i = 0; i < axis.choices.size(); ++i)
        numbers.emplace(axis.choices[i], static_cast<std::uint32_t>(i));
    }
  }

  WrittenPoint read(CsvReader& row) const {
    WrittenPoint point;
    point.number = row.number(0, ~std::uint64_t{0} >> 1U);
    point.id = row.field(1);
    point.state = row.field(2);
    // The id leads to a folder.
    if (point.id.find_first_not_of("0123456789abcdef") != std::string::npos) row.fault(1, "no id of a point");
    if (columns_.workload != kNoColumn) point.workload = workload(row);
    std::size_t column = columns_.axes;
    for (std::size_t a = 0; a < study_.axes.size(); ++a) {
      std::vector<std::string> cells;
      for (std::size_t i = 0; i < study_.axes[a].columns.size(); ++i) cells.emplace_back(row.field(column + i));
      const auto at = choices_[a].find(cells);
      if (at == choices_[a].end()) row.fault(column, "no value of this axis (study.json has them)");
      point.choice.push_back(at == choices_[a].end() ? 0 : at->second);
      column += cells.size();
    }
    for (std::size_t d = 0; d < study_.derived.size(); ++d) point.derived.emplace_back(row.field(columns_.derived + d));
    for (std::size_t m = 0; m < study_.metrics.size(); ++m) point.metrics.push_back(metric(row, m));
    if (columns_.broken != kNoColumn) {
      point.knows_broken = !row.field(columns_.broken).empty();
      if (point.knows_broken) point.broken = row.number(columns_.broken, study_.constraints.size());
    }
    point.message = row.field(columns_.message);
    return point;
  }

 private:
  std::size_t workload(CsvReader& row) const {
    const auto at = std::find(study_.workloads.begin(), study_.workloads.end(), row.field(columns_.workload));
    if (at != study_.workloads.end()) return static_cast<std::size_t>(at - study_.workloads.begin());
    row.fault(columns_.workload, "no workload of the study");
    return 0;
  }
  std::optional<WrittenMetricValue> metric(CsvReader& row, std::size_t m) const {
    const std::size_t column = columns_.metrics[m];
    const bool is_key = column < columns_.derived + study_.derived.size();
    WrittenMetricValue value;
    value.text = row.field(column);
    if (value.text.empty()) return std::nullopt;
    // A key may be a word, which is no number then.
    if (is_key && value.text.find_first_not_of("0123456789.") != std::string::npos) return std::nullopt;
    value.number = row.decimal(column);
    const std::size_t width = columns_.half_widths[m];
    if (width != kNoColumn && !row.field(width).empty()) value.half_width = row.decimal(width);
    return value;
  }

  const WrittenStudy& study_;
  const Columns& columns_;
  std::vector<std::map<std::vector<std::string>, std::uint32_t>> choices_;
};

void read_points(const std::string& directory, const Columns& columns, WrittenStudy& study, Diagnostics& problems) {
  const RowReader reader(study, columns);
  CsvReader points(directory + '/' + kPointsTable, columns.header, problems);
  std::map<std::uint64_t, std::size_t> by_number;
  while (problems.ok() && points.next()) {
    WrittenPoint point = reader.read(points);
    if (columns.part != kNoColumn && points.decimal(columns.part) < 1.0) {
      ++study.partial;
      continue;
    }
    if (!by_number.emplace(point.number, study.points.size()).second) points.fault(0, "there twice");
    study.points.push_back(std::move(point));
  }
  const std::string front = directory + '/' + kParetoTable;
  std::error_code ignored;
  study.has_front = std::filesystem::exists(front, ignored);
  if (!study.has_front || !problems.ok()) return;
  CsvReader rows(front, columns.header, problems);
  while (problems.ok() && rows.next()) {
    const auto at = by_number.find(rows.number(0, ~std::uint64_t{0} >> 1U));
    if (at == by_number.end()) {
      rows.fault(0, "no point of points.csv");
    } else {
      study.points[at->second].front = true;
    }
  }
}

}  // namespace

bool is_study(const std::string& directory) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(directory + '/' + kStudyFile, ignored);
}

std::optional<WrittenStudy> read_written_study(const std::string& directory, Diagnostics& problems) {
  const std::string path = directory + '/' + kStudyFile;
  const auto root = parse_summary(path, problems);
  if (!root) return std::nullopt;
  Keys keys(path, problems);
  if (!root->is_object() || root->value("schema", nlohmann::json()) != kSchema) {
    keys.fault(std::string("unknown schema (expected \"") + kSchema + "\")");
    return std::nullopt;
  }
  WrittenStudy study = read_head(keys, *root);
  if (!problems.ok()) return std::nullopt;
  const Columns columns = columns_of(study, !study.workloads.empty());
  if (study.workloads.empty()) study.workloads.emplace_back();
  read_points(directory, columns, study, problems);
  if (!problems.ok()) return std::nullopt;
  return study;
}

}  // namespace gantry
