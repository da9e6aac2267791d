// SPDX-License-Identifier: Apache-2.0
// Writer and reader of rows of a CSV table, both from the description of its columns (text/columns.h).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gantry/base/diagnostics.h"
#include "text/columns.h"
#include "text/csv_reader.h"
#include "text/escape.h"

namespace gantry {

class RowWriter final : public ColumnVisitor<RowWriter> {
 public:
  explicit RowWriter(fmt::memory_buffer& out) : out_(out) {}

  void on_text(const Column& /*column*/, std::string_view value) {
    begin_field();
    append_csv(out_, value);
  }
  template <class Integer>
  void on_number(const Column& /*column*/, Integer value) {
    begin_field();
    if (value == no_value<Integer>()) return;
    const fmt::format_int digits(value);
    out_.append(digits.data(), digits.data() + digits.size());
  }
  void on_ratio(const Column& /*column*/, double value) {
    begin_field();
    fmt::format_to(std::back_inserter(out_), "{}", value);
  }
  template <class Value, class Words>
  void on_choice(const Column& /*column*/, Value value, const Words& words) {
    begin_field();
    const std::string_view word = words[static_cast<std::size_t>(value)];
    out_.append(word.data(), word.data() + word.size());
  }

 private:
  void begin_field() {
    if (!first_) out_.push_back(',');
    first_ = false;
  }

  fmt::memory_buffer& out_;
  bool first_ = true;
};

/// Allocates nothing except for growth of the buffer.
template <class Row>
void append_row(fmt::memory_buffer& out, Row& row) {
  RowWriter writer(out);
  describe(writer, row);
  out.push_back('\n');
}

template <class Row>
void append_header(fmt::memory_buffer& out, std::uint32_t more) {
  out.append(column_header<Row>(more));
  out.push_back('\n');
}

/// Reads the fields of one row in order, and reports fields of the wrong kind.
class RowReader final : public ColumnVisitor<RowReader> {
 public:
  /// `most`: largest valid number.
  RowReader(CsvReader& csv, std::uint64_t most) : csv_(csv), most_(most) {}

  void on_text(const Column& /*column*/, std::string_view& value) { value = csv_.field(at_++); }
  template <class Integer>
  void on_number(const Column& column, Integer& value) {
    const std::size_t at = at_++;
    value = no_value<Integer>();
    if (column.may_be_empty && csv_.field(at).empty()) return;
    if constexpr (std::is_signed_v<Integer>) {
      value = static_cast<Integer>(csv_.signed_number(at));
      return;
    }
    value = static_cast<Integer>(csv_.number(at, std::min<std::uint64_t>(most_, no_value<Integer>() - 1)));
  }
  void on_ratio(const Column& /*column*/, double& value) { value = csv_.decimal(at_++); }
  template <class Value, class Words>
  void on_choice(const Column& column, Value& value, const Words& words) {
    const std::size_t at = at_++;
    const auto word = std::find(std::begin(words), std::end(words), csv_.field(at));
    if (word != std::end(words)) {
      value = static_cast<Value>(word - std::begin(words));
      return;
    }
    std::string right;
    for (std::size_t i = 0; i < std::size(words); ++i) {
      right += (i == 0 ? "" : i + 1 == std::size(words) ? " or " : ", ") + std::string(words[i]);
    }
    csv_.fault(at, "no " + std::string(column.name) + " (expected " + right + ')');
  }

 private:
  CsvReader& csv_;
  const std::uint64_t most_;
  std::size_t at_ = 0;
};

/// Reads a table row by row. Faults go to `problems` with line and column, as those of CsvReader do.
template <class Row>
class TableReader {
 public:
  /// `most`: largest valid number.
  TableReader(const std::string& path, Diagnostics& problems, std::uint64_t most = no_value<std::uint64_t>() - 1)
      : csv_(path, column_headers<Row>(), problems), most_(most) {}
  /// The same for the content of `in`; `name`: its name in messages.
  TableReader(std::unique_ptr<std::streambuf> in, const std::string& name, Diagnostics& problems,
              std::uint64_t most = no_value<std::uint64_t>() - 1)
      : csv_(std::move(in), name, column_headers<Row>(), problems), most_(most) {}

  /// Reads the next row without a fault; skips faulty ones. Returns false at the end.
  bool next(Row& row) {
    while (csv_.next()) {
      const std::size_t before = csv_.faults();
      set_more_columns(row, csv_.form());
      RowReader reader(csv_, most_);
      describe(reader, row);
      if (csv_.faults() == before) return true;
    }
    return false;
  }

  /// Reports a fault of the row that was read last. `member`: the member of `row` of the faulty column.
  void fault(Row& row, const void* member, const std::string& what) {
    std::size_t at = 0;
    std::size_t number = 0;
    for_each_column(row, [&](const Column& /*column*/, const void* place) {
      if (place == member) at = number;
      ++number;
    });
    csv_.fault(at, what);
  }

  /// Line in which the current row begins, from 1.
  [[nodiscard]] std::uint64_t line() const { return csv_.line(); }
  [[nodiscard]] bool ok() const { return csv_.faults() == 0; }

 private:
  CsvReader csv_;
  const std::uint64_t most_;
};

}  // namespace gantry
