// SPDX-License-Identifier: Apache-2.0
// The columns of a table, each told once: one line in a function beside the row's struct says name, member, what it
// holds and what it means. Whoever walks these lines is a ColumnVisitor: the header, the writer and the strict reader
// of rows (text/table_rows.h), names of columns in messages, the tables of docs/ (`gantry schema --columns`), tests.
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
  std::string_view unit;  ///< of a number; empty: a count or an ordinal
  std::string_view meaning;
  bool may_be_empty = false;  ///< no_value() stands for it
};

/// What a number that is not there is.
template <class Integer>
constexpr Integer no_value() {
  return std::numeric_limits<Integer>::max();
}
static_assert(no_value<Cycle>() == kNever && no_value<std::uint32_t>() == kNone);

/// `Self` has on_text, on_number, on_ratio and on_choice. No virtual functions: rows are written while a run goes on.
template <class Self>
class ColumnVisitor {
 public:
  /// Any text. Of a row that was read it is valid until the next one is.
  void text(std::string_view name, std::string_view& value, std::string_view meaning) {
    self().on_text({name, {}, meaning}, value);
  }
  /// A whole number.
  template <class Integer>
  void number(std::string_view name, Integer& value, std::string_view unit, std::string_view meaning) {
    self().on_number({name, unit, meaning}, value);
  }
  /// A whole number, or an empty field.
  template <class Integer>
  void number_if_any(std::string_view name, Integer& value, std::string_view unit, std::string_view meaning) {
    self().on_number({name, unit, meaning, true}, value);
  }
  /// When something happened.
  void cycle(std::string_view name, Cycle& value, std::string_view meaning) {
    self().on_number({name, kCycle, meaning}, value);
  }
  /// The same of something that may not have happened.
  void cycle_if_any(std::string_view name, Cycle& value, std::string_view meaning) {
    self().on_number({name, kCycle, meaning, true}, value);
  }
  /// A decimal with all the digits that it has.
  void ratio(std::string_view name, double& value, std::string_view meaning) {
    self().on_ratio({name, {}, meaning}, value);
  }
  /// One of a few words, in the order of their values.
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

/// Calls `visit(column, place)` for every column of the row; `place` is the address of its member.
template <class Row, class Visit>
void for_each_column(Row& row, Visit&& visit);

/// Names of the columns with commas between them: the first line of the table.
template <class Row>
std::string column_header() {
  Row row;
  std::string text;
  for_each_column(row, [&](const Column& column, const void* /*place*/) {
    if (!text.empty()) text += ',';
    text += column.name;
  });
  return text;
}

/// Name of the column that a member of the row is; empty if it is none.
template <class Row>
std::string_view column_name(Row& row, const void* member) {
  std::string_view name;
  for_each_column(row, [&](const Column& column, const void* place) {
    if (place == member) name = column.name;
  });
  return name;
}

/// Rows `| column | holds | meaning |` of a page of docs/.
class ColumnTable final : public ColumnVisitor<ColumnTable> {
 public:
  [[nodiscard]] const std::vector<std::string>& rows() const { return rows_; }

  void on_text(const Column& column, std::string_view& /*value*/) { add(column, "text"); }
  template <class Integer>
  void on_number(const Column& column, Integer& /*value*/) {
    add(column, column.unit.empty() ? "number" : std::string(column.unit));
  }
  void on_ratio(const Column& column, double& /*value*/) { add(column, "ratio"); }
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
