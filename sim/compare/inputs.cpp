// SPDX-License-Identifier: Apache-2.0
#include "compare/inputs.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "result/output_names.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kMostShown = 80;

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }
bool ends(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

/// Removes the path of every file with a digest: the content is the input, not its location.
void drop_pinned_paths(std::vector<FlatKey>& keys) {
  std::vector<std::string> pinned;
  for (const FlatKey& key : keys) {
    if (ends(key.path, ".sha256")) pinned.push_back(key.path.substr(0, key.path.size() - 6) + "path");
  }
  const auto is_pinned = [&](const FlatKey& key) {
    return std::find(pinned.begin(), pinned.end(), key.path) != pinned.end();
  };
  keys.erase(std::remove_if(keys.begin(), keys.end(), is_pinned), keys.end());
}

std::vector<FlatKey> experiment_keys(const ComparedRun& run) {
  // The command lines of both are read from their summaries.
  std::vector<FlatKey> keys = flat_keys(run.experiment, {"provenance"});
  drop_pinned_paths(keys);
  return keys;
}

std::vector<FlatKey> provenance_keys(const ComparedRun& run) {
  const auto at = run.summary.find("provenance");
  return at == run.summary.end() ? std::vector<FlatKey>() : flat_keys(*at);
}

/// Whether the key identifies the workload: the content of its files, or tasks in the experiment itself.
bool is_content(const DifferingKey& key) {
  const bool in_itself = key.path.find("workload.tasks") != std::string::npos;
  return begins(key.path, "workload.") && (ends(key.path, ".sha256") || in_itself);
}

std::string shown(const std::optional<std::string>& value) {
  return value ? in_short(*value, kMostShown) : "not there";
}

/// The first task, in its table, that the other run does not have.
const TaskPair* first_missing(const RunPair& runs, bool in_b) {
  const auto is_missing = [&](const TaskPair& task) {
    return in_b ? task.a != nullptr && task.b == nullptr : task.a == nullptr && task.b != nullptr;
  };
  const auto at = std::find_if(runs.tasks.begin(), runs.tasks.end(), is_missing);
  return at == runs.tasks.end() ? nullptr : &*at;
}

std::uint64_t all_tasks(const RunSummary& summary) { return summary.tasks_completed + summary.tasks_unfinished; }

void refuse_other_tasks(const RunPair& runs, Diagnostics& problems) {
  const auto refuse = [&](const ComparedRun& in, const TaskRow& row, std::string_view name, const ComparedRun& other) {
    problems.error({in.files.path(kTasksFile), static_cast<int>(row.line), 1},
                   "a run of another workload: task " + in_quotes(name) + " is not among those of " +
                       in_short(other.directory(), kMostShown) + " (expected the same tasks in both)");
  };
  // The table of an unfinished run lacks tasks that it had not reached.
  if (runs.b.files.summary.complete) {
    if (const TaskPair* task = first_missing(runs, true)) return refuse(runs.a, *task->a, task->name, runs.b);
  }
  if (runs.a.files.summary.complete) {
    if (const TaskPair* task = first_missing(runs, false)) return refuse(runs.b, *task->b, task->name, runs.a);
  }
}

}  // namespace

Inputs differing_inputs(const ComparedRun& a, const ComparedRun& b) {
  return {differing_keys(experiment_keys(a), experiment_keys(b)),
          differing_keys(provenance_keys(a), provenance_keys(b))};
}

void refuse_other_workload(const Inputs& inputs, const RunPair& runs, Diagnostics& problems) {
  for (const DifferingKey& key : inputs.experiment) {
    if (!is_content(key)) continue;
    problems.error(key.where, "a run of another workload: " + key.path + " is " + shown(key.b) + ", and " +
                                  shown(key.a) + " in " + in_short(runs.a.directory(), kMostShown) +
                                  " (expected the same in both)");
    return;
  }
  if (runs.has_tasks) return refuse_other_tasks(runs, problems);
  const RunSummary& a = runs.a.files.summary;
  const RunSummary& b = runs.b.files.summary;
  if (!a.complete || !b.complete || all_tasks(a) == all_tasks(b)) return;
  problems.error({runs.b.files.path(kSummaryFile), 1, 1}, "a run of another workload: " + std::to_string(all_tasks(b)) +
                                                              " tasks, and " + std::to_string(all_tasks(a)) + " in " +
                                                              in_short(runs.a.directory(), kMostShown) +
                                                              " (expected the same in both)");
}

}  // namespace gantry
