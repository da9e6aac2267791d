// SPDX-License-Identifier: Apache-2.0
#include "calibrate/calibration_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "result/calibration_answer.h"
#include "result/result_writer.h"
#include "text/escape.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kMostWorst = 10;

std::string in_percent(double part) { return fmt::format("{:.2f} %", part * 100.0); }

std::uint64_t line_of(const MeasuredTable& table, std::size_t row) {
  return static_cast<std::uint64_t>(table.rows[row].where.front().line);
}

/// Names of the cells that are labels, for a reader.
std::string label_of(const MeasuredTable& table, std::size_t row) {
  std::string label;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i == table.measured || table.rows[row].cells[i].empty()) continue;
    if (!table.columns[i].key.empty()) continue;
    label += (label.empty() ? "" : " ") + table.rows[row].cells[i];
  }
  return one_line(label);
}

std::string keys_text(const Calibration& found) {
  if (found.keys.empty()) return {};
  std::size_t width = 3;
  for (const CalibratedKey& key : found.keys) width = std::max(width, key.key.path.size());
  std::string text = fmt::format("  {:<{}}  {:>12}  {:>12}  searched in\n", "key", width, "before", "found");
  for (const CalibratedKey& one : found.keys) {
    const NumberKey& key = one.key;
    text += fmt::format("  {:<{}}  {:>12}  {:>12}  {}..{}\n", key.path, width, key.text(key.value), key.text(one.found),
                        key.text(key.range.min), key.text(key.range.max));
  }
  return text + '\n';
}

void add_errors(TextTable& text, const std::string& name, const CalibrationErrors& errors, const MeasuredTable& table) {
  if (errors.rows + errors.absent == 0) return;
  std::vector<std::string> cells = {name, grouped(errors.rows), "-", "-", "-", "-"};
  if (errors.rows > 0) {
    cells[2] = in_percent(errors.median);
    cells[3] = in_percent(errors.p95);
    cells[4] = in_percent(errors.worst);
    cells[5] = std::to_string(line_of(table, errors.worst_row));
  }
  cells.push_back(errors.absent > 0 ? grouped(errors.absent) : "-");
  text.add(std::move(cells));
}

TextTable errors_table(std::string title) {
  return TextTable(
      {{std::move(title), Align::left}, {"with value"}, {"median"}, {"p95"}, {"worst"}, {"in line"}, {"without"}});
}

std::string groups_text(const Calibration& found, const MeasuredTable& table, const std::string& by) {
  const auto column = table.column(by);
  if (!column) return {};
  std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].fitted) continue;
    const std::string& cell = table.rows[row].cells[*column];
    auto at = std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == cell; });
    if (at == groups.end()) at = groups.insert(at, {cell, {}});
    at->second.push_back(row);
  }
  TextTable text = errors_table("held out, by " + by);
  for (const auto& [name, rows] : groups) add_errors(text, name, errors_of(found.rows, rows), table);
  return text.empty() ? std::string() : '\n' + text.text();
}

std::string worst_text(const Calibration& found, const MeasuredTable& table) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (!table.rows[row].fitted && found.rows[row].value) rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(found.rows[a].error) > std::abs(found.rows[b].error);
  });
  if (rows.size() > kMostWorst) rows.resize(kMostWorst);
  TextTable text({{"worst held out", Align::left}, {"line"}, {"measured"}, {"value"}, {"error"}});
  for (const std::size_t row : rows) {
    text.add({label_of(table, row), std::to_string(line_of(table, row)), fmt::format("{}", table.rows[row].measured),
              fmt::format("{:.6g}", *found.rows[row].value), fmt::format("{:+.2f} %", found.rows[row].error * 100.0)});
  }
  return text.empty() ? std::string() : '\n' + text.text();
}

/// The first few rows that have no value, with the reason.
std::string absent_text(const Calibration& found, const MeasuredTable& table) {
  std::string text;
  std::size_t told = 0;
  for (std::size_t row = 0; row < table.rows.size() && told < kMostWorst; ++row) {
    const CalibratedRow& one = found.rows[row];
    if (one.value || one.message.empty()) continue;
    text += fmt::format("  {}:{}: no value: {}\n", table.path, line_of(table, row), one_line(one.message));
    ++told;
  }
  return text.empty() ? text : '\n' + text;
}

CalibrationAnswer::Errors answer_of(const CalibrationErrors& errors, const MeasuredTable& table) {
  CalibrationAnswer::Errors answer{errors.rows, errors.absent, errors.median, errors.p95, errors.worst, {}};
  if (errors.rows > 0) answer.worst_line = line_of(table, errors.worst_row);
  return answer;
}

}  // namespace

std::string calibration_text(const Calibration& found, const MeasuredTable& table, const CalibrationSubject& subject) {
  const std::size_t on = found.fitted.rows + found.fitted.absent;
  std::string text =
      fmt::format("{}: {} of {}, {} of {} rows fitted on, {} runs\n\n", one_line(subject.experiment), subject.metric,
                  one_line(table.path), grouped(on), grouped(table.rows.size()), grouped(found.runs));
  text += keys_text(found);
  TextTable errors = errors_table("rows");
  if (!found.keys.empty()) add_errors(errors, "fitted on, before", found.before, table);
  add_errors(errors, "fitted on", found.fitted, table);
  add_errors(errors, "held out", found.held_out, table);
  text += errors.text();
  if (!subject.by.empty()) text += groups_text(found, table, subject.by);
  text += worst_text(found, table) + absent_text(found, table);
  if (found.exhausted) text += "\n  The search ended at its number of runs (--runs): more may find better values.\n";
  return text;
}

std::string calibration_json(const Calibration& found, const MeasuredTable& table, const CalibrationSubject& subject) {
  CalibrationAnswer answer;
  answer.experiment = subject.experiment;
  answer.architecture = subject.architecture;
  answer.seed = subject.seed;
  answer.table = table.path;
  answer.measured = table.columns[table.measured].name;
  answer.metric = subject.metric;
  answer.complete = found.complete;
  answer.exhausted = found.exhausted;
  answer.runs = found.runs;
  for (const CalibratedKey& one : found.keys) {
    const NumberKey& key = one.key;
    answer.keys.push_back(
        {key.path, key.text(key.value), key.text(one.found), key.text(key.range.min), key.text(key.range.max)});
  }
  answer.before = answer_of(found.before, table);
  answer.fitted = answer_of(found.fitted, table);
  answer.held_out = answer_of(found.held_out, table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CalibratedRow& row = found.rows[i];
    CalibrationAnswer::Row& of = answer.rows.emplace_back();
    of.line = line_of(table, i);
    of.fitted = table.rows[i].fitted;
    of.measured = table.rows[i].measured;
    of.value = row.value;
    if (row.value) of.error = row.error;
    if (!row.message.empty()) of.message = row.message;
  }
  answer.provenance = subject.provenance;
  return results_text(std::move(answer));
}

std::string calibration_csv(const Calibration& found, const MeasuredTable& table) {
  fmt::memory_buffer out;
  const auto append = [&](std::string_view text) { out.append(text); };
  for (const MeasuredColumn& column : table.columns) {
    append_csv(out, column.name);
    append(",");
  }
  append("fitted_on,value,error\n");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    for (const std::string& cell : table.rows[i].cells) {
      append_csv(out, cell);
      append(",");
    }
    append(table.rows[i].fitted ? "1," : "0,");
    if (found.rows[i].value)
      append(fmt::format("{},{}", *found.rows[i].value, found.rows[i].error));
    else
      append(",");
    append("\n");
  }
  return fmt::to_string(out);
}

}  // namespace gantry
