// SPDX-License-Identifier: Apache-2.0
#include "explain/explain_run.h"

#include <algorithm>
#include <string_view>

#include "gantry/explain/bound_table.h"
#include "result/measured_turns.h"
#include "result/output_names.h"
#include "result/summary_keys.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongest = 10;

/// Those of `names` that are not 0, the largest first.
template <class Name>
NamedCycles read_counts(Keys& keys, const Json& root, const char* key, std::size_t count, Name name) {
  NamedCycles counts;
  if (!root.contains(key)) return counts;
  const Json& object = keys.object(root, "", key);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string of(name(i));
    const std::uint64_t cycles = keys.count(object, key, of.c_str());
    if (cycles > 0) counts.emplace_back(of, cycles);
  }
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return counts;
}

NamedCycles read_without(Keys& keys, const Json& root) {
  NamedCycles counts;
  if (!root.contains("critical_path_without")) return counts;
  const Json& object = keys.object(root, "", "critical_path_without");
  for (const auto& [name, value] : object.items()) {
    counts.emplace_back(name, keys.count(object, "critical_path_without", name.c_str()));
  }
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return counts;
}

void read_summary(Keys& keys, const Json& root, Explanation& explanation) {
  if (keys.text(root, "", "schema") != kSummarySchema) {
    keys.fault(std::string("not the summary of a run of jobs (expected \"") + kSummarySchema + "\")");
    return;
  }
  explanation.experiment = keys.text(root, "", "experiment");
  explanation.cycles = keys.count(root, "", "cycles");
  explanation.complete = keys.flag(root, "", "complete");
  if (root.contains("verdict")) {
    for (const Json& sentence : keys.array(root, "", "verdict")) {
      if (sentence.is_string()) explanation.verdict.push_back(sentence.get<std::string>());
    }
  }
  explanation.causes = read_counts(keys, root, "critical_path", kCauses, [](std::size_t i) { return kCauseNames[i]; });
  explanation.held =
      read_counts(keys, root, "critical_path_held", kCauses, [](std::size_t i) { return kCauseNames[i]; });
  explanation.bounds = read_counts(keys, root, "bounds", kBoundCount, [](std::size_t i) { return kBounds[i].name; });
  explanation.without = read_without(keys, root);
}

void read_steps(const std::string& path, Diagnostics& problems, Explanation& explanation) {
  const auto longer = [](const LongStep& a, const LongStep& b) { return a.to - a.from > b.to - b.from; };
  std::vector<LongStep>& longest = explanation.longest;
  TableReader<PathCells> table(path, problems);
  for (PathCells row; table.next(row);) {
    ++explanation.steps;
    if (row.to < row.from) continue;
    if (longest.size() == kLongest && row.to - row.from <= longest.back().to - longest.back().from) continue;
    const LongStep step{row.from,
                        row.to,
                        std::string(info(row.cause).name),
                        std::string(row.task),
                        row.job == kNone ? std::string() : std::to_string(row.job),
                        std::string(row.detail)};
    longest.insert(std::upper_bound(longest.begin(), longest.end(), step, longer), step);
    if (longest.size() > kLongest) longest.pop_back();
  }
}

}  // namespace

std::optional<Explanation> explain_run(const std::string& directory, Diagnostics& problems) {
  const std::string path = directory + '/' + kSummaryFile;
  const auto root = parse_summary(path, problems);
  if (!root) return std::nullopt;
  Explanation explanation;
  Keys keys(path, problems);
  try {
    read_summary(keys, *root, explanation);
    if (!problems.ok()) return std::nullopt;
    if (std::string measured = measured_turns(directory, *root); !measured.empty())
      explanation.verdict.push_back(std::move(measured));
    for (const Json& output : keys.array(*root, "", "outputs")) {
      if (output == kPathFile) read_steps(directory + '/' + kPathFile, problems, explanation);
    }
  } catch (const Json::exception&) {
    keys.fault("a number is out of range");
  }
  if (!problems.ok()) return std::nullopt;
  return explanation;
}

}  // namespace gantry
