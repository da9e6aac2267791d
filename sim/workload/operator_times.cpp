// SPDX-License-Identifier: Apache-2.0
// A row is looked up by the operator's own name, then by its type and shapes, then by its type.
#include "workload/operator_times.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/decimal.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/csv_lines.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostOperatorCycles = std::uint64_t{1} << 60;
constexpr std::size_t kMostFraction = 12;

class TimesTable {
 public:
  TimesTable(std::string file, const Decimal& unit, Diagnostics& diagnostics)
      : file_(std::move(file)), unit_(unit), diagnostics_(diagnostics), before_(diagnostics.size()) {}

  void read(const std::string& text) {
    CsvLines lines(text);
    if (!lines.next()) {
      error(1, 1, "the table has no line with the names of its columns (operator, shapes, cycles or processor types)");
      return;
    }
    header(lines);
    if (!ok()) return;
    while (diagnostics_.size() - before_ < kMostProblems && lines.next()) row(lines);
  }
  /// nullptr: no row is for it.
  const std::vector<OperatorTime>* find(const WorkloadTask& task, const Operator& op) {
    for (const auto& key : {Key(task.id, ""), Key(op.type, op.shapes), Key(op.type, "")}) {
      const auto found = rows_.find(key);
      if (found == rows_.end()) continue;
      found->second.used = true;
      return &found->second.times;
    }
    return nullptr;
  }
  /// The same time in every column.
  [[nodiscard]] std::vector<OperatorTime> times(const Decimal& time) const {
    std::vector<OperatorTime> all;
    for (const std::string& column : columns_) {
      if (is_time(column)) all.push_back({column == "cycles" ? "" : column, ceil_product(time, unit_)});
    }
    return all;
  }
  void note_unused() const {
    const Row* first = nullptr;
    std::size_t others = 0;
    for (const auto& [key, row] : rows_) {
      if (row.used) continue;
      if (first == nullptr || row.line < first->line) first = &row;
      ++others;
    }
    if (first == nullptr) return;
    diagnostics_.note({file_, first->line, 1},
                      (others == 1 ? "this row is" : "this row and " + std::to_string(others - 1) + " more are") +
                          " of no operator of the model");
  }
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }

 private:
  using Key = std::pair<std::string, std::string>;
  struct Row {
    std::vector<OperatorTime> times;
    int line = 1;
    bool used = false;
  };

  void header(const CsvLines& lines) {
    bool all_types = false;
    for (const CsvField& field : lines.fields()) {
      const std::string name(field.text);
      if (std::find(columns_.begin(), columns_.end(), name) != columns_.end())
        error(lines.number(), field.column, "the column " + in_quotes(name) + " is there twice");
      columns_.push_back(name);
      if (name == "cycles") all_types = true;
      if (name.empty()) error(lines.number(), field.column, "a column has no name");
    }
    if (!ok()) return;
    const auto times = std::count_if(columns_.begin(), columns_.end(), is_time);
    if (std::find(columns_.begin(), columns_.end(), "operator") == columns_.end()) {
      error(lines.number(), 1, "the first line must name a column `operator`");
    } else if (times == 0 || (all_types && times > 1)) {
      error(lines.number(), 1, "the first line must name a column `cycles`, or one for each type of processors");
    }
  }

  static bool is_time(std::string_view column) { return column != "operator" && column != "shapes"; }

  void row(const CsvLines& lines) {
    const std::vector<CsvField>& fields = lines.fields();
    if (fields.size() != columns_.size()) {
      error(lines.number(), 1,
            "the row has " + std::to_string(fields.size()) + " fields (the first line has " +
                std::to_string(columns_.size()) + ')');
      return;
    }
    Key key;
    Row made;
    made.line = lines.number();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (columns_[i] == "operator") {
        key.first = fields[i].text;
        if (key.first.empty()) error(lines.number(), fields[i].column, "the row names no operator");
      } else if (columns_[i] == "shapes") {
        key.second = fields[i].text;
      } else if (!fields[i].text.empty()) {
        if (const auto cycles = time(lines.number(), fields[i]))
          made.times.push_back({columns_[i] == "cycles" ? "" : columns_[i], *cycles});
      }
    }
    if (made.times.empty() && ok()) error(lines.number(), 1, "the row has no time");
    const auto [same, fresh] = rows_.emplace(std::move(key), std::move(made));
    if (!fresh)
      error(lines.number(), 1,
            "the row on line " + std::to_string(same->second.line) + " is for the same operator and shapes");
  }

  std::optional<std::uint64_t> time(int line, const CsvField& field) {
    const std::size_t point = std::min(field.text.find('.'), field.text.size());
    const auto number = field.text.size() - point > kMostFraction + 1 ? std::nullopt : parse_decimal(field.text);
    const std::uint64_t cycles = number && to_double(*number) <= 1e15 ? ceil_product(*number, unit_) : kNever;
    if (cycles <= kMostOperatorCycles) return cycles;
    error(line, field.column,
          "a time must be a decimal number from 0 to 10^15 with at most 12 fraction digits, and at most 2^60 cycles, "
          "not " +
              in_quotes(std::string(field.text)));
    return std::nullopt;
  }

  void error(int line, int column, const std::string& what) { diagnostics_.error({file_, line, column}, what); }

  std::string file_;
  Decimal unit_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::vector<std::string> columns_;
  std::map<Key, Row> rows_;
};

/// Cycles of a unit of the table.
Decimal cycles_of(TimeUnit unit, std::uint32_t clock_mhz) {
  switch (unit) {
    case TimeUnit::s:
      return {clock_mhz, 6};
    case TimeUnit::ms:
      return {clock_mhz, 3};
    case TimeUnit::us:
      return {clock_mhz, 0};
    case TimeUnit::ns:
      return {clock_mhz, -3};
    default:
      return {1, 0};
  }
}

}  // namespace

bool take_operator_times(const Lowering& lowering, std::uint32_t clock_mhz, Workload& workload,
                         Diagnostics& diagnostics) {
  const std::string path = path_beside(directory_of(workload.where.file), lowering.times);
  const auto text = read_named_file(path, "times", lowering.times_at, diagnostics);
  if (!text) return false;
  workload.beside.push_back(path);
  return take_operator_times(*text, shown_path(path), lowering, clock_mhz, workload, diagnostics);
}

bool take_operator_times(const std::string& text, const std::string& file, const Lowering& lowering,
                         std::uint32_t clock_mhz, Workload& workload, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  TimesTable table(file, cycles_of(lowering.times_unit, clock_mhz), diagnostics);
  table.read(text);
  if (diagnostics.size() != before) return false;
  for (std::size_t t = 0; t < workload.tasks.size() && diagnostics.size() - before < kMostProblems; ++t) {
    Operator& op = workload.model.operators[t];
    if (op.kind == OperatorKind::none || op.kind == OperatorKind::view) continue;
    const WorkloadTask& task = workload.tasks[t];
    if (const auto* times = table.find(task, op)) {
      op.times = *times;
    } else if (lowering.times_default) {
      op.times = table.times(*lowering.times_default);
    } else if (!lowering.times_by_work) {
      diagnostics.error(task.where, "operator " + in_quotes(task.id) + " of the type " + in_quotes(op.type) +
                                        (op.shapes.empty() ? "" : " with the shapes " + in_quotes(op.shapes)) +
                                        " has no row in " + file + " (a row of its type, or lowering.times_default)");
    }
  }
  if (diagnostics.size() != before) return false;
  table.note_unused();
  return true;
}

}  // namespace gantry
