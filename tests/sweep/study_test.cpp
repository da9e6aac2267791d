// SPDX-License-Identifier: Apache-2.0
// Studies: which points there are, what is asked of them, and what is wrong with a study.
#include "sweep/study.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/error.h"
#include "gantry/base/random.h"
#include "input_files.h"
#include "output/mean_of_runs.h"
#include "survey/domination.h"
#include "sweep/costless_keys.h"
#include "sweep/pareto.h"
#include "sweep/search.h"
#include "sweep/stored_run.h"
#include "sweep/study_plan.h"
#include "sweep/study_schemas.h"

namespace gantry::study_test {

namespace {

/// Two tasks on two cores.
const std::string kBase =
    "base:\n"
    "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
    "  workload: {tasks: [{id: a, cycles: 100}, {id: b, cycles: 50, after: [a]}]}\n";

Study study_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto study = read_study(kBase + text, "s.yaml", diagnostics);
  INFO((diagnostics.ok() ? "" : diagnostics.lines()[0]));
  REQUIRE(study);
  return *study;
}

std::vector<std::string> problems_of(const std::string& text) {
  Diagnostics diagnostics;
  read_study(kBase + text, "s.yaml", diagnostics);
  return diagnostics.lines();
}

struct Planned {
  std::vector<PointRow> rows;
  std::vector<std::vector<std::string>> sets;  ///< of the first run of each row
  std::vector<std::string> problems;
};

/// The points that its search proposes at first.
Planned planned(const Study& study) {
  Diagnostics problems;
  StudyPlan plan(study, "1", problems);
  plan.check_keys();
  const auto search =
      searches()
          .find(study.search.method)
          ->make({study, [&](const Configuration& configuration) { return plan.allowed(configuration); }},
                 study.search);
  for (const Configuration& configuration : search->propose({})) plan.add(configuration);
  Planned found{plan.rows(), {}, problems.lines()};
  for (std::size_t i = 0; i < found.rows.size(); ++i)
    found.sets.push_back(plan.runs_of(i).empty() ? std::vector<std::string>() : plan.runs()[plan.runs_of(i)[0]].sets);
  return found;
}

/// "4 8 c0" of each row.
std::vector<std::string> cells(const std::vector<PointRow>& rows) {
  std::vector<std::string> lines;
  for (const PointRow& row : rows) {
    std::string line = row.workload;
    for (const std::string& cell : row.cells) line += (line.empty() ? "" : " ") + cell;
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a study's points are the combinations of its axes, the last one fastest") {
  const Planned found =
      planned(study_of("vary:\n"
                       "  architecture.monitor.task_ids: {from: 4, to: 20, factor: 2}\n"
                       "  architecture.processors.c.speed: {from: 0.5, to: 1.5, step: 0.5}\n"));
  CHECK(cells(found.rows) == Lines{"4 0.5", "4 1", "4 1.5", "8 0.5", "8 1", "8 1.5", "16 0.5", "16 1", "16 1.5"});
  CHECK(found.sets[1] == Lines{"architecture.monitor.task_ids=4", "architecture.processors.c.speed=1"});
  std::set<std::string> ids;
  for (const PointRow& row : found.rows) ids.insert(row.id);
  CHECK(ids.size() == 9);
  CHECK(found.problems.empty());
}

TEST_CASE("a study of costs names the keys that cost nothing, whatever their value") {
  const auto costless = [](const std::string& text) {
    const Study study = study_of(text);
    PointReader reader(point_base(study, "1"));
    return costless_keys(study, reader);
  };
  const std::string vary =
      "vary:\n"
      "  architecture.clock_mhz: [500, 1000]\n"
      "  architecture.memory.bytes_per_cycle: [8, 32]\n"
      "  architecture.monitor.task_ids: [4, 64]\n"
      "  policies.picker: [fifo, stride]\n"
      "  limits.max_cycles: [1000, 2000]\n"
      "  memory:\n"
      "    few: {architecture.memory.controllers: 1}\n"
      "    many: {architecture.memory.controllers: 4, architecture.memory.latency_cycles: 60}\n";
  // More ids are more bits. A controller has no area without a type of memory, but is one router's port more.
  CHECK(costless(vary + "objectives: [{minimise: cost.area_mm2}]\n") ==
        Lines{"architecture.clock_mhz", "architecture.memory.bytes_per_cycle", "policies.picker"});
  CHECK(costless(vary + "objectives: [{minimise: cycles}]\nconstraints: [cost.power_mw < 1000]\n") ==
        Lines{"architecture.clock_mhz", "architecture.memory.bytes_per_cycle", "policies.picker"});
  CHECK(costless("vary: {architecture.cost.memory.type: [lpddr5, hbm3], architecture.memory.burst_bytes: [64, 128]}\n"
                 "objectives: [{minimise: cost.energy_uj}]\n") == Lines{"architecture.memory.burst_bytes"});
  // Cycles of a second are channels of LPDDR5.
  CHECK(costless("vary:\n"
                 "  architecture.clock_mhz: [500, 1000]\n"
                 "  architecture.cost.memory.type: [lpddr5]\n"
                 "objectives: [{minimise: cost.area_mm2}]\n")
            .empty());
  // Where nobody asks for costs, nothing is said.
  CHECK(costless(vary + "objectives: [{minimise: cycles}]\n").empty());
}

TEST_CASE("alternatives set keys of their own, and what is within another key is set after it") {
  const Planned found =
      planned(study_of("vary:\n"
                       "  architecture.interconnect.flit_bytes: [16, 32]\n"
                       "  net:\n"
                       "    plain: {}\n"
                       "    line: {architecture.interconnect: {topology: mesh, columns: 6, rows: 1}}\n"));
  CHECK(cells(found.rows) == Lines{"16 plain", "16 line", "32 plain", "32 line"});
  CHECK(found.sets[3] == Lines{"architecture.interconnect={topology: mesh, columns: 6, rows: 1}",
                               "architecture.interconnect.flit_bytes=32"});
}

TEST_CASE("zip joins axes, exclude leaves combinations out, derive works out keys, and workloads and seeds multiply") {
  const Study study = study_of(
      "vary:\n"
      "  architecture.monitor.task_ids: [4, 8, 16]\n"
      "  policies.picker: [fifo, stride]\n"
      "  architecture.decomposer.slots: [8, 16, 32]\n"
      "zip: [[architecture.monitor.task_ids, architecture.decomposer.slots]]\n"
      "exclude:\n"
      "  - architecture.monitor.task_ids == 8 and policies.picker == 'stride'\n"
      "derive:\n"
      "  architecture.task_cache.capacity: 16 * ceil(architecture.monitor.task_ids / 5) + "
      "architecture.host.submit_cycles\n"
      "  architecture.dispatcher.picker.entries: floor(architecture.task_cache.capacity / 2)\n"
      "workloads:\n"
      "  - {name: x, workload: {tasks: [{id: a, cycles: 1}]}}\n"
      "  - {name: y, workload: {tasks: [{id: a, cycles: 2}]}}\n"
      "repeats: [7, 9]\n");
  CHECK(study.configurations() == 6);
  const Planned found = planned(study);
  CHECK(found.problems.empty());
  // The base's host.submit_cycles is the default, 1.
  CHECK(cells(found.rows) == Lines{"x 4 8 fifo 17 8", "y 4 8 fifo 17 8", "x 4 8 stride 17 8", "y 4 8 stride 17 8",
                                   "x 8 16 fifo 33 16", "y 8 16 fifo 33 16", "x 16 32 fifo 65 32", "y 16 32 fifo 65 32",
                                   "x 16 32 stride 65 32", "y 16 32 stride 65 32"});
  CHECK(found.sets[5].back() == "seed=7");
  CHECK(std::count(found.sets[5].begin(), found.sets[5].end(), "workload={tasks: [{id: a, cycles: 2}]}") == 1);
}

TEST_CASE("a point that cannot be built, or breaks a constraint over keys, is a row that says why") {
  const Planned found =
      planned(study_of("vary:\n"
                       "  architecture.monitor.task_ids: [0, 4, 8]\n"
                       "  policies.picker: [stride, nobody]\n"
                       "constraints:\n"
                       "  - architecture.monitor.task_ids * architecture.interconnect.flit_bytes < 200\n"));
  REQUIRE(found.rows.size() == 6);
  for (const std::size_t i : {0U, 1U, 3U, 4U, 5U}) {
    CHECK(found.rows[i].state == PointState::infeasible);
    CHECK(found.rows[i].id.empty());
  }
  CHECK(found.rows[0].message.find("task_ids must be") != std::string::npos);
  CHECK(found.rows[2].message.empty());
  CHECK(found.rows[3].message.find("must be") != std::string::npos);
  CHECK(found.rows[4].message ==
        "the constraint architecture.monitor.task_ids * architecture.interconnect.flit_bytes < 200 does not hold");
}

TEST_CASE("equal points have one id, whatever they are called, and other contents another one") {
  const InputFiles files;
  files.write("w.yaml", "tasks: [{id: a, cycles: 3}]\n");
  const std::string text =
      "base: {architecture: {processors: [{count: 1}]}, workload: w.yaml, name: e}\nvary: {limits.max_cycles: "
      "[9000]}\n";
  const auto id = [&](const std::string& study) {
    Diagnostics diagnostics;
    const auto read = read_study(study, files.path("s.yaml"), diagnostics);
    REQUIRE(read);
    return planned(*read).rows.at(0).id;
  };
  const std::string first = id(text);
  CHECK(first.size() == 16);
  CHECK(id(text + "objectives: [{maximise: cycles}]\n") == first);
  CHECK(id("base: {architecture: {processors: [{count: 1}]}, workload: {path: w.yaml}, name: e}\n"
           "vary: {m: {one: {limits.max_cycles: 9000}}}\n") == first);
  CHECK(id(text + "keep: [tasks]\n") != first);
  files.write("w.yaml", "tasks: [{id: a, cycles: 4}]\n");
  CHECK(id(text) != first);
}

TEST_CASE("searches that draw propose different points that are allowed, the same for a seed") {
  const std::string axes =
      "vary:\n  architecture.clock_mhz: {from: 1, to: 40, step: 1}\n"
      "  architecture.monitor.task_ids: {from: 1, to: 50, step: 1}\n"
      "exclude: [architecture.clock_mhz > 30]\n";
  for (const std::string method : {"random", "sobol"}) {
    INFO(method);
    const auto batch = [&](int count, int seed) {
      const Study study = study_of(axes + "search: {method: " + method + ", count: " + std::to_string(count) +
                                   ", seed: " + std::to_string(seed) + "}\n");
      const auto allowed = [](const Configuration& configuration) { return configuration[0] < 30; };
      return searches().find(method)->make({study, allowed}, study.search)->propose({});
    };
    const auto some = batch(64, 1);
    CHECK(some == batch(64, 1));
    CHECK(some != batch(64, 2));
    CHECK(some.size() == 64);
    CHECK(std::set<Configuration>(some.begin(), some.end()).size() == 64);
    CHECK(std::all_of(some.begin(), some.end(), [](const Configuration& one) { return one[0] < 30; }));
    CHECK(batch(1000000, 1).size() == 1500);
  }
}

TEST_CASE("a Sobol' sequence puts one of 2^k points into each of 2^k intervals of every axis") {
  std::string axes = "vary:\n";
  for (int i = 0; i < 21; ++i) axes += "  k" + std::to_string(i) + ": {from: 1, to: 64, step: 1}\n";
  Study study = study_of(axes + "search: {method: sobol, count: 64, seed: 5}\n");
  const auto all = [](const Configuration&) { return true; };
  const auto points = searches().find("sobol")->make({study, all}, study.search)->propose({});
  REQUIRE(points.size() == 64);
  for (std::size_t axis = 0; axis < 21; ++axis) {
    INFO(axis);
    std::set<std::uint32_t> seen;
    for (const Configuration& point : points) seen.insert(point[axis]);
    CHECK(seen.size() == 64);
  }
}

TEST_CASE("the front is what nobody betters, as a comparison of all with all finds it") {
  RandomBits bits(3, 0);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<double>> costs(random_below(bits, 40));
    const std::uint64_t objectives = 1 + random_below(bits, 3);
    for (auto& cost : costs) {
      for (std::uint64_t i = 0; i < objectives; ++i) cost.push_back(static_cast<double>(random_below(bits, 6)));
    }
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const bool bettered = std::any_of(costs.begin(), costs.end(), [&](const std::vector<double>& other) {
        bool covers = other != costs[i];
        for (std::size_t k = 0; k < other.size(); ++k) covers = covers && other[k] <= costs[i][k];
        return covers;
      });
      if (!bettered) expected.push_back(i);
    }
    CHECK(pareto_front(costs) == expected);
  }
}

TEST_CASE("means of repeats have Student's interval") {
  // 1, 2, 3: mean 2, deviation 1; t of 2 degrees of freedom 4.3027, by the root of 3.
  CHECK(mean_of_runs({1, 2, 3}).mean == Catch::Approx(2));
  CHECK(mean_of_runs({1, 2, 3}).half_width == Catch::Approx(2.484138));
  CHECK(mean_of_runs({5}).half_width == 0.0);
  // Of 61 values -1, 1, ... and 0: t of 60 degrees of freedom is 2.0002978.
  std::vector<double> many(61, 0.0);
  for (std::size_t i = 0; i < 60; ++i) many[i] = i % 2 == 0 ? -1.0 : 1.0;
  CHECK(mean_of_runs(many).half_width == Catch::Approx(2.0002978 / std::sqrt(61.0)).epsilon(1e-6));
}

TEST_CASE("expressions: arithmetic, comparisons, words and functions, and why they have no value") {
  const auto value = [](const std::string& text) -> std::string {
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    node.text = text;
    Diagnostics diagnostics;
    const auto expression = Expression::read(node, "e", diagnostics);
    if (!expression) return diagnostics.lines()[0];
    const auto found = expression->value([](const ExpressionName& name) -> Result<Term> {
      if (name.text == "a.b") return Term(6.0);
      if (name.text == "a.\"x y\".0") return Term(2.5);
      if (name.text == "word") return Term(std::string("tree"));
      return Diagnostic{{}, name.text + " is not there"};
    });
    return found ? std::to_string(*found) : found.error().text;
  };
  CHECK(value("2 + a.b * 3") == "20.000000");
  CHECK(value("a.\"x y\".0 * 2 == 5 and not (a.b < 6)") == "1.000000");
  CHECK(value("word == 'tree' and word != 'mesh'") == "1.000000");
  CHECK(value("'a' == 'b' or word == 'mesh'") == "0.000000");
  CHECK(value("max(a.b, 2, 9) + floor(2.5) + ceil(0.1) + round(1.5) + mod(7, 4)") == "17.000000");
  CHECK(value("a.b > 5 ? 1e3 : 0") == "1000.000000");
  CHECK(value("1 / (a.b - 6)") == "1 / (a.b - 6) is no finite number");
  CHECK(value("1 / 0") == "1 / 0 is no finite number");
  CHECK(value("word + 1") == "word is 'tree' and no number");
  CHECK(value("c + 1") == "c is not there");
  CHECK(value("a.b = 3") == "error: = is no comparison (expected ==)");
  CHECK(value("'x' + 1") == "error: a word can only be compared, with == or !=");
}

TEST_CASE("an expression of any tokens has a value or is refused with a reason") {
  const std::vector<std::string> tokens = {"1", "2.5", "1e3", "a.b", "c",   "'w'",   "+",    "-",   "*",  "/",
                                           "^", "(",   ")",   "<",   ">=",  "==",    "!=",   "&&",  "||", "!",
                                           "?", ":",   ",",   "and", "not", "max",   "if",   "sum", "(",  ")",
                                           "(", ")",   "1 ?", ": 2", "_pi", "\"q\"", "rnd(", "="};
  RandomBits bits(11, 0);
  std::size_t right = 0;
  for (int round = 0; round < 30000; ++round) {
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    for (std::uint64_t i = 1 + random_below(bits, 12); i > 0; --i)
      node.text += tokens[random_below(bits, tokens.size())] + (random_below(bits, 4) == 0 ? "" : " ");
    Diagnostics diagnostics;
    const auto expression = Expression::read(node, "e", diagnostics);
    CHECK(expression.has_value() == diagnostics.ok());
    if (!expression) continue;
    const auto value = expression->value([](const ExpressionName&) { return Result<Term>(Term(2.0)); });
    CHECK((value || !value.error().text.empty()));
    ++right;
  }
  CHECK(right > 500);
}

TEST_CASE("what is wrong with a study is told where it stands") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"varied: {}\n",
       "s.yaml:4:1: error: unknown key 'varied' (the keys here are name, base, vary, zip, exclude, derive, workloads, "
       "repeats, "
       "objectives, metrics, constraints, search, budget, point, warm and keep)"},
      {"vary: [1]\n", "s.yaml:4:7: error: vary must be a map of keys, not a list"},
      {"vary: {seed: 3}\n",
       "s.yaml:4:14: error: vary.seed must be a list of values, a range {from, to, step or factor}, or a map of "
       "alternatives, not '3'"},
      {"vary: {seed: []}\n", "s.yaml:4:14: error: vary.seed must list at least one value"},
      {"vary: {seed: [1, 2, 1]}\n", "s.yaml:4:21: error: vary.seed lists '1' twice"},
      {"vary: {seed: {from: 1, to: 9}}\n", "s.yaml:4:14: error: vary.seed must have either a step or a factor"},
      {"vary: {seed: {from: 1, to: 9, factor: 1}}\n",
       "s.yaml:4:39: error: vary.seed.factor must be a whole number of at least 2"},
      {"vary: {seed: {from: 1, to: 99999, step: 1}}\n", "s.yaml:4:14: error: vary.seed has at most 10000 values"},
      {"vary: {seed: [1, 2], limits.max_cycles: [5]}\nzip: [[seed, limits.max_cycles]]\n",
       "s.yaml:5:14: error: limits.max_cycles has 1 values and seed has 2: axes that go together have as many"},
      {"vary: {seed: [1]}\nzip: [[seed, sed]]\n",
       "s.yaml:5:14: error: 'sed' is no axis of vary (did you mean 'seed'?)"},
      {"exclude: [cycles > 4]\n", "s.yaml:4:11: error: 'cycles' is no axis of vary and no key of an experiment"},
      {"constraints: [\"cycles < (4\"]\n", "s.yaml:4:27: error: the expression ends too early"},
      {"constraints: [cycles cycles]\n", "s.yaml:4:22: error: the expression cannot go on with 'cycles'"},
      {"derive: {limits.max_cycles: nope(3)}\n", "s.yaml:4:29: error: the expression cannot go on with 'nope(3)'"},
      {"vary: {seed: [1]}\nderive: {seed: 3}\n",
       "s.yaml:5:10: error: 'seed' is derived, and varied or derived already"},
      {"objectives: [cycles]\n", "s.yaml:4:14: error: objectives[0] must be `minimise: METRIC` or `maximise: METRIC`"},
      {"repeats: 0\n", "s.yaml:4:10: error: repeats must be 1 to 1000, not 0"},
      {"workloads: [w.yaml, w.yaml]\n",
       "s.yaml:4:21: error: 'w' is already the name of another workload (give it one of its own: {name, workload})"},
      {"keep: [task]\n", ""},
      {"search: sobl\n", ""},
      {"metrics: [Number: cycles]\n", ""},
      {"vary: {a.b: {x: {}}}\n", ""},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    const Lines found = problems_of(text);
    REQUIRE(!found.empty());
    if (expected.empty()) {
      CHECK(is_placed_error(found[0], "s.yaml"));
    } else {
      CHECK(found[0] == expected);
    }
  }
  CHECK(planned(study_of("vary: {architecture.monitor.task_id: [4]}\n")).problems ==
        Lines{"s.yaml:4:8: error: unknown key 'architecture.monitor.task_id' (did you mean 'task_ids'?)"});
  Diagnostics none;
  CHECK(!read_study("vary: {seed: [1]}\n", "s.yaml", none));
  CHECK(none.lines()[0] == "s.yaml:1:1: error: a study needs the key `base` (the path of an experiment, or its keys)");
}

}  // namespace gantry::study_test
