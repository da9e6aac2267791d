// SPDX-License-Identifier: Apache-2.0
// `gantry run --checkpoint-every` and `--restore` as a user meets them (docs/checkpoints.md): the files of a run that
// was cut are those of one that was not, and a file that does not fit is refused before anything is written.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "run/run_options.h"

namespace gantry::checkpoint_test {

namespace {

namespace fs = std::filesystem;

const std::string kAllReports =
    "output: {waves: true, packets: true, perfetto: true, konata: true, picks: true, trace: true}\n";

const std::string kMachine =
    "architecture:\n  interconnect: {topology: mesh, columns: 3, rows: 3}\n"
    "  processors: [{count: 3, queue_depth: 2}, {type: dma}]\n";

const std::string kRetries = "  monitor: {job_timeout: 700}\n  dispatcher: {max_retries: 5}\n";

/// Tasks of all classes in a chain of pairs.
std::string graph(int tasks, const std::string& more = {}) {
  std::string text = kMachine + more + "workload:\n  tasks:\n";
  for (int t = 0; t < tasks; ++t) {
    const std::string cls = t % 3 == 0 ? "cluster" : t % 3 == 1 ? "block" : "union";
    text += "    - {id: t" + std::to_string(t) + ", class: " + cls +
            ", jobs: 2, cycles: " + std::to_string(20 + t % 7 * 30) +
            ", input_bytes: 200, output_bytes: 100, weight: " + std::to_string(1 + t % 5) +
            (t > 1 ? ", after: [t" + std::to_string(t - 2) + "]" : "") + "}\n";
  }
  return text;
}

const std::string kStreams = kMachine +
                             "workload:\n  streams:\n"
                             "    - {name: a, workload: {tasks: [{id: x, cycles: 100}, {id: y, after: [x]}]},\n"
                             "       arrivals: {process: poisson, interval_cycles: 900}, count: 15}\n"
                             "    - {name: b, workload: {tasks: [{id: z, cycles: 300, class: cluster}]},\n"
                             "       arrivals: {process: periodic, interval_cycles: 700}, count: 20}\n";

/// Requests whose prefill is followed by merged decode steps.
const std::string kLoop = kMachine +
                          "workload:\n  streams:\n"
                          "    - {name: prefill, workload: {tasks: [{id: x, cycles: 100, jobs: 2}]}, tokens: 1,\n"
                          "       arrivals: {process: poisson, interval_cycles: 900}, count: 15}\n"
                          "    - {name: decode, after: {stream: prefill}, repeat: 5, merge: {up_to: 4},\n"
                          "       workload: {tasks: [{id: y, cycles: 150 + 50 * batch}, {id: z, after: [y]}]}}\n";

/// Data objects and local stores.
const std::string kData =
    "architecture:\n  interconnect: {topology: mesh, columns: 3, rows: 3}\n"
    "  processors: [{count: 3, queue_depth: 2, local: {bytes: 12000, bytes_per_cycle: 16}}]\n"
    "workload:\n  data: [{id: a, bytes: 8000}, {id: b, bytes: 6000}, {id: c, bytes: 8000}]\n"
    "  tasks:\n"
    "    - {id: make, jobs: 4, cycles: 500, writes: [a]}\n"
    "    - {id: use, jobs: 4, cycles: 700, reads: [a], writes: [b], after: [make]}\n"
    "    - {id: more, jobs: 2, cycles: 900, reads: [a, b], writes: [c], after: [use]}\n"
    "    - {id: last, cycles: 300, reads: [c], after: [more]}\n";

/// A link dies, a processor hangs and another one answers that jobs fail, beside background traffic.
const std::string kFaults =
    "faults:\n"
    "  - {processor: core0, at: 300, kind: hang, cycles: 4000}\n"
    "  - {processor: core1, at: 2000, kind: fail, cycles: 900}\n"
    "  - {link: [0, 1], at: 1500, kind: die}\n"
    "background: {pattern: uniform, packet_flits: 4, packets_per_cycle: 0.01}\n";

/// Sessions of inference nodes with random arrivals, passes and times.
const std::string kServing =
    "serving:\n"
    "  interconnect: {topology: mesh, columns: 3, rows: 2}\n"
    "  scheduler: {policy: round_robin, rated: {count: 1}}\n"
    "  nodes:\n"
    "    - {name: a, weight: 1, batch_limit: 3, cycles: {uniform: [100, 400]}, passes: {uniform: [1, 3]}}\n"
    "    - {name: b, weight: 2, batch_limit: 2, cycles: 150, per_request_cycles: {uniform: [10, 90]}}\n"
    "  sessions:\n"
    "    - {name: x, count: 30, arrivals: {generator: poisson, interval_cycles: 400}, graph: [a, b]}\n"
    "    - {name: y, count: 20, priority: true, arrivals: {generator: poisson, interval_cycles: 700}, graph: [b]}\n";

/// Content of all files of a run but the timing and the checkpoints.
std::map<std::string, std::string> results(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name == "timing.json" || name.rfind("checkpoint-", 0) == 0) continue;
    files[name] = file_text(entry.path().string());
    const std::size_t date = entry.path().extension() == ".vcd" ? files[name].find("$date") : std::string::npos;
    if (date != std::string::npos) files[name].erase(date, files[name].find("$end", date) - date);
  }
  return files;
}

/// Names of the checkpoints, by cycle.
std::map<std::uint64_t, std::string> checkpoints(const std::string& directory) {
  std::map<std::uint64_t, std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("checkpoint-", 0) == 0 && name.find_first_not_of("0123456789", 11) == std::string::npos)
      files[std::stoull(name.substr(11))] = entry.path().string();
  }
  return files;
}

int run(const InputFiles& files, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  ProgramRun program(files, arguments);
  const int status = program.finish();
  UNSCOPED_INFO(program.err());
  return status;
}

void check_same(const std::map<std::string, std::string>& uncut, const std::map<std::string, std::string>& cut) {
  for (const auto& [name, text] : uncut) {
    INFO(name);
    REQUIRE(cut.count(name) == 1);
    const bool same = cut.at(name) == text;
    CHECK(same);
  }
  CHECK(cut.size() == uncut.size());
}

/// The program's complaint about a file, which must leave no output.
std::string refusal(const InputFiles& files, const std::vector<std::string>& arguments) {
  fs::remove_all(files.path("no"));
  std::vector<std::string> all = {"run", "e.yaml", "--out", "no"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  ProgramRun program(files, all);
  CHECK(program.finish() == 2);
  CHECK(!fs::exists(files.path("no")));
  const std::string text = program.err();
  return text.substr(0, text.find('\n'));
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("all files of a run that was cut are those of one that was not") {
  for (const std::string& experiment :
       {graph(40) + kAllReports, kStreams + kAllReports, kLoop + kAllReports, kData + kAllReports,
        graph(40, kRetries) + kFaults + kAllReports,
        kServing + "output: {trace: true, packets: true, decisions: true, links: true}\n"}) {
    const InputFiles files;
    files.write("e.yaml", experiment);
    REQUIRE(run(files, {"e.yaml", "--out", "uncut"}) == 0);
    REQUIRE(run(files, {"e.yaml", "--out", "cut", "--checkpoint-every", "1777"}) == 0);
    const auto uncut = results(files.path("uncut"));
    check_same(uncut, results(files.path("cut")));
    const auto cuts = checkpoints(files.path("cut"));
    REQUIRE(cuts.size() > 1);
    std::size_t number = 0;
    for (const auto& [cycle, file] : cuts) {
      CHECK(cycle % 1777 == 0);
      if (number++ % (cuts.size() / 3 + 1) != 0) continue;
      INFO("cut after cycle " << cycle);
      REQUIRE(run(files, {"e.yaml", "--out", "rest", "--restore", file, "--checkpoint-every", "1777"}) == 0);
      check_same(uncut, results(files.path("rest")));
    }
    // A run that goes on writes the checkpoints of the one from the start, byte for byte.
    const auto first = cuts.begin()->second;
    fs::remove_all(files.path("rest"));
    REQUIRE(run(files, {"e.yaml", "--out", "rest", "--restore", first, "--checkpoint-every", "1777"}) == 0);
    const auto again = checkpoints(files.path("rest"));
    REQUIRE(again.size() == cuts.size() - 1);
    for (const auto& [cycle, file] : again) {
      const bool same = file_text(file) == file_text(cuts.at(cycle));
      CHECK(same);
    }
  }
}

TEST_CASE("a checkpoint of one kernel is one of the other") {
  if (default_kernel() != Kernel::systemc) return;
  for (const std::string& experiment : {kStreams, kLoop, kData, graph(40, kRetries) + kFaults}) {
    const InputFiles files;
    files.write("e.yaml", experiment + kAllReports);
    REQUIRE(run(files, {"e.yaml", "--out", "uncut"}) == 0);
    const auto uncut = results(files.path("uncut"));
    for (const std::string kernel : {"systemc", "cycle"}) {
      INFO("cut with the kernel " << kernel);
      REQUIRE(run(files, {"e.yaml", "--out", kernel, "--checkpoint-every", "1500", "--kernel", kernel}) == 0);
      check_same(uncut, results(files.path(kernel)));
      const auto cuts = checkpoints(files.path(kernel));
      REQUIRE(!cuts.empty());
      const std::string other = kernel == "cycle" ? "systemc" : "cycle";
      REQUIRE(run(files, {"e.yaml", "--out", "rest", "--restore", cuts.rbegin()->second, "--kernel", other}) == 0);
      check_same(uncut, results(files.path("rest")));
    }
  }
}

TEST_CASE("a run with engines goes on with the same engines, and its waveforms are those of one that was not cut") {
  const InputFiles files;
  files.write("e.yaml", graph(30) + kAllReports);
  const std::vector<std::string> engines = {"--engine", "picker=lockstep", "--engine", "decomposer=rtl"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"e.yaml", "--waves-from", "500", "--waves-to", "4000"});
    for (const std::string block : {"picker", "decomposer"})
      words.insert(words.end(), {"--waves", block + '=' + words[6] + '/' + block + ".vcd"});
    words.insert(words.end(), engines.begin(), engines.end());
    return words;
  };
  REQUIRE(run(files, with({"--out", "uncut"})) == 0);
  REQUIRE(run(files, with({"--out", "cut", "--checkpoint-every", "1777"})) == 0);
  const auto uncut = results(files.path("uncut"));
  CHECK(uncut.count("picker.vcd") == 1);
  CHECK(uncut.count("decomposer.vcd") == 1);
  check_same(uncut, results(files.path("cut")));
  for (const auto& [cycle, file] : checkpoints(files.path("cut"))) {
    INFO("cut after cycle " << cycle);
    fs::remove_all(files.path("rest"));
    REQUIRE(run(files, with({"--out", "rest", "--restore", file})) == 0);
    check_same(uncut, results(files.path("rest")));
  }
  has(refusal(files, {"--restore", "cut/checkpoint-1777"}),
      "is of a run with the engines picker=lockstep decomposer=rtl, this run has the model's engines alone");
  has(refusal(files, {"--restore", "cut/checkpoint-1777", "--engine", "decomposer=lockstep"}),
      "this run has the engines decomposer=lockstep");
}

TEST_CASE("a run that was killed goes on from its last checkpoint") {
  const InputFiles files;
  files.write("e.yaml", graph(3000));
  REQUIRE(run(files, {"e.yaml", "--out", "uncut"}) == 0);
  const auto uncut = results(files.path("uncut"));
  for (const int milliseconds : {30, 60, 120, 240}) {
    fs::remove_all(files.path("cut"));
    ProgramRun killed(files, {"run", "e.yaml", "--out", "cut", "--checkpoint-every", "20000"});
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    killed.interrupt(SIGKILL);
    killed.finish();
    if (!fs::exists(files.path("cut"))) continue;  // before it began
    const auto cuts = checkpoints(files.path("cut"));
    if (cuts.empty()) continue;
    INFO("killed after " << milliseconds << " ms, goes on after cycle " << cuts.rbegin()->first);
    REQUIRE(run(files, {"e.yaml", "--out", "rest", "--restore", cuts.rbegin()->second}) == 0);
    check_same(uncut, results(files.path("rest")));
  }
}

TEST_CASE("a checkpoint that cannot be written costs no other file") {
  const InputFiles files;
  files.write("e.yaml", graph(10));
  REQUIRE(run(files, {"e.yaml", "--out", "right"}) == 0);
  fs::create_directories(files.path("cut/checkpoint-500/in_its_place"));
  ProgramRun program(files, {"run", "e.yaml", "--out", "cut", "--checkpoint-every", "500"});
  CHECK(program.finish() == 1);
  has(program.err(), "checkpoint-500");
  fs::remove_all(files.path("cut/checkpoint-500"));
  CHECK(checkpoints(files.path("cut")).count(1000) == 1);
  check_same(results(files.path("right")), results(files.path("cut")));
}

TEST_CASE("a checkpoint that does not fit is refused with the reason") {
  const InputFiles files;
  files.write("e.yaml", graph(10));
  REQUIRE(run(files, {"e.yaml", "--out", "cut", "--checkpoint-at", "500"}) == 0);
  const std::string right = file_text(files.path("cut/checkpoint-500"));
  REQUIRE(!right.empty());
  const auto refused = [&](const std::string& text) {
    files.write("c", text);
    return refusal(files, {"--restore", "c"});
  };
  CHECK(refusal(files, {"--restore", "cut/checkpoint-501"}).rfind("cut/checkpoint-501: error: ", 0) == 0);
  CHECK(refused("tasks: []\n") == "c: error: this is no checkpoint");
  has(refused("gantry checkpoint 0 0.0.0\n" + right), "c: error: the checkpoint is of another version");
  for (const std::size_t size : {right.size() - 1, right.size() / 2, std::size_t{30}})
    has(refused(right.substr(0, size)), "c: error: the checkpoint is ");
  for (const std::size_t at : {std::size_t{40}, right.size() / 3, right.size() - 1}) {
    std::string damaged = right;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    has(refused(damaged), "c: error: the checkpoint is damaged: its checksum is wrong");
  }
  has(refused(right + "x"), "damaged");
  files.write("c", right);
  has(refusal(files, {"--restore", "c", "--set", "architecture.memory.latency_cycles=7"}), "of another experiment");
  has(refusal(files, {"--restore", "c", "--seed", "9"}), "of another experiment");
}

TEST_CASE("a replay with ideal timing has checkpoints without a state, and is computed again") {
  const InputFiles files;
  files.write("machine.yaml",
              "interconnect: {topology: mesh, columns: 3, rows: 3}\nprocessors: [{count: 3, queue_depth: 2}]\n"
              "dispatcher: {mode: per_job}\n");
  const std::string all = graph(10);
  files.write("w.yaml", "tasks:\n" + all.substr(all.find("    - {id: t0")));
  ProgramRun plan(files, {"plan", "heft", "w.yaml", "--architecture", "machine.yaml", "-o", "plan.json"});
  REQUIRE(plan.finish() == 0);
  files.write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\nplan: plan.json\ntiming: ideal\n");
  REQUIRE(run(files, {"e.yaml", "--out", "uncut"}) == 0);
  REQUIRE(run(files, {"e.yaml", "--out", "cut", "--checkpoint-every", "300"}) == 0);
  const auto uncut = results(files.path("uncut"));
  check_same(uncut, results(files.path("cut")));
  const auto cuts = checkpoints(files.path("cut"));
  REQUIRE(cuts.size() > 1);
  REQUIRE(run(files, {"e.yaml", "--out", "rest", "--restore", cuts.begin()->second, "--checkpoint-every", "300"}) == 0);
  check_same(uncut, results(files.path("rest")));
  CHECK(checkpoints(files.path("rest")).size() == cuts.size() - 1);
  has(refusal(files, {"--restore", cuts.begin()->second, "--seed", "9"}), "of another experiment");
}

TEST_CASE("checkpoints that follow each other share a journal, which must be beside them and whole") {
  const InputFiles files;
  files.write("e.yaml", graph(40) + kAllReports);
  const auto cut = [&] { REQUIRE(run(files, {"e.yaml", "--out", "cut", "--checkpoint-every", "1000"}) == 0); };
  cut();
  const std::string name = files.path("cut/checkpoint-journal-1");
  const std::string journal = file_text(name);
  const auto cuts = checkpoints(files.path("cut"));
  REQUIRE(cuts.size() > 3);
  // They have the machine alone. The file of --checkpoint-at has the journal, too.
  const std::string last = std::to_string(cuts.rbegin()->first);
  REQUIRE(run(files, {"e.yaml", "--out", "alone", "--checkpoint-at", last}) == 0);
  CHECK(fs::file_size(files.path("alone/checkpoint-" + last)) >
        fs::file_size(cuts.rbegin()->second) + journal.size() / 2);
  const auto refused = [&] { return refusal(files, {"--restore", "cut/checkpoint-2000"}); };
  const auto spoil = [&](const std::string& text) { std::ofstream(name, std::ios::binary) << text; };
  std::string damaged = journal;
  damaged[100] = static_cast<char>(damaged[100] ^ 1);
  spoil(damaged);
  CHECK(refused() ==
        "cut/checkpoint-2000: error: the journal of the checkpoint, checkpoint-journal-1, is damaged: its checksum is "
        "wrong");
  spoil(journal.substr(0, 200));
  has(refused(), "checkpoint-journal-1, is cut off");
  fs::remove(name);
  has(refused(), "checkpoint-journal-1, is not beside it");
  // What stands behind the part that a checkpoint needs does not matter, as after a power cut.
  spoil(journal + "half a record");
  CHECK(run(files, {"e.yaml", "--out", "rest", "--restore", cuts.at(2000)}) == 0);
  // Another run has a journal of its own, and leaves this one alone.
  cut();
  CHECK(file_text(name) == journal + "half a record");
  CHECK(file_text(files.path("cut/checkpoint-journal-2")) == journal);
}

TEST_CASE("options that exclude each other are refused before anything is written") {
  const InputFiles files;
  files.write("e.yaml", graph(3));
  CHECK(refusal(files, {"--checkpoint-at", "5", "--checkpoint-every", "5"}).find("excludes") != std::string::npos);
  CHECK(!refusal(files, {"--checkpoint-every", "0"}).empty());
}

}  // namespace gantry::checkpoint_test
