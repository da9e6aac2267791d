// SPDX-License-Identifier: Apache-2.0
// Rounds of the partition planner that move all candidates at once (source 000 [0067], [0075], claim 4), and what
// `gantry plan partition --trace` prints of the rounds.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "catch.h"
#include "gantry/plan/partition/refinement.h"
#include "gantry/plan/partition/together.h"
#include "partition_cases.h"
#include "program_run.h"

namespace gantry::partition_together_test {

using namespace gantry::plan;

namespace {

using Parts = std::vector<std::uint32_t>;

/// Critical cut edges and all cut edges, counted anew.
Cut cut_of(const PartitionProblem& problem, const Parts& parts) {
  Cut cut;
  for (std::size_t e = 0; e < problem.graph().edges().size(); ++e) {
    const Edge& edge = problem.graph().edges()[e];
    if (parts[edge.from] != parts[edge.to]) cut += {problem.critical()[e] ? 1U : 0U, 1};
  }
  return cut;
}

Time load_of(const PartitionProblem& problem, const Parts& parts, std::uint32_t part) {
  Time load = 0;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) load += parts[t] == part ? problem.load(t) : 0;
  return load;
}

/// Critical edges between a task and the tasks of each part, for the parts to which it has an edge.
std::map<std::uint32_t, std::uint64_t> counts(const PartitionProblem& problem, const Parts& parts, std::uint32_t task) {
  std::map<std::uint32_t, std::uint64_t> count;
  for (std::size_t e = 0; e < problem.graph().edges().size(); ++e) {
    const Edge& edge = problem.graph().edges()[e];
    if (edge.from != task && edge.to != task) continue;
    count[parts[edge.from == task ? edge.to : edge.from]] += problem.critical()[e] ? 1 : 0;
  }
  return count;
}

/// One round as the source tells it: the gains of all boundary tasks first, then the moves in flow order.
Parts plain_round(const PartitionProblem& problem, const Parts& before, std::uint64_t threshold) {
  struct Move {
    std::uint32_t task;
    std::uint64_t difference;
    std::uint32_t to;
  };
  std::vector<Move> moves;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    auto count = counts(problem, before, t);
    const std::uint64_t own = count[before[t]];
    for (const auto& [part, second] : count) {
      if (part != before[t] && second > own + threshold) moves.push_back({t, second - own, part});
    }
  }
  std::sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
    return std::make_tuple(problem.flow_position(a.task), ~a.difference, a.to) <
           std::make_tuple(problem.flow_position(b.task), ~b.difference, b.to);
  });
  Parts after = before;
  std::set<std::uint32_t> moved;
  for (const Move& move : moves) {
    if (moved.count(move.task) > 0 || std::count(after.begin(), after.end(), before[move.task]) == 1) continue;
    if (load_of(problem, after, move.to) + problem.load(move.task) > problem.limit(move.to)) continue;
    after[move.task] = move.to;
    moved.insert(move.task);
  }
  return after;
}

RefineOptions together(RefineUntil until, std::uint64_t threshold) {
  RefineOptions options;
  options.mode = RoundMode::together;
  options.until = until;
  options.rule.threshold = threshold;
  return options;
}

std::set<std::uint32_t> boundary(const PartitionProblem& problem, const Parts& parts) {
  std::set<std::uint32_t> tasks;
  for (const Edge& edge : problem.graph().edges()) {
    if (parts[edge.from] != parts[edge.to]) tasks.insert({edge.from, edge.to});
  }
  return tasks;
}

}  // namespace

TEST_CASE("moving all candidates together is what a plain reading of the source does", "[partition]") {
  std::uint64_t rounds = 0;
  std::uint64_t moves = 0;
  std::uint64_t undone = 0;
  for (std::uint64_t number = 0; number < 500; ++number) {
    const PartitionCase from = random_partition_case(number);
    const PartitionProblem problem(from.graph, marked_edges(from.graph), from.parts, from.imbalance_billionths);
    RandomBits bits(number, 78);
    Parts start;
    for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
      start.push_back(t < from.parts ? t : static_cast<std::uint32_t>(random_below(bits, from.parts)));
    }
    for (const RefineUntil until : {RefineUntil::source, RefineUntil::stable}) {
      const std::uint64_t threshold = number % 4 == 0 ? 1 : 0;
      Parts want = start;
      std::uint64_t kept = 0;
      std::set<std::uint32_t> known = boundary(problem, want);
      while (true) {
        const Parts after = plain_round(problem, want, threshold);
        if (!(cut_of(problem, after) < cut_of(problem, want))) {
          undone += after == want ? 0 : 1;
          break;
        }
        want = after;
        ++kept;
        bool is_new = false;
        for (const std::uint32_t task : boundary(problem, want)) is_new = known.insert(task).second || is_new;
        if (until == RefineUntil::source && !is_new) break;
      }
      Partition have(problem, start);
      const TogetherRounds done = run_together(have, together(until, threshold), {});
      INFO("case " << number << ", until " << static_cast<int>(until));
      REQUIRE(have.parts() == want);
      REQUIRE(done.rounds == kept);
      CHECK(have.cut() == cut_of(problem, want));
      rounds += done.rounds;
      moves += done.moves;
    }
  }
  CHECK(moves > rounds + 300);  // rounds of several moves
  CHECK(undone > 50);
}

TEST_CASE("the source's example moves tasks 1 and 3 together", "[partition]") {
  const InputFiles files;
  const std::string folder = GANTRY_SOURCE_DIR "/sim/experiments/sources/";
  ProgramRun run(files, {"plan", "partition", folder + "partition.yaml", "--parts", "3", "--imbalance", "0.6",
                         "--initial", folder + "parts.txt", "--until", "source", "--mode", "together", "--trace"});
  REQUIRE(run.finish() == 0);
  // Boundary tasks of [0052]; gains of [0053] to [0068], but for task 3 towards c, where the source prints -1; the
  // candidates 1 and 3 of [0075]. Cut edges of [0100] are six, critical ones of [0083] five. Alone, task 1 leaves 3
  // and task 3 leaves 4 ([0084]). Together only 1-3, 7-9 and 9-10 are cut: three, and all of them critical.
  const std::string want =
      "round 1: 5 critical of 6 cut edges\n"
      "boundary tasks of part 0: 2 3 7\n"
      "boundary tasks of part 1: 6 9\n"
      "boundary tasks of part 2: 1 10\n"
      "  task  part    to  1st gain  2nd gain  difference\n"
      "  1        2     0         0         2           2  candidate: alone 3 critical of 4 cut edges\n"
      "  2        0     2         1         1           0\n"
      "  3        0     1         0         1           1  candidate: alone 4 critical of 4 cut edges\n"
      "  3        0     2         0         1           1  candidate: alone 4 critical of 5 cut edges\n"
      "  6        1     0         1         1           0\n"
      "  7        0     1         1         1           0\n"
      "  9        1     0         1         1           0\n"
      "  9        1     2         1         1           0\n"
      "  10       2     1         1         1           0\n"
      "moved 1 from part 2 to part 0\n"
      "moved 3 from part 0 to part 1\n"
      "then 3 critical of 3 cut edges\n"
      "new boundary tasks: none\n\n";
  CHECK(run.out().substr(0, want.size()) == want);
  CHECK(run.out().find("\n  round_moves                  2\n") != std::string::npos);
}

TEST_CASE("a trace that cannot be printed is refused", "[partition]") {
  const InputFiles files;
  files.write("w.yaml", "tasks: [{id: a}, {id: b, after: [a]}]\n");
  ProgramRun run(files, {"plan", "partition", "w.yaml", "--parts", "2", "--until", "start", "--trace", "--json"});
  CHECK(run.finish() == 2);
  CHECK(run.err() ==
        "--trace: error: prints text, which does not go with --json\n"
        "--trace: error: prints rounds, and --until start has none\n");
}

}  // namespace gantry::partition_together_test
