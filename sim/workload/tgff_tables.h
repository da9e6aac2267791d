// SPDX-License-Identifier: Apache-2.0
// Tables of a TGFF file: the time of each type of task on a core, and the bytes of each type of arc.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/mapping.h"
#include "workload/tgff_lines.h"

namespace gantry {

class TgffTables {
 public:
  TgffTables(const std::string& file, const Mapping& mapping, Diagnostics& diagnostics)
      : file_(file), mapping_(mapping), diagnostics_(diagnostics) {}

  /// A table `@LABEL NUMBER {`, its lines, and its end.
  void begin(const TextToken& label, const TextToken& number);
  void line(const std::vector<TextToken>& words, const std::vector<TextToken>& comment);
  void end();

  /// Reports a column that the mapping names and no table has.
  void check_columns() const;
  [[nodiscard]] bool has_cores() const { return !cores_.empty(); }
  [[nodiscard]] bool has_quantities() const { return !quantities_from_.empty(); }
  /// Returns the times of a type of task on the cores that can run it.
  [[nodiscard]] std::vector<TypeCycles> times(std::uint64_t type) const;
  [[nodiscard]] std::optional<std::uint64_t> bytes(std::uint64_t type) const;
  /// Name of the table with the bytes of arcs.
  [[nodiscard]] const std::string& quantities_from() const { return quantities_from_; }

 private:
  using Row = std::vector<TextToken>;
  using Column = std::optional<std::size_t>;

  struct Core {
    std::string type;
    std::unordered_map<std::uint64_t, Decimal> times;  ///< by type of task
  };
  struct Table {
    std::string label;
    std::string name;
    SourcePosition where;
    bool has_names = false;  ///< whether a comment names columns
    Row columns;             ///< names of the columns, from `type` on
    std::vector<Row> rows;
  };

  [[nodiscard]] Column column(std::string_view name) const;
  [[nodiscard]] Column time_column() const;
  [[nodiscard]] Column bytes_column() const;
  bool is_of_cores() const;
  void read_core(std::size_t time);
  void read_quantities(std::size_t bytes);
  bool rows_fit();
  void leave_out();
  std::optional<std::uint64_t> type_of(const Row& row);
  std::optional<Decimal> value(const Row& row, std::size_t at);
  void error(const TextToken& at, const std::string& what) { diagnostics_.error({file_, at.line, at.column}, what); }

  const std::string& file_;
  const Mapping& mapping_;
  Diagnostics& diagnostics_;
  Table table_;
  std::vector<Core> cores_;
  std::unordered_map<std::uint64_t, std::uint64_t> quantities_;
  std::string quantities_from_;
  std::set<std::string> left_out_;  ///< labels of tables that are noted
  bool versions_noted_ = false;
};

}  // namespace gantry
