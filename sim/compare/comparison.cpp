// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison.h"

#include <algorithm>
#include <utility>

#include "compare/run_pair.h"
#include "result/output_names.h"

namespace gantry {
namespace {

std::vector<Condition> read_conditions(const std::vector<std::string>& texts, Diagnostics& problems) {
  std::vector<Condition> conditions;
  for (const std::string& text : texts) {
    const int number = static_cast<int>(&text - texts.data()) + 1;
    if (auto condition = read_condition(text, number, problems)) conditions.push_back(std::move(*condition));
  }
  return conditions;
}

/// Returns the results of a summary, without its origin and name.
nlohmann::json counted(const nlohmann::json& summary) {
  nlohmann::json counts = summary;
  for (const char* key : {"provenance", "experiment", "outputs"}) counts.erase(key);
  return counts;
}

}  // namespace

bool Comparison::failed() const {
  return std::any_of(judged.begin(), judged.end(), [](const Judged& one) { return one.holds; });
}

std::optional<Comparison> compare_runs(const std::string& a, const std::string& b,
                                       const std::vector<std::string>& fail_if, Diagnostics& problems) {
  const std::vector<Condition> conditions = read_conditions(fail_if, problems);
  if (!problems.ok()) return std::nullopt;
  Comparison c;
  c.a = std::make_unique<ComparedRun>(read_compared_run(a, problems));
  if (problems.ok()) c.b = std::make_unique<ComparedRun>(read_compared_run(b, problems));
  if (!problems.ok()) return std::nullopt;
  const bool by_place = !c.a->streams.empty() && !c.b->streams.empty();
  if (by_place && c.a->files.summary.wrote(kTasksFile) && c.b->files.summary.wrote(kTasksFile)) {
    name_by_place(*c.a);
    name_by_place(*c.b);
  }
  const RunPair runs(*c.a, *c.b);
  c.inputs = differing_inputs(*c.a, *c.b);
  refuse_other_workload(c.inputs, runs, problems);
  if (!problems.ok()) return std::nullopt;

  c.cycles = {c.a->files.summary.cycles, c.b->files.summary.cycles};
  c.has_records = runs.has_tasks || runs.has_jobs;
  c.divergence = first_divergence(runs);
  c.differing_numbers = differing_numbers(counted(c.a->summary), counted(c.b->summary));
  c.causes = cause_changes(*c.a, *c.b, problems);
  c.held = held_changes(*c.a, *c.b);
  c.overhead = overhead_changes(*c.a, *c.b);
  if (runs.has_tasks) {
    c.stages = stage_changes(runs);
    c.tasks = task_changes(runs);
  }
  if (c.a->has_links() && c.b->has_links()) c.links = link_changes(*c.a, *c.b);
  c.groups = group_changes(*c.a, *c.b);
  c.streams = stream_changes(*c.a, *c.b);
  for (const Condition& condition : conditions) {
    const int number = static_cast<int>(&condition - conditions.data()) + 1;
    if (auto judged = judge(condition, number, c.a->summary, c.b->summary, problems))
      c.judged.push_back(std::move(*judged));
  }
  if (!problems.ok()) return std::nullopt;
  return c;
}

}  // namespace gantry
