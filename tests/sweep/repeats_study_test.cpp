// SPDX-License-Identifier: Apache-2.0
// Studies with repeats: fronts by paired differences, constraints by seed, and points that draw nothing.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/random.h"
#include "program_run.h"
#include "study_directory.h"
#include "survey/domination.h"
#include "sweep/pareto.h"

namespace gantry::repeats_study_test {

namespace {

/// Six machines; the first objective draws nothing, the second one does.
constexpr const char* kRandom =
    "base:\n  architecture: {processors: [{name: c, count: 2}]}\n"
    "  workload: {generator: poisson, tasks: 40, interval_cycles: 300, cycles: {exponential: 500}}\n"
    "vary:\n"
    "  architecture.processors.c.count: [1, 2, 3]\n"
    "  architecture.dispatcher.send_ports: [1, 2]\n"
    "objectives:\n"
    "  - minimise: architecture.processors.c.count\n"
    "  - minimise: stream.response_cycles.mean\n"
    "metrics: [cycles]\n"
    "constraints: [cycles < 14000]\n"
    "repeats: 5\n";

std::vector<std::vector<std::string>> rows_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
  }
  return rows;
}

std::size_t column(const std::vector<std::vector<std::string>>& rows, const std::string& name) {
  const auto at = std::find(rows[0].begin(), rows[0].end(), name);
  REQUIRE(at != rows[0].end());
  return static_cast<std::size_t>(at - rows[0].begin());
}

SeedCosts drawn(RandomBits& bits, std::size_t objectives, std::size_t seeds) {
  SeedCosts costs(objectives);
  for (auto& values : costs) {
    const auto level = static_cast<double>(random_below(bits, 40));
    for (std::size_t i = 0; i < seeds; ++i) values.push_back(level + static_cast<double>(random_below(bits, 12)));
  }
  return costs;
}

}  // namespace

TEST_CASE("certain domination is domination where nothing is random, and an order where something is") {
  RandomBits bits(3, 0);
  std::size_t chains = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::size_t objectives = 1 + random_below(bits, 3);
    const std::size_t seeds = 2 + random_below(bits, 6);
    const SeedCosts a = drawn(bits, objectives, seeds);
    const SeedCosts b = drawn(bits, objectives, seeds);
    const SeedCosts c = drawn(bits, objectives, seeds);
    CHECK_FALSE(surely_betters(a, a));
    CHECK_FALSE((surely_betters(a, b) && surely_betters(b, a)));
    if (surely_betters(a, b) && surely_betters(b, c)) {
      ++chains;
      CHECK(surely_betters(a, c));
    }
    SeedCosts fixed_a(objectives);
    SeedCosts fixed_b(objectives);
    std::vector<double> plain_a;
    std::vector<double> plain_b;
    for (std::size_t k = 0; k < objectives; ++k) {
      plain_a.push_back(a[k][0]);
      plain_b.push_back(b[k][0]);
      fixed_a[k].assign(seeds, a[k][0]);
      fixed_b[k].assign(seeds, b[k][0]);
    }
    CHECK(surely_betters(fixed_a, fixed_b) == betters(plain_a, plain_b));
  }
  CHECK(chains > 100);
}

TEST_CASE("luck of the seeds cancels in pairs, and one seed that disagrees takes the certainty away") {
  // The seeds differ by hundreds, the points by 2 or 3 in each of them.
  CHECK(surely_betters({{100, 900, 500}}, {{102, 902, 503}}));
  CHECK_FALSE(surely_betters({{100, 900, 500}}, {{102, 902, 480}}));
  // Equal in one objective, better in the other.
  CHECK(surely_betters({{1, 1, 1}, {5, 6, 7}}, {{1, 1, 1}, {9, 10, 11}}));
  CHECK_FALSE(surely_betters({{1, 1, 2}, {5, 6, 7}}, {{1, 1, 1}, {9, 10, 11}}));
}

TEST_CASE("a study's front has every admitted point that no other one surely betters, whatever the workers") {
  const InputFiles files;
  files.write("s.yaml", kRandom);
  for (const char* jobs : {"1", "3"}) {
    ProgramRun run(files, {"sweep", "s.yaml", "--jobs", jobs, "--out", jobs});
    INFO(run.err());
    REQUIRE(run.finish() == 0);
    CHECK(run.err() == "");
    CHECK(run.out().find("cycles < 14000 holds in ") != std::string::npos);
  }
  check_same_studies(files, "1", "3");

  const auto repeats = rows_of(file_text(files.path("1/repeats.csv")));
  const std::size_t response = column(repeats, "stream.response_cycles.mean");
  const std::size_t cycles = column(repeats, "cycles");
  std::map<std::size_t, SeedCosts> costs;
  std::map<std::size_t, std::size_t> held;
  for (std::size_t i = 1; i < repeats.size(); ++i) {
    const std::size_t number = std::stoul(repeats[i][0]);
    SeedCosts& of = costs.emplace(number, SeedCosts(2)).first->second;
    of[0].push_back(static_cast<double>(1 + (number >> 1U)));
    of[1].push_back(std::stod(repeats[i][response]));
    held[number] += std::stod(repeats[i][cycles]) < 14000 ? 1 : 0;
  }
  REQUIRE(costs.size() == 6);
  const auto points = rows_of(file_text(files.path("1/points.csv")));
  const std::size_t broken = column(points, "broken");
  std::set<std::size_t> admitted;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i][broken] == "0") admitted.insert(i - 1);
    CHECK(points[i][column(points, "held")] == std::to_string(held[i - 1]));
  }
  std::set<std::size_t> expected;
  for (const std::size_t i : admitted) {
    const bool bettered = std::any_of(admitted.begin(), admitted.end(),
                                      [&](std::size_t j) { return surely_betters(costs.at(j), costs.at(i)); });
    if (!bettered) expected.insert(i);
  }
  std::set<std::size_t> front;
  const auto pareto = rows_of(file_text(files.path("1/pareto.csv")));
  for (std::size_t i = 1; i < pareto.size(); ++i) front.insert(std::stoul(pareto[i][0]));
  CHECK(front == expected);
  CHECK(!front.empty());
  ProgramRun page(files, {"report", "1", "-o", "page.html"});
  CHECK(page.finish() == 0);
}

TEST_CASE("a percentile of too few instances has a mark in the front, those of all seeds together") {
  const auto front = [](std::size_t tasks, std::size_t seeds, const std::string& metric) {
    const InputFiles files;
    files.write("s.yaml",
                "base:\n  architecture: {processors: [{count: 2}]}\n  workload: {generator: poisson, tasks: " +
                    std::to_string(tasks) +
                    ", interval_cycles: 300, cycles: {exponential: 300}}\n"
                    "vary: {architecture.dispatcher.send_ports: [1]}\nobjectives: [{minimise: " +
                    metric + "}]\nrepeats: " + std::to_string(seeds) + '\n');
    ProgramRun run(files, {"sweep", "s.yaml", "--out", "o"});
    CHECK(run.finish() == 0);
    const bool mark = run.out().find("*\n") != std::string::npos;
    CHECK((run.out().find("  * of too few instances: p95 needs 200") != std::string::npos) == mark);
    return mark;
  };
  CHECK(front(199, 1, "stream.response_cycles.p95"));
  CHECK(!front(200, 1, "stream.response_cycles.p95"));
  CHECK(front(200, 1, "stream.response_cycles.p99"));
  CHECK(!front(67, 3, "stream.response_cycles.p95"));
  CHECK(front(66, 3, "stream.response_cycles.p95"));
  CHECK(!front(20, 1, "stream.response_cycles.p50"));
  CHECK(!front(20, 1, "stream.response_cycles.max"));
}

TEST_CASE("a point that draws nothing is run once, and one seed of points that do is told") {
  const InputFiles files;
  const std::string base =
      "base:\n  architecture: {processors: [{count: 2}]}\n"
      "  workload: {generator: poisson, tasks: 20, interval_cycles: 900, cycles: 500}\n"
      "vary:\n  load:\n    drawn: {}\n    fixed: {workload: {tasks: [{id: a, cycles: 500}]}}\n";
  files.write("s.yaml", base + "repeats: 4\n");
  ProgramRun run(files, {"sweep", "s.yaml", "--out", "out"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  CHECK(run.out().find("computed 5, reused 0") != std::string::npos);
  CHECK(run.err() ==
        "s.yaml: note: nothing is random in 1 of 2 points, so that every seed gives the same run: each is made once "
        "(repeats: 4)\n");
  CHECK(rows_of(file_text(files.path("out/repeats.csv"))).size() == 6);
  files.write("one.yaml", base);
  ProgramRun one(files, {"sweep", "one.yaml", "--out", "one"});
  REQUIRE(one.finish() == 0);
  CHECK(one.err().find("one.yaml: note: arrivals or times are random (workload.generator), and every point is run with "
                       "one seed: ") == 0);
}

TEST_CASE("validate and a dry run refuse a metric that no summary has") {
  const InputFiles files;
  const std::string base =
      "base: {architecture: {processors: [{count: 2}]}, workload: {tasks: [{id: a, cycles: 1}]}}\n"
      "vary: {policies.picker: [fifo]}\n";
  const auto refused = [&](const std::string& more, const std::vector<std::string>& words) {
    files.write("s.yaml", base + more);
    ProgramRun run(files, words);
    CHECK(run.finish() == 2);
    return run.err();
  };
  const std::string wrong =
      "s.yaml:3:25: error: unknown metric: 'cycle' in the summary: there is none (did you mean "
      "'cycles'?)\n";
  CHECK(refused("objectives: [{minimise: cycle}]\n", {"validate", "s.yaml"}) == wrong);
  CHECK(refused("objectives: [{minimise: cycle}]\n", {"sweep", "s.yaml", "--dry-run"}) == wrong);
  CHECK(refused("objectives: [{minimise: cycle}]\n", {"sweep", "s.yaml", "--out", "o"}) == wrong);
  // What tables call so has another name in files.
  CHECK(refused("metrics: [streams.list.chat.missed]\n", {"validate", "s.yaml"})
            .find("(did you mean 'deadline.misses'?)") != std::string::npos);
  CHECK(refused("metrics: [streams.list.chat.deadline.missed]\n", {"validate", "s.yaml"})
            .find("(did you mean 'misses'?)") != std::string::npos);
}

}  // namespace gantry::repeats_study_test
