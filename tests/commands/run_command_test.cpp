// SPDX-License-Identifier: Apache-2.0
// `gantry run` and `gantry check` as a user meets them: exit status, error texts, files.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "program_run.h"

namespace gantry::run_command_test {

namespace {

constexpr const char* kGood = R"(architecture: {processors: [{count: 2}, {type: dma}]}
workload:
  tasks:
    - {id: a, jobs: 2, cycles: 20, input_bytes: 100}
    - {id: b, class: communication, after: [a]}
    - {id: c, class: event, after: [b]}
)";

/// The order of submission lets the host stall before a full ring: `late` never comes.
constexpr const char* kStall = R"(architecture: {host: {ring_entries: 1}, task_cache: {capacity: 5}, processors: [{}]}
workload:
  tasks:
    - {id: first, cycles: 100}
    - {id: head, after: [late], submit: 10}
    - {id: behind, submit: 20}
    - {id: late, class: cluster, submit: 30}
)";

/// One task waits for another.
constexpr const char* kPair = R"(architecture:
  processors: [{queue_depth: 1}]
workload:
  tasks:
    - {id: pair, cycles: 1000}
    - {id: after, after: [pair], class: cluster}
)";

/// Many short tasks, so that a run can be interrupted in the middle.
std::string long_workload() {
  std::string text = "architecture: {processors: [{count: 4}]}\noutput: {trace: false}\nworkload:\n  tasks:\n";
  for (int t = 0; t < 60000; ++t) text += "    - {id: t" + std::to_string(t) + ", cycles: 2000}\n";
  return text;
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

nlohmann::json summary(const InputFiles& files, const std::string& directory = "out/e") {
  return nlohmann::json::parse(file_text(files.path(directory + "/summary.json")));
}

/// Runs an experiment that is wrong and answers the program's first line of complaint.
std::string complaint(const std::string& text, const std::vector<std::string>& more = {}) {
  const InputFiles files;
  files.write("e.yaml", text);
  std::vector<std::string> arguments = {"run", "e.yaml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  ProgramRun run(files, arguments);
  CHECK(run.finish() == 2);
  CHECK(run.out() == "");
  CHECK(!std::filesystem::exists(files.path("out")));  // nothing that looks like a result
  return run.err().substr(0, run.err().find('\n'));
}

}  // namespace

TEST_CASE("a run that completes exits 0, and its results pass the check") {
  const InputFiles files;
  files.write("e.yaml", kGood);
  ProgramRun run(files, {"run", "e.yaml", "--set", "output.waves=true"});
  CHECK(run.finish() == 0);
  CHECK(run.err() == "");
  CHECK(run.out().find("outputs in out/e: experiment.yaml critical_path.csv slack.csv jobs.csv links.csv") !=
        std::string::npos);
  CHECK(summary(files).at("complete") == true);
  CHECK(summary(files).at("tasks").at("completed") == 3);
  for (const char* file : {"tasks.csv", "jobs.csv", "edges.csv", "trace.json", "waves.vcd"}) {
    CHECK(std::filesystem::exists(files.path(std::string("out/e/") + file)));
  }
  ProgramRun check(files, {"check", "out/e"});
  CHECK(check.finish() == 0);
  CHECK(check.err() == "");
}

TEST_CASE("two runs give the same bytes") {
  const InputFiles files;
  files.write("e.yaml", kGood);
  for (const char* directory : {"one", "two"}) {
    ProgramRun run(files, {"run", "e.yaml", "--out", directory, "--set", "output.waves=true", "--seed", "7"});
    CHECK(run.finish() == 0);
  }
  for (const char* file :
       {"tasks.csv", "jobs.csv", "edges.csv", "trace.json", "waves.vcd", "summary.json", "experiment.yaml"}) {
    INFO(file);
    CHECK(file_text(files.path(std::string("one/") + file)) == file_text(files.path(std::string("two/") + file)));
  }
  CHECK(summary(files, "one").at("seed") == 7);
  const nlohmann::json timing = nlohmann::json::parse(file_text(files.path("one/timing.json")));
  CHECK(timing.at("schema") == "gantry-timing-1");
  CHECK(timing.at("wall_seconds") > 0.0);
  CHECK(timing.at("peak_memory_bytes") > 1000000);
}

TEST_CASE("what is wrong in the input is said with its place, and exits 2") {
  CHECK(complaint("architecture: {processors: [{cuont: 2}]}\nworkload: {tasks: [{id: a}]}\n")
            .rfind("e.yaml:1:30: error: ", 0) == 0);
  CHECK(complaint("architecture: {processors: [{cuont: 2}]}\nworkload: {tasks: [{id: a}]}\n").find("count") !=
        std::string::npos);

  const std::string machine = "architecture: {processors: [{count: 2}]}\nworkload:\n  tasks:\n";
  const std::string cycle = complaint(machine +
                                      "    - {id: a, after: [c]}\n    - {id: b, after: [a]}\n"
                                      "    - {id: c, after: [b]}\n");
  CHECK(cycle == "e.yaml:4:7: error: these tasks wait for each other: a waits for c waits for b waits for a");

  const std::string gang = complaint(machine + "    - {id: a, jobs: 8}\n");
  CHECK(gang.rfind("e.yaml:4:7: error: task 'a' has 8 jobs, ", 0) == 0);
  CHECK(gang.find("4 queue slots") != std::string::npos);

  CHECK(complaint(machine + "    - {id: a, processor: gpu}\n").rfind("e.yaml:4:7: error: task 'a' needs", 0) == 0);
  CHECK(complaint(kGood, {"--set", "seed=x"}).find("error: ") != std::string::npos);
  CHECK(complaint(kGood, {"--set", "architecture.memory.latency=3"}).find("latency_cycles") != std::string::npos);
}

TEST_CASE("every problem of a file is reported at once, one per line") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {clock_mhz: 0, processors: [{count: 0}]}\nworkload: {tasks: [{id: a, jobs: 0}]}\n");
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 2);
  CHECK(lines(run.err()) == 3);
}

TEST_CASE("a wrong command line exits 2, help and version 0") {
  const InputFiles files;
  files.write("e.yaml", kGood);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"fly"},
                                             {"run"},
                                             {"run", "e.yaml", "--fast"},
                                             {"run", "nowhere.yaml"},
                                             {"run", "e.yaml", "--picker", "dice"},
                                             {"check", "nowhere"}}) {
    ProgramRun run(files, arguments);
    INFO((arguments.empty() ? "nothing" : arguments.back()));
    CHECK(run.finish() == 2);
    CHECK(run.out() == "");
    CHECK(run.err() != "");
  }
  for (const char* argument : {"--help", "--version"}) {
    ProgramRun run(files, {argument});
    CHECK(run.finish() == 0);
    CHECK(run.out() != "");
    CHECK(run.err() == "");
  }
  ProgramRun help(files, {"run", "--help"});
  CHECK(help.finish() == 0);
  CHECK(help.out().find("Exit status") != std::string::npos);
}

TEST_CASE("an option with an empty value is a slip, not the default") {
  const InputFiles files;
  files.write("e.yaml", kGood);
  files.write("w.yaml", "tasks: [{id: a}]\n");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", "e.yaml", "--out", ""},
                                             {"run", "e.yaml", "--out="},
                                             {"run", "e.yaml", "--seed", ""},
                                             {"run", ""},
                                             {"network", "e.yaml", "--out", ""},
                                             {"workload", "convert", "w.yaml", "--to", "native", "-o", ""},
                                             {"plan", "heft", "w.yaml", "--processors", "2", "-o", ""},
                                             {"plan", "heft", "w.yaml", "--architecture", ""}}) {
    ProgramRun run(files, arguments);
    INFO(arguments[0] << ' ' << arguments[arguments.size() - 2]);
    CHECK(run.finish() == 2);
    CHECK(run.out() == "");
    CHECK(run.err().rfind("error: ", 0) == 0);
    CHECK(!std::filesystem::exists(files.path("out")));
  }
  CHECK(complaint(kGood, {"--out", ""}) == "error: --out: must not be empty (--help shows what is right)");
}

/// Those of tests/examples among them, which the tests' program has.
const std::string kPickers = "model, rtl, lockstep, own, lockstep:own, due or lockstep:due";

TEST_CASE("the engine of the picker is named in two ways") {
  const InputFiles files;
  files.write("e.yaml", kGood);
  for (const std::vector<std::string>& engine :
       std::vector<std::vector<std::string>>{{},
                                             {"--picker", "rtl"},
                                             {"--engine", "picker=rtl"},
                                             {"--engine", "picker=lockstep"},
                                             {"--engine", "picker=model"},
                                             {"--engine", "dispatch_core=model"}}) {
    std::vector<std::string> words = {"run", "e.yaml", "--out", "d"};
    words.insert(words.end(), engine.begin(), engine.end());
    INFO((engine.empty() ? "" : engine.back()));
    CHECK(ProgramRun(files, words).finish() == 0);
  }
  CHECK(complaint(kGood, {"--engine", "rtl"}) == "--engine rtl: error: must be BLOCK=ENGINE (picker=rtl)");
  CHECK(complaint(kGood, {"--engine", "matcher=rtl"}) ==
        "--engine matcher=rtl: error: there is one engine only for the block 'matcher' (the blocks with several are "
        "picker, dispatch_core, decomposer, monitor and dispatcher)");
  CHECK(complaint(kGood, {"--engine", "decomposer=rt"}) ==
        "--engine decomposer=rt: error: the engine must be model, rtl or lockstep, not 'rt' (did you mean 'rtl'?)");
  CHECK(
      complaint(kGood, {"--engine", "decomposer=rtl", "--set", "architecture.decomposer.slots=4096"})
          .find("--engine decomposer=rtl: error: the decomposer in Verilog is not built for slots of 4096 (at most ") ==
      0);
  CHECK(complaint(kGood, {"--engine", "dispatch_core=rtl"}) ==
        "--engine dispatch_core=rtl: error: the engine must be model or lockstep, not 'rtl' (the dispatch core in "
        "Verilog runs beside the model's)");
  CHECK(complaint(kGood, {"--engine", "dispatch_core=both"}) ==
        "--engine dispatch_core=both: error: the engine must be model or lockstep, not 'both'");
  CHECK(complaint(kGood, {"--engine", "picker=rt"}) ==
        "--engine picker=rt: error: the engine must be " + kPickers + ", not 'rt' (did you mean 'rtl'?)");
  CHECK(complaint(kGood, {"--engine", "picker=rtl", "--picker", "lockstep"}) ==
        "--picker lockstep: error: the engine of the picker is given already (--engine picker=rtl)");
}

TEST_CASE("who takes a picker's policy for its engine is told which is which") {
  CHECK(complaint(kGood, {"--picker", "stride"}) ==
        "--picker stride: error: the engine must be " + kPickers +
            ", not 'stride' (stride is a policy: --set policies.picker=stride)");
  CHECK(complaint(kGood, {"--set", "policies.picker=rtl"}) ==
        "--set policies.picker=rtl:1:17: error: policies.picker names the policy of the picker (rtl is an engine: "
        "--engine picker=rtl)");
  const InputFiles files;
  files.write("s.stim", "pick 1\n");
  ProgramRun engine(files, {"pick", "s.stim", "--engine", "stride"});
  CHECK(engine.finish() == 2);
  CHECK(engine.err() == "--engine stride: error: the engine must be " + kPickers +
                            ", not 'stride' (stride is a policy: --policy stride)\n");
  ProgramRun policy(files, {"pick", "s.stim", "--policy", "lockstep"});
  CHECK(policy.finish() == 2);
  CHECK(policy.err().find(" (lockstep is an engine: --engine lockstep)\n") != std::string::npos);
}

TEST_CASE("a run that the RTL picks says when its cycles are not those of the RTL") {
  const InputFiles files;
  files.write("e.yaml", kGood);
  const auto timing = [&](const std::string& set, std::string& said) {
    ProgramRun run(files, {"run", "e.yaml", "--picker", "rtl", "--set", "architecture.dispatcher.picker." + set});
    CHECK(run.finish() == 0);
    said = run.err();
    return summary(files)["provenance"]["engine"]["picker_timing"].get<std::string>();
  };
  std::string said;
  CHECK(timing("entries=16", said) == "not_of_rtl");
  CHECK(said ==
        "--picker rtl: note: the cycles of this run are not those of the RTL, which has no pick_interval_cycles 1, "
        "pick_latency_cycles 1 and reweigh_cycles 0 (with as many entries rtl_shared reweighs in 178, rtl_parallel "
        "reweighs in 12, rtl_pipelined reweighs in 28; dispatcher.picker.timing takes its times)\n");
  CHECK(timing("timing=rtl_shared", said) == "rtl_shared");
  CHECK(said == "");
  CHECK(timing("reweigh_cycles=76", said) == "rtl_pipelined");
  CHECK(said == "");
}

TEST_CASE("jobs that the RTL cannot count are refused at their place, after the rounds before them") {
  const InputFiles files;
  files.write("s.stim", "add 0 B 10 1\npick 1\nadd 1 B 10 4294967296 # one more than it counts\npick 1\n");
  for (const char* engine : {"rtl", "lockstep"}) {
    ProgramRun run(files, {"pick", "s.stim", "--engine", engine});
    CHECK(run.finish() == 2);
    CHECK(run.out() == "0 0 B 246 256 2560\n");
    CHECK(run.err() ==
          "s.stim:3:12: error: 4294967296 jobs do not fit the job counter of the RTL picker (at most 4294967295)\n");
  }
}

TEST_CASE("a run of inference nodes ends without a word of the SystemC library") {
  const InputFiles files;
  files.write("e.yaml", R"(serving:
  nodes: [{name: n, cycles: 10}, {name: m, cycles: 10}]
  scheduler: {rated: {count: 2}}
  sessions: [{count: 20, arrivals: {generator: poisson, interval_cycles: 50}, graph: [n, m]}]
)");
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 0);
  CHECK(run.err() == "");
  CHECK(run.out().find("sc_stop") == std::string::npos);
}

TEST_CASE("a machine that cannot be wired is refused before cycle 0") {
  const auto machine = [](const std::string& interconnect) {
    return "architecture:\n  interconnect: {" + interconnect +
           "}\n  dispatcher: {send_ports: 8}\n  processors: [{count: 60}]\nworkload: {tasks: [{id: a}]}\n";
  };
  CHECK(complaint(machine("topology: crossbar")) ==
        "e.yaml:2:28: error: router 0 has 71 ports; a router has at most 64 (fewer architecture.dispatcher.send_ports, "
        "or nodes on other routers)");
  // Requests and responses need a channel before the dateline and one behind it.
  CHECK(complaint(machine("topology: torus, columns: 8, rows: 8, virtual_channels: 3")) ==
        "e.yaml:2:74: error: architecture.interconnect.virtual_channels is 3 and must be 4 at least with the topology "
        "torus, whose routes need 2 classes of them for requests and as many for responses");
  CHECK(
      complaint(machine("topology: ring")).rfind("e.yaml:2:28: error: architecture.interconnect.virtual_channels", 0) ==
      0);
  CHECK(complaint(machine("topology: fat_tree, arity: 1"))
            .rfind("e.yaml:2:45: error: architecture.interconnect.arity", 0) == 0);
}

TEST_CASE("a full ring that would stall the host for ever is refused before cycle 0") {
  const InputFiles files;
  files.write("e.yaml", kStall);
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 2);
  CHECK(run.err().find("'head'") != std::string::npos);
  CHECK(run.err().find("'late'") != std::string::npos);
  CHECK(!std::filesystem::exists(files.path("out")));
}

// Deadlocks, which the program refuses before cycle 0 as far as anybody knows, are reported in the same way:
// sc_kernel_test.cpp.
TEST_CASE("a run that is not done exits 1 and says which tasks and blocks wait for what") {
  const InputFiles files;
  files.write("e.yaml", kPair);
  for (const char* kernel : {"systemc", "cycle"}) {
    ProgramRun run(files, {"run", "e.yaml", "--kernel", kernel, "--set", "limits.max_cycles=600"});
    CHECK(run.finish() == 1);
    INFO(run.err());
    CHECK(run.err().find("2 of 2 tasks unfinished") != std::string::npos);
    CHECK(run.err().find("task 'after' waits for task 'pair'") != std::string::npos);
    CHECK(run.err().find("host: ") != std::string::npos);
    CHECK(run.err().find("dispatcher: ") != std::string::npos);
    CHECK(summary(files).at("complete") == false);
    CHECK(summary(files).at("tasks").at("unfinished") == 2);
    CHECK(lines(file_text(files.path("out/e/tasks.csv"))) == 1 + 2);
    ProgramRun check(files, {"check", "out/e"});
    CHECK(check.finish() == 0);
  }
}

TEST_CASE("a cycle limit exits 1 with what there is so far") {
  const InputFiles files;
  files.write("e.yaml", kGood);
  ProgramRun run(files, {"run", "e.yaml", "--set", "limits.max_cycles=300"});
  CHECK(run.finish() == 1);
  CHECK(run.err().find("cycle limit") != std::string::npos);
  CHECK(summary(files).at("complete") == false);
  CHECK(summary(files).at("cycles") == 300);
  CHECK(lines(file_text(files.path("out/e/tasks.csv"))) == 1 + 3);
  ProgramRun check(files, {"check", "out/e"});
  CHECK(check.finish() == 0);
}

TEST_CASE("an interrupt ends the run cleanly and exits 1") {
  const InputFiles files;
  files.write("e.yaml", long_workload());
  ProgramRun run(files, {"run", "e.yaml"});
  // The files are created when the run begins; from then on it takes seconds.
  const std::string tasks = files.path("out/e/tasks.csv");
  for (int i = 0; i < 6000 && !std::filesystem::exists(tasks); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  run.interrupt();
  REQUIRE(run.finish() == 1);
  CHECK(run.err().find("interrupted") != std::string::npos);
  const nlohmann::json told = summary(files);
  CHECK(told.at("complete") == false);
  CHECK(told.at("tasks").at("unfinished") > 0);
  // Every task has its row, and every row is whole.
  const std::string text = file_text(tasks);
  CHECK(lines(text) == 1 + 60000);
  CHECK(text.back() == '\n');
  ProgramRun check(files, {"check", "out/e"});
  CHECK(check.finish() == 0);
}

TEST_CASE("a job that takes longer than simulated time can be counted does not hang the run") {
  // 2^48 cycles at a hundredth of the speed: 28 peta-cycles.
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {processors: [{speed: 0.01}]}\nworkload: {tasks: [{id: a, cycles: 281474976710656}]}\n");
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK((run.finish() >= 0 && run.finish() <= 2));
  if (run.finish() == 1) CHECK(summary(files).at("complete") == false);
}

}  // namespace gantry::run_command_test
