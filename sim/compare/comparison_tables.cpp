// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "compare/comparison.h"
#include "result/percentile_rule.h"
#include "result/tables.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kMostGroups = 10;
constexpr std::size_t kStagesOfGroup = 3;

std::string per_task(std::uint64_t cycles, std::uint64_t tasks) {
  return tasks == 0 ? "-" : fmt::format("{:.1f}", static_cast<double>(cycles) / static_cast<double>(tasks));
}

double changed_per_task(const Change& cycles, const Change& tasks) {
  return static_cast<double>(cycles.b) / static_cast<double>(std::max<std::uint64_t>(tasks.b, 1)) -
         static_cast<double>(cycles.a) / static_cast<double>(std::max<std::uint64_t>(tasks.a, 1));
}

std::string per_task_change(const Change& cycles, const Change& tasks) {
  if (tasks.a == 0 || tasks.b == 0) return "-";
  const double change = changed_per_task(cycles, tasks);
  return std::abs(change) < 0.05 ? "0.0" : fmt::format("{:+.1f}", change);
}

/// Adds the `most` stages of a group with the largest changes, in order of stages. Stages without cycles in both runs
/// are left out.
void add_stages(const std::string& name, const StageGroup& group, std::size_t most, TextTable& table) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < kStages; ++i) {
    if (group.cycles[i].a > 0 || group.cycles[i].b > 0) shown.push_back(i);
  }
  const auto changed = [&](std::size_t i) { return std::abs(changed_per_task(group.cycles[i], group.tasks)); };
  std::stable_sort(shown.begin(), shown.end(), [&](std::size_t x, std::size_t y) { return changed(x) > changed(y); });
  if (shown.size() > most) shown.resize(most);
  std::sort(shown.begin(), shown.end());
  bool first = true;
  const auto add = [&](const std::string& stage, const Change& cycles) {
    table.add({first ? name : "", stage, per_task(cycles.a, group.tasks.a), per_task(cycles.b, group.tasks.b),
               per_task_change(cycles, group.tasks)});
    first = false;
  };
  for (const std::size_t i : shown) add(std::string(kStageNames[i]), group.cycles[i]);
  add("lifetime", group.lifetime);
}

bool is_changed(const StageGroup& group) {
  return group.tasks.size() > 0 ||
         std::any_of(group.cycles.begin(), group.cycles.end(), [](const Change& stage) { return stage.size() > 0; });
}

std::string group_name(const Comparison& c, const StageGroup& group) {
  const std::vector<std::string>& streams = c.a->streams.empty() ? c.b->streams : c.a->streams;
  const std::string stream =
      group.stream < streams.size() ? streams[group.stream] : "stream " + std::to_string(group.stream);
  return fmt::format("{}, weight {}, {}", kTaskClassNames[index(group.cls)], group.weight, stream);
}

std::string mean_text(const MeanResponse& response) {
  if (!response.mean) return "-";
  return response.half_width ? fmt::format("{:.1f} +- {:.1f}", *response.mean, *response.half_width)
                             : fmt::format("{:.1f}", *response.mean);
}

std::string points(double a, double b) {
  const double change = 100.0 * (b - a);
  return std::abs(change) < 0.05 ? "0.0" : fmt::format("{:+.1f}", change);
}

/// Rows that are 0 in both runs are left out.
void add_causes(const CauseChanges& causes, TextTable& table) {
  for (const CauseChange& cause : causes) {
    if (cause.cycles.a == 0 && cause.cycles.b == 0) continue;
    table.add({cause.cause, grouped(cause.cycles.a), grouped(cause.cycles.b), signed_text(cause.cycles)});
  }
}

std::string changes_table(const char* title, const CauseChanges& changes) {
  TextTable table({{title, Align::left}, {"A"}, {"B"}, {"difference"}});
  add_causes(changes, table);
  return table.empty() ? "" : '\n' + table.text();
}

}  // namespace

std::string causes_table(const Comparison& c) {
  if (!c.causes) return "\ncritical path: not in both summaries (runs that ended, with output.critical_path)\n";
  TextTable table({{"critical path", Align::left}, {"A"}, {"B"}, {"difference"}});
  add_causes(*c.causes, table);
  table.add({"sum = makespan", grouped(c.cycles.a), grouped(c.cycles.b), signed_text(c.cycles)});
  std::string text = '\n' + table.text();
  if (c.held) text += changes_table("ready tasks of the path waited for", *c.held);
  if (c.overhead) text += changes_table("processors idle beside work held by", *c.overhead);
  return text;
}

std::string stages_table(const Comparison& c) {
  if (!c.stages) return "";
  TextTable table(
      {{"where tasks waited", Align::left}, {"cycles per task", Align::left}, {"A"}, {"B"}, {"difference"}});
  const StageChanges& stages = *c.stages;
  add_stages("all", stages.all, kStages, table);
  std::vector<const StageGroup*> groups;
  for (const StageGroup& group : stages.groups) {
    if (is_changed(group)) groups.push_back(&group);
  }
  if (stages.groups.size() == 1) groups.clear();  // it is all
  std::stable_sort(groups.begin(), groups.end(),
                   [](const StageGroup* x, const StageGroup* y) { return x->lifetime.size() > y->lifetime.size(); });
  for (std::size_t i = 0; i < groups.size() && i < kMostGroups; ++i) {
    const StageGroup& group = *groups[i];
    add_stages(group_name(c, group), group, kStagesOfGroup, table);
  }
  std::string rest;
  if (!groups.empty()) rest = fmt::format("of each group the {} stages that changed most", kStagesOfGroup);
  if (groups.size() > kMostGroups) rest += fmt::format("; {} more groups in --json", groups.size() - kMostGroups);
  if (!rest.empty()) rest = "  (" + rest + ")\n";
  return '\n' + table.text() + rest;
}

std::string tasks_table(const Comparison& c) {
  if (!c.tasks) return "";
  TextTable table(
      {{"tasks", Align::left}, {"lifetime A"}, {"B"}, {"difference"}, {"completed A"}, {"B"}, {"difference"}});
  const auto add = [&](const std::vector<TaskChange>& tasks) {
    for (const TaskChange& task : tasks) {
      table.add({std::string(task.name), grouped(task.lifetime.a), grouped(task.lifetime.b), signed_text(task.lifetime),
                 grouped(task.completed.a), grouped(task.completed.b), signed_text(task.completed)});
    }
  };
  add(c.tasks->by_lifetime.gained);
  add(c.tasks->by_lifetime.lost);
  if (table.empty()) return "";
  return '\n' + table.text() +
         fmt::format("  (of {} tasks {} live shorter in B and {} longer: the {} that gained and lost most)\n",
                     grouped(c.tasks->compared), grouped(c.tasks->gained), grouped(c.tasks->lost), kMostTasks);
}

std::string groups_table(const Comparison& c) {
  TextTable table({{"processors", Align::left},
                   {"type", Align::left},
                   {"count A"},
                   {"B"},
                   {"jobs A"},
                   {"B"},
                   {"utilization A"},
                   {"B"},
                   {"points"}});
  for (const GroupChange& g : c.groups) {
    table.add({g.group, g.type, grouped(g.processors.a), grouped(g.processors.b), grouped(g.jobs.a), grouped(g.jobs.b),
               percent(g.utilization_a, 1.0), percent(g.utilization_b, 1.0), points(g.utilization_a, g.utilization_b)});
  }
  return table.empty() ? "" : '\n' + table.text();
}

std::string links_table(const Comparison& c) {
  if (!c.links) return "";
  TextTable table({{"links", Align::left},
                   {"from", Align::left},
                   {"to", Align::left},
                   {"flits A"},
                   {"B"},
                   {"utilization A"},
                   {"B"},
                   {"points"}});
  for (const LinkChange& link : c.links->most) {
    const double a = link.a->utilization;
    const double b = link.b->utilization;
    table.add({std::string(kLinkRowKindNames[static_cast<std::size_t>(link.a->kind)]), link.a->from, link.a->to,
               grouped(link.a->flits), grouped(link.b->flits), percent(a, 1.0), percent(b, 1.0), points(a, b)});
  }
  std::string text = table.empty() ? "" : '\n' + table.text();
  if (c.links->only_in_a + c.links->only_in_b > 0) {
    text += fmt::format("{}  (of {} links in both; {} only in A, {} only in B)\n", table.empty() ? "\n" : "",
                        grouped(c.links->in_both), grouped(c.links->only_in_a), grouped(c.links->only_in_b));
  }
  return text;
}

std::string streams_table(const Comparison& c) {
  TextTable table({{"streams: response", Align::left}, {"A"}, {"B"}, {"difference"}, {"", Align::left}});
  bool few = false;
  for (const StreamChange& stream : c.streams) {
    std::string difference = "-";
    std::string said = "no interval";
    if (stream.a.mean && stream.b.mean) difference = fmt::format("{:+.1f}", *stream.b.mean - *stream.a.mean);
    if (const auto width = stream.combined()) difference += fmt::format(" +- {:.1f}", *width);
    if (stream.verdict() != Verdict::unknown)
      said = stream.verdict() == Verdict::beyond ? "beyond the interval" : "within the interval";
    table.add({(stream.name.empty() ? "all tasks" : stream.name) + " mean", mean_text(stream.a), mean_text(stream.b),
               difference, said});
    if (const auto& done = stream.instances)
      table.add({"  instances", grouped(done->a), grouped(done->b), signed_text(*done), ""});
    const auto add = [&](std::uint64_t percent, const std::optional<Change>& change) {
      if (!change) return;
      few = few || rests_on_few(percent, std::min(stream.instances->a, stream.instances->b));
      table.add({fmt::format("  p{}", percent), marked_percentile(grouped(change->a), percent, stream.instances->a),
                 marked_percentile(grouped(change->b), percent, stream.instances->b), signed_text(*change), ""});
    };
    add(50, stream.p50);
    add(95, stream.p95);
    add(99, stream.p99);
  }
  return table.empty() ? "" : '\n' + table.text() + (few ? kFewInstancesNote : "");
}

}  // namespace gantry
