// SPDX-License-Identifier: Apache-2.0
#include "compare/task_changes.h"

#include <algorithm>
#include <iterator>

namespace gantry {
namespace {

std::vector<TaskChange> most(const std::vector<TaskChange>& all, Change TaskChange::*of, bool gained) {
  std::vector<TaskChange> found;
  std::copy_if(all.begin(), all.end(), std::back_inserter(found), [&](const TaskChange& task) {
    return gained ? (task.*of).b < (task.*of).a : (task.*of).b > (task.*of).a;
  });
  std::stable_sort(found.begin(), found.end(),
                   [&](const TaskChange& x, const TaskChange& y) { return (x.*of).size() > (y.*of).size(); });
  if (found.size() > kMostTasks) found.resize(kMostTasks);
  return found;
}

}  // namespace

TaskChanges task_changes(const RunPair& runs) {
  std::vector<TaskChange> all;
  TaskChanges changes;
  for (const TaskPair& task : runs.tasks) {
    if (task.a == nullptr || task.b == nullptr) continue;
    const TaskRecord& a = task.a->stations;
    const TaskRecord& b = task.b->stations;
    if (a.completed == kNever || b.completed == kNever || a.submitted > a.completed || b.submitted > b.completed)
      continue;
    all.push_back({task.name, {a.completed - a.submitted, b.completed - b.submitted}, {a.completed, b.completed}});
    const Change& life = all.back().lifetime;
    changes.gained += life.b < life.a ? 1 : 0;
    changes.lost += life.b > life.a ? 1 : 0;
  }
  changes.compared = all.size();
  changes.by_lifetime = {most(all, &TaskChange::lifetime, true), most(all, &TaskChange::lifetime, false)};
  changes.by_completion = {most(all, &TaskChange::completed, true), most(all, &TaskChange::completed, false)};
  return changes;
}

}  // namespace gantry
