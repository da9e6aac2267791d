// SPDX-License-Identifier: Apache-2.0
#include "compare/stages.h"

#include <map>
#include <tuple>

#include "result/task_stages.h"

namespace gantry {
namespace {

using GroupKey = std::tuple<TaskClass, std::uint32_t, std::uint32_t>;
using Groups = std::map<GroupKey, StageGroup>;

void add_run(const RunFiles& run, std::uint64_t Change::*side, Groups& groups) {
  for (const TaskRow& row : run.tasks) {
    const TaskRecord& task = row.stations;
    if (task.completed == kNever || task.submitted == kNever) continue;
    const auto [at, is_new] = groups.emplace(GroupKey{task.cls, task.weight, task.stream}, StageGroup{});
    StageGroup& group = at->second;
    if (is_new) std::tie(group.cls, group.weight, group.stream) = at->first;
    ++(group.tasks.*side);
    const auto spans = stage_spans(task, task.completed);
    for (const StageSpan& span : spans) group.cycles[span.stage].*side += span.to - span.from;
    group.lifetime.*side += spans.back().to - spans.front().from;
  }
}

}  // namespace

StageChanges stage_changes(const RunPair& runs) {
  Groups groups;
  add_run(runs.a.files, &Change::a, groups);
  add_run(runs.b.files, &Change::b, groups);
  StageChanges changes;
  for (const auto& [key, group] : groups) {
    changes.groups.push_back(group);
    changes.all.tasks.add(group.tasks);
    for (std::size_t i = 0; i < kStages; ++i) changes.all.cycles[i].add(group.cycles[i]);
    changes.all.lifetime.add(group.lifetime);
  }
  return changes;
}

}  // namespace gantry
