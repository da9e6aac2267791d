// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "explain/explain_run.h"
#include "gantry/base/one_line.h"
#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/relief.h"
#include "result/result_writer.h"
#include "text/shared_rows.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kBarWidth = 20;
constexpr std::size_t kBoundsTold = 5;

/// Returns the meaning of a name in a table; empty: unknown name.
template <class Table>
std::string_view meaning_of(const Table& table, std::string_view name) {
  for (const auto& row : table) {
    if (row.name == name) return row.meaning;
  }
  return {};
}

std::string bar_of(std::uint64_t part, std::uint64_t whole, bool unicode) {
  return bar(whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole), kBarWidth, unicode);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return percent(static_cast<double>(part), static_cast<double>(whole));
}

std::string meanings(const NamedCounts& counts, std::size_t most, std::string_view (*meaning)(std::string_view)) {
  std::string text;
  for (std::size_t i = 0; i < counts.size() && i < most; ++i) {
    text += fmt::format("    {}: {}\n", counts[i].first, meaning(counts[i].first));
  }
  return text;
}

/// Rows of less than 0.1 % of the run, of a table whose rows do not add up: the table has one row for all of them.
class FewCycles {
 public:
  explicit FewCycles(std::uint64_t run) : run_(static_cast<double>(run)) {}

  /// Whether it takes a row with these cycles.
  bool takes(std::uint64_t cycles) {
    const bool takes = static_cast<double>(cycles) < SharedRows::kLeastShare * run_;
    if (takes) ++rows_;
    return takes;
  }
  void add_to(TextTable& table) const {
    if (rows_ > 0) table.add({fmt::format("{} others, each", rows_), "", "< 0.1 %", ""});
  }

 private:
  double run_;
  std::size_t rows_ = 0;
};

std::string causes_text(const Explanation& e, bool unicode) {
  if (e.causes.empty()) return "";
  TextTable table({{"critical path", Align::left}, {"cycles"}, {"of run"}, {"", Align::left}});
  SharedRows rows(static_cast<double>(e.cycles), [&](double part) -> SharedRows::Cells {
    const auto cycles = static_cast<std::uint64_t>(part);
    return {grouped(cycles), share(cycles, e.cycles), bar_of(cycles, e.cycles, unicode)};
  });
  for (const auto& [cause, cycles] : e.causes) rows.add({cause}, static_cast<double>(cycles));
  rows.add_to(table);
  return '\n' + table.text() +
         meanings(e.causes, 5, [](std::string_view name) { return meaning_of(kCauseTable, name); });
}

std::string held_text(const Explanation& e, bool unicode) {
  if (e.held.empty()) return "";
  TextTable table({{"all at hand but", Align::left}, {"cycles"}, {"of run"}, {"", Align::left}});
  FewCycles few(e.cycles);
  for (const auto& [cause, cycles] : e.held) {
    if (!few.takes(cycles)) {
      table.add({cause, grouped(cycles), share(cycles, e.cycles), bar_of(cycles, e.cycles, unicode)});
    }
  }
  few.add_to(table);
  return '\n' + table.text();
}

std::string without_text(const Explanation& e, bool unicode) {
  if (e.without.empty()) return "";
  TextTable table({{"the same decisions without", Align::left}, {"end in"}, {"earlier"}, {"", Align::left}});
  FewCycles few(e.cycles);
  for (const auto& [name, cycles] : e.without) {
    const std::uint64_t gain = e.cycles - std::min(cycles, e.cycles);
    if (!few.takes(gain)) {
      table.add({name, grouped(cycles), share(gain, e.cycles), bar_of(gain, e.cycles, unicode)});
    }
  }
  few.add_to(table);
  return '\n' + table.text();
}

std::string bounds_text(const Explanation& e, bool unicode) {
  if (e.bounds.empty()) return "";
  TextTable table({{"no shorter, because of", Align::left}, {"cycles"}, {"of run"}, {"", Align::left}});
  for (std::size_t i = 0; i < e.bounds.size() && i < kBoundsTold; ++i) {
    const auto& [name, cycles] = e.bounds[i];
    table.add({name, grouped(cycles), share(cycles, e.cycles), bar_of(cycles, e.cycles, unicode)});
  }
  return '\n' + table.text() +
         meanings(e.bounds, kBoundsTold, [](std::string_view name) { return meaning_of(kBounds, name); });
}

std::string steps_text(const Explanation& e) {
  if (e.longest.empty()) return "";
  TextTable table({{"longest steps", Align::left}, {"from"}, {"to"}, {"cycles"}, {"task", Align::left}, {"job"}});
  for (const LongStep& step : e.longest) {
    table.add({step.cause, grouped(step.from), grouped(step.to), grouped(step.to - step.from), step.task, step.job});
  }
  return '\n' + table.text();
}

}  // namespace

std::string explanation_text(const Explanation& e, bool unicode) {
  std::string text = fmt::format("{}  {} cycles{}\n", one_line(e.experiment), grouped(e.cycles),
                                 e.complete ? "" : ", unfinished: only what is complete can be explained");
  if (e.complete && e.causes.empty())
    text +=
        "  the run kept no critical path (output.critical_path, of a study `keep: [critical_path]`; ideal timing has "
        "none)\n";
  for (const std::string& sentence : e.verdict) text += paragraph(one_line(sentence));
  text += causes_text(e, unicode) + held_text(e, unicode) + without_text(e, unicode) + bounds_text(e, unicode) +
          steps_text(e);
  return text;
}

std::string explanation_json(const Explanation& e) { return results_text(e); }

}  // namespace gantry
