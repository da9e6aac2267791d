// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "result/percentile_rule.h"
#include "sweep/search.h"
#include "sweep/study_tables.h"
#include "text/text_table.h"

namespace gantry {
namespace {

constexpr std::size_t kMostShown = 20;  ///< rows of the front
constexpr std::size_t kMostReasons = 5;

std::string count_text(std::size_t count, const char* one) {
  return fmt::format("{} {}{}", grouped(count), one, count == 1 ? "" : "s");
}

/// ": 90 done, 6 infeasible".
std::string states_text(const std::vector<PointRow>& rows, std::string_view interrupted) {
  std::string text;
  for (std::size_t state = 0; state < kPointStates.size(); ++state) {
    const auto count = std::count_if(rows.begin(), rows.end(), [state](const PointRow& row) {
      return static_cast<std::size_t>(row.state) == state;
    });
    if (count == 0) continue;
    const bool open = state == static_cast<std::size_t>(PointState::interrupted);
    text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", grouped(static_cast<std::uint64_t>(count)),
                        open ? interrupted : kPointStates[state]);
  }
  return text;
}

/// "s: 12 points (8 with a part of the workload): 12 done".
std::string rows_text(const Study& study, const std::vector<PointRow>& rows,
                      std::string_view interrupted = "interrupted") {
  const auto partial = static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [](const PointRow& row) { return row.part != kWholeWorkload; }));
  std::string text = one_line(study.name) + ": " + count_text(rows.size(), "point");
  if (partial > 0) text += " (" + grouped(partial) + " with a part of the workload)";
  return text + states_text(rows, interrupted);
}

/// Returns the reasons why points are not done, the most frequent first.
std::string reasons_text(const std::vector<PointRow>& rows) {
  std::map<std::pair<PointState, std::string>, std::size_t> counted;
  for (const PointRow& row : rows) {
    const bool other = row.state != PointState::done && row.state != PointState::interrupted;
    if (other) ++counted[{row.state, row.message}];
  }
  std::vector<std::pair<std::size_t, std::string>> reasons;
  reasons.reserve(counted.size());
  for (const auto& [why, count] : counted) {
    reasons.emplace_back(count, fmt::format("  {:>6} {}: {}\n", grouped(count),
                                            kPointStates[static_cast<std::size_t>(why.first)], one_line(why.second)));
  }
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < reasons.size() && i < kMostReasons; ++i) text += reasons[i].second;
  if (reasons.size() > kMostReasons)
    text += fmt::format("         ... and {} other reasons\n", reasons.size() - kMostReasons);
  return text;
}

/// Returns the shortest end of a key that distinguishes it from the others. The table has the complete key.
std::string short_name(const std::string& key, const std::vector<std::string>& keys, const Study& study) {
  std::size_t begin = key.rfind('.') + 1;
  const auto ends_so = [&](const std::string& other) {
    const std::size_t length = key.size() - begin;
    return other != key && other.size() >= length && other.compare(other.size() - length, length, key, begin) == 0;
  };
  const auto names_so = [&](const StudyMetric& metric) { return ends_so(metric.name); };
  while (begin > 0 && (std::any_of(keys.begin(), keys.end(), ends_so) ||
                       std::any_of(study.metrics.begin(), study.metrics.end(), names_so))) {
    const std::size_t point = begin < 2 ? std::string::npos : key.rfind('.', begin - 2);
    begin = point == std::string::npos ? 0 : point + 1;
  }
  return key.substr(begin);
}

/// In how many of the seeds the constraints hold, of the points on the front.
std::string held_text(const Study& study, const StudyResult& result) {
  if (study.repeats == 1) return "";
  std::string text;
  for (std::size_t c = 0; c < study.constraints.size(); ++c) {
    std::size_t least = study.repeats;
    for (const std::size_t i : result.front) least = std::min(least, result.rows[i].held[c]);
    const std::string in = least == study.repeats ? fmt::format("all {} seeds of every point", study.repeats)
                                                  : fmt::format("{} or more of {} seeds", least, study.repeats);
    text += "  " + one_line(study.constraints[c].text()) + " holds in " + in + '\n';
  }
  return text;
}

bool of_few(const MetricValue& value) {
  return value.percentile && rests_on_few(value.percentile->percent, value.percentile->instances);
}

std::string front_text(const Study& study, const StudyResult& result) {
  if (result.front.empty()) return "";
  std::vector<TextTable::Column> columns = {{"number"}};
  if (!study.workloads.empty()) columns.push_back({"workload", TextTable::Align::left});
  std::vector<std::string> keys;
  for (const StudyAxis& axis : study.axes) keys.insert(keys.end(), axis.columns.begin(), axis.columns.end());
  for (const DerivedKey& key : study.derive) keys.push_back(key.key);
  for (const std::string& key : keys) columns.push_back({short_name(key, keys, study)});
  for (const StudyObjective& objective : study.objectives) {
    if (!study.metrics[objective.metric].is_key) columns.push_back({study.metrics[objective.metric].name});
  }
  TextTable table(std::move(columns));
  bool few = false;
  for (std::size_t i = 0; i < result.front.size() && i < kMostShown; ++i) {
    const PointRow& row = result.rows[result.front[i]];
    std::vector<std::string> cells = {std::to_string(row.number)};
    if (!study.workloads.empty()) cells.push_back(row.workload);
    cells.insert(cells.end(), row.cells.begin(), row.cells.end());
    for (const StudyObjective& objective : study.objectives) {
      if (study.metrics[objective.metric].is_key) continue;
      const MetricValue& value = *row.metrics[objective.metric];
      cells.push_back(value.text + (of_few(value) ? "*" : ""));
      few = few || of_few(value);
    }
    table.add(std::move(cells));
  }
  std::string text = "\nPareto front: " + count_text(result.front.size(), "point") + '\n' + table.text() +
                     (few ? kFewInstancesNote : "");
  text += held_text(study, result);
  if (result.front.size() > kMostShown)
    text += fmt::format("  ... and {} more in pareto.csv\n", result.front.size() - kMostShown);
  return text;
}

std::string costless_text(const std::vector<std::string>& costless) {
  if (costless.empty()) return "";
  return "\nwithout cost, whatever their value (docs/cost.md): " + fmt::format("{}", fmt::join(costless, ", ")) + '\n';
}

}  // namespace

std::string study_text(const Study& study, const StudyResult& result, const std::string& directory) {
  std::string text = rows_text(study, result.rows) +
                     fmt::format("; computed {}, reused {}\n", grouped(result.computed), grouped(result.reused));
  if (result.of_others > 0) {
    text += count_text(result.of_others, "point") +
            " of another version or build of gantry computed again: equal results are not known to be equal\n";
  }
  text += reasons_text(result.rows);
  if (!result.complete)
    text += result.stopped ? "interrupted: the same command goes on\n" : "out of seconds: the same command goes on\n";
  text += front_text(study, result) + costless_text(result.costless);
  return text + "\nresults in " + one_line(directory) + ": points.csv " +
         (result.stopped ? "" : "pareto.csv study.sqlite report.html ") + "points/\n";
}

std::string away_text(const Study& study, const StudyResult& result, const std::string& directory) {
  std::string text = rows_text(study, result.rows, "to do") + '\n' + reasons_text(result.rows);
  const SearchEntry* search = searches().find(study.search.method);
  if (search != nullptr && search->learns)
    text += "search " + search->name +
            " learns: these are its next batch, and when they are there the same command goes on with another\n";
  return text + "the same command collects; `gantry sweep status " + one_line(directory) + "` shows its progress\n";
}

std::string dry_text(const Study& study, const DryStudy& dry, unsigned jobs) {
  std::size_t infeasible = 0;
  for (const PointRow& row : dry.rows) infeasible += row.state == PointState::infeasible ? 1 : 0;
  std::string text = one_line(study.name) + ": " + count_text(dry.rows.size(), "point");
  if (dry.more) text += " to begin with";
  if (infeasible > 0) text += ", " + grouped(infeasible) + " of them infeasible";
  if (dry.excluded > 0) text += "; " + count_text(dry.excluded, "combination") + " excluded";
  text += '\n' + reasons_text(dry.rows);
  text += count_text(dry.runs, "run") + " to make, " + grouped(dry.reused) + " there already";
  if (dry.measured > 0) {
    text += fmt::format("; about {:.{}f} s with {} at a time ({} measured)", dry.seconds, dry.seconds < 10 ? 1 : 0,
                        jobs, dry.measured);
  }
  return text + '\n';
}

}  // namespace gantry
