// SPDX-License-Identifier: Apache-2.0
// What source 002 claims beside the makespan of equal subtasks: a delay per pair of resources (claim 2), operations of
// their own per subtask (claim 7), and the binary program with quadratic constraints.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "gantry/plan/pipeline/formulation.h"
#include "gantry/plan/pipeline/planner.h"
#include "pipeline_brute_force.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::pipeline_claims_test {

using namespace gantry::plan;

namespace {

/// The least objective of a program with whole completions: every value of the binaries, and for each the longest paths
/// through the rows that are left, which are differences of two times.
class EveryBinary {
 public:
  explicit EveryBinary(const Milp& milp) : milp_(milp), value_(milp.variables().size(), 0) {
    for (std::uint32_t v = 0; v < milp.variables().size(); ++v) {
      if (milp.variables()[v].integer) binaries_.push_back(v);
    }
  }

  std::optional<double> least() {
    search(0);
    return least_;
  }

 private:
  void search(std::size_t next) {
    if (next == binaries_.size()) return longest_paths();
    const Milp::Variable& of = milp_.variables()[binaries_[next]];
    for (double value = of.lower; value <= of.upper; ++value) {
      value_[binaries_[next]] = value;
      if (next + 1 < binaries_.size() || pure_rows_hold()) search(next + 1);
    }
  }

  /// A row's sum over binaries and products.
  [[nodiscard]] double fixed(const Milp::Row& row) const {
    double sum = 0;
    for (const Milp::Term& t : row.terms) {
      if (milp_.variables()[t.variable].integer) sum += t.coefficient * value_[t.variable];
    }
    for (const Milp::Product& p : row.products) sum += p.coefficient * value_[p.first] * value_[p.second];
    return sum;
  }

  [[nodiscard]] bool pure_rows_hold() const {
    return std::all_of(milp_.rows().begin(), milp_.rows().end(), [&](const Milp::Row& row) {
      const bool pure = std::all_of(row.terms.begin(), row.terms.end(),
                                    [&](const Milp::Term& t) { return milp_.variables()[t.variable].integer; });
      return !pure || (fixed(row) >= row.lower - 1e-9 && fixed(row) <= row.upper + 1e-9);
    });
  }

  /// Rows of times have the coefficients 1 and perhaps -1, and only a lower limit.
  void longest_paths() {
    std::vector<double> time(value_.size(), 0);
    for (std::size_t pass = 0; pass <= time.size(); ++pass) {
      bool moved = false;
      for (const Milp::Row& row : milp_.rows()) {
        double least = row.lower - fixed(row);
        std::optional<std::uint32_t> raised;
        for (const Milp::Term& t : row.terms) {
          if (milp_.variables()[t.variable].integer) continue;
          if (t.coefficient > 0) {
            raised = t.variable;
          } else {
            least += time[t.variable];
          }
        }
        if (!raised || time[*raised] >= least - 1e-9) continue;
        if (least > milp_.variables()[*raised].upper + 1e-9) return;
        time[*raised] = least;
        moved = true;
      }
      if (moved) continue;
      if (!least_ || time[0] < *least_) least_ = time[0];
      return;
    }
  }

  const Milp& milp_;
  std::vector<std::uint32_t> binaries_;
  std::vector<double> value_;
  std::optional<double> least_;
};

/// Delays of up to 5 cycles between any two resources.
void add_delays(PipelineModel& model, std::mt19937& random) {
  const std::uint32_t count = model.resource_count();
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = 0; b < count; ++b) model.delays.push_back(a == b ? 0 : random() % 6);
  }
}

/// The same rules again: the end of a fixed order, with the delays.
Time run(const PipelineModel& model, const std::vector<std::uint32_t>& where, const std::vector<std::uint32_t>& order) {
  std::vector<Time> finish(model.items(), 0);
  std::vector<Time> release(model.resources.size(), 0);
  for (const std::uint32_t i : order) {
    Time start = release[where[i]];
    for (const PipelineEdge& e : model.edges) {
      if (e.to != i % model.operation_count()) continue;
      const std::uint32_t from = i - e.to + e.from;
      const std::size_t pair = where[from] * model.resources.size() + where[i];
      start = std::max(start, finish[from] + e.hop * model.hops[pair] + model.delays[pair]);
    }
    finish[i] = release[where[i]] = start + model.time(i, where[i]);
  }
  return *std::max_element(finish.begin(), finish.end());
}

/// The least end over every choice and order.
Time least_with_delays(const PipelineModel& model) {
  Time least = kLongest;
  std::vector<std::uint32_t> where(model.items(), 0);
  for (bool more = true; more;) {
    naive::Try attempt{model, where, {}};
    if (attempt.allowed()) {
      attempt.every_order([&] { least = std::min(least, run(model, where, attempt.order)); });
    }
    more = naive::next_choice(where, model.resource_count());
  }
  return least;
}

nlohmann::json metrics(const InputFiles& files, std::vector<std::string> words) {
  words.insert(words.begin(), {"plan", "pipeline"});
  words.insert(words.end(), {"--iterations", "500", "--json", "-o", "plan.json"});
  ProgramRun run(files, words);
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  return nlohmann::json::parse(run.out()).at("metrics");
}

}  // namespace

TEST_CASE("with a delay per pair of resources the planner finds the best of every choice and order") {
  std::mt19937 random(5);
  for (std::uint32_t number = 0; number < (kSanitized ? 20 : 120); ++number) {
    PipelineModel model = naive::random_training(random, 2, 1);
    add_delays(model, random);
    const Time least = least_with_delays(model);
    PipelineLimits limits;
    limits.iterations = 100;
    const PipelineResult result = plan_pipeline(model, limits);
    INFO("model " << number);
    REQUIRE(result.status == PipelineStatus::kOptimal);
    CHECK(result.point.value == least);
    limits.solver = PipelineSolver::kMilp;
    CHECK(plan_pipeline(model, limits).point.value == least);
  }
}

TEST_CASE("the program with quadratic constraints has the optimum, and products where transfers and orders are") {
  std::mt19937 random(6);
  std::size_t products = 0;
  for (std::uint32_t number = 0; number < (kSanitized ? 10 : 60); ++number) {
    PipelineModel model = naive::random_training(random, number % 3 == 0 ? 1 : 2, number % 3 == 0 ? 2 : 1);
    add_delays(model, random);
    const PipelineItems items(model);
    const PipelineFormulation quadratic(items, 1, std::nullopt, true, PipelineForm::kQuadratic);
    const PipelineFormulation linear(items, 1, std::nullopt);
    INFO("model " << number);
    const auto least = static_cast<double>(least_with_delays(model));
    CHECK(EveryBinary(quadratic.milp()).least() == least);
    CHECK(EveryBinary(linear.milp()).least() == least);
    CHECK(quadratic.milp().rows().size() < linear.milp().rows().size());
    for (const Milp::Row& row : quadratic.milp().rows()) products += row.products.size();
  }
  CHECK(products > (kSanitized ? 10 : 100));
}

TEST_CASE("a resource file gives delays, operations of each subtask, and the program is exported") {
  const InputFiles files;
  files.write("t.yaml",
              "tasks:\n"
              "  - {id: a, cycles: 4}\n"
              "  - {id: b, cycles: 6, after: [{task: a, bytes: 2}]}\n"
              "  - {id: c, cycles: 5, after: [{task: b, bytes: 1}]}\n");
  files.write("r.yaml",
              "resources: [{name: left}, {name: right}]\n"
              "durations: {a: {left: 4, right: null}, b: {left: null, right: 6}}\n"
              "delays: [{from: left, to: right, cycles: 7}, {from: right, to: left, cycles: 30}]\n"
              "subtasks:\n"
              "  - operations: [a, b, c]\n"
              "  - operations: [a, b]\n"
              "  - operations: [a]\n");
  // a is left and b right. The first two subtasks begin on the left in 0 and 4, and their data are on the right 2 + 7
  // later, in 13 and 17. b runs there from 13 and from 19 to 25; c follows on the right, since 30 is the way back: 30.
  // Of the first subtask c before the other b would end in 30 too; nothing ends before 13 + 6 + 6 + 5.
  const auto plan =
      metrics(files, {"t.yaml", "--resources", "r.yaml", "--export-qcbo", "m.lp", "--workload-out", "w.json"});
  CHECK(plan.at("makespan") == 30);
  CHECK(plan.at("status") == "optimal");
  CHECK(plan.at("load left") == 12);
  CHECK(plan.at("load right") == 17);
  ProgramRun check(files, {"plan", "check", "plan.json", "t.yaml"});
  INFO(check.err());
  CHECK(check.finish() == 0);
  CHECK(check.out() == "plan.json: pipeline, 6 placements, in order\n");
  // Replayed with ideal timing it ends as planned: the delays are in the workload's edges.
  files.write("a.yaml", "processors: [{name: left, type: core}, {name: right, type: core}]\n");
  files.write("e.yaml",
              "architecture: a.yaml\nworkload: {path: w.json, format: native}\nplan: plan.json\ntiming: ideal\n"
              "output: {trace: false}\n");
  ProgramRun replay(files, {"run", "e.yaml", "--out", "out"});
  INFO(replay.err());
  REQUIRE(replay.finish() == 0);
  const auto replayed = nlohmann::json::parse(file_text(files.path("out/summary.json"))).at("plan");
  CHECK(replayed.at("predicted_cycles") == 30);
  CHECK(replayed.at("simulated_cycles") == 30);
  const std::string workload = file_text(files.path("w.json"));
  for (const char* id : {"a@0", "b@0", "c@0", "a@1", "b@1", "a@2"}) {
    CHECK(workload.find('"' + std::string(id) + '"') != std::string::npos);
  }
  CHECK(workload.find("c@1") == std::string::npos);
  // An edge of the first subtask: 2 cycles for its bytes and 7 between left and right, where x.0.0.0 x.0.1.1 = 1.
  const std::string text = file_text(files.path("m.lp"));
  CHECK(text.find("\n edge.0.0.0.1: ") != std::string::npos);
  CHECK(text.find("+ [ - 9 x.0.0.0 * x.0.1.1 ] >= 0\n") != std::string::npos);
}

TEST_CASE("delays and subtasks that are wrong are refused with their place") {
  const InputFiles files;
  files.write("t.yaml", "tasks: [{id: a, cycles: 4}, {id: b, cycles: 6, after: [a]}]\n");
  const auto refused = [&](const std::string& keys, std::vector<std::string> more) {
    files.write("r.yaml", "resources: [{name: x}, {name: y, count: 2}]\n" + keys);
    more.insert(more.begin(), {"plan", "pipeline", "t.yaml", "--resources", "r.yaml"});
    ProgramRun run(files, more);
    CHECK(run.finish() == 2);
    const std::string err = run.err();
    const std::size_t error = err.find("error: ");
    const std::size_t line = error == std::string::npos ? 0 : err.rfind('\n', error) + 1;
    return err.substr(line, err.find('\n', line) - line);
  };
  CHECK(refused("delays: [{from: x, to: z, cycles: 1}]\n", {}) ==
        "r.yaml:2:24: error: delays[0].to 'z' is no resource of this file");
  CHECK(refused("delays: [{from: x, to: x, cycles: 1}]\n", {}) ==
        "r.yaml:2:24: error: delays[0].to is the same resource as from, and nothing travels within a resource");
  CHECK(refused("delays: [{from: x, to: y, cycles: 1}, {from: x, to: y, cycles: 2}]\n", {}) ==
        "r.yaml:2:53: error: delays[1].to the delay from 'x' to 'y' has been given already");
  CHECK(refused("delays: [{from: y, to: y, cycles: 1}]\n", {"--objective", "throughput"}) ==
        "--objective: error: throughput counts no delays, and the file of --resources has some");
  CHECK(refused("subtasks: [{operations: [b]}]\n", {}) ==
        "r.yaml:2:26: error: operation 'b' needs its predecessor 'a' in the same subtask");
  CHECK(refused("subtasks: [{operations: [a]}]\n", {"--subtasks", "2"}) ==
        "--subtasks: error: does not go with subtasks in the file of --resources, which has 1");
}

}  // namespace gantry::pipeline_claims_test
