// SPDX-License-Identifier: Apache-2.0
// Columns of a table of a run as columns of SQL, and its cells as those of a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "query/run_tables.h"
#include "sql/database.h"
#include "text/columns.h"

namespace gantry {

/// Collects the columns.
class ColumnList final : public ColumnVisitor<ColumnList> {
 public:
  explicit ColumnList(std::vector<SqlColumn>& columns) : columns_(columns) {}

  void on_text(const Column& column, std::string_view& /*value*/) { add(column, "TEXT", "text"); }
  template <class Integer>
  void on_number(const Column& column, Integer& /*value*/) {
    add(column, "INTEGER", column.unit.empty() ? "number" : std::string(column.unit));
  }
  void on_ratio(const Column& column, double& /*value*/) { add(column, "REAL", "ratio"); }
  template <class Value, class Words>
  void on_choice(const Column& column, Value& /*value*/, const Words& words) {
    std::string all;
    for (const std::string_view word : words) all += (all.empty() ? "" : ", ") + std::string(word);
    add(column, "TEXT", all);
  }

 private:
  void add(const Column& column, const char* type, const std::string& holds) {
    columns_.push_back({std::string(column.name), type, holds, std::string(column.meaning)});
  }

  std::vector<SqlColumn>& columns_;
};

/// Inserts the cells of a row. What the table leaves empty is NULL.
class CellInsert final : public ColumnVisitor<CellInsert> {
 public:
  explicit CellInsert(SqlInsert& insert) : insert_(insert) {}

  void on_text(const Column& /*column*/, std::string_view& value) {
    if (value.empty()) return insert_.null();
    insert_.text(value);
  }
  template <class Integer>
  void on_number(const Column& /*column*/, Integer& value) {
    if (value == no_value<Integer>()) return insert_.null();
    insert_.integer(static_cast<std::int64_t>(value));
  }
  void on_ratio(const Column& /*column*/, double& value) { insert_.real(value); }
  template <class Value, class Words>
  void on_choice(const Column& /*column*/, Value& value, const Words& words) {
    insert_.text(words[static_cast<std::size_t>(value)]);
  }

 private:
  SqlInsert& insert_;
};

}  // namespace gantry
