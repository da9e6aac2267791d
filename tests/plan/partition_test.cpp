// SPDX-License-Identifier: Apache-2.0
// The planner `partition`: source 000's worked example, its rounds against a plain reading of the source, and the
// smallest cuts by brute force.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "gantry/plan/partition/refinement.h"
#include "gantry/plan/partition/rounds.h"
#include "gantry/plan/partition/start.h"
#include "partition_cases.h"
#include "sanitized.h"

namespace gantry::partition_test {

using namespace gantry::plan;

namespace {

using Parts = std::vector<std::uint32_t>;

/// The worked example of [0050] to [0085]. Its tasks count from 1.
struct Example {
  nlohmann::json golden;
  Graph graph;
  PartitionProblem problem;

  explicit Example(const nlohmann::json& file)
      : golden(file), graph(make_graph(file)), problem(graph, marked_edges(graph), 3, 600000000) {}

  Example(const Example&) = delete;  // the problem points to the graph

  static Graph make_graph(const nlohmann::json& file) {
    std::vector<Edge> edges;
    for (const char* kind : {"critical_edges", "other_edges"}) {
      for (const auto& edge : file.at(kind)) {
        edges.push_back({edge[0].get<std::uint32_t>() - 1, edge[1].get<std::uint32_t>() - 1, 0, kind[0] == 'c'});
      }
    }
    return {std::vector<Time>(file.at("tasks").size()), edges};
  }
  [[nodiscard]] Parts parts(const char* key) const {
    Parts parts(graph.tasks());
    for (const auto& [name, tasks] : golden.at(key).items()) {
      for (const auto& task : tasks) parts[task.get<std::uint32_t>() - 1] = part(name);
    }
    return parts;
  }
  static std::uint32_t part(const std::string& name) { return static_cast<std::uint32_t>(name[0] - 'a'); }
};

Example example() {
  std::ifstream file(GANTRY_SOURCE_DIR "/tests/golden/planners/critical_partition_14.json");
  return Example(nlohmann::json::parse(file));
}

RefineOptions until(RefineUntil until, RoundMode mode = RoundMode::first, std::uint64_t seed = 1) {
  RefineOptions options;
  options.until = until;
  options.mode = mode;
  options.seed = seed;
  return options;
}

Parts random_parts(const PartitionProblem& problem, std::uint64_t seed) {
  RandomBits bits(seed, 77);
  Parts parts;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    parts.push_back(t < problem.parts() ? t : static_cast<std::uint32_t>(random_below(bits, problem.parts())));
  }
  return parts;
}

PartitionProblem problem_of(const PartitionCase& from) {
  return {from.graph, marked_edges(from.graph), from.parts, from.imbalance_billionths};
}

/// The rounds as the source tells them, with everything counted anew in every round. Answers the partitions gone on
/// from.
std::vector<Parts> plain_rounds(const PartitionProblem& problem, Parts parts, const RefineOptions& options) {
  std::vector<Parts> seen = {parts};
  const auto boundary = [&](const Parts& now) {
    std::set<std::uint32_t> tasks;
    for (const Edge& edge : problem.graph().edges()) {
      if (now[edge.from] != now[edge.to]) tasks.insert({edge.from, edge.to});
    }
    return tasks;
  };
  std::set<std::uint32_t> known = boundary(parts);
  while (true) {
    struct Move {
      std::uint64_t position, difference;
      std::uint32_t to, task;
      Cut cut;
    };
    std::vector<Move> moves;
    for (const std::uint32_t task : boundary(parts)) {
      std::map<std::uint32_t, std::uint64_t> gain;
      for (const auto& n : problem.neighbours(task)) gain[parts[n.task]] += n.weight.first;
      for (const auto& [to, second] : gain) {
        const std::uint64_t first = gain.count(parts[task]) > 0 ? gain[parts[task]] : 0;
        if (to == parts[task] ||
            options.rule.critical_value * second <= options.rule.critical_value * first + options.rule.threshold) {
          continue;
        }
        Time load = problem.load(task);
        for (std::uint32_t t = 0; t < problem.tasks(); ++t) load += parts[t] == to ? problem.load(t) : 0;
        if (load > problem.limit(to) || std::count(parts.begin(), parts.end(), parts[task]) == 1) continue;
        Parts moved = parts;
        moved[task] = to;
        moves.push_back({problem.flow_position(task), second - first, to, task, Partition(problem, moved).cut()});
      }
    }
    if (moves.empty()) return seen;
    std::sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
      if (options.mode == RoundMode::all && !(a.cut == b.cut)) return a.cut < b.cut;
      return std::make_tuple(a.position, ~a.difference, a.to) < std::make_tuple(b.position, ~b.difference, b.to);
    });
    parts[moves[0].task] = moves[0].to;
    seen.push_back(parts);
    bool fresh = false;
    for (const std::uint32_t task : boundary(parts)) fresh = known.insert(task).second || fresh;
    if (!fresh && options.until == RefineUntil::source) return seen;
  }
}

}  // namespace

TEST_CASE("the source's example has its boundary tasks, gains and candidates", "[partition]") {
  const Example e = example();
  const Partition start(e.problem, e.parts("initial_parts"));
  std::map<std::string, std::set<std::uint32_t>> boundary;
  for (std::uint32_t t = 0; t < e.graph.tasks(); ++t) {
    if (start.is_boundary(t)) boundary[std::string(1, static_cast<char>('a' + start.part(t)))].insert(t + 1);
  }
  CHECK(nlohmann::json(boundary) == e.golden.at("boundary_tasks"));

  for (const auto& want : e.golden.at("gains")) {
    INFO(want.dump());
    const Gains have = gains(start, want.at("task").get<std::uint32_t>() - 1, {});
    CHECK(have.first == want.at("first").get<std::uint64_t>());
    CHECK(have.second.size() == want.at("second").size());
    for (const SecondGain& second : have.second) {
      CHECK(second.gain == want.at("second").at(std::string(1, static_cast<char>('a' + second.part))));
    }
  }
  // Task 3 against part c: 1 - 0 = 1, where [0068] prints -1.
  nlohmann::json found = nlohmann::json::array();
  for (const Candidate& c : candidates(start, {})) {
    found.push_back({c.task + 1, std::string(1, static_cast<char>('a' + c.to))});
  }
  CHECK(found == e.golden.at("candidates_at_threshold_0"));
  CHECK(start.cut() == Cut{5, 6});
  CHECK(candidates(start, {1, 1}).size() == 1);  // above a threshold of 1 only task 1 with 2 - 0
  CHECK(candidates(start, {3, 5}).size() == 1);  // a critical edge that counts 3: differences 6 and 3
  CHECK(candidates(start, {3, 6}).empty());
}

TEST_CASE("the source's example ends where the source ends", "[partition]") {
  const Example e = example();
  const Parts start = e.parts("initial_parts");
  const auto cut_after = [&](std::uint32_t task, const char* part) {
    Partition moved(e.problem, start);
    moved.move(task - 1, Example::part(part));
    return moved.cut();
  };
  CHECK(cut_after(1, "a") == Cut{3, 4});
  CHECK(cut_after(3, "b").first == 4);
  CHECK(cut_after(3, "c").first == 4);
  for (const RoundMode mode : {RoundMode::first, RoundMode::all}) {
    const Refined refined = refine(e.problem, start, until(RefineUntil::source, mode), {});
    CHECK(refined.parts == e.parts("result_mode_first"));
    CHECK(refined.cut == Cut{3, 4});
    CHECK(refined.rounds == 1);
  }
  // Beyond the source: with at most 8 of the 10 critically joined tasks in a part, one critical edge stays cut.
  const Refined stable = refine(e.problem, start, until(RefineUntil::stable), {});
  CHECK(stable.cut.first == 1);
  CHECK(smallest_cut(e.problem) == stable.cut);
}

TEST_CASE("a part may hold (1 + imbalance) times its share, and every task", "[partition]") {
  const auto limit = [](std::vector<Time> times, std::uint32_t parts, std::uint64_t billionths) {
    const Graph graph(std::move(times), {});
    return make_balance(graph, parts, billionths).limits[0];
  };
  CHECK(limit(std::vector<Time>(14), 3, 600000000) == 8);  // 1.6 x ceil(14 / 3), tasks without time count 1
  CHECK(limit(std::vector<Time>(14), 3, 599999999) == 7);  // just below 8
  CHECK(limit({5, 0, 5}, 2, 100000000) == 5);              // some tasks have times: the others count 0
  CHECK(limit({10, 10, 9}, 2, 100000000) == 16);           // 1.1 x 15 = 16.5
  CHECK(limit({100, 1, 1}, 3, 0) == 100);                  // never less than the largest task
  CHECK(limit({kLongest / 2 - 1, 1}, 1, 1000000000000) == kLongest);
}

TEST_CASE("edges are critical by mark, by slack or by bytes", "[partition]") {
  //   0 -> 1 -> 3 takes 2 + 5 + 3 + 1 + 4 = 15, 0 -> 2 -> 3 takes 2 + 1 + 6 + 2 + 4 = 15, 0 -> 3 less.
  const Graph graph({2, 3, 6, 4},
                    {{0, 1, 5, false}, {0, 2, 1, true}, {1, 3, 1, false}, {2, 3, 2, false}, {0, 3, 8, false}});
  CHECK(marked_edges(graph) == CriticalEdges{false, true, false, false, false});
  CHECK(longest_path_edges(graph, {}) == CriticalEdges{true, true, true, true, false});
  CHECK(longest_path_edges(graph, {0, 0}) == CriticalEdges{false, true, false, true, false});  // without transfers
  CHECK(longest_path_edges(graph, {1000000000, 1000000000}) == CriticalEdges{true, true, true, true, false});
  CHECK(heaviest_edges(graph, 0) == CriticalEdges(5));
  CHECK(heaviest_edges(graph, 2) == CriticalEdges{true, false, false, false, true});
  CHECK(heaviest_edges(graph, 3) == CriticalEdges{true, false, false, true, true});
  // 1 -> 3 and 0 -> 2 have one byte each: 0 -> 2 comes first, for edges stand by the task that waits.
  CHECK(heaviest_edges(graph, 4) == CriticalEdges{true, true, false, true, true});
  CHECK(heaviest_edges(graph, 9) == CriticalEdges(5, true));
}

TEST_CASE("moves leave what counting anew would find", "[partition]") {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem problem = problem_of(from);
    Partition moved(problem, random_parts(problem, i));
    RandomBits bits(i, 5);
    for (int move = 0; move < 20; ++move) {
      const auto task = static_cast<std::uint32_t>(random_below(bits, problem.tasks()));
      const auto to = static_cast<std::uint32_t>(random_below(bits, problem.parts()));
      if (to != moved.part(task)) moved.move(task, to);
    }
    const Partition anew(problem, moved.parts());
    bool same = moved.cut() == anew.cut();
    for (std::uint32_t p = 0; p < problem.parts(); ++p) {
      same = same && moved.load(p) == anew.load(p) && moved.size(p) == anew.size(p);
      for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
        const Connection a = moved.connection(t, p);
        const Connection b = anew.connection(t, p);
        same = same && a.edges == b.edges && a.weight == b.weight && moved.is_boundary(t) == anew.is_boundary(t);
      }
    }
    INFO("case " << i);
    REQUIRE(same);
  }
}

TEST_CASE("a coarse problem has the cut, the loads and the limit of the fine one", "[partition]") {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem fine = problem_of(from);
    const Parts parts = random_parts(fine, i);
    // Tasks of one part in groups of up to three, numbered by their first task.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> number;
    std::vector<std::uint32_t> group_of;
    Parts group_parts;
    for (std::uint32_t t = 0; t < fine.tasks(); ++t) {
      const auto [at, fresh] = number.insert({{parts[t], t / 3}, static_cast<std::uint32_t>(number.size())});
      if (fresh) group_parts.push_back(parts[t]);
      group_of.push_back(at->second);
    }
    const PartitionProblem coarse(fine, group_of, static_cast<std::uint32_t>(number.size()));
    Partition a(fine, parts);
    Partition b(coarse, group_parts);
    INFO("case " << i);
    REQUIRE(a.cut() == b.cut());
    REQUIRE(coarse.balance().limits == fine.balance().limits);
    for (std::uint32_t p = 0; p < fine.parts(); ++p) REQUIRE(a.load(p) == b.load(p));
    // The same after a group has moved as one.
    const std::uint32_t to = (group_parts[0] + 1) % fine.parts();
    b.move(0, to);
    for (std::uint32_t t = 0; t < fine.tasks(); ++t) {
      if (group_of[t] == 0) a.move(t, to);
    }
    REQUIRE(a.cut() == b.cut());
  }
}

TEST_CASE("groups put right what single tasks cannot", "[partition]") {
  // A chain of 400 tasks, dealt to four parts in runs of ten: 39 edges are cut, and no move of one task helps.
  std::vector<Edge> edges;
  Parts start;
  for (std::uint32_t t = 0; t < 400; ++t) {
    if (t > 0) edges.push_back({t - 1, t, 0, true});
    start.push_back(t / 10 % 4);
  }
  const Graph graph(std::vector<Time>(400), edges);
  const PartitionProblem problem(graph, marked_edges(graph), 4, 100000000);
  REQUIRE(Partition(problem, start).cut().first == 39);
  const Refined refined = refine(problem, start, until(RefineUntil::stable), {});
  CHECK(refined.cycles > 0);
  CHECK(refined.cut.first <= 6);  // 3 are the least
}

TEST_CASE("rounds are those of a plain reading of the source", "[partition]") {
  std::size_t moves = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem problem = problem_of(from);
    const Parts start = random_parts(problem, i);
    for (const RoundMode mode : {RoundMode::first, RoundMode::all}) {
      for (const RefineUntil end : {RefineUntil::source, RefineUntil::stable}) {
        RefineOptions options = until(end, mode);
        options.rule = {1 + i % 3, i % 5 == 0 ? 1U : 0U};
        const std::vector<Parts> want = plain_rounds(problem, start, options);
        Partition have(problem, start);
        const std::uint64_t rounds = run_rounds(have, options, {});
        INFO("case " << i << ", mode " << static_cast<int>(mode) << ", until " << static_cast<int>(end));
        REQUIRE(rounds + 1 == want.size());
        REQUIRE(have.parts() == want.back());
        moves += rounds;
      }
    }
  }
  CHECK(moves > 1000);  // the cases do have candidates
}

TEST_CASE("random rounds end where no candidate is left", "[partition]") {
  std::size_t different = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem problem = problem_of(from);
    const Parts start = random_parts(problem, i);
    Partition first(problem, start);
    Partition second(problem, start);
    const RefineOptions options = until(RefineUntil::stable, RoundMode::random, i);
    run_rounds(first, options, {});
    run_rounds(second, options, {});
    CHECK(first.parts() == second.parts());
    CHECK(candidates(first, options.rule).empty());
    CHECK_FALSE(Partition(problem, start).cut() < first.cut());
    Partition other(problem, start);
    run_rounds(other, until(RefineUntil::stable, RoundMode::random, i + 1), {});
    if (other.parts() != first.parts()) ++different;
  }
  CHECK(different > 10);
}

TEST_CASE("stable refinement comes close to the smallest cut of small graphs", "[partition]") {
  constexpr std::uint64_t kCases = kSanitized ? 56 : 560;
  std::map<std::string, std::uint64_t> critical;
  std::uint64_t smallest = 0;
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < kCases; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem problem = problem_of(from);
    const auto best = smallest_cut(problem);
    if (!best) continue;  // no partition keeps the limit
    ++compared;
    smallest += best->first;
    const std::map<std::string, Parts> starts = {{"random", random_parts(problem, i)},
                                                 {"cluster", cluster_start(problem, 1)},
                                                 {"metis", metis_start(problem, MetisWeights::best, 1)}};
    for (const auto& [name, start] : starts) {
      const Partition before(problem, start);
      const Partition after(problem, refine(problem, start, until(RefineUntil::stable), {}).parts);
      INFO("case " << i << " from " << name);
      REQUIRE_FALSE(before.cut() < after.cut());
      REQUIRE(after.largest_load() <= std::max(before.largest_load(), problem.balance().most_limit()));
      for (std::uint32_t p = 0; p < problem.parts(); ++p) REQUIRE(after.size(p) > 0);
      // Where the start keeps the limit the result does, and no partition that does cuts less.
      if (!before.over_limit()) REQUIRE_FALSE(after.cut() < *best);
      // A start over the limit may cut less than any within it: it is not held against the optimum.
      critical[name] += before.over_limit() ? best->first : after.cut().first;
    }
  }
  CHECK(compared * 10 >= kCases * 8);
  for (const auto& [name, sum] : critical) {
    INFO("from " << name << ": " << sum << " critical edges cut, the optima " << smallest);
    CHECK(static_cast<double>(sum) <= 1.10 * static_cast<double>(smallest));
  }
}

TEST_CASE("an objective counts edges, bytes, or those of critical edges", "[partition]") {
  // Two parts: 0 and 1 against 2 and 3. Cut are 0 -> 2 with 7 bytes, critical, and 1 -> 2 with 5.
  const Graph graph({1, 1, 1, 1}, {{0, 1, 9, true}, {0, 2, 7, true}, {1, 2, 5, false}, {2, 3, 1, false}});
  const auto cut = [&](Objective objective) {
    const PartitionProblem problem(graph, marked_edges(graph), make_balance(graph, 2, 0), objective);
    return Partition(problem, {0, 0, 1, 1}).cut();
  };
  CHECK(cut(Objective::critical) == Cut{1, 2});
  CHECK(cut(Objective::edges) == Cut{2, 1});
  CHECK(cut(Objective::bytes) == Cut{12, 2});
  CHECK(cut(Objective::critical_bytes) == Cut{7, 12});
}

TEST_CASE("parts hold their share of the load, or their capacity", "[partition]") {
  const Graph graph({10, 10, 10, 10, 2}, {});  // 42
  using Limits = std::vector<Time>;
  CHECK(shared_balance(graph, {1, 1}, 0).limits == Limits{21, 21});
  CHECK(shared_balance(graph, {2, 1}, 0).limits == Limits{28, 14});
  CHECK(shared_balance(graph, {2, 1}, 100000000).limits == Limits{30, 15});  // 30.8 and 15.4
  CHECK(shared_balance(graph, {9, 1}, 0).limits == Limits{38, 10});          // 4.2, and never less than a task
  CHECK(capacity_balance(graph, {40, 5}).limits == Limits{40, 5});           // told is told
  CHECK(shared_balance(graph, {3, 3, 3}, 0).limits == make_balance(graph, 3, 0).limits);
}

TEST_CASE("every objective comes close to its smallest cut in parts of any size", "[partition]") {
  constexpr std::uint64_t kCases = kSanitized ? 12 : 96;
  for (const Objective objective :
       {Objective::critical, Objective::edges, Objective::bytes, Objective::critical_bytes}) {
    std::map<std::string, std::uint64_t> found;
    std::uint64_t smallest = 0;
    std::uint64_t compared = 0;
    for (std::uint64_t i = 0; i < kCases; ++i) {
      const PartitionCase from = random_partition_case(i);
      const PartitionProblem problem(from.graph, marked_edges(from.graph), random_balance(from, i), objective);
      const auto best = smallest_cut(problem);
      if (!best) continue;
      const std::map<std::string, Parts> starts = {{"cluster", cluster_start(problem, 1)},
                                                   {"plain", metis_start(problem, MetisWeights::plain, 1)},
                                                   {"metis", metis_start(problem, MetisWeights::best, 1)}};
      const auto is_over = [&](const auto& start) { return Partition(problem, start.second).over_limit(); };
      if (std::any_of(starts.begin(), starts.end(), is_over)) continue;
      ++compared;
      smallest += best->first;
      for (const auto& [name, start] : starts) {
        const Partition before(problem, start);
        const Partition after(problem, refine(problem, start, until(RefineUntil::stable), {}).parts);
        INFO("case " << i << " from " << name << ", objective " << name_of(objective));
        REQUIRE_FALSE(before.cut() < after.cut());
        REQUIRE_FALSE(after.over_limit());
        REQUIRE_FALSE(after.cut() < *best);
        for (std::uint32_t p = 0; p < problem.parts(); ++p) REQUIRE(after.size(p) > 0);
        found[name] += after.cut().first;
      }
    }
    CHECK(compared * 10 >= kCases * 7);
    for (const auto& [name, sum] : found) {
      INFO("objective " << name_of(objective) << " from " << name << ": " << sum << ", the optima " << smallest);
      // Annealing, which critical edges do without, finds nearly all of them.
      CHECK(static_cast<double>(sum) <=
            (objective == Objective::critical ? 1.12 : 1.01) * static_cast<double>(smallest));
    }
  }
}

TEST_CASE("no mode and no end makes a start worse, and the same seed gives the same parts", "[partition]") {
  for (std::uint64_t i = 0; i < 120; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem problem = problem_of(from);
    const Parts start = random_parts(problem, i + 1000);
    for (const RoundMode mode : {RoundMode::first, RoundMode::all, RoundMode::random}) {
      for (const RefineUntil end : {RefineUntil::source, RefineUntil::stable}) {
        const Refined refined = refine(problem, start, until(end, mode, i), {});
        REQUIRE_FALSE(Partition(problem, start).cut() < refined.cut);
        REQUIRE(Partition(problem, refined.parts).cut() == refined.cut);
        REQUIRE(refine(problem, start, until(end, mode, i), {}).parts == refined.parts);
      }
    }
  }
}

TEST_CASE("starts leave no part empty and keep the limit wherever packing can", "[partition]") {
  std::size_t over = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem problem = problem_of(from);
    for (const Parts& start : {cluster_start(problem, i), metis_start(problem, MetisWeights::plain, i),
                               metis_start(problem, MetisWeights::objective, i)}) {
      REQUIRE(start.size() == problem.tasks());
      const Partition partition(problem, start);
      for (std::uint32_t p = 0; p < problem.parts(); ++p) REQUIRE(partition.size(p) > 0);
      if (partition.over_limit() && smallest_cut(problem)) ++over;
    }
    REQUIRE(cluster_start(problem, i) == cluster_start(problem, i));
  }
  CHECK(over < 20);  // of 900: packing the largest first is no search
}

TEST_CASE("METIS with critical weights cuts fewer critical edges than without", "[partition]") {
  std::uint64_t plain = 0;
  std::uint64_t critical = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const PartitionCase from = random_partition_case(i);
    const PartitionProblem problem = problem_of(from);
    plain += Partition(problem, metis_start(problem, MetisWeights::plain, 1)).cut().first;
    critical += Partition(problem, metis_start(problem, MetisWeights::objective, 1)).cut().first;
  }
  CHECK(critical < plain);
}

TEST_CASE("refinement that is stopped keeps the best partition so far", "[partition]") {
  const PartitionCase from = random_partition_case(11);
  const PartitionProblem problem = problem_of(from);
  const Parts start = random_parts(problem, 11);
  std::atomic<bool> stop{true};
  RefineControl control;
  control.stop = &stop;
  const Refined at_once = refine(problem, start, until(RefineUntil::stable), control);
  CHECK(at_once.stopped);
  CHECK(at_once.parts == start);

  stop = false;
  control.progress = [&](const Cut& /*best*/) { stop = true; };
  const Refined soon = refine(problem, start, until(RefineUntil::stable), control);
  CHECK(soon.stopped);
  CHECK_FALSE(Partition(problem, start).cut() < soon.cut);
  CHECK(Partition(problem, soon.parts).cut() == soon.cut);
}

}  // namespace gantry::partition_test
