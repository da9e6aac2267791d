// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "compare/comparison.h"
#include "compare/comparison_tables.h"
#include "gantry/base/one_line.h"
#include "result/run_parts.h"
#include "text/text_table.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kMostKeys = 40;
constexpr std::size_t kMostValue = 100;
constexpr std::size_t kShownDeeds = 4;
constexpr std::size_t kShownNumbers = 10;

std::string head_text(const Comparison& c) {
  const std::string a = one_line(c.a->directory());
  const std::string b = one_line(c.b->directory());
  const auto width = static_cast<int>(std::max(a.size(), b.size()));
  const auto cycles_width = static_cast<int>(std::max(grouped(c.cycles.a).size(), grouped(c.cycles.b).size()));
  const auto line = [&](const char* side, const std::string& directory, const RunSummary& summary) {
    std::string text =
        fmt::format("{}  {:<{}}  {:>{}} cycles", side, directory, width, grouped(summary.cycles), cycles_width);
    if (!summary.complete) text += ", UNFINISHED: " + std::string(name(summary.end));
    return text;
  };
  std::string text = line("A", a, c.a->files.summary) + '\n' + line("B", b, c.b->files.summary);
  if (c.cycles.size() > 0) {
    text += "  " + signed_text(c.cycles);
    if (c.cycles.a > 0) {
      const auto from = static_cast<double>(c.cycles.a);
      const auto to = static_cast<double>(c.cycles.b);
      text += fmt::format(", {}, {:.4f} times A", percent_text(from, to), to / from);
    }
  }
  return text + '\n';
}

std::string inputs_text(const Inputs& inputs) {
  std::string text;
  std::size_t lines = 0;
  const auto value = [](const std::optional<std::string>& told) {
    return told ? in_short(told->empty() ? "(empty)" : *told, kMostValue) : std::string("(none)");
  };
  const auto add = [&](const std::string& prefix, const std::vector<DifferingKey>& keys) {
    for (const DifferingKey& key : keys) {
      if (++lines <= kMostKeys)
        text += "  " + prefix + one_line(key.path) + ": " + value(key.a) + " -> " + value(key.b) + '\n';
    }
  };
  add("", inputs.experiment);
  add("provenance.", inputs.provenance);
  if (lines > kMostKeys) text += fmt::format("  ({} more in --json)\n", lines - kMostKeys);
  return lines == 0 ? "\ninputs: no key differs\n" : "\ninputs that differ\n" + text;
}

/// `other`: the run that does it in another cycle, or not at all, or now and in another way.
std::string deed_text(const Deed& deed, Cycle now, const char* other) {
  std::string text = fmt::format("{}: ", deed.block);
  if (deed.task.empty()) {
    text += "the run ends";
  } else {
    text += one_line(deed.task);
    if (deed.job != kNone) text += fmt::format(" job {}", deed.job);
    text += fmt::format(" {}", deed.station);
    if (!deed.processor.empty()) text += ", " + one_line(deed.processor);
    if (deed.id != kNone) text += fmt::format(", id {}", deed.id);
  }
  if (deed.elsewhere == kNever) return text + fmt::format(" ({} never)\n", other);
  if (deed.elsewhere == now) return text + '\n';
  return text + fmt::format(" ({} in cycle {})\n", other, grouped(deed.elsewhere));
}

std::string deeds_text(const char* side, const char* other, Cycle now, const std::vector<Deed>& deeds) {
  if (deeds.empty()) return fmt::format("  {}  nothing that {} does not\n", side, other);
  std::string text;
  for (std::size_t i = 0; i < deeds.size() && i < kShownDeeds; ++i)
    text += fmt::format("  {}  {}", i == 0 ? side : " ", deed_text(deeds[i], now, other));
  return text;
}

std::string divergence_text(const Comparison& c) {
  if (c.equal()) {
    return c.has_records ? "\nThe runs are equal: every cycle of tasks and jobs, and every number of the summaries.\n"
                         : "\nThe summaries are equal; the runs wrote no tables to compare.\n";
  }
  if (!c.divergence) {
    std::string text =
        "\nNo task and no job passes a station in another cycle; numbers of the summaries that differ: " +
        grouped(c.differing_numbers.size()) + '\n';
    for (std::size_t i = 0; i < c.differing_numbers.size() && i < kShownNumbers; ++i)
      text += "  " + in_short(c.differing_numbers[i], kMostValue) + '\n';
    return c.differing_numbers.size() > kShownNumbers ? text + "  ...\n" : text;
  }
  const Divergence& at = *c.divergence;
  std::string text = fmt::format("\nfirst divergence: cycle {}, {}, {}\n", grouped(at.cycle), at.block, at.station);
  text += deeds_text("A", "B", at.cycle, at.a) + deeds_text("B", "A", at.cycle, at.b);
  const std::size_t shown = std::max(std::min(at.a.size(), kShownDeeds), std::min(at.b.size(), kShownDeeds));
  if (at.records > shown) text += fmt::format("  ({} records differ in this cycle)\n", grouped(at.records));
  if (!c.has_records) text += "  (tasks.csv or jobs.csv is not there in both: the ends of the runs alone)\n";
  return text;
}

std::string judged_text(const std::vector<Judged>& judged) {
  std::string text;
  for (const Judged& one : judged)
    text += fmt::format("  {}  {}: {}\n", one.holds ? "FAIL" : "ok  ", one_line(one.condition.text),
                        values_text(one.a, one.b));
  return text.empty() ? text : "\n--fail-if\n" + text;
}

}  // namespace

std::string comparison_text(const Comparison& c) {
  std::string text = head_text(c) + inputs_text(c.inputs) + divergence_text(c);
  if (c.divergence) {
    text += causes_table(c) + stages_table(c) + tasks_table(c) + groups_table(c) + links_table(c) + streams_table(c);
  }
  return text + judged_text(c.judged);
}

}  // namespace gantry
