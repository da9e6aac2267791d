// SPDX-License-Identifier: Apache-2.0
// gantry plan compare: one table of several methods, and that each line is what the single commands say.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "gantry/plan/list/list_scheduler.h"
#include "program_run.h"

namespace gantry::plan_compare_test {

namespace {

using Json = nlohmann::json;

const char* const kWorkload =
    "name: forks\n"
    "tasks:\n"
    "  - {id: a, cycles: 100}\n"
    "  - {id: b, cycles: 700, after: [{task: a, bytes: 64}]}\n"
    "  - {id: c, cycles: 300, jobs: 2, after: [{task: a, bytes: 512}]}\n"
    "  - {id: d, cycles: 500, after: [a], input_bytes: 256}\n"
    "  - {id: e, class: event, after: [b, c]}\n"
    "  - {id: f, cycles: 200, after: [e, {task: d, bytes: 128}]}\n";

const char* const kMachine =
    "interconnect: {topology: mesh, columns: 3, rows: 2}\n"
    "processors: [{name: core, count: 2, queue_depth: 4}]\n";

class Desk {
 public:
  Desk() {
    files_.write("w.yaml", kWorkload);
    files_.write("m.yaml", kMachine);
  }
  int run(const std::vector<std::string>& arguments) {
    ProgramRun program(files_, arguments);
    const int status = program.finish();
    out_ = program.out();
    err_ = program.err();
    return status;
  }
  Json compared(std::vector<std::string> more) {
    more.insert(more.begin(), {"plan", "compare", "w.yaml", "--json"});
    const int status = run(more);
    INFO(err_);
    REQUIRE(status == 0);
    return Json::parse(out_);
  }
  void write(const std::string& name, const std::string& text) { files_.write(name, text); }
  [[nodiscard]] std::string text(const std::string& name) const { return file_text(files_.path(name)); }
  [[nodiscard]] const std::string& out() const { return out_; }
  [[nodiscard]] const std::string& err() const { return err_; }

 private:
  InputFiles files_;
  std::string out_;
  std::string err_;
};

}  // namespace

TEST_CASE("all list schedulers are compared, the shortest plan first, and ideal replays agree") {
  Desk desk;
  const Json found = desk.compared({"--processors", "2"});
  CHECK(found.at("schema") == "gantry-plan-comparison-1");
  CHECK(found.at("workload") == "forks");
  CHECK(found.at("tasks") == 6);
  CHECK(found.at("plans").size() == plan::builtin_list_schedulers().entries().size());
  std::uint64_t before = 0;
  for (const Json& plan : found.at("plans")) {
    const auto makespan = plan.at("metrics").at("makespan").get<std::uint64_t>();
    CHECK(makespan >= before);
    before = makespan;
    CHECK(plan.at("ideal_cycles") == makespan);
    CHECK(plan.at("metrics").at("lower_bound") == found.at("lower_bound"));
    CHECK(plan.at("machine_cycles").is_null());
  }
}

TEST_CASE("a line of the comparison is what plan and run say of the method alone") {
  Desk desk;
  const Json found = desk.compared({"--methods", "heft,dls", "--architecture", "m.yaml", "--cycles-per-byte", "0.25"});
  CHECK(found.at("plans").size() == 2);
  for (const Json& plan : found.at("plans")) {
    REQUIRE(desk.run({"plan", plan.at("method"), "w.yaml", "--architecture", "m.yaml", "--cycles-per-byte", "0.25",
                      "-o", "plan.json"}) == 0);
    desk.write("x.yaml",
               "architecture: m.yaml\nworkload: {path: w.yaml, format: native}\nplan: plan.json\n"
               "output: {trace: false}\n");
    REQUIRE(desk.run({"run", "x.yaml", "--out", "out"}) == 0);
    const Json summary = Json::parse(desk.text("out/summary.json"));
    CHECK(summary.at("plan").at("predicted_cycles") == plan.at("metrics").at("makespan"));
    CHECK(summary.at("cycles") == plan.at("machine_cycles"));
    CHECK(plan.at("times_planned").get<double>() == Catch::Approx(summary.at("plan").at("ratio").get<double>()));
  }
}

TEST_CASE("an experiment gives its machine and its policies") {
  Desk desk;
  desk.write("x.yaml",
             "architecture: m.yaml\nworkload: {path: w.yaml, format: native}\npolicies: {picker: fifo}\n"
             "limits: {max_cycles: 100000}\n");
  const Json by_experiment = desk.compared({"--methods", "peft", "--experiment", "x.yaml"});
  const Json by_architecture = desk.compared({"--methods", "peft", "--architecture", "m.yaml"});
  CHECK(by_experiment.at("plans")[0].at("metrics") == by_architecture.at("plans")[0].at("metrics"));
  CHECK(by_experiment.at("plans")[0].at("machine_cycles").get<std::uint64_t>() > 0);
  desk.write("short.yaml",
             "architecture: m.yaml\nworkload: {path: w.yaml, format: native}\nlimits: {max_cycles: 50}\n");
  CHECK(desk.run({"plan", "compare", "w.yaml", "--methods", "peft", "--experiment", "short.yaml"}) == 1);
  CHECK(desk.err().find("peft: the cycle limit was reached in cycle 50\n") != std::string::npos);
}

TEST_CASE("improved plans are no longer than they were listed, and say so") {
  Desk desk;
  const Json found = desk.compared({"--processors", "2", "--improve", "200", "--seed", "3"});
  CHECK(found.at("parameters").at("improve") == 200);
  for (const Json& plan : found.at("plans")) {
    CHECK(plan.at("metrics").at("makespan") <= plan.at("metrics").at("listed"));
    CHECK(plan.at("ideal_cycles") == plan.at("metrics").at("makespan"));
  }
  REQUIRE(desk.run({"plan", "compare", "w.yaml", "--processors", "2", "--improve", "200"}) == 0);
  CHECK(desk.out().find("as listed") != std::string::npos);
}

TEST_CASE("partition and the exact program are compared when they are named, and what is proven bounds all") {
  Desk desk;
  const Json found = desk.compared({"--processors", "2", "--methods", "workload_order,partition,pipeline"});
  REQUIRE(found.at("plans").size() == 3);
  CHECK(found.at("parameters").at("seed") == 1);
  for (const Json& plan : found.at("plans")) {
    INFO(plan.dump());
    CHECK(plan.at("ideal_cycles") == plan.at("metrics").at("makespan"));
    CHECK(plan.at("metrics").at("lower_bound") == found.at("lower_bound"));
    // Of six tasks the program proves the optimum.
    if (plan.at("method") == "pipeline") CHECK(plan.at("metrics").at("makespan") == found.at("lower_bound"));
  }
}

TEST_CASE("the parts of a compared partition are the clusters of the machine") {
  // Two independent pairs: one task of a pair in either cluster pays for 10,000 bytes, unless the pairs stay together.
  Desk desk;
  desk.write(
      "w.yaml",
      "tasks:\n  - {id: a, cycles: 100}\n  - {id: b, cycles: 100, after: [{task: a, bytes: 10000, critical: true}]}\n"
      "  - {id: c, cycles: 100}\n  - {id: d, cycles: 100, after: [{task: c, bytes: 10000, critical: true}]}\n");
  desk.write("m.yaml",
             "interconnect: {topology: mesh, columns: 4, rows: 2}\n"
             "processors: [{name: left, count: 2, cluster: 0}, {name: right, count: 2, cluster: 7}]\n");
  const Json found = desk.compared({"--architecture", "m.yaml", "--methods", "partition"});
  CHECK(found.at("plans")[0].at("metrics").at("makespan") == 200);
  CHECK(found.at("plans")[0].at("ideal_cycles") == 200);
  CHECK(found.at("plans")[0].at("machine_cycles").get<std::uint64_t>() > 200);
}

TEST_CASE("a method beside the lists says what it cannot plan") {
  Desk desk;
  desk.write("w.yaml", "tasks: [{id: a, cycles: 5, submit: 40}, {id: b, cycles: 7}]\n");
  CHECK(desk.run({"plan", "compare", "w.yaml", "--processors", "2", "--methods", "heft,pipeline"}) == 2);
  CHECK(desk.err().find("pipeline: error: knows no `submit` cycles (--at-once") != std::string::npos);
  CHECK(desk.out().empty());
  CHECK(desk.run({"plan", "compare", "w.yaml", "--processors", "2", "--methods", "heft,pipeline", "--at-once"}) == 0);
  desk.write("w.yaml",
             "tasks: [{id: a, cycles: 5, class: block, processor: left}, {id: b, cycles: 7, class: block, processor: "
             "right}]\n");
  desk.write("m.yaml",
             "interconnect: {topology: mesh, columns: 3, rows: 2}\n"
             "processors: [{name: x, type: left, count: 1}, {name: y, type: right, count: 1}]\n");
  CHECK(desk.run({"plan", "compare", "w.yaml", "--architecture", "m.yaml", "--methods", "partition"}) == 2);
  CHECK(desk.err().find("no cluster, or processor, of the machine can run every task") != std::string::npos);
}

TEST_CASE("the picture of a comparison is the same every time and names every method") {
  Desk desk;
  for (const char* file : {"one.svg", "two.svg"}) {
    REQUIRE(desk.run({"plan", "compare", "w.yaml", "--architecture", "m.yaml", "--svg", file}) == 0);
  }
  CHECK(desk.text("one.svg") == desk.text("two.svg"));
  for (const auto& entry : plan::builtin_list_schedulers().entries()) {
    CHECK(desk.text("one.svg").find(">" + entry.name + "</text>") != std::string::npos);
  }
}

TEST_CASE("what cannot be compared is said before anything is planned") {
  Desk desk;
  const auto refused = [&](std::vector<std::string> more, const std::string& what) {
    more.insert(more.begin(), {"plan", "compare", "w.yaml"});
    CHECK(desk.run(more) == 2);
    INFO(desk.err());
    CHECK(desk.err().find(what) != std::string::npos);
    CHECK(desk.out().empty());
  };
  refused({"--processors", "2", "--methods", "hefd"},
          "--methods: error: 'hefd' is no method that can be compared (did you mean 'heft'?)");
  refused({"--processors", "2", "--methods", "partitoin"},
          "(did you mean 'partition'?) (expected partition, pipeline, cpop");
  refused({"--processors", "2", "--methods", "heft,heft"}, "--methods: error: names 'heft' more than once");
  refused({"--processors", "2", "--methods", "periodic"}, "'periodic' does not plan one run of the graph");
  refused({}, "give either --processors or --architecture");
  refused({"--experiment", "x.yaml", "--processors", "2"}, "--experiment: error: has a machine");
  refused({"--processors", "2", "--svg", "w.yaml"}, "w.yaml");
  // A gang of two jobs on one processor with one place.
  desk.write("m.yaml", "processors: [{name: core, count: 2, queue_depth: 1}]\n");
  refused({"--architecture", "m.yaml"}, "queue slots for its 2 jobs");
  CHECK(desk.run({"plan", "compare", "w.yaml", "--architecture", "m.yaml", "--no-machine"}) == 0);
}

TEST_CASE("plans of tasks that are submitted over time start none before, and replay so to the cycle") {
  std::mt19937 random(404);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Desk desk;
  for (int i = 0; i < 12; ++i) {
    std::string text = "tasks:\n";
    for (std::uint32_t t = 0; t < 14; ++t) {
      std::string after;
      for (std::uint32_t p = 0; p < t; ++p) {
        if (below(5) == 0)
          after += (after.empty() ? "" : ", ") + std::string("{task: t") + std::to_string(p) +
                   ", bytes: " + std::to_string(below(30)) + '}';
      }
      text += "  - {id: t" + std::to_string(t) +
              (below(6) == 0 ? ", class: event" : ", cycles: " + std::to_string(below(3) * below(40))) +
              ", submit: " + std::to_string(below(2) * below(300)) + ", after: [" + after + "]}\n";
    }
    desk.write("w.yaml", text);
    INFO(text);
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
             {}, {"--improve", "300"}, {"--methods", "heft,partition"}, {"--at-once"}}) {
      std::vector<std::string> arguments = {"--processors", "3"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Json found = desk.compared(arguments);
      const bool at_once = more.size() == 1;
      CHECK(found.at("parameters").contains("releases") == !at_once);
      for (const Json& plan : found.at("plans")) {
        INFO(plan.dump());
        CHECK(plan.at("ideal_cycles") == plan.at("metrics").at("makespan"));
      }
    }
    REQUIRE(desk.run({"plan", "heft", "w.yaml", "--processors", "3", "-o", "plan.json"}) == 0);
    CHECK(desk.run({"plan", "check", "plan.json", "w.yaml"}) == 0);
  }
}

TEST_CASE("the checker refuses a task that is planned before it is submitted") {
  Desk desk;
  desk.write("w.yaml", "tasks: [{id: a, cycles: 5, submit: 40}, {id: b, cycles: 7}]\n");
  REQUIRE(desk.run({"plan", "etf", "w.yaml", "--processors", "1", "-o", "plan.json"}) == 0);
  std::string plan = desk.text("plan.json");
  CHECK(plan.find("\"releases\":\"submit\"") != std::string::npos);
  const std::string right = "\"start\":40,\"finish\":45";
  REQUIRE(plan.find(right) != std::string::npos);
  plan.replace(plan.find(right), right.size(), "\"start\":30,\"finish\":35");
  plan.replace(plan.find("\"makespan\":45"), 13, "\"makespan\":35");
  desk.write("plan.json", plan);
  CHECK(desk.run({"plan", "check", "plan.json", "w.yaml"}) == 1);
  CHECK(desk.err().find("task 'a' starts at 30 and is submitted at 40") != std::string::npos);
}

}  // namespace gantry::plan_compare_test
