// SPDX-License-Identifier: Apache-2.0
#include "commands/partition_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "gantry/base/one_line.h"

namespace gantry {
namespace {

/// Widths of the columns; the first is as wide as the longest name of a boundary task.
constexpr const char* kRow = "  {:<{}}  {:>4}  {:>4}  {:>8}  {:>8}  {:>10}  {}\n";

}  // namespace

std::string cut_text(plan::Objective objective, const plan::Cut& cut) {
  switch (objective) {
    case plan::Objective::edges:
      return fmt::format("{} cut edges, {} of them critical", cut.first, cut.second);
    case plan::Objective::bytes:
      return fmt::format("{} bytes on {} cut edges", cut.first, cut.second);
    case plan::Objective::critical_bytes:
      return fmt::format("{} critical of {} bytes on cut edges", cut.first, cut.second);
    case plan::Objective::critical:
      break;
  }
  return fmt::format("{} critical of {} cut edges", cut.first, cut.second);
}

void PartitionTrace::note_boundary(const plan::Partition& partition) {
  has_been_boundary_.resize(partition.problem().tasks());
  for (std::uint32_t t = 0; t < has_been_boundary_.size(); ++t) {
    if (partition.is_boundary(t)) has_been_boundary_[t] = true;
  }
}

std::string PartitionTrace::round(const plan::Partition& before, const std::vector<plan::Candidate>& moves,
                                  const plan::Partition& after) {
  const plan::Objective objective = before.problem().objective();
  if (rounds_ == 0) note_boundary(before);
  std::string text = fmt::format("round {}: {}\n", ++rounds_, cut_text(objective, before.cut()));
  text += boundary(before) + gains(before);
  if (moves.empty()) return text + "no candidate: the rounds end\n\n";
  for (const plan::Candidate& move : moves) {
    text += fmt::format("moved {} from part {} to part {}\n", one_line(workload_.tasks[move.task].id),
                        before.part(move.task), move.to);
  }
  text += "then " + cut_text(objective, after.cut());
  text += after.cut() < before.cut() ? "\n" : ", which is not better: the round is undone\n";
  return text + new_boundary(after) + '\n';
}

std::string PartitionTrace::boundary(const plan::Partition& partition) const {
  std::string text;
  for (std::uint32_t part = 0; part < partition.problem().parts(); ++part) {
    std::string tasks;
    for (std::uint32_t t = 0; t < partition.problem().tasks(); ++t) {
      if (partition.part(t) == part && partition.is_boundary(t)) tasks += ' ' + one_line(workload_.tasks[t].id);
    }
    text += fmt::format("boundary tasks of part {}:{}\n", part, tasks.empty() ? " none" : tasks);
  }
  return text;
}

/// A row per boundary task and part to which it has an edge, in workload order. The cut of a move alone is the cut now,
/// and the task's edges to its own part, without those to the other one.
std::string PartitionTrace::gains(const plan::Partition& partition) const {
  std::size_t width = 4;
  for (std::uint32_t t = 0; t < partition.problem().tasks(); ++t) {
    if (partition.is_boundary(t)) width = std::max(width, one_line(workload_.tasks[t].id).size());
  }
  std::string text = fmt::format(kRow, "task", width, "part", "to", "1st gain", "2nd gain", "difference", "");
  text.erase(text.find_last_not_of(" \n") + 1);
  text += '\n';
  for (std::uint32_t t = 0; t < partition.problem().tasks(); ++t) {
    if (!partition.is_boundary(t)) continue;
    const plan::Gains both = plan::gains(partition, t, rule_);
    const plan::Connection own = partition.connection(t, partition.part(t));
    for (const plan::SecondGain& second : both.second) {
      const plan::Connection to = partition.connection(t, second.part);
      std::string note;
      if (plan::is_drawn(own, to, rule_)) {
        plan::Cut alone = partition.cut();
        alone += own.weight;
        alone -= to.weight;
        note = partition.may_move(t, second.part)
                   ? "candidate: alone " + cut_text(partition.problem().objective(), alone)
                   : "no capacity";
      }
      std::string row = fmt::format(
          kRow, one_line(workload_.tasks[t].id), width, partition.part(t), second.part, both.first, second.gain,
          static_cast<std::int64_t>(second.gain) - static_cast<std::int64_t>(both.first), note);
      row.erase(row.find_last_not_of(" \n") + 1);
      text += row + '\n';
    }
  }
  return text;
}

std::string PartitionTrace::new_boundary(const plan::Partition& after) {
  std::string tasks;
  for (std::uint32_t t = 0; t < has_been_boundary_.size(); ++t) {
    if (after.is_boundary(t) && !has_been_boundary_[t]) tasks += ' ' + one_line(workload_.tasks[t].id);
  }
  note_boundary(after);
  return "new boundary tasks:" + (tasks.empty() ? " none" : tasks) + '\n';
}

}  // namespace gantry
