// SPDX-License-Identifier: Apache-2.0
// A table of arrivals: CSV, or one JSON object per line. Each row is a task. The mapping's `fields` or the usual names
// identify columns (or keys of the first object).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/mapping.h"

namespace gantry {

struct Arrival {
  std::uint64_t time = 0;       ///< nanoseconds, or cycles if that is the table's unit; from any origin
  std::optional<Decimal> work;  ///< nothing: no such column, or an empty field
  std::uint64_t bytes = 0;
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::string_view id;               ///< empty if there is no such column
  std::vector<std::uint64_t> sizes;  ///< of the request, in the order of ArrivalTable's `sizes`
  int line = 0;
};

/// A size of requests, and the column that has it.
struct SizeColumn {
  std::string name;
  std::string column;                         ///< its name, or its number from 1; empty: one with a usual name
  bool (*usual)(std::string_view) = nullptr;  ///< with an empty `column`: whether a name is usual
};

/// Largest size of a request.
inline constexpr std::uint64_t kMaxRequestSize = std::uint64_t{1} << 40;

class ArrivalTable {
 public:
  /// `needs_work`: a table without a column for the work is an error, unless the mapping has a default for it.
  ArrivalTable(std::string_view text, const std::string& file, const Mapping& mapping, bool needs_work,
               Diagnostics& diagnostics, const std::vector<SizeColumn>& sizes = {})
      : rest_(text),
        objects_(text.substr(0, 1) == "{"),
        file_(file),
        mapping_(mapping),
        needs_work_(needs_work),
        sizes_(sizes),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  /// Calls the function for every row in the order of the file. Returns false after a problem.
  bool read(const std::function<void(const Arrival&)>& row);
  /// Unit of times that are numbers; known once the first line is read.
  [[nodiscard]] TimeUnit unit() const { return unit_; }
  /// Name of the column with the work; empty: there is none.
  [[nodiscard]] const std::string& work_name() const { return work_name_; }

 private:
  enum Column : std::size_t { kTime, kWork, kBytes, kClass, kWeight, kId, kColumns };
  struct Field {
    std::string_view text;
    std::string unquoted;  ///< the text, if it contained doubled quotes or is a value of an object
    int column = 0;
    [[nodiscard]] std::string_view value() const { return unquoted.empty() ? text : unquoted; }
  };

  bool next_line();
  bool split(std::string_view line);
  bool split_object(std::string_view line);
  [[nodiscard]] std::string_view name_of(std::size_t column) const;
  [[nodiscard]] std::optional<std::size_t> column_named(const std::string& named) const;
  [[nodiscard]] std::string columns_text() const;
  void find_columns();
  void find_column(Column which, const std::string& named, bool (*usual)(std::string_view));
  void find_unit();
  void find_sizes();
  void convert(Arrival& to);
  void read_time(const Field& field, std::uint64_t& to);
  const Field* field(Column which) const;
  void error(int column, const std::string& what) { diagnostics_.error({file_, line_, column}, what); }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  std::string_view rest_;
  bool objects_;  ///< each line is a JSON object
  std::vector<std::string> keys_;
  const std::string& file_;
  const Mapping& mapping_;
  bool needs_work_;
  std::vector<SizeColumn> sizes_;
  std::vector<std::size_t> size_columns_;  ///< numbers of their columns
  TimeUnit unit_ = TimeUnit::s;
  Diagnostics& diagnostics_;
  std::size_t before_;
  int line_ = 0;
  std::vector<Field> fields_;  ///< fields of the current line
  std::size_t width_ = 0;      ///< fields in a row
  std::array<std::optional<std::size_t>, kColumns> columns_;
  std::optional<bool> dates_;  ///< whether times are dates, decided by the first row
  std::string work_name_;
};

/// Whether the first line of the text has a column with a usual name for the time and one more column, or begins an
/// object on one line, without maps in it, that has such a key and one more.
bool begins_as_arrivals(std::string_view head);

}  // namespace gantry
