// SPDX-License-Identifier: Apache-2.0
// Plans whose transfers are real on the machine: edges that carry data objects, bytes that are said to be missing,
// and memory limits that are local stores.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::plan_data_test {

using Json = nlohmann::json;

namespace {

const char* const kMachine =
    "interconnect: {columns: 3, rows: 2}\n"
    "processors: [{type: core, count: 2, local: {bytes: 65536, bytes_per_cycle: 8}}]\n";
const char* const kPair = "tasks: [{id: a, cycles: 90}, {id: b, cycles: 90, after: [{task: a, bytes: 640}]}]\n";

/// a on core 0 and b on core 1, so that the plan has one transfer of 640 bytes.
std::string apart(const std::string& parameters) {
  return R"({"schema": "gantry-plan-1", "method": "hand", "parameters": {)" + parameters + R"(}, "placement": [
{"task": "a", "processors": [0], "start": 0, "finish": 90}, {"task": "b", "processors": [1], "start": 730, "finish": 820}]})";
}

struct Replayed {
  std::string err;
  Json summary;
  std::string text;
};

struct Desk : InputFiles {
  explicit Desk(const std::string& plan) {
    write("machine.yaml", kMachine);
    write("w.yaml", kPair);
    write("plan.json", plan);
    write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\nplan: plan.json\n");
  }
  Replayed run(const std::vector<std::string>& sets = {}) const {
    std::vector<std::string> words = {"run", "e.yaml", "--out", "out"};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    ProgramRun run(*this, words);
    INFO(run.err());
    REQUIRE(run.finish() == 0);
    ProgramRun check(*this, {"check", "out"});
    INFO(check.err());
    CHECK(check.finish() == 0);
    return {run.err(), Json::parse(file_text(path("out/summary.json"))), run.out()};
  }
};

const char* const kCounted = R"("cycles_per_byte": "1", "latency": "0")";
const std::vector<std::string> kIdeal = {"timing=ideal",
                                         "output={links: false, pictures: false, critical_path: false}"};

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_CASE("transfers of a plan are real on the machine without a key", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed by_default = desk.run();
  const Replayed given = desk.run({"workload.edges=data"});
  const Replayed none = desk.run({"workload.edges=none"});
  CHECK(by_default.summary["cycles"] == given.summary["cycles"]);
  CHECK(by_default.summary["cycles"].get<int>() > none.summary["cycles"].get<int>() + 640 / 8);
  CHECK(by_default.err.empty());
  CHECK_FALSE(by_default.summary["plan"].contains("bytes_not_moved"));
  CHECK_FALSE(says(by_default.text, "not moved"));
}

TEST_CASE("with none, the run and its summary say how many planned bytes are missing", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed none = desk.run({"workload.edges=none"});
  CHECK(says(none.err,
             "e.yaml:3:7: note: the plan counts 640 bytes of 1 edges between processors, and the machine does not move "
             "them (workload.edges: data moves them)"));
  CHECK(none.summary["plan"]["bytes_not_moved"] == 640);
  CHECK(says(none.text, "640 bytes between processors planned and not moved"));
}

TEST_CASE("a plan without transfers keeps every byte, and a note says what stays out", "[plan_data]") {
  for (const char* parameters : {"", R"("cycles_per_byte": "0", "latency": 0)", R"("cycles_per_byte": 0)"}) {
    INFO(parameters);
    const Desk desk(apart(parameters));
    const Replayed run = desk.run();
    CHECK(says(run.err,
               "note: the plan counts no transfers, and the machine does not move 640 bytes of 1 edges between "
               "processors (workload.edges: data moves them)"));
    CHECK_FALSE(run.summary["plan"].contains("bytes_not_moved"));
    CHECK(run.summary["cycles"] == desk.run({"workload.edges=none"}).summary["cycles"]);
    CHECK(desk.run({"workload.edges=data"}).err.empty());
  }
}

TEST_CASE("a latency alone is a transfer, and so is what a plan says of edges", "[plan_data]") {
  for (const char* parameters : {R"("cycles_per_byte": 0, "latency": 3)", R"("costs": "machine", "edges": "data")"}) {
    INFO(parameters);
    const Desk desk(apart(parameters));
    CHECK(desk.run().summary["cycles"] == desk.run({"workload.edges=data"}).summary["cycles"]);
  }
}

TEST_CASE("an ideal replay has its transfers anyway", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed run = desk.run(kIdeal);
  CHECK(run.summary["cycles"] == 820);
  CHECK(run.err.empty());
  CHECK_FALSE(run.summary["plan"].contains("bytes_not_moved"));
}

TEST_CASE("a run's own experiment replays the same cycles", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed run = desk.run();
  ProgramRun again(desk, {"run", "out/experiment.yaml", "--out", "again"});
  INFO(again.err());
  REQUIRE(again.finish() == 0);
  CHECK(file_text(desk.path("again/summary.json")) == file_text(desk.path("out/summary.json")));
}

TEST_CASE("edges of events only order, so their planned bytes are missing with data, too", "[plan_data]") {
  const Desk desk(apart(kCounted));
  desk.write("w.yaml", "tasks: [{id: a, cycles: 90}, {id: b, class: event, after: [{task: a, bytes: 640}]}]\n");
  const Replayed run = desk.run();
  CHECK(says(run.err, "the plan counts 640 bytes of 1 edges between processors, and the machine does not move them\n"));
  CHECK(run.summary["plan"]["bytes_not_moved"] == 640);
}

TEST_CASE("a plan is read from a pipe once", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed file = desk.run();
  ProgramRun run(desk, {"run", "e.yaml", "--set", "plan=" + desk.path("plan.json"), "--out", "out"});
  REQUIRE(run.finish() == 0);
  CHECK(Json::parse(file_text(desk.path("out/summary.json")))["cycles"] == file.summary["cycles"]);
}

}  // namespace gantry::plan_data_test
