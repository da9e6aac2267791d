// SPDX-License-Identifier: Apache-2.0
// No command writes over a file that it reads, by whichever name; and every input that is one file may be a pipe or -.
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "output/output_guard.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::own_input_test {

namespace {

namespace fs = std::filesystem;

constexpr const char* kArchitecture = "processors: [{count: 2}]\n";
constexpr const char* kWorkload =
    "tasks:\n  - {id: a, cycles: 20}\n  - {id: b, cycles: 30, after: [{task: a, bytes: 64}]}\n";
constexpr const char* kInline = "architecture: {processors: [{count: 2}]}\nworkload: {tasks: [{id: a, cycles: 20}]}\n";
constexpr const char* kArrivals = "time,work\n0.5,3\n0.75,4\n";
constexpr const char* kNetwork =
    "interconnect: {topology: mesh, columns: 2, rows: 2}\nmeasured_cycles: 200\ntraffic: {packets_per_cycle: 0.05}\n";
constexpr const char* kServing = R"(serving:
  interconnect: {topology: mesh, columns: 3, rows: 1}
  nodes: [{name: n, cycles: 10}]
  scheduler: {rated: {count: 1}}
  sessions:
    - arrivals: {generator: trace, path: v.csv}
      graph: [n]
)";

/// Inputs of which some have the names of outputs in the folder d, and what they held.
class Inputs : public InputFiles {
 public:
  Inputs() {
    fs::create_directories(path("d/0.05"));
    fs::create_directories(path("run"));
  }
  void input(const std::string& name, const std::string& text) {
    write(name, text);
    held_.emplace_back(name, text);
  }
  [[nodiscard]] bool whole() const {
    for (const auto& [name, text] : held_) {
      if (file_text(path(name)) == text) continue;
      UNSCOPED_INFO(name << " is destroyed");
      return false;
    }
    return true;
  }
  /// The command is refused before anything is written, and its one complaint names both files.
  void refuses(const std::string& line, const std::string& output, const std::string& input) {
    INFO(line);
    ShellRun run(*this, line);
    CHECK(run.finish() == 2);
    const std::string said = output + ": error: the output would be written over the input " + input;
    INFO(run.err());
    CHECK(run.err().find(said) != std::string::npos);
    CHECK(whole());
  }

 private:
  std::vector<std::pair<std::string, std::string>> held_;
};

}  // namespace

TEST_CASE("a run does not write over its experiment, nor over what the experiment names") {
  Inputs files;
  files.input("d/summary.json", kInline);
  files.input("d/jobs.csv", kWorkload);
  files.input("d/trace.json", kArchitecture);
  files.input("d/packets.csv", kArrivals);
  files.input("e.yaml", "architecture: {processors: [{count: 2}]}\nworkload: d/jobs.csv\n");
  files.refuses("gantry run d/summary.json --out d", "d/summary.json", "d/summary.json");
  files.refuses("gantry run - --out d < d/summary.json", "d/summary.json", "<stdin>");
  files.refuses("gantry run e.yaml --out d", "d/jobs.csv", "d/jobs.csv");
  files.refuses("gantry run e.yaml --out ./run/../d --kernel cycle", "./run/../d/jobs.csv", "d/jobs.csv");
  files.refuses("gantry run e.yaml --set architecture=d/trace.json --set workload={tasks:' '[{id:' 'a}]} --out d",
                "d/trace.json", "d/trace.json");
  files.refuses("gantry run e.yaml --set 'workload={generator: trace, path: d/packets.csv, cycles: 1}' --out d",
                "d/packets.csv", "d/packets.csv");
  // What the run would not write it takes away, so that nothing looks like its result.
  files.refuses("gantry run e.yaml --set output.jobs=false --out d", "d/jobs.csv", "d/jobs.csv");
  // By a link of either sort it is the same file.
  fs::create_hard_link(files.path("e.yaml"), files.path("run/edges.csv"));
  files.refuses("gantry run e.yaml --set workload={tasks:' '[{id:' 'a}]} --out run", "run/edges.csv", "e.yaml");
  fs::remove(files.path("run/edges.csv"));
  fs::create_symlink(files.path("e.yaml"), files.path("run/links.csv"));
  files.refuses("gantry run e.yaml --set workload={tasks:' '[{id:' 'a}]} --out run", "run/links.csv", "e.yaml");
  files.refuses("gantry run e.yaml >> e.yaml", "the standard output", "e.yaml");
}

TEST_CASE("a run does not write over the plan that it replays") {
  Inputs files;
  files.write("w.yaml", kWorkload);
  CHECK(ProgramRun(files, {"plan", "heft", "w.yaml", "--processors", "2", "-o", "d/edges.csv"}).finish() == 0);
  files.input("d/edges.csv", file_text(files.path("d/edges.csv")));
  files.input("e.yaml", "architecture: {processors: [{count: 2}]}\nworkload: w.yaml\nplan: d/edges.csv\n");
  files.refuses("gantry run e.yaml --out d", "d/edges.csv", "d/edges.csv");
  CHECK(ProgramRun(files, {"run", "e.yaml", "--out", "run"}).finish() == 0);
}

TEST_CASE("a run of inference nodes does not write over the arrivals that it reads") {
  Inputs files;
  files.input("d/visits.csv", kArrivals);
  files.input("d/batches.csv", kServing);
  files.refuses("gantry run d/batches.csv --set serving.sessions.0.arrivals.path=visits.csv --out d", "d/visits.csv",
                "d/visits.csv");
}

TEST_CASE("a network does not write over its experiment, in whichever folder") {
  Inputs files;
  files.input("d/network.json", kNetwork);
  files.input("d/0.05/links.csv", kNetwork);
  files.refuses("gantry network d/network.json --out d", "d/network.json", "d/network.json");
  files.refuses("gantry network d/0.05/links.csv --out d", "d/0.05/links.csv", "d/0.05/links.csv");
  files.refuses("gantry network d/network.json >> d/network.json", "the standard output", "d/network.json");
}

TEST_CASE("no command that writes one file writes it over an input") {
  Inputs files;
  files.input("w.yaml", kWorkload);
  files.input("a.yaml", kArchitecture);
  files.input("p.json",
              "{\"method\": \"heft\", \"placement\": [{\"task\": \"a\", \"part\": 0}, {\"task\": \"b\", "
              "\"part\": 1}]}\n");
  files.input("s.stim", "add 0 B 10 4\npick 2\n");
  files.input("n.yaml", "rated: {count: 1}\nnodes: [{name: a, pending: 1, weight: 1, compute: 1}]\n");
  files.refuses("gantry workload convert w.yaml --to native -o w.yaml", "w.yaml", "w.yaml");
  files.refuses("gantry workload convert - --to native -o w.yaml < w.yaml", "w.yaml", "<stdin>");
  files.refuses("gantry workload convert w.yaml --to native >> w.yaml", "the standard output", "w.yaml");
  files.refuses("gantry workload info w.yaml >> w.yaml", "the standard output", "w.yaml");
  files.refuses("gantry plan heft w.yaml --processors 2 -o w.yaml", "w.yaml", "w.yaml");
  files.refuses("gantry plan heft w.yaml --architecture a.yaml -o a.yaml", "a.yaml", "a.yaml");
  files.refuses("gantry plan partition w.yaml --parts 2 --initial p.json -o p.json", "p.json", "p.json");
  files.refuses("gantry plan periodic w.yaml --processors 2 -o w.yaml", "w.yaml", "w.yaml");
  for (const char* option : {"-o", "--workload-out", "--export-lp", "--export-qubo"}) {
    files.refuses(std::string("gantry plan pipeline w.yaml --resources 2 ") + option + " w.yaml", "w.yaml", "w.yaml");
  }
  files.refuses("gantry pick s.stim >> s.stim", "the standard output", "s.stim");
  files.refuses("gantry select n.yaml >> n.yaml", "the standard output", "n.yaml");
  files.refuses("gantry plan check p.json w.yaml >> w.yaml", "the standard output", "w.yaml");
  files.refuses("gantry validate a.yaml >> a.yaml", "the standard output", "a.yaml");
}

TEST_CASE("a plan is not written over the run that it takes its times from, nor a repeated one over the plan") {
  Inputs files;
  files.input("w.yaml", kWorkload);
  files.write("e.yaml", "architecture: {processors: [{count: 2}]}\nworkload: w.yaml\n");
  REQUIRE(ProgramRun(files, {"run", "e.yaml", "--out", "run"}).finish() == 0);
  files.input("run/jobs.csv", file_text(files.path("run/jobs.csv")));
  const std::string periodic = "gantry plan periodic w.yaml --processors 2 ";
  files.refuses(periodic + "--times from:run -o run/jobs.csv", "run/jobs.csv", "run/jobs.csv");
  REQUIRE(ShellRun(files, periodic + "-o p.json").finish() == 0);
  files.input("p.json", file_text(files.path("p.json")));
  const std::string repeat = "gantry plan repeat p.json w.yaml --periods 2 ";
  files.refuses(repeat + "--workload-out p.json", "p.json", "p.json");
  files.refuses(repeat + "--workload-out many.yaml -o w.yaml", "w.yaml", "w.yaml");
  ShellRun both(files, repeat + "--workload-out many -o many");
  CHECK(both.finish() == 2);
  CHECK(both.err().find("many: error: two outputs would be written into this file (a file for each)\n") !=
        std::string::npos);
  CHECK(ShellRun(files, repeat + "--workload-out /dev/null -o /dev/null").finish() == 0);
}

TEST_CASE("the stimulus of an earlier difference of engines is not written over by the next one") {
  const InputFiles files;
  const std::string prefix = files.path("lockstep");
  const std::string stimulus = files.write("lockstep.stim", "pick 1\n");
  fs::create_symlink(stimulus, files.path("link"));
  CHECK(prefix_beside(prefix, {".stim", ".vcd"}, stimulus) == prefix + "_again");
  CHECK(prefix_beside(prefix, {".stim", ".vcd"}, files.path("link")) == prefix + "_again");
  CHECK(prefix_beside(prefix, {".stim", ".vcd"}, files.write("other.stim", "pick 1\n")) == prefix);
  CHECK(prefix_beside(prefix, {".stim", ".vcd"}, files.path("none")) == prefix);
}

TEST_CASE("every input that is one file may be the standard input or a pipe") {
  Inputs files;
  files.write("w.yaml", kWorkload);
  files.write("a.yaml", kArchitecture);
  files.write("e.yaml", "architecture: a.yaml\nworkload: w.yaml\n");
  files.write("n.yaml", kNetwork);
  files.write("v.csv", kArrivals);
  files.write("serving.yaml", kServing);
  files.write("select.yaml", "rated: {count: 1}\nnodes: [{name: a, pending: 1, weight: 1, compute: 1}]\n");
  files.write("s.stim", "add 0 B 10 4\npick 2\n");
  REQUIRE(ProgramRun(files, {"plan", "heft", "w.yaml", "--processors", "2", "-o", "p.json"}).finish() == 0);
  REQUIRE(ShellRun(files, "gantry plan pipeline w.yaml --resources 2 -o pipeline.json").finish() == 0);
  REQUIRE(ProgramRun(files, {"plan", "partition", "w.yaml", "--parts", "2", "-o", "parts.json"}).finish() == 0);
  REQUIRE(mkfifo(files.path("pipe").c_str(), 0600) == 0);
  // The text, and what reads it where @ stands.
  const std::vector<std::pair<std::string, std::string>> all = {
      {"e.yaml", "run @ --out d"},
      {"serving.yaml", "run @ --out d --set serving.sessions.0.arrivals.path=v.csv"},
      {"w.yaml", "run e.yaml --set workload=@ --out d"},
      {"w.yaml", "run e.yaml --set workload.path=@ --set workload.format=native --out d"},
      {"a.yaml", "run e.yaml --set architecture=@ --out d"},
      {"p.json", "run e.yaml --set plan=@ --out d"},
      {"v.csv", "run e.yaml --set workload.generator=trace --set workload.path=@ --set workload.cycles=1 --out d"},
      {"n.yaml", "network @"},
      {"select.yaml", "select @"},
      {"s.stim", "pick @"},
      {"e.yaml", "validate @"},
      {"a.yaml", "validate @"},
      {"n.yaml", "validate @"},
      {"w.yaml", "validate @"},
      {"w.yaml", "workload info @"},
      {"w.yaml", "workload convert @ --to native"},
      {"w.yaml", "plan heft @ --processors 2"},
      {"a.yaml", "plan heft w.yaml --architecture @"},
      {"w.yaml", "plan partition @ --parts 2"},
      {"parts.json", "plan partition w.yaml --parts 2 --initial @"},
      {"w.yaml", "plan periodic @ --processors 2"},
      {"w.yaml", "plan pipeline @ --resources 2"},
      {"p.json", "plan check @ w.yaml"},
      {"w.yaml", "plan check p.json @"},
      {"pipeline.json", "plan check @ w.yaml"},
  };
  std::size_t ways = 0;
  for (const auto& [file, command] : all) {
    const auto with = [&, &command = command](const std::string& name) {
      std::string line = "gantry " + command;
      return line.replace(line.find('@'), 1, name);
    };
    for (const std::string& line : {with("-") + " < " + file, "cat " + file + " | " + with("/dev/stdin"),
                                    "cat " + file + " > pipe & " + with("pipe")}) {
      if (kSanitized && ways++ % 4 != 0) continue;  // every fourth, so that each way has its turn
      INFO(line);
      ShellRun run(files, line);
      INFO(run.err());
      CHECK(run.finish() == 0);
    }
  }
}

TEST_CASE("what comes from the standard input is called so, and read once") {
  const InputFiles files;
  files.write("w.yaml", kWorkload);
  files.write("p.json", "{}");
  ShellRun named(files, "gantry run - << end\n" + std::string(kInline) + "end");
  CHECK(named.finish() == 0);
  CHECK(fs::exists(files.path("out/stdin/summary.json")));
  files.write("e.yaml", kInline);
  CHECK(ShellRun(files, "gantry run /dev/fd/7 7< e.yaml").finish() == 0);
  CHECK(fs::exists(files.path("out/pipe/summary.json")));
  ShellRun wrong(files, "echo 'architecture: {processors: [{cuont: 2}]}' | gantry run -");
  CHECK(wrong.finish() == 2);
  CHECK(wrong.err().rfind("<stdin>:1:30: error: ", 0) == 0);
  ShellRun twice(files, "gantry plan heft - --architecture - < w.yaml");
  CHECK(twice.finish() == 2);
  CHECK(twice.err().find("<stdin>: error: the file has been read already (one input can be -)") != std::string::npos);
  ShellRun empty(files, "gantry run - < /dev/null");
  CHECK(empty.err() == "<stdin>:1:1: error: the file is empty\n");
  ShellRun closed(files, "gantry run - <&-");
  CHECK(closed.finish() == 2);
  CHECK(closed.err().rfind("<stdin>: error: the file cannot be read", 0) == 0);
}

}  // namespace gantry::own_input_test
