// SPDX-License-Identifier: Apache-2.0
// Searches that learn: how they order what was tried, and what they propose next.
#include "sweep/search.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/random.h"
#include "input_files.h"
#include "program_run.h"
#include "survey/domination.h"
#include "survey/hypervolume.h"
#include "sweep/pareto.h"
#include "sweep/point_row.h"
#include "sweep/searches/path_hints.h"
#include "sweep/study_plan.h"

namespace gantry::search_test {

namespace {

using Costs = std::vector<std::vector<double>>;

Costs random_costs(RandomBits& bits, std::size_t count, std::size_t objectives, std::uint64_t below) {
  Costs costs(count, std::vector<double>(objectives));
  for (auto& cost : costs) {
    for (double& value : cost) value = static_cast<double>(random_below(bits, below));
  }
  return costs;
}

bool dominates(const std::vector<double>& a, const std::vector<double>& b) {
  bool less = false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] > b[k]) return false;
    less = less || a[k] < b[k];
  }
  return less;
}

/// One more than the most of those that dominate it.
std::size_t rank_of(const Costs& costs, std::size_t i) {
  std::size_t rank = 0;
  for (std::size_t j = 0; j < costs.size(); ++j) {
    if (dominates(costs[j], costs[i])) rank = std::max(rank, rank_of(costs, j) + 1);
  }
  return rank;
}

Study study_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto study = read_study(
      "base:\n"
      "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
      "  workload: {tasks: [{id: a, cycles: 100}]}\n" +
          text,
      "s.yaml", diagnostics);
  INFO((diagnostics.ok() ? "" : diagnostics.lines()[0]));
  REQUIRE(study);
  return *study;
}

/// What became of a configuration, without a simulation.
struct Outcome {
  PointState state = PointState::done;
  double area = 0.0;
  double cycles = 0.0;
  std::string path;  ///< of critical_path, as JSON
};

/// Asks a search until it ends, or for `batches`.
std::vector<Configuration> proposals(const Study& study, const InputFiles& files,
                                     const std::function<Outcome(const Configuration&)>& outcome, int batches = 1000) {
  Diagnostics problems;
  StudyPlan plan(study, "1", problems);
  const SearchSpace space{study, [&](const Configuration& configuration) { return plan.allowed(configuration); },
                          files.path("points")};
  const auto search = searches().find(study.search.method)->make(space, study.search);
  std::vector<Configuration> all;
  std::deque<PointRow> rows;
  std::vector<Tried> tried;
  for (int batch = 0; batch < batches; ++batch) {
    const auto proposed = search->propose(tried);
    if (proposed.empty()) break;
    for (const Configuration& configuration : proposed) {
      const Outcome made = outcome(configuration);
      PointRow& row = rows.emplace_back();
      row.state = made.state;
      row.metrics.resize(2);
      if (made.state == PointState::done) {
        row.broken = 0;
        row.id = std::to_string(rows.size());
        std::filesystem::create_directories(files.path("points/" + row.id));
        row.metrics = {MetricValue{made.area, ""}, MetricValue{made.cycles, ""}};
        files.write("points/" + row.id + "/summary.json",
                    "{\"cycles\": " + std::to_string(made.cycles) + ", \"critical_path\": {" + made.path + "}}");
      }
      tried.push_back({configuration, {&row}});
      all.push_back(configuration);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("fronts behind fronts and the room on them are those of their definitions") {
  RandomBits bits(1, 0);
  for (int round = 0; round < 60; ++round) {
    const std::size_t objectives = 2 + random_below(bits, 2);
    const Costs costs = random_costs(bits, 1 + random_below(bits, 16), objectives, 6);
    const std::vector<std::size_t> ranks = pareto_ranks(costs);
    for (std::size_t i = 0; i < costs.size(); ++i) CHECK(ranks[i] == rank_of(costs, i));

    const Costs spread = random_costs(bits, 3 + random_below(bits, 20), objectives, 1U << 30U);  // no two alike
    const std::vector<double> room = crowding(spread);
    for (std::size_t i = 0; i < spread.size(); ++i) {
      double sum = 0.0;
      for (std::size_t k = 0; k < objectives; ++k) {
        double below = -std::numeric_limits<double>::infinity();
        double above = std::numeric_limits<double>::infinity();
        double least = above;
        double most = below;
        for (const auto& other : spread) {
          if (other[k] < spread[i][k]) below = std::max(below, other[k]);
          if (other[k] > spread[i][k]) above = std::min(above, other[k]);
          least = std::min(least, other[k]);
          most = std::max(most, other[k]);
        }
        sum += (above - below) / (most - least);
      }
      CHECK((room[i] == sum || std::abs(room[i] - sum) < 1e-12));
    }
  }
}

TEST_CASE("hypervolume counts the cells that points leave behind them, and what one more adds") {
  RandomBits bits(2, 0);
  for (int round = 0; round < 60; ++round) {
    const std::size_t objectives = 1 + random_below(bits, 3);
    const double side = 6.0;
    const Costs costs = random_costs(bits, random_below(bits, 8), objectives, 8);
    std::size_t cells = 1;
    for (std::size_t k = 0; k < objectives; ++k) cells *= 6;
    const auto count = [&](const Costs& of) {
      double behind = 0.0;
      for (std::size_t cell = 0; cell < cells; ++cell) {
        std::vector<double> at;
        for (std::size_t rest = cell; at.size() < objectives; rest /= 6) at.push_back(static_cast<double>(rest % 6));
        behind += std::any_of(of.begin(), of.end(), [&](const auto& c) { return c == at || dominates(c, at); }) ? 1 : 0;
      }
      return behind;
    };
    const std::vector<double> reference(objectives, side);
    CHECK(hypervolume(costs, reference) == count(costs));
    const std::vector<double> one = random_costs(bits, 1, objectives, 8)[0];
    Costs more = costs;
    more.push_back(one);
    CHECK(added_hypervolume(costs, one, reference) == count(more) - count(costs));
  }
}

TEST_CASE("a search that learns proposes every point once, and none that is excluded") {
  for (const std::string method : {"evolution", "guided"}) {
    INFO(method);
    const InputFiles files;
    const Study study = study_of(
        "vary:\n"
        "  architecture.monitor.task_ids: [4, 8, 16]\n"
        "  policies.picker: [fifo, stride, round_robin]\n"
        "  net: {plain: {}, wide: {architecture.interconnect.flit_bytes: 64}}\n"
        "exclude: [policies.picker == 'fifo' and net == 'wide']\n"
        "objectives: [minimise: area, minimise: cycles]\n"
        "search: {method: " +
        method + ", count: 1000, population: 4, batch: 3}\n");
    const auto all = proposals(study, files, [](const Configuration& configuration) {
      if (configuration[1] == 1) return Outcome{PointState::infeasible, 0.0, 0.0, ""};
      return Outcome{PointState::done, 1.0 + configuration[0], 9.0 - configuration[0], ""};
    });
    CHECK(all.size() == 15);
    CHECK(std::set<Configuration>(all.begin(), all.end()).size() == 15);
    for (const Configuration& configuration : all) CHECK_FALSE((configuration[1] == 0 && configuration[2] == 1));
  }
}

TEST_CASE("guided turns the key that binds and leaves alone what idles and costs") {
  const InputFiles files;
  const Study study = study_of(
      "vary:\n"
      "  architecture.decomposer.slots: [4, 8, 16, 32, 64]\n"
      "  architecture.task_cache.capacity: [20, 40, 80, 160, 320]\n"
      "  architecture.monitor.task_ids: [4, 8, 16, 32, 64]\n"
      "  architecture.interconnect.flit_bytes: [8, 16, 32, 64, 128]\n"
      "  architecture.host.outstanding_writes: [1, 2, 4, 8, 16]\n"
      "objectives: [minimise: area, minimise: cycles]\n"
      "search: {method: guided, count: 1000}\n");
  // The path waits for task ids alone; everything costs.
  const auto outcome = [](const Configuration& configuration) {
    const double waits = 4096.0 / static_cast<double>(1U << configuration[2]);
    double area = 10.0;
    for (const std::uint32_t choice : configuration) area += choice;
    return Outcome{PointState::done, area, 1000.0 + waits,
                   "\"compute\": 1000, \"id\": " + std::to_string(waits) + ", \"slot\": 0"};
  };
  const auto all = proposals(study, files, outcome, 4);
  CHECK(all.size() == 32);
  // Of 3,125 points these five are the front.
  for (std::uint32_t ids = 0; ids < 5; ++ids)
    CHECK(std::count(all.begin(), all.end(), Configuration{0, 0, ids, 0, 0}) == 1);
}

TEST_CASE("what a path says of a turn: its share shrinks, a bound holds, and what idles may shrink") {
  const auto report = read_path_report(
      "{\"cycles\": 1000, \"critical_path\": {\"compute\": 400, \"id\": 600}, \"bounds\": {\"task_ids\": 500, "
      "\"slots\": 300}}");
  REQUIRE(report);
  const Resource& ids = *resource_of_key("architecture.monitor.task_ids");
  const Resource& slots = *resource_of_key("architecture.decomposer.slots");
  CHECK(turned_cycles(*report, ids, 2.0) == 700.0);
  CHECK(turned_cycles(*report, ids, 0.5) == 1600.0);
  CHECK(turned_cycles(*report, slots, 2.0) == 1000.0);
  CHECK(turned_cycles(*report, slots, 0.5) == 1000.0);
  CHECK(turned_cycles(*report, slots, 0.25) == 1200.0);
  // Of those that a cause gives way to, the one with the lower bound is less to blame.
  const auto moved = read_path_report(
      "{\"cycles\": 1000, \"critical_path\": {\"input\": 800}, \"bounds\": {\"memory\": 400, \"memory_links\": 100}, "
      "\"cost\": {\"blocks\": [{\"block\": \"routers of 3 ports\", \"area_um2\": 30}, {\"block\": \"picker\", "
      "\"area_um2\": 5}, "
      "{\"block\": \"routers of 4 ports\", \"area_um2\": 10}, {\"block\": \"host\", \"area_um2\": null}]}}");
  REQUIRE(moved);
  CHECK(turned_cycles(*moved, *resource_of_key("architecture.memory.bytes_per_cycle"), 2.0) == 600.0);
  CHECK(turned_cycles(*moved, *resource_of_key("architecture.interconnect.flit_bytes"), 2.0) == 900.0);
  CHECK(moved->area == 45.0);
  CHECK(area_with(*moved, "architecture.interconnect.flit_bytes") == 40.0);
  CHECK(area_with(*moved, "architecture.dispatcher.picker.entries") == 5.0);
  CHECK(area_with(*moved, "architecture.host.submit_cycles") == 0.0);
  CHECK(resource_of_key("architecture.processors.big.count")->name == "processors");
  CHECK(resource_of_key("policies.picker") == nullptr);
  CHECK_FALSE(read_path_report("{\"cycles\": 1000}"));
}

TEST_CASE("halving runs a ninth of the workload with all, a third with the best third, and all of it with a ninth") {
  const Study study = study_of(
      "vary: {architecture.monitor.task_ids: {from: 1, to: 54, step: 1}}\n"
      "objectives: [minimise: area, minimise: cycles]\n"
      "search: {method: halving, count: 54}\n");
  Diagnostics problems;
  StudyPlan plan(study, "1", problems);
  const auto search = searches().find("halving")->make(
      {study, [&](const Configuration& configuration) { return plan.allowed(configuration); }, ""}, study.search);
  std::deque<PointRow> rows;
  std::vector<Tried> tried;
  std::vector<std::size_t> counts;
  std::vector<std::uint64_t> parts;
  std::set<std::uint32_t> whole;
  // What is better with a part is better with the whole, and no point has another's rank.
  for (auto proposed = search->propose(tried); !proposed.empty(); proposed = search->propose(tried)) {
    counts.push_back(proposed.size());
    parts.push_back(search->part());
    for (const Configuration& configuration : proposed) {
      PointRow& row = rows.emplace_back();
      row.part = search->part();
      row.state = PointState::done;
      row.broken = 0;
      row.metrics = {MetricValue{static_cast<double>(configuration[0]), ""},
                     MetricValue{static_cast<double>(configuration[0]) * static_cast<double>(row.part), ""}};
      tried.push_back({configuration, {&row}});
      if (row.admitted()) whole.insert(configuration[0]);
    }
  }
  CHECK(counts == std::vector<std::size_t>{54, 18, 6});
  CHECK(parts == std::vector<std::uint64_t>{111'111, 333'333, 1'000'000});
  CHECK(whole == std::set<std::uint32_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("of a search by halving only points with the whole workload stand on the front, and the table tells parts") {
  const InputFiles files;
  files.write("s.yaml",
              "base:\n  name: b\n"
              "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
              "  workload: {generator: cholesky, tiles: 4}\n"
              "vary: {architecture.processors.c.count: [1, 2, 4, 8], architecture.monitor.task_ids: [2, 4]}\n"
              "objectives: [minimise: architecture.processors.c.count, minimise: cycles]\n"
              "metrics: [tasks.completed]\n"
              "search: {method: halving, count: 8, rounds: 2, factor: 2}\n");
  ProgramRun run(files, {"sweep", "s.yaml", "--out", "out"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  CHECK(run.out().find("s: 12 points (8 with a part of the workload): 12 done") == 0);
  const std::string points = file_text(files.path("out/points.csv"));
  // Cholesky of 4 tiles has 20 tasks.
  std::size_t halves = 0;
  std::size_t all = 0;
  for (std::size_t line = points.find('\n') + 1; line < points.size(); line = points.find('\n', line) + 1) {
    const std::string row = points.substr(line, points.find('\n', line) - line);
    const bool part = row.find(",done,0.5,") != std::string::npos && row.find(",10,") != std::string::npos;
    const bool whole = row.find(",done,1,") != std::string::npos && row.find(",20,") != std::string::npos;
    halves += part ? 1 : 0;
    all += whole ? 1 : 0;
  }
  CHECK(halves == 8);
  CHECK(all == 4);
  CHECK(file_text(files.path("out/pareto.csv")).find(",0.5,") == std::string::npos);
  const std::string page = file_text(files.path("out/report.html"));
  CHECK(page.find("\"partial\":8") != std::string::npos);
}

TEST_CASE("a seeded search tries the same points however many run at a time, with the reports that it reads") {
  for (const std::string method : {"evolution", "guided", "halving"}) {
    const InputFiles files;
    files.write("s.yaml",
                "base:\n  name: b\n"
                "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
                "  workload: {generator: cholesky, tiles: 4}\n"
                "vary:\n"
                "  architecture.processors.c.count: [0, 1, 2, 4, 8]\n"
                "  architecture.monitor.task_ids: [2, 4, 8]\n"
                "  policies.picker: [fifo, stride, weight_delay]\n"
                "objectives: [minimise: architecture.processors.c.count, minimise: cycles]\n"
                "search: {method: " +
                    method + ", count: " + (method == "halving" ? "12" : "18, population: 6, batch: 4") + "}\n");
    for (const char* jobs : {"1", "2"}) {
      ProgramRun run(files, {"sweep", "s.yaml", "--jobs", jobs, "--out", jobs});
      INFO(run.err());
      REQUIRE(run.finish() == 0);
      CHECK(run.out().find("s: 18 points") == 0);
    }
    CHECK(file_text(files.path("1/points.csv")) == file_text(files.path("2/points.csv")));
    for (const auto& point : std::filesystem::directory_iterator(files.path("1/points"))) {
      const std::string summary = file_text(point.path().string() + "/summary.json");
      CHECK((summary.find("\"critical_path\": {") != std::string::npos) == (method == "guided"));
    }
  }
}

}  // namespace gantry::search_test
