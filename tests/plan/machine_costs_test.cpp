// SPDX-License-Identifier: Apache-2.0
// Plans with the costs of a machine (--costs machine): what they predict against what the machine does, and what goes
// with them.
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "program_run.h"

namespace gantry::machine_costs_test {

namespace {

using Words = std::vector<std::string>;

/// A machine on which hardly anything is in the way of anything.
const char* const kMachine =
    "name: quiet\n"
    "interconnect: {topology: mesh, columns: 3, rows: 3, flit_bytes: 64}\n"
    "memory: {controllers: 1, latency_cycles: 30, bytes_per_cycle: 64, outstanding_bursts: 32}\n"
    "processors:\n"
    "  - {name: left, count: 2, cluster: 0, queue_depth: 2}\n"
    "  - {name: right, count: 2, cluster: 1, queue_depth: 2}\n"
    "placement: {host: 0, memory: [2], scheduler: 4, processors: [1, 3, 5, 7]}\n";

struct Room {
  InputFiles files;
  Room() { files.write("m.yaml", kMachine); }

  nlohmann::json plan(Words words) const {
    words.insert(words.begin(), "plan");
    words.insert(words.end(), {"--architecture", "m.yaml", "-o", "p.json", "--json"});
    ProgramRun run(files, words);
    const int status = run.finish();
    INFO(run.err());
    REQUIRE(status == 0);
    const std::string told = run.out();  // of the last program that ran in this folder
    ProgramRun check(files, {"plan", "check", "p.json", "w.yaml", "--format", "native"});
    const int checked = check.finish();
    INFO(check.err());
    REQUIRE(checked == 0);
    return nlohmann::json::parse(told);
  }
  /// What the run says of the plan.
  nlohmann::json replay() const {
    files.write("e.yaml",
                "architecture: m.yaml\nworkload: {path: w.yaml, format: native}\npolicies: {picker: fifo}\n"
                "plan: p.json\noutput: {trace: false}\n");
    ProgramRun run(files, {"run", "e.yaml", "--out", "out"});
    const int status = run.finish();
    INFO(run.err());
    REQUIRE(status == 0);
    return nlohmann::json::parse(file_text(files.path("out/summary.json"))).at("plan");
  }
  std::string error(const Words& words) const {
    ProgramRun run(files, words);
    CHECK(run.finish() == 2);
    return run.err();
  }
};

}  // namespace

TEST_CASE("with nothing in the way a plan with the machine's costs predicts the run to the cycle", "[plan]") {
  const Room room;
  for (const char* workload :
       {"tasks: [{id: a, cycles: 100}]\n",
        "tasks: [{id: a, cycles: 100, output_bytes: 64}, {id: b, cycles: 50, input_bytes: 64, after: [a]}]\n",
        "tasks:\n"
        "  - {id: a, cycles: 100, input_bytes: 200, output_bytes: 256}\n"
        "  - {id: b, cycles: 500, input_bytes: 256, output_bytes: 10, after: [a]}\n"
        "  - {id: c, cycles: 70, input_bytes: 10, after: [{task: b, bytes: 10}]}\n"}) {
    INFO(workload);
    room.files.write("w.yaml", workload);
    const nlohmann::json said = room.plan({"heft", "w.yaml", "--format", "native", "--costs", "machine"});
    CHECK(said.at("parameters").at("costs") == "machine");
    CHECK(said.at("parameters").count("cycles_per_byte") == 0);
    const nlohmann::json run = room.replay();
    CHECK(run.at("predicted_cycles") == said.at("metrics").at("predicted_cycles"));
    CHECK(run.at("predicted_cycles") == run.at("simulated_cycles"));
  }
}

TEST_CASE("a plan knows the cycles of a control network and of pushed descriptors", "[plan]") {
  const Room room;
  room.files.write("w.yaml",
                   "tasks:\n"
                   "  - {id: a, cycles: 100, input_bytes: 200, output_bytes: 256}\n"
                   "  - {id: b, cycles: 500, input_bytes: 256, after: [a]}\n");
  for (const char* control :
       {"star, link_cycles: 3", "mesh, columns: 3, rows: 2, flit_bytes: 16, virtual_channels: 1"}) {
    for (const char* host : {"", "host: {push: true}\n"}) {
      INFO(control << ", " << host);
      std::string machine = kMachine;
      machine.replace(machine.find("}\n"), 1, std::string(", control: {topology: ") + control + "}}");
      room.files.write("m.yaml", machine + host);
      const nlohmann::json said = room.plan({"heft", "w.yaml", "--format", "native", "--costs", "machine"});
      const nlohmann::json run = room.replay();
      CHECK(run.at("predicted_cycles") == said.at("metrics").at("predicted_cycles"));
      CHECK(run.at("predicted_cycles") == run.at("simulated_cycles"));
    }
  }
}

TEST_CASE("a graph that keeps the machine busy is predicted more nearly with the machine's costs", "[plan]") {
  const Room room;
  std::string text = "tasks:\n";
  for (int t = 0; t < 120; ++t) {
    text += "  - {id: t" + std::to_string(t) + ", cycles: " + std::to_string(200 + t * 37 % 300) +
            ", input_bytes: 2048, output_bytes: 2048, after: [";
    for (const int back : {4, 7}) {
      if (t >= back) text += (back == 7 ? ", " : "") + ("{task: t" + std::to_string(t - back)) + ", bytes: 100}";
    }
    text += "]}\n";
  }
  room.files.write("w.yaml", text);
  for (const char* method : {"heft", "etf", "peft", "critical_path"}) {
    INFO(method);
    room.plan({method, "w.yaml", "--format", "native", "--cycles-per-byte", "0.03125"});
    const double before = room.replay().at("ratio").get<double>();
    room.plan({method, "w.yaml", "--format", "native", "--costs", "machine"});
    const double after = room.replay().at("ratio").get<double>();
    INFO("times the prediction: " << before << ", with the machine's costs " << after);
    CHECK(before > 1.2);
    CHECK(after > 0.9);
    CHECK(after < 1.1);
  }
}

TEST_CASE("a partition on the clusters of a machine has its tasks on their processors", "[plan]") {
  const Room room;
  std::string text = "tasks:\n";
  for (int t = 0; t < 40; ++t) {
    text += "  - {id: t" + std::to_string(t) + ", cycles: 400, input_bytes: 512, output_bytes: 512, after: [" +
            (t >= 4 ? "{task: t" + std::to_string(t - 4) + ", bytes: 512, critical: true}" : "") + "]}\n";
  }
  room.files.write("w.yaml", text);
  for (const Words& costs : {Words{}, Words{"--costs", "machine"}}) {
    Words words = {"partition", "w.yaml", "--format", "native"};
    words.insert(words.end(), costs.begin(), costs.end());
    room.plan(words);
    const nlohmann::json plan = nlohmann::json::parse(file_text(room.files.path("p.json")));
    for (const auto& place : plan.at("placement")) {
      REQUIRE(place.at("processors").size() == 1);
      CHECK(place.at("processors")[0].get<int>() / 2 == place.at("part").get<int>());
    }
    const double ratio = room.replay().at("ratio").get<double>();
    INFO(ratio);
    if (!costs.empty()) CHECK((ratio > 0.9 && ratio < 1.1));
  }
}

TEST_CASE("what does not go with the costs of a machine is said", "[plan]") {
  const Room room;
  room.files.write("w.yaml", "tasks: [{id: a, cycles: 9}, {id: b, cycles: 9, after: [{task: a, critical: true}]}]\n");
  CHECK(room.error({"plan", "heft", "w.yaml", "--processors", "2", "--costs", "machine"}) ==
        "--costs: error: machine goes with --architecture\n");
  CHECK(room.error({"plan", "heft", "w.yaml", "--architecture", "m.yaml", "--costs", "machine", "--latency", "1"}) ==
        "--latency: error: is of no use with --costs machine\n");
  CHECK(room.error({"plan", "partition", "w.yaml", "--architecture", "m.yaml", "--costs", "machine", "--critical",
                    "slack"}) == "--critical: error: slack counts the bytes of edges, and --costs machine does not\n");
  CHECK(room.error({"plan", "heft", "w.yaml", "--architecture", "m.yaml", "--costs", "x"}).find("error: ") == 0);

  room.plan({"heft", "w.yaml", "--format", "native", "--costs", "machine"});
  room.files.write("e.yaml",
                   "architecture: m.yaml\nworkload: {path: w.yaml, format: native}\nplan: p.json\ntiming: ideal\n"
                   "output: {trace: false}\n");
  CHECK(room.error({"run", "e.yaml", "--out", "out"}) ==
        "e.yaml:3:7: error: the plan was made with the costs of a machine (costs), which ideal timing does not have "
        "(timing machine replays it)\n");
}

}  // namespace gantry::machine_costs_test
