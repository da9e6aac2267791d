// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "result/percentile_rule.h"
#include "text/text_table.h"
#include "whatif/whatif_output.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kWidth = 112;
constexpr std::size_t kMostStreamColumns = 4;
constexpr std::size_t kMostOfTurns = 5;
constexpr double kShown = 0.0005;
constexpr double kAlike = 0.005;

constexpr const char* kNotDistinguishable = " (not distinguishable)";

std::string gain_text(double gain) { return gain > 0.0 ? fmt::format("x{:.3f}", gain) : "-"; }

/// "x1.006"; of several seeds "x1.006 ± 0.081 ~" with its interval, and a mark if it contains 1.
std::string gain_text(const MeanOfRuns& gain, std::size_t seeds) {
  if (seeds == 1 || gain.mean <= 0.0) return gain_text(gain.mean);
  return fmt::format("{} ± {:.3f}{}", gain_text(gain.mean), gain.half_width, distinguishable(gain) ? "" : " ~");
}

/// "64 to 128"; of several keys whatever differs.
std::string change_text(const Outcome& outcome) {
  std::string text;
  std::string last;
  for (const KeyChange& change : outcome.changes) {
    std::string one = change.from + " to " + change.to;
    if (one == last) continue;
    text += (text.empty() ? "" : ", ") + one;
    last = std::move(one);
  }
  return text.empty() ? "-" : text;
}

std::string cycles_text(const Outcome& outcome) {
  if (outcome.has_cycles()) return grouped(outcome.cycles);
  std::string state(kOutcomeStates[static_cast<std::size_t>(outcome.state)]);
  std::replace(state.begin(), state.end(), '_', ' ');
  return state;
}

/// Lines of words with commas between them, none wider than the page.
std::string wrapped(const std::string& head, const std::vector<std::string>& words) {
  std::string text;
  std::string line = head;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = ' ' + words[i] + (i + 1 < words.size() ? "," : "");
    if (line.size() + word.size() > kWidth) {
      text += line + '\n';
      line = "   ";
    }
    line += word;
  }
  return text + line + '\n';
}

class Table {
 public:
  explicit Table(const WhatIf& found) : found_(found) {}

  [[nodiscard]] std::string turns() const;
  /// Changes that several seeds do not tell from luck.
  [[nodiscard]] std::string undistinguished() const;
  [[nodiscard]] std::string pairs() const;
  [[nodiscard]] std::string responses() const;
  [[nodiscard]] std::string remarks() const;

 private:
  /// As far as three decimals show it.
  [[nodiscard]] static bool shows(double gain) { return gain > 0.0 && std::abs(gain - 1.0) >= kShown; }
  [[nodiscard]] bool changes(const Outcome& outcome) const {
    return shows(found_.speedup(outcome)) || (found_.by_response && shows(found_.response_speedup(outcome)));
  }
  [[nodiscard]] bool is_told(const ResourceResult& of) const {
    return shows(found_.missed(of)) || std::any_of(of.turns.begin(), of.turns.end(), [this](const TurnResult& turn) {
             return changes(turn.outcome) || turn.outcome.state == OutcomeState::unfinished ||
                    turn.outcome.state == OutcomeState::failed || turn.outcome.state == OutcomeState::interrupted;
           });
  }
  /// Whether a turn changes something that several seeds tell from luck.
  [[nodiscard]] bool is_certain(const TurnResult& turn) const {
    return (shows(found_.speedup(turn.outcome)) && distinguishable(found_.speedups(turn.outcome))) ||
           (found_.by_response && shows(found_.response_speedup(turn.outcome)) &&
            distinguishable(found_.response_speedups(turn.outcome)));
  }
  /// Whether no figure of the resource can be told from no change.
  [[nodiscard]] bool is_luck(const ResourceResult& of) const {
    if (found_.seeds == 1 || !is_told(of)) return false;
    const MeanOfRuns missed = found_.missed_by_seeds(of);
    if (shows(missed.mean) && distinguishable(missed)) return false;
    return std::none_of(of.turns.begin(), of.turns.end(),
                        [this](const TurnResult& turn) { return is_certain(turn) || !turn.outcome.has_cycles(); });
  }
  void add_gains(std::vector<std::string>& row, const Outcome& outcome) const {
    row.push_back(cycles_text(outcome));
    row.push_back(gain_text(found_.speedups(outcome), found_.seeds));
    if (found_.by_response) row.push_back(gain_text(found_.response_speedups(outcome), found_.seeds));
  }
  void add_titles(std::vector<TextTable::Column>& to) const {
    to.push_back({"cycles"});
    to.push_back({"speedup"});
    if (found_.by_response) to.push_back({"response"});
  }

  const WhatIf& found_;
};

std::string Table::turns() const {
  std::vector<TextTable::Column> columns = {{"resource", Align::left}, {"doubled", Align::left}};
  add_titles(columns);
  columns.push_back({"ideal", Align::left});
  add_titles(columns);
  const std::size_t turned = columns.size();
  if (found_.together) columns.push_back({"missed"});
  TextTable table(columns);
  std::vector<std::string> unchanged;
  for (const ResourceResult& of : found_.resources) {
    if (is_luck(of)) continue;
    if (!is_told(of)) {
      const bool any = std::any_of(of.turns.begin(), of.turns.end(),
                                   [](const TurnResult& turn) { return turn.outcome.has_cycles(); });
      if (any) unchanged.emplace_back(of.resource->name);
      continue;
    }
    std::vector<std::string> row = {std::string(of.resource->name)};
    for (const TurnResult& turn : of.turns) {
      row.push_back(change_text(turn.outcome));
      add_gains(row, turn.outcome);
    }
    row.resize(turned);
    if (found_.together) row.push_back(gain_text(found_.missed_by_seeds(of), found_.seeds));
    table.add(row);
  }
  std::string text = table.empty() ? "" : table.text();
  if (found_.together && found_.together->has_cycles()) {
    text += fmt::format("\n  all doubled: {} cycles, {}; missed: how much slower that is without this one\n",
                        grouped(found_.together->cycles), gain_text(found_.gains(*found_.together), found_.seeds));
  }
  text += undistinguished();
  return text + (unchanged.empty() ? "" : '\n' + wrapped("  less than 0.05 %:", unchanged));
}

std::string Table::undistinguished() const {
  if (found_.seeds == 1) return "";
  std::vector<std::string> list;
  for (const ResourceResult& of : found_.resources) {
    if (!is_luck(of)) continue;
    for (const TurnResult& turn : of.turns) {
      const MeanOfRuns gain = found_.gains(turn.outcome);
      if (!shows(gain.mean)) continue;
      list.push_back(fmt::format("{} {} {} ± {:.3f}{}", of.resource->name, name(turn.kind), gain_text(gain.mean),
                                 gain.half_width, kNotDistinguishable));
    }
  }
  std::string text =
      fmt::format("\n  ±: half of the 95 % interval of the mean over {} seeds; ~: it contains x1.000\n", found_.seeds);
  for (const std::string& line : list) text += "  " + line + '\n';
  return text;
}

std::string Table::pairs() const {
  if (found_.pairs.empty()) return "";
  std::vector<TextTable::Column> columns = {{"pairs", Align::left}, {"", Align::left}};
  add_titles(columns);
  columns.insert(columns.end(), {{"parts"}, {"", Align::left}});
  TextTable table(columns);
  std::size_t idle = 0;
  for (const PairResult& pair : found_.pairs) {
    const double gain = found_.gain(pair.outcome);
    if (gain > 0.0 && gain < pair.better * (1.0 + kShown)) {
      ++idle;
      continue;
    }
    std::vector<std::string> row = {std::string(pair.first.resource->name), std::string(pair.second.resource->name)};
    add_gains(row, pair.outcome);
    row.push_back(gain_text(pair.parts));
    const double beyond = beyond_parts(found_, pair);
    const bool alike =
        std::abs(beyond - 1.0) < kAlike || std::abs(gain - pair.parts) < found_.gains(pair.outcome).half_width;
    row.push_back(beyond == 0.0 ? "" : alike ? "as its parts" : beyond > 1.0 ? "more than its parts" : "less");
    table.add(row);
  }
  const std::string rest = idle == 0 ? "" : fmt::format("  {} pairs bring no more than the better of the two\n", idle);
  return '\n' + (table.empty() ? "" : table.text()) + rest;
}

/// Of streams: mean and 99th percentile of the best turns.
std::string Table::responses() const {
  const std::vector<StreamOutcome>& streams = found_.base.streams;
  if (streams.empty()) return "";
  const std::size_t shown = std::min(streams.size(), kMostStreamColumns);
  std::vector<TextTable::Column> columns = {{"response in cycles", Align::left}};
  for (std::size_t s = 0; s < shown; ++s) {
    columns.push_back({"mean of " + one_line(streams[s].name)});
    columns.push_back({"99 %"});
  }
  TextTable table(columns);
  bool few = false;
  const auto add = [&](std::string what, const Outcome& outcome) {
    std::vector<std::string> row = {std::move(what)};
    for (std::size_t s = 0; s < std::min(shown, outcome.streams.size()); ++s) {
      const StreamOutcome& stream = outcome.streams[s];
      row.push_back(stream.stable.value_or(true) ? grouped(static_cast<std::uint64_t>(std::llround(stream.mean)))
                                                 : "unstable");
      const std::uint64_t instances = stream.done * found_.seeds;
      few = few || rests_on_few(99, instances);
      row.push_back(marked_percentile(grouped(stream.p99), 99, instances));
    }
    table.add(row);
  };
  add("as it is", found_.base);
  std::size_t told = 0;
  for (const ResourceResult& of : found_.resources) {
    const TurnResult& turn = of.turns.front();
    if (!changes(turn.outcome) || told++ >= kMostOfTurns) continue;
    add(std::string(of.resource->name) + ' ' + std::string(name(turn.kind)), turn.outcome);
  }
  std::string counts;
  for (std::size_t s = 0; s < shown; ++s)
    counts += fmt::format("{}{} of {}", counts.empty() ? "" : ", ", grouped(streams[s].done * found_.seeds),
                          one_line(streams[s].name));
  return '\n' + table.text() + "  instances: " + counts + (found_.seeds > 1 ? ", of all seeds" : "") + '\n' +
         (few ? kFewInstancesNote : "");
}

/// Returns remarks about impossible and incomplete runs.
std::string Table::remarks() const {
  std::string text;
  const auto remark = [&](const std::string& what, const Outcome& outcome) {
    if (outcome.has_cycles() || outcome.state == OutcomeState::interrupted) return;
    text += "  " + what + ": " + cycles_text(outcome) + ": " + one_line(outcome.message) + '\n';
  };
  for (const ResourceResult& of : found_.resources) {
    for (const TurnResult& turn : of.turns)
      remark(std::string(of.resource->name) + ' ' + std::string(name(turn.kind)), turn.outcome);
  }
  if (found_.together) remark("all doubled", *found_.together);
  for (const ResourceResult& of : found_.resources) {
    if (of.left_out) remark("all doubled but " + std::string(of.resource->name), *of.left_out);
  }
  for (const PairResult& pair : found_.pairs)
    remark(std::string(pair.first.resource->name) + " with " + std::string(pair.second.resource->name), pair.outcome);
  return text.empty() ? "" : '\n' + text;
}

}  // namespace

std::string whatif_table(const WhatIf& found, const WhatIfSubject& subject) {
  const std::string seeds = found.seeds == 1
                                ? fmt::format("seed {}", subject.seed)
                                : fmt::format("seeds {} to {}", subject.seed, subject.seed + found.seeds - 1);
  std::string text = fmt::format("{}  {}, {} runs\n  makespan  {} cycles\n\n", one_line(subject.experiment), seeds,
                                 found.runs, grouped(found.base.cycles));
  const Table table(found);
  return text + table.turns() + table.responses() + table.pairs() + table.remarks();
}

}  // namespace gantry
