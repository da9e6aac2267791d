// SPDX-License-Identifier: Apache-2.0
// `gantry whatif`: what it says of a machine is what a run of the turned machine gives, and what a hand derives.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "explain/whatif_answer.h"
#include "program_run.h"
#include "whatif/turn.h"

namespace gantry::whatif_test {

using Json = nlohmann::json;

namespace {

/// 64 jobs of 1,000 cycles; a crossbar, so that every processor is as near as the next.
constexpr const char* kComputing = R"(architecture:
  interconnect: {topology: crossbar}
  dispatcher: {mode: per_job, match_against: capable}
  processors: [{count: 4}]
workload:
  tasks: [{id: a, cycles: 1000, jobs: 64}]
)";

/// 4 MiB through a controller and a link that are equally wide, in bursts and flits of the same length.
constexpr const char* kMoving = R"(architecture:
  interconnect: {topology: crossbar, virtual_channels: 4}
  memory: {bytes_per_cycle: 32, burst_bytes: 4096, outstanding_bursts: 64, latency_cycles: 1}
  processors: [{queue_depth: 1}]
workload:
  tasks: [{id: a, input_bytes: 4194304}]
)";

constexpr const char* kTenants = R"(architecture:
  processors: [{count: 2}]
workload:
  streams:
    - name: short
      workload: {tasks: [{id: s, cycles: 300}]}
      arrivals: {process: periodic, interval_cycles: 2000}
      count: 8
    - name: long
      workload: {tasks: [{id: l, cycles: 2000, jobs: 2}]}
      arrivals: {process: periodic, interval_cycles: 9000}
      count: 2
)";

/// A Cholesky factorisation on a grid that is full, with processors of two speeds.
constexpr const char* kFullGrid = R"(architecture:
  interconnect: {topology: mesh, columns: 3, rows: 2}
  processors: [{name: a, count: 2}, {name: b, count: 1, speed: 0.5}]
  placement: {host: 1, scheduler: 4, memory: [0], processors: [2, 3, 5]}
workload: {generator: cholesky, tiles: 4, tile_bytes: 512}
)";

/// Its first line of complaint.
std::string complaint(const InputFiles& files, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "whatif");
  ProgramRun program(files, arguments);
  CHECK(program.finish() == 2);
  CHECK(program.out() == "");
  return program.err().substr(0, program.err().find('\n'));
}

Json turn(const Json& found, const std::string& resource, const std::string& kind) {
  for (const Json& one : found.at("turns")) {
    if (one.at("resource") == resource && one.at("turn") == kind) return one;
  }
  FAIL(resource << " has no turn " << kind);
  return {};
}

/// What `gantry run` writes with these overrides.
Json summary(const InputFiles& files, const std::string& experiment, const Json& sets) {
  std::vector<std::string> words = {"run", experiment, "--out", "run", "--set", "output.trace=false"};
  for (const Json& set : sets) words.insert(words.end(), {"--set", set.get<std::string>()});
  ProgramRun program(files, words);
  REQUIRE(program.finish() == 0);
  return Json::parse(file_text(files.path("run/summary.json")));
}

}  // namespace

TEST_CASE("a machine that computes: twice the processors are the cycles that a hand derives") {
  const InputFiles files;
  files.write("e.yaml", kComputing);
  const Json found = whatif(files, {"e.yaml"});
  // The first job starts in cycle 132. A job message is 8 + 128 + 16 bytes, five flits, so that the next processor
  // starts five cycles later. Each runs its share without a gap, since its next job waits there. From the end of the
  // last job it is four cycles to the monitor and five to the host's last interrupt.
  const auto cycles = [](int processors) { return 132 + 5 * (processors - 1) + 64 / processors * 1000 + 4 + 5; };
  CHECK(found.at("base").at("cycles") == cycles(4));
  const Json doubled = turn(found, "processors", "doubled");
  CHECK(doubled.at("cycles") == cycles(8));
  CHECK(doubled.at("speedup") == static_cast<double>(cycles(4)) / cycles(8));
  CHECK(doubled.at("set") == Json{"architecture.processors.0.count=8"});
  CHECK(doubled.at("changes")[0].at("from") == "4");
  // Twice the speed: 500 cycles a job, and the next one is there before they are over.
  CHECK(turn(found, "processor speed", "doubled").at("cycles") == 132 + 5 * 3 + 16 * 500 + 4 + 5);
  // 64 processors and more do not fit on a crossbar: told, not dropped.
  const Json ideal = turn(found, "processors", "ideal");
  CHECK(ideal.at("state") == "not_possible");
  CHECK(ideal.at("message").get<std::string>().find("router 0 has 68 ports; a router has at most 64") == 0);
  CHECK(ideal.at("cycles").is_null());
  // Nothing shorter than the shortest: the base's own cycles, without a run.
  CHECK(turn(found, "link latency", "doubled").at("state") == "same");
  CHECK(turn(found, "link latency", "doubled").at("cycles") == cycles(4));
}

TEST_CASE("two bottlenecks in a row: neither alone, both together", "[figures]") {
  const InputFiles files;
  files.write("e.yaml", kMoving);
  const Json found = whatif(files, {"e.yaml"});
  CHECK(turn(found, "memory bandwidth", "doubled").at("speedup") < 1.01);
  CHECK(turn(found, "link width", "doubled").at("speedup") < 1.01);
  const Json& best = found.at("pairs")[0];
  CHECK(std::set<std::string>{best.at("resources")[0], best.at("resources")[1]} ==
        std::set<std::string>{"link width", "memory bandwidth"});
  CHECK(best.at("speedup") > 1.95);
  CHECK(best.at("beyond_parts") > 1.95);
  // And all doublings together are missed by no more than these two.
  for (const Json& one : found.at("left_out")) {
    INFO(one.at("resource"));
    const bool bottleneck = one.at("resource") == "link width" || one.at("resource") == "memory bandwidth";
    CHECK((one.at("missed") > 1.9) == bottleneck);
  }
}

TEST_CASE("every turn and pair is what a run with its overrides gives", "[figures]") {
  const InputFiles files;
  files.write("e.yaml", kFullGrid);
  const Json found = whatif(files, {"e.yaml", "--pairs", "2"});
  std::vector<Json> all = {found.at("together"), found.at("pairs")[0], found.at("pairs")[1], found.at("left_out")[0]};
  for (const char* resource : {"processors", "memory controllers", "memory latency", "burst length", "class queues"})
    all.push_back(turn(found, resource, "doubled"));
  for (const char* resource : {"processors", "memory latency", "pick latency"})
    all.push_back(turn(found, resource, "ideal"));
  all.push_back(turn(found, "order of submission", "rank"));
  for (const Json& one : all) {
    INFO(one.dump());
    REQUIRE(one.at("state") == "done");
    CHECK(summary(files, "e.yaml", one.at("set")).at("cycles") == one.at("cycles"));
  }
  // A full grid with places that are given: who is there stays, and who comes sits in new rows.
  CHECK(turn(found, "processors", "doubled").at("set") ==
        Json{"architecture.processors.0.count=4", "architecture.processors.1.count=2",
             "architecture.placement.processors=[2,3,6,7,5,8]", "architecture.interconnect.rows=auto"});
  CHECK(turn(found, "memory controllers", "doubled").at("set") == Json{"architecture.memory.controllers=2",
                                                                       "architecture.placement.memory=[0,6]",
                                                                       "architecture.interconnect.rows=auto"});
}

TEST_CASE("the answer does not depend on how many runs go on at a time", "[figures]") {
  const InputFiles files;
  files.write("e.yaml", kTenants);
  const auto made = [&](const std::string& jobs, const std::string& out) {
    ProgramRun program(files, {"whatif", "e.yaml", "--jobs", jobs, "--out", out, "--json"});
    REQUIRE(program.finish() == 0);
    CHECK(program.err() == "");
    CHECK(program.out() == file_text(files.path(out + "/whatif.json")));
    return program.out() + file_text(files.path(out + "/whatif.csv")) + file_text(files.path(out + "/whatif.svg"));
  };
  CHECK(made("1", "one") == made("3", "three"));
}

TEST_CASE("streams are ranked by their response times, since arrivals say when the run ends") {
  const InputFiles files;
  files.write("e.yaml", kTenants);
  const Json found = whatif(files, {"e.yaml", "--pairs", "0"});
  CHECK(found.at("ranked_by") == "response");
  CHECK(found.at("together").is_null());
  CHECK(found.at("pairs") == Json::array());
  const Json speed = turn(found, "processor speed", "doubled");
  CHECK(found.at("turns")[0] == speed);
  CHECK(speed.at("speedup") < 1.1);
  CHECK(speed.at("response_speedup") > 1.4);
  const Json run = summary(files, "e.yaml", speed.at("set"));
  CHECK(run.at("cycles") == speed.at("cycles"));
  for (std::size_t s = 0; s < 2; ++s) {
    const Json& stream = run.at("streams").at("list")[s];
    CHECK(speed.at("streams")[s].at("name") == stream.at("name"));
    CHECK(speed.at("streams")[s].at("mean") == stream.at("response_cycles").at("mean"));
    CHECK(speed.at("streams")[s].at("p99") == stream.at("response_cycles").at("p99"));
  }
}

TEST_CASE("what a turn comes to is told in its row") {
  const InputFiles files;
  files.write("e.yaml", kComputing);
  const std::string limit = "limits.max_cycles=20000";
  // Twice the base's cycles would be needed with one processor: the base itself does not complete.
  ProgramRun short_of(files, {"whatif", "e.yaml", "--set", limit, "--set", "architecture.processors.0.count=2"});
  CHECK(short_of.finish() == 1);
  CHECK(short_of.out() == "");
  CHECK(
      short_of.err() ==
      "e: the run as it is does not complete, so that there is nothing to compare with: the cycle limit was reached in "
      "cycle 20000, 1 tasks unfinished\n");
  // Ranges: 8 ports are the most there are, and double the width more than the widest link.
  const Json found = whatif(files, {"e.yaml", "--pairs", "0", "--set", "architecture.dispatcher.send_ports=8", "--set",
                                    "architecture.interconnect.flit_bytes=4000"});
  const Json ports = turn(found, "send ports", "doubled");
  CHECK(ports.at("state") == "not_possible");
  CHECK(ports.at("message") == "architecture.dispatcher.send_ports must be 1 to 8, not 16");
  CHECK(turn(found, "send ports", "ideal").at("state") == "same");
  CHECK(turn(found, "link width", "doubled").at("state") == "not_possible");
  CHECK(turn(found, "link width", "ideal").at("set") == Json{"architecture.interconnect.flit_bytes=4096"});
}

TEST_CASE("a better resource can make a run slower: told, and past the cycle limit told as unfinished") {
  const InputFiles files;
  files.write("e.yaml", kFullGrid);
  const Json base = whatif(files, {"e.yaml", "--pairs", "0"});
  const std::uint64_t cycles = base.at("base").at("cycles");
  std::set<std::string> slower;
  for (const Json& one : base.at("turns")) {
    if (one.at("cycles") > cycles) slower.insert(one.at("resource").get<std::string>() + one.at("turn").dump());
  }
  REQUIRE(!slower.empty());
  const Json found =
      whatif(files, {"e.yaml", "--pairs", "0", "--set", "limits.max_cycles=" + std::to_string(cycles)}, 1);
  CHECK(found.at("complete") == true);
  std::set<std::string> unfinished;
  for (const Json& one : found.at("turns")) {
    if (one.at("state") != "unfinished") continue;
    unfinished.insert(one.at("resource").get<std::string>() + one.at("turn").dump());
    CHECK(one.at("message").get<std::string>().find("the cycle limit was reached in cycle ") == 0);
  }
  CHECK(unfinished == slower);
}

TEST_CASE("an experiment and a workload from pipes are read once and run often") {
  const InputFiles files;
  files.write("e.yaml", kComputing);
  files.write("w.yaml", "tasks: [{id: a, cycles: 500, jobs: 4}]\n");
  ShellRun pipe(files, "cat w.yaml | gantry whatif e.yaml --set workload=- --json --pairs 2");
  REQUIRE(pipe.finish() == 0);
  Json piped = Json::parse(pipe.out());
  Json read = whatif(files, {"e.yaml", "--set", "workload=w.yaml", "--pairs", "2"});
  for (Json* json : {&piped, &read}) json->erase("provenance");
  CHECK(piped == read);
  ShellRun twice(files, "cat e.yaml | gantry whatif - --set workload=-");
  CHECK(twice.finish() == 2);
  CHECK(twice.err().find("has been read already (one input can be -)") != std::string::npos);
}

TEST_CASE("wrong input ends with status 2 and its place") {
  const InputFiles files;
  files.write("e.yaml", kComputing);
  files.write("wrong.yaml", "architecture: {processors: [{cuont: 2}]}\nworkload: {tasks: [{id: a}]}\n");
  CHECK(is_placed_error(complaint(files, {"wrong.yaml"}), "wrong.yaml"));
  CHECK(complaint(files, {"e.yaml", "--set", "seed=x"}).find("--set seed=x:1:6: error: ") == 0);
  CHECK(complaint(files, {"missing.yaml"}).find("missing.yaml: error: the file cannot be opened") == 0);
  files.write("serving.yaml", "serving: {nodes: [{name: a}], sessions: [{name: s}]}\n");
  CHECK(complaint(files, {"serving.yaml"}).find("serving.yaml:1:1: error: this is an experiment of inference nodes") ==
        0);
  CHECK(is_placed_error(complaint(files, {"--svg", "e.yaml", "e.yaml"}), "e.yaml") == false);
  CHECK(file_text(files.path("e.yaml")) == kComputing);
  CHECK(complaint(files, {"e.yaml", "--jobs", "0"}).find("error: --jobs: ") == 0);
}

TEST_CASE("an interrupt ends it with status 1") {
  const InputFiles files;
  std::string text = "architecture: {processors: [{count: 4}]}\nworkload:\n  tasks:\n";
  for (int t = 0; t < 60000; ++t) text += "    - {id: t" + std::to_string(t) + ", cycles: 2000}\n";
  files.write("long.yaml", text);
  ProgramRun program(files, {"whatif", "long.yaml", "--jobs", "2", "--out", "out"});
  while (!std::filesystem::exists(files.path("out"))) usleep(1000);
  program.interrupt();
  CHECK(program.finish() == 1);
  CHECK(program.err() == "long: interrupted\n");
  CHECK(std::filesystem::is_empty(files.path("out")));
}

TEST_CASE("help names what there is to ask for") {
  const InputFiles files;
  ProgramRun help(files, {"whatif", "--help"});
  REQUIRE(help.finish() == 0);
  for (const char* word :
       {"EXPERIMENT", "--set", "--seed", "--jobs", "--pairs", "--json", "--svg", "--out", "Exit status"})
    CHECK(help.out().find(word) != std::string::npos);
}

TEST_CASE("docs/whatif.md shows what its first example prints", "[figures]") {
  const std::string page = file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/whatif.md");
  const auto between = [&](const std::string& begin, const std::string& end) {
    const std::size_t at = page.find(begin) + begin.size();
    REQUIRE(at > begin.size());
    return page.substr(at, page.find(end, at) - at);
  };
  const InputFiles files;
  files.write("moving.yaml", between("```yaml\n", "```"));
  ProgramRun program(files, {"whatif", "moving.yaml", "--pairs", "6"});
  REQUIRE(program.finish() == 0);
  CHECK(program.out() == between("$ gantry whatif moving.yaml --pairs 6\n", "```"));
}

TEST_CASE("docs/whatif.md tables the resources that there are") {
  const std::string page = file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/whatif.md");
  for (const Resource& resource : resources()) {
    std::string keys;
    for (const std::string_view key : resource.keys) {
      const bool of_group = resource.of_groups() || resource.of == ResourceOf::order;
      keys += (keys.empty() ? "`" : ", `") + std::string(of_group ? "processors.N." : "") + std::string(key) + '`';
    }
    if (resource.of == ResourceOf::order) keys = "`workload.order`";
    const std::string row =
        "| " + std::string(resource.name) + " | " + std::string(resource.meaning) + " | " + keys + " | ";
    INFO(row);
    CHECK(page.find('\n' + row) != std::string::npos);
  }
}

}  // namespace gantry::whatif_test
