// SPDX-License-Identifier: Apache-2.0
// The initial and the adjusted scheme of source 001 as results of their own (claims 1, 2 and 6).
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/random.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/periodic/periodic.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::periodic_schemes_test {

using namespace gantry::plan;

namespace {

/// The least retiming of a copy by definition: over all edges out of it, the smallest difference that satisfies
/// start + time + transfer <= start of the reader + difference x period.
std::vector<std::uint64_t> least_retimings(const PeriodicProblem& problem, const SourceSchemes& schemes,
                                           const PeriodicSchedule& at) {
  const std::uint32_t copies = schemes.unrolling.unroll;
  const Time period = schemes.unrolling.period;
  std::vector<std::uint64_t> least(at.start.size(), 0);
  for (std::uint32_t pass = 0; pass < problem.graph.tasks(); ++pass) {
    for (const Edge& edge : problem.graph.edges()) {
      for (std::uint32_t k = 0; k < copies; ++k) {
        const std::uint32_t from = edge.from * copies + k;
        const std::uint32_t to = edge.to * copies + k;
        const Time transfer = at.processor[from] == at.processor[to] ? 0 : problem.transfer.cycles(edge.bytes);
        std::uint64_t difference = 0;
        while (at.start[from] + problem.graph.time(edge.from) + transfer > at.start[to] + difference * period)
          ++difference;
        least[from] = std::max(least[from], least[to] + difference);
      }
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the source's example: the initial scheme has a prologue of two periods, the adjusted one of one") {
  const InputFiles files;
  const std::string file = GANTRY_SOURCE_DIR "/sim/experiments/sources/operations.txt";
  ProgramRun run(files, {"plan", "periodic", file, "--processors", "2", "--until", "source", "--trace"});
  REQUIRE(run.finish() == 0);
  // Longest first: B and D take a processor each for 2 cycles, then A and C for 1: all are busy for 3 cycles. B begins
  // before A ends, so A is a period ahead of B; A's data are at C one cycle after its end (1 byte), so A is a period
  // ahead of C; B's are at D in 3 and C ends in 3, after the start of D in 0, so both are a period ahead of D: 2, 1, 1,
  // 0. Adjusted: B, the first of the longest, goes to the end of the period, its predecessor A before it. Then D
  // likewise, and C before it. A and B are a period ahead: of C, because 0 + 1 + 1 > 0, and of D, because 1 + 2 + 1
  // > 1.
  const std::string want =
      "unroll 1, period of 3 cycles, utilization 1.0000\n\n"
      "initial scheme: largest retiming 2, prologue of 6 cycles\n"
      "  task  processor  start  finish  retiming\n"
      "  0             0      2       3         2\n"
      "  1             0      0       2         1\n"
      "  2             1      2       3         1\n"
      "  3             1      0       2         0\n\n"
      "key nodes, and their predecessors in the order in which they are placed\n"
      "  1: 2 cycles, start 1, retiming 1\n"
      "    0 before 1: 1 cycles, start 0, retiming 1\n"
      "  3: 2 cycles, start 1, retiming 0\n"
      "    2 before 3: 1 cycles, start 0, retiming 0\n\n"
      "adjusted scheme: largest retiming 1, prologue of 3 cycles\n"
      "  task  processor  start  finish  retiming\n"
      "  0             0      0       1         1\n"
      "  1             0      1       3         1\n"
      "  2             1      0       1         0\n"
      "  3             1      1       3         0\n\n";
  CHECK(run.out().substr(0, want.size()) == want);
}

TEST_CASE("each scheme is a legal plan with the least retimings of its starts") {
  std::uint64_t different = 0;
  for (std::uint64_t number = 0; number < (kSanitized ? 50 : 500); ++number) {
    RandomBits bits(number, 4);
    std::vector<Time> times;
    std::vector<Edge> edges;
    const auto tasks = static_cast<std::uint32_t>(2 + random_below(bits, 7));
    for (std::uint32_t t = 0; t < tasks; ++t) {
      times.push_back(t == 0 ? 1 : random_below(bits, 6));
      for (std::uint32_t from = 0; from < t; ++from) {
        if (random_below(bits, 3) == 0) edges.push_back({from, t, random_below(bits, 6), false});
      }
    }
    const Graph graph(times, edges);
    const PeriodicProblem problem{graph, static_cast<std::uint32_t>(1 + random_below(bits, 4)), {}};
    PeriodicOptions options;
    options.unrolling.max_unroll = 3;
    const SourceSchemes schemes = source_schemes(problem, options.unrolling);
    for (const PeriodicUntil until : {PeriodicUntil::start, PeriodicUntil::source}) {
      options.until = until;
      const PeriodicResult result = plan_periodic(problem, options);
      const PeriodicSchedule& want = until == PeriodicUntil::start ? schemes.initial : schemes.adjusted;
      INFO("case " << number << ", until " << static_cast<int>(until));
      CHECK(result.schedule.processor == schemes.unrolling.processor);
      CHECK(result.schedule.start == want.start);
      CHECK(result.schedule.retiming == want.retiming);
      CHECK(want.retiming == least_retimings(problem, schemes, want));
      CHECK(result.max_retiming == *std::max_element(want.retiming.begin(), want.retiming.end()));
      const Plan plan = periodic_plan(problem, options, result);
      const TaskTimes same(problem.processors, times);
      const Diagnostics faults = check_plan({plan, graph, same, transfer_time(problem.transfer),
                                             [](std::uint32_t task) { return std::to_string(task); }});
      CHECK((faults.ok() ? "" : faults.errors().front().text) == "");
    }
    options.until = PeriodicUntil::stable;
    const std::uint64_t found = plan_periodic(problem, options).max_retiming;
    CHECK(found <= *std::max_element(schemes.adjusted.retiming.begin(), schemes.adjusted.retiming.end()));
    different += schemes.initial.start != schemes.adjusted.start ? 1 : 0;
    // Every copy is placed once, and a predecessor after the successor before which it goes.
    std::vector<bool> placed(schemes.initial.start.size());
    for (const KeyNodeStep& step : schemes.steps) {
      CHECK((!step.before || placed[*step.before]));
      CHECK_FALSE(placed[step.copy]);
      placed[step.copy] = true;
    }
    CHECK(std::all_of(placed.begin(), placed.end(), [](bool is) { return is; }));
  }
  CHECK(different > (kSanitized ? 30 : 300));
}

TEST_CASE("options of the search do not go with the schemes of the source") {
  const InputFiles files;
  const std::string file = GANTRY_SOURCE_DIR "/sim/experiments/sources/operations.txt";
  ProgramRun run(files, {"plan", "periodic", file, "--processors", "2", "--until", "start", "--rounds", "5", "--exact",
                         "--trace", "--json"});
  CHECK(run.finish() == 2);
  CHECK(run.err() ==
        "--trace: error: prints text, which does not go with --json\n"
        "--rounds: error: goes with --until stable: the schemes of the source are not searched\n"
        "--exact: error: goes with --until stable: the schemes of the source are not searched\n");
}

}  // namespace gantry::periodic_schemes_test
