// SPDX-License-Identifier: Apache-2.0
// Graphs of a TGFF file, and the tasks of their hyperperiod: each graph arrives once per period.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/mapping.h"
#include "workload/tgff_lines.h"
#include "workload/tgff_tables.h"

namespace gantry {

struct TgffArc {
  std::uint32_t from = 0;
  std::uint64_t type = 0;
  TextToken type_at;
};

struct TgffTask {
  TextToken name;
  std::uint64_t type = 0;
  std::vector<TgffArc> arcs;  ///< from its predecessors
  std::optional<Decimal> deadline;
  TextToken deadline_at;
};

struct TgffGraph {
  TextToken label;
  std::optional<Decimal> period;
  std::vector<TgffTask> tasks;
  std::unordered_map<std::string_view, std::uint32_t> names;  ///< looked up only
};

class TgffHyperperiod {
 public:
  /// `length`: what the file says; nothing or 0: the least common multiple of the periods.
  TgffHyperperiod(const std::vector<TgffGraph>& graphs, const std::optional<Decimal>& length, const TgffTables& tables,
                  const std::string& file, const Mapping& mapping, Diagnostics& diagnostics)
      : graphs_(graphs),
        length_(length),
        tables_(tables),
        file_(file),
        mapping_(mapping),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  /// Adds the tasks of all instances. Problems are reported at the graph, task, arc or deadline.
  void add_to(Workload& workload);

 private:
  void check_types();
  void check_deadlines();
  bool find_length();
  bool count_instances();
  [[nodiscard]] std::uint64_t instances(const TgffGraph& graph) const;
  [[nodiscard]] bool names_repeat() const;
  void add_instance(std::size_t g, std::uint64_t instance, Workload& workload) const;
  void check_ids(const Workload& workload);
  [[nodiscard]] Cycle cycles(const Decimal& time, std::uint64_t times = 1) const {
    return ceil_product(time, mapping_.cycles_per_unit, times);
  }
  [[nodiscard]] SourcePosition where(const TextToken& token) const { return {file_, token.line, token.column}; }
  void error(const TextToken& at, const std::string& what) { diagnostics_.error(where(at), what); }
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  const std::vector<TgffGraph>& graphs_;
  std::optional<Decimal> length_;
  const TgffTables& tables_;
  const std::string& file_;
  const Mapping& mapping_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  bool prefixed_ = false;                ///< ids begin with the number of their graph
  std::vector<std::uint64_t> arrivals_;  ///< of each graph
};

}  // namespace gantry
