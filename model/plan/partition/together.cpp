// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/together.h"

#include <utility>
#include <vector>

namespace gantry::plan {
namespace {

/// Makes all moves that the balance allows when it is their turn, and returns them.
std::vector<Candidate> move_all(Partition& partition, const std::vector<Candidate>& drawn) {
  std::vector<Candidate> moves;
  for (const Candidate& candidate : drawn) {
    const bool has_moved = !moves.empty() && moves.back().task == candidate.task;
    if (has_moved || !partition.may_move(candidate.task, candidate.to)) continue;
    partition.move(candidate.task, candidate.to);
    moves.push_back(candidate);
  }
  return moves;
}

/// Notes the tasks at the boundary. Returns whether one of them is there for the first time.
bool note_boundary(const Partition& partition, std::vector<bool>& has_been_boundary) {
  bool is_new = false;
  for (std::uint32_t t = 0; t < has_been_boundary.size(); ++t) {
    if (has_been_boundary[t] || !partition.is_boundary(t)) continue;
    has_been_boundary[t] = true;
    is_new = true;
  }
  return is_new;
}

}  // namespace

TogetherRounds run_together(Partition& partition, const RefineOptions& options, const RefineControl& control) {
  TogetherRounds done;
  std::vector<bool> has_been_boundary(partition.problem().tasks());
  note_boundary(partition, has_been_boundary);
  bool more = true;
  while (more && !control.stopped()) {
    control.show(partition.cut());
    const std::vector<Candidate> drawn = drawn_moves(partition, options.rule);
    Partition after = partition;
    const std::vector<Candidate> moves = move_all(after, drawn);
    if (control.round) control.round(partition, moves, after);
    if (moves.empty() || !(after.cut() < partition.cut())) break;
    partition = std::move(after);
    ++done.rounds;
    done.moves += moves.size();
    more = note_boundary(partition, has_been_boundary) || options.until == RefineUntil::stable;
  }
  return done;
}

}  // namespace gantry::plan
