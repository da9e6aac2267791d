// SPDX-License-Identifier: Apache-2.0
// gantry regress as a farm has it: what is told of every case, what is stored, and what stops whom.
#include <sys/stat.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "gantry/scheduler/picker.h"
#include "program_run.h"
#include "regress/regress_run.h"
#include "regress/regress_text.h"

namespace gantry::regress_test {

namespace {

/// Two tasks after each other on one core; the second computes for `cycles`.
std::string experiment(int cycles) {
  return "architecture: {interconnect: {topology: crossbar}, processors: [{count: 2}]}\n"
         "workload: {tasks: [{id: a, cycles: 100}, {id: b, cycles: " +
         std::to_string(cycles) + ", jobs: 4, after: [a]}]}\n";
}

struct Answer {
  int status = 0;
  std::string out;
  std::string err;
};

Answer regress(const InputFiles& files, std::vector<std::string> words) {
  words.insert(words.begin(), "regress");
  ProgramRun run(files, words);
  const int status = run.finish();
  return {status, run.out(), run.err()};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The line of a case.
std::string line_of(const Answer& answer, const std::string& name) {
  std::istringstream lines(answer.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 6 && (line.substr(6) == name || line.rfind(name + ": ", 6) == 6)) return line;
  }
  return "no line of " + name + " in:\n" + answer.out + answer.err;
}

nlohmann::json stored(const InputFiles& files) { return nlohmann::json::parse(file_text(files.path("s.stored.json"))); }

}  // namespace

TEST_CASE("a metric is held to its stored value, exactly or within a tolerance") {
  const InputFiles files;
  files.write("e.yaml", experiment(1000));
  files.write("s.yaml",
              "defaults: {metrics: [cycles]}\n"
              "cases:\n"
              "  - experiment: e.yaml\n"
              "  - {name: near, experiment: e.yaml, metrics: [{cycles: 10}, {processors.0.busy_cycles: 2%}]}\n"
              "  - {name: far, experiment: e.yaml, metrics: [{cycles: 9.5}]}\n");
  const Answer none = regress(files, {"s.yaml"});
  CHECK(none.status == 1);
  const std::string first = line_of(none, "e");
  CHECK(first.find("FAIL  e: not stored yet: cycles ") == 0);
  CHECK(has(first, "(--update stores it)"));
  REQUIRE(regress(files, {"s.yaml", "--update"}).status == 0);
  const Answer same = regress(files, {"s.yaml"});
  CHECK(same.status == 0);
  CHECK(same.out == "ok    e\nok    near\nok    far\n\ns: 3 cases: 3 ok\noutputs in out/s\n");

  const std::uint64_t before = stored(files)["cases"]["e"]["metrics"]["cycles"];
  files.write("e.yaml", experiment(1005));
  const Answer changed = regress(files, {"s.yaml"});
  CHECK(changed.status == 1);
  const std::string values = std::to_string(before / 1000) + ',' + std::to_string(before % 1000 + 1000).substr(1) +
                             " -> " + std::to_string((before + 10) / 1000) + ',' +
                             std::to_string((before + 10) % 1000 + 1000).substr(1) + " (+10, ";
  CHECK(line_of(changed, "e").find("FAIL  e: cycles: " + values) == 0);
  CHECK(line_of(changed, "near") == "ok    near");
  CHECK(has(line_of(changed, "far"), ", may be off by 9.5"));
  // What holds within its tolerance does not wander with every update.
  const Answer update = regress(files, {"s.yaml", "--update"});
  CHECK(update.status == 0);
  CHECK(line_of(update, "e").find("set   e: cycles: " + values) == 0);
  CHECK(stored(files)["cases"]["e"]["metrics"]["cycles"] == before + 10);
  CHECK(stored(files)["cases"]["near"]["metrics"]["cycles"] == before);
}

TEST_CASE("of a table that has changed the first differing row is told, by its digest or by a golden file") {
  const InputFiles files;
  files.write("e.yaml", experiment(1000));
  files.write("s.yaml",
              "cases:\n"
              "  - {name: digest, experiment: e.yaml, tables: [tasks.csv]}\n"
              "  - {name: golden, experiment: e.yaml, tables: [{tasks.csv: golden.csv}]}\n");
  const Answer update = regress(files, {"s.yaml", "--update"});
  REQUIRE(update.status == 0);
  CHECK(line_of(update, "digest") == "new   digest: now stored: tasks.csv of 3 lines");
  CHECK(line_of(update, "golden") == "new   golden: now stored: golden.csv");
  CHECK(file_text(files.path("golden.csv")) == file_text(files.path("out/s/cases/2-golden/tasks.csv")));
  CHECK(regress(files, {"s.yaml"}).status == 0);

  files.write("e.yaml", experiment(2000));
  const Answer changed = regress(files, {"s.yaml"});
  CHECK(changed.status == 1);
  CHECK(line_of(changed, "digest") == "FAIL  digest: tasks.csv: differs first in line 3");
  const std::string row = line_of(changed, "golden");
  CHECK(row.find("FAIL  golden: tasks.csv against golden.csv: row 2 (line 3), column completed: ") == 0);
  CHECK(has(row, " -> "));
  CHECK(regress(files, {"s.yaml", "--update"}).status == 0);
  CHECK(regress(files, {"s.yaml"}).status == 0);
}

TEST_CASE("shards share the cases among them, and an update of one keeps the values of the others") {
  const InputFiles files;
  files.write("e.yaml", experiment(1000));
  std::string suite = "defaults: {metrics: [cycles], invariants: false}\ncases:\n";
  for (int i = 0; i < 5; ++i) suite += "  - {name: c" + std::to_string(i) + ", experiment: e.yaml}\n";
  files.write("s.yaml", suite);
  std::multiset<std::string> told;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const Answer part = regress(files, {"s.yaml", "--shard", shard, "--update"});
    CHECK(part.status == 0);
    std::istringstream lines(part.out);
    for (std::string line; std::getline(lines, line) && !line.empty();) told.insert(line.substr(6, 2));
    CHECK(has(part.out, std::string("of 5 (shard ") + shard + ')'));
  }
  CHECK(told == std::multiset<std::string>{"c0", "c1", "c2", "c3", "c4"});
  CHECK(stored(files)["cases"].size() == 5);
  // What no case has any more goes, and is told.
  files.write("s.yaml", suite.substr(0, suite.rfind("  - ")));
  const Answer fewer = regress(files, {"s.yaml", "--shard", "1/4", "--update"});
  CHECK(has(fewer.out, "\ngone  c4: "));
  CHECK(stored(files)["cases"].size() == 4);
  CHECK(regress(files, {"s.yaml"}).status == 0);
  const Answer wrong = regress(files, {"s.yaml", "--shard", "4/3"});
  CHECK(wrong.status == 2);
  CHECK(wrong.err == "--shard 4/3: error: must be I/N with I from 1 to N, as 2/8\n");
}

TEST_CASE("a case that hangs or ends otherwise than it should stops no other") {
  const InputFiles files;
  files.write("e.yaml", experiment(1000));
  // Read once before the first case; its own command waits for somebody to write it again.
  REQUIRE(mkfifo(files.path("pipe.yaml").c_str(), 0600) == 0);
  files.write("s.yaml",
              "defaults: {invariants: false}\n"
              "cases:\n"
              "  - {name: hangs, experiment: pipe.yaml, limits: {timeout_seconds: 1}}\n"
              "  - {name: given_up, experiment: e.yaml, set: {limits.max_cycles: 50}}\n"
              "  - {name: as_meant, experiment: e.yaml, set: {limits.max_cycles: 50}, exit: 1}\n"
              "  - {name: refused, experiment: e.yaml, set: {architecture.host.ring_entries: 0}, exit: 2}\n"
              "  - {name: right, experiment: e.yaml}\n");
  ShellRun run(files, "cat e.yaml > pipe.yaml & gantry regress s.yaml --jobs 2 --junit j.xml");
  CHECK(run.finish() == 1);
  const Answer answer{1, run.out(), run.err()};
  CHECK(line_of(answer, "hangs") == "FAIL  hangs: it took longer than 1 s and was ended");
  CHECK(line_of(answer, "given_up").find("FAIL  given_up: exit status 1, not 0: ") == 0);
  CHECK(line_of(answer, "as_meant") == "ok    as_meant");
  CHECK(line_of(answer, "refused") == "ok    refused");
  CHECK(line_of(answer, "right") == "ok    right");
  pugi::xml_document document;
  REQUIRE(document.load_file(files.path("j.xml").c_str()));
  CHECK(document.select_node("/testsuites/testsuite/testcase[@name='hangs']/error"));
  CHECK(document.select_node("/testsuites/testsuite/testcase[@name='given_up']/failure[@type='run']"));
}

TEST_CASE("points of a study, networks and stimuli are cases, and two workers say what one says") {
  const InputFiles files;
  files.write("e.yaml", experiment(1000));
  files.write("study.yaml",
              "base: e.yaml\nvary:\n  architecture.processors.0.count: [2, 0]\n  policies.picker: [fifo, stride]\n");
  files.write("n.yaml",
              "interconnect: {topology: ring, virtual_channels: 4}\nnodes: 5\n"
              "traffic: {pattern: trace, packets: [[1, 0, 3, 2], [9, 4, 4, 1]]}\n");
  std::filesystem::create_directory(files.path("picks"));
  files.write("picks/one.stim", "add 0 B 10 4\nadd 1 C 20 4\npick 8\n");
  files.write("picks/two.stim", "add 0 B 10 4\npick 2\n");
  files.write("s.yaml",
              "defaults: {metrics: [cycles]}\n"
              "cases:\n"
              "  - {name: size, study: study.yaml, tables: [jobs.csv]}\n"
              "  - {name: \"ring <&>\\\"'\", experiment: n.yaml, tables: [links.csv]}\n"
              "  - {name: rounds, stimuli: picks, engine: picker=lockstep}\n"
              "  - {name: lockstep, experiment: e.yaml, engine: picker=lockstep}\n");
  const Answer update = regress(files, {"s.yaml", "--update", "--jobs", "2", "--junit", "j.xml"});
  INFO(update.out << update.err);
  REQUIRE(update.status == 0);
  const auto cases = stored(files)["cases"];
  const std::string point = "size/architecture.processors.0.count=";
  CHECK(cases[point + "0,policies.picker=stride"] == nlohmann::json{{"exit", 2}});
  CHECK(cases[point + "2,policies.picker=fifo"]["exit"] == 0);
  CHECK(cases["lockstep"]["metrics"]["cycles"].is_number_unsigned());
  CHECK(cases.count("rounds/one") == 0);  // its rounds are in the file beside it
  CHECK(file_text(files.path("picks/two.expected")).find("0 ") == 0);
  pugi::xml_document document;
  REQUIRE(document.load_file(files.path("j.xml").c_str()));
  CHECK(document.select_nodes("//testcase").size() == 8);
  std::set<std::string> names;
  for (const auto& test : document.select_nodes("//testcase")) names.insert(test.node().attribute("name").value());
  CHECK(names.count("ring <&>\"'") == 1);

  files.write("picks/two.expected", "0 0 B 0 0 0\n1 0 B 0 0 0\n");
  const Answer one = regress(files, {"s.yaml", "--jobs", "1", "--junit", "1.xml"});
  const Answer three = regress(files, {"s.yaml", "--jobs", "3", "--junit", "3.xml"});
  CHECK(one.status == 1);
  CHECK(line_of(one, "rounds/one") == "ok    rounds/one");
  CHECK(has(line_of(one, "rounds/two"), "picks.txt against picks/two.expected: line 1, word "));
  CHECK(one.out == three.out);
  CHECK(file_text(files.path("1.xml")) == file_text(files.path("3.xml")));
  // A point that can be built now is other than it was.
  nlohmann::json other = stored(files);
  other["cases"][point + "2,policies.picker=fifo"]["exit"] = 2;
  files.write("s.stored.json", other.dump());
  const Answer built = regress(files, {"s.yaml"});
  CHECK(has(line_of(built, point + "2,policies.picker=fifo"), ": exit status 2 -> 0"));
}

TEST_CASE("a broken invariant and engines that differ are told, and no update stores what they gave") {
  const InputFiles files;
  files.write("e.yaml", experiment(1000));
  ProgramRun run(files, {"run", "e.yaml", "--out", "run"});
  REQUIRE(run.finish() == 0);
  files.write("s.yaml", "cases: [{experiment: e.yaml, metrics: [cycles]}]\n");
  Diagnostics problems;
  const auto suite = read_suite(file_text(files.path("s.yaml")), files.path("s.yaml"), problems);
  REQUIRE(suite);
  const CaseChecks checks{"1", [](const std::string&, const std::string&, const PickerConfig*, const Experiment*) {
                            return std::optional<Diagnostic>();
                          }};
  const CaseList list = list_cases(*suite, checks, problems);
  REQUIRE(problems.ok());
  const auto failure = [&](const RunCommand& command) {
    RegressOptions options;
    options.directory = files.path("out");
    options.update = true;
    options.command = command;
    std::string line;
    run_suite(*suite, list, {}, options, [&](const CaseResult& one) { line += case_line(one); });
    CHECK(!std::filesystem::exists(files.path("s.stored.json")));
    return line;
  };
  // A program that writes another time of completion than it has.
  const std::string wrong = failure([&](const std::vector<std::string>& words) {
    const std::string& out = words.at(3);
    std::filesystem::copy(files.path("run"), out);
    std::string jobs = file_text(out + "/jobs.csv");
    const std::size_t last = jobs.rfind("\nb,") + 3;
    jobs[last] = '0';  // a job twice
    std::ofstream(out + "/jobs.csv", std::ios::binary) << jobs;
    return 0;
  });
  CHECK(wrong.find("FAIL  e: invariant: ") == 0);
  const std::string differs = failure([&](const std::vector<std::string>&) {
    std::cerr << "cycle 12, seed 1: model and RTL differ in round 3\n";
    return 1;
  });
  CHECK(differs == "FAIL  e: exit status 1, not 0: cycle 12, seed 1: model and RTL differ in round 3\n");
}

TEST_CASE("what is wrong with a suite is told before anything runs") {
  const InputFiles files;
  files.write("e.yaml", experiment(1000));
  files.write("n.yaml", "nodes: 16\ntraffic: {pattern: uniform, packets_per_cycle: 0.01}\n");
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"cases: []\n", "s.yaml:1:8: error: cases must list at least one case\n"},
      {"cases: [{name: a}]\n", "s.yaml:1:9: error: cases[0] names nothing to run"},
      {"cases: [{experiment: e.yaml, study: e.yaml}]\n", "s.yaml:1:37: error: cases[0] has the key experiment, too"},
      {"cases: [{experiment: f.yaml}]\n", "s.yaml:1:22: error: "},
      {"cases: [{experiment: e.yaml, metric: [cycles]}]\n", "(did you mean 'metrics'?)"},
      {"cases: [{experiment: e.yaml, metrics: [cylces]}]\n", "s.yaml:1:40: error: unknown metric: 'cylces' in "},
      {"cases: [{experiment: e.yaml, metrics: [cycles.mean]}]\n", "that is a value and has no parts"},
      {"cases: [{experiment: n.yaml, metrics: [tasks.completed]}]\n", "unknown metric: 'tasks' in network.json"},
      {"cases: [{experiment: e.yaml, metrics: [{cycles: -2}]}]\n", "s.yaml:1:49: error: a tolerance must be "},
      {"cases: [{experiment: e.yaml, tables: [task.csv]}]\n", "(did you mean 'tasks.csv'?)"},
      {"cases: [{experiment: e.yaml, exit: 3}]\n", "s.yaml:1:36: error: cases[0].exit must be "},
      {"cases: [{experiment: e.yaml, exit: 2, metrics: [cycles]}]\n", "with exit status 2 nothing is run"},
      {"cases: [{experiment: e.yaml, engine: picker=lockstp}]\n", "s.yaml:1:38: error: the engine must be "},
      {"cases: [{experiment: e.yaml, engine: picker=rtl, set: {policies.picker: fifo}}]\n", "cannot replace fifo"},
      {"cases: [{experiment: e.yaml, engine: dispatch_core=lockstep}]\n",
       "s.yaml:1:38: error: the dispatch core needs "},
      {"cases: [{experiment: e.yaml, set: {policies.piker: fifo}}]\n", "did you mean"},
      {"cases: [{experiment: e.yaml, set: {architecture.host.ring_entries: 0}}]\n", "ring_entries must be "},
      {"cases: [{experiment: e.yaml}, {experiment: e.yaml}]\n", "there is a case 'e' already"},
      {"cases: [{stimuli: .}]\n", "has no file of the ending .stim"},
      {"cases: [{experiment: e.yaml}]\ndefaults: {metrics: [sessions.completed.mean]}\n", "s.yaml:2:22: error: "},
      {"base: e.yaml\nvary: {seed: [1, 2]}\n", "`gantry sweep` takes it"},
  };
  for (const auto& [suite, message] : wrong) {
    INFO(suite);
    files.write("s.yaml", suite);
    const Answer answer = regress(files, {"s.yaml"});
    CHECK(answer.status == 2);
    INFO(answer.err);
    CHECK(has(answer.err, message));
    CHECK(answer.out.empty());
    CHECK(!std::filesystem::exists(files.path("out")));
  }
  files.write("s.yaml", "cases: [{experiment: e.yaml, metrics: [cycles]}]\n");
  files.write("s.stored.json", R"({"schema": "gantry-stored-1", "cases": {"e": {"metrics": {"cycles": "many"}}}})");
  CHECK(has(regress(files, {"s.yaml"}).err, "s.stored.json:1:69: error: cases.e.metrics.cycles must be a number"));
  // Nothing that is read is written over.
  files.write("s.stored.json", experiment(5));
  CHECK(regress(files, {"s.yaml", "--junit", "e.yaml"}).status == 2);
  files.write("s.yaml", "stored: e.yaml\ncases: [{experiment: e.yaml, metrics: [cycles]}]\n");
  CHECK(regress(files, {"s.yaml", "--update"}).status == 2);
  CHECK(file_text(files.path("e.yaml")) == experiment(1000));
}

}  // namespace gantry::regress_test
