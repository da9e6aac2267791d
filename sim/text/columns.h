// SPDX-License-Identifier: Apache-2.0
// Description of a table's columns: one line per column, beside the row's struct, with name, member, kind and meaning.
// ColumnVisitors walk these lines: the header, the writer and the strict reader of rows (text/table_rows.h), column
// names in messages, the tables of docs/ (`gantry schema --columns`), and tests.
//
//   template <class Columns>
//   void describe(Columns& columns, EdgeCells& row) {
//     columns.text("task", row.task, "name of a task");
//     columns.text("predecessor", row.predecessor, "name of a task that has to complete before it is registered");
//   }
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {

struct Column {
  std::string_view name;
  std::string_view unit;  ///< unit of a number; empty: a count or an ordinal
  std::string_view meaning;
  bool may_be_empty = false;  ///< an empty field is allowed and stands for no_value()
};

/// Value of a missing number.
template <class Integer>
constexpr Integer no_value() {
  return std::numeric_limits<Integer>::max();
}
static_assert(no_value<Cycle>() == kNever && no_value<std::uint32_t>() == kNone);

/// CRTP base. `Self` has on_text, on_number, on_ratio and on_choice. No virtual functions, because rows are written
/// during a run.
template <class Self>
class ColumnVisitor {
 public:
  /// Adds a text column. After reading, the text is valid until the next row is read.
  void text(std::string_view name, std::string_view& value, std::string_view meaning) {
    self().on_text({name, {}, meaning}, value);
  }
  /// Adds a column of whole numbers.
  template <class Integer>
  void number(std::string_view name, Integer& value, std::string_view unit, std::string_view meaning) {
    self().on_number({name, unit, meaning}, value);
  }
  /// Adds a column of whole numbers that may be empty.
  template <class Integer>
  void number_if_any(std::string_view name, Integer& value, std::string_view unit, std::string_view meaning) {
    self().on_number({name, unit, meaning, true}, value);
  }
  /// Adds a column of cycles, of an event that has always happened.
  void cycle(std::string_view name, Cycle& value, std::string_view meaning) {
    self().on_number({name, kCycle, meaning}, value);
  }
  /// Adds a column of cycles that may be empty, because the event may not have happened.
  void cycle_if_any(std::string_view name, Cycle& value, std::string_view meaning) {
    self().on_number({name, kCycle, meaning, true}, value);
  }
  /// Adds the column of a station (gantry/scheduler/stations.h).
  template <class Line, class Record>
  void station(const Line& line, Record& record, bool may_be_empty) {
    self().on_number({line.name, kCycle, line.meaning, may_be_empty}, record.*(line.cycle));
  }
  /// Adds a column of decimals, written with all significant digits.
  void ratio(std::string_view name, double& value, std::string_view meaning) {
    self().on_ratio({name, {}, meaning}, value);
  }
  /// Adds a column whose cells are one of a few words, in the order of their values.
  template <class Value, class Words>
  void choice(std::string_view name, Value& value, const Words& words, std::string_view meaning) {
    self().on_choice({name, {}, meaning}, value, words);
  }

 private:
  friend Self;
  ColumnVisitor() = default;
  static constexpr std::string_view kCycle = "cycle";
  Self& self() { return static_cast<Self&>(*this); }
};

/// Whether a table has columns that only some runs write, at its end. Its row has a member `more_columns`: a flag,
/// whether they are there; or of a row with kMoreGroups groups of them a set of bits, bit g for group g.
template <class Row, class = void>
struct HasMoreColumns : std::false_type {};
template <class Row>
struct HasMoreColumns<Row, std::void_t<decltype(Row::more_columns)>> : std::true_type {};

/// Number of the groups of such columns.
template <class Row, class = void>
struct MoreGroups : std::integral_constant<std::uint32_t, HasMoreColumns<Row>::value ? 1 : 0> {};
template <class Row>
struct MoreGroups<Row, std::void_t<decltype(Row::kMoreGroups)>>
    : std::integral_constant<std::uint32_t, Row::kMoreGroups> {};

/// Sets which of those groups are there. Bit g: group g.
template <class Row>
void set_more_columns([[maybe_unused]] Row& row, [[maybe_unused]] std::uint32_t groups) {
  if constexpr (MoreGroups<Row>::value == 1) {
    row.more_columns = groups != 0;
  } else if constexpr (MoreGroups<Row>::value > 1) {
    row.more_columns = groups;
  }
}
/// Bits of all groups.
template <class Row>
constexpr std::uint32_t kAllGroups = (1U << MoreGroups<Row>::value) - 1;
/// Returns an empty row with all columns that any run writes.
template <class Row>
Row widest_row() {
  Row row;
  set_more_columns(row, kAllGroups<Row>);
  return row;
}

/// Calls `visit(column, place)` for each column of the row; `place`: address of its member.
template <class Row, class Visit>
void for_each_column(Row& row, Visit&& visit);

/// Returns the column names separated by commas: the first line of the table. `more`: groups of those of some runs.
template <class Row>
std::string column_header(std::uint32_t more = 0) {
  Row row;
  set_more_columns(row, more);
  std::string text;
  for_each_column(row, [&](const Column& column, const void* /*place*/) {
    if (!text.empty()) text += ',';
    text += column.name;
  });
  return text;
}

/// Returns the first lines that the table may have, by the bits of the groups of columns that only some runs write.
template <class Row>
std::vector<std::string> column_headers() {
  std::vector<std::string> headers;
  for (std::uint32_t groups = 0; groups <= kAllGroups<Row>; ++groups) headers.push_back(column_header<Row>(groups));
  return headers;
}

/// Returns the name of the column whose member this is; empty: none.
template <class Row>
std::string_view column_name(Row& row, const void* member) {
  std::string_view name;
  for_each_column(row, [&](const Column& column, const void* place) {
    if (place == member) name = column.name;
  });
  return name;
}

/// Returns rows `| column | holds | meaning |` for a page of docs/.
class ColumnTable final : public ColumnVisitor<ColumnTable> {
 public:
  [[nodiscard]] const std::vector<std::string>& rows() const { return rows_; }

  void on_text(const Column& column, std::string_view& /*value*/) { add(column, "text"); }
  template <class Integer>
  void on_number(const Column& column, Integer& /*value*/) {
    add(column, column.unit.empty() ? "number" : std::string(column.unit));
  }
  void on_ratio(const Column& column, double& /*value*/) { add(column, "ratio"); }
  template <class Line, class Record>
  void station(const Line& line, Record& /*record*/, bool may_be_empty) {
    const std::string meaning = std::string(line.meaning) + orders_text(line);
    add({line.name, "cycle", meaning, may_be_empty}, "cycle");
  }
  template <class Value, class Words>
  void on_choice(const Column& column, Value& /*value*/, const Words& words) {
    std::string all;
    for (const std::string_view word : words) all += (all.empty() ? "`" : ", `") + std::string(word) + '`';
    add(column, all);
  }

 private:
  void add(const Column& column, const std::string& holds);

  std::vector<std::string> rows_;
};

template <class Visit>
class ColumnWalk final : public ColumnVisitor<ColumnWalk<Visit>> {
 public:
  explicit ColumnWalk(Visit& visit) : visit_(visit) {}

  void on_text(const Column& column, std::string_view& value) { visit_(column, &value); }
  template <class Integer>
  void on_number(const Column& column, Integer& value) {
    visit_(column, &value);
  }
  void on_ratio(const Column& column, double& value) { visit_(column, &value); }
  template <class Value, class Words>
  void on_choice(const Column& column, Value& value, const Words& /*words*/) {
    visit_(column, &value);
  }

 private:
  Visit& visit_;
};

template <class Row, class Visit>
void for_each_column(Row& row, Visit&& visit) {
  ColumnWalk<std::remove_reference_t<Visit>> walk(visit);
  describe(walk, row);
}

}  // namespace gantry
