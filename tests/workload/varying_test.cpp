// SPDX-License-Identifier: Apache-2.0
// Graphs whose instances differ: random numbers, formulas, branches. Draws are held against their distributions, and
// against a second machine.
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/randomness.h"
#include "experiment/task_source.h"
#include "foreign_workload.h"
#include "input_files.h"
#include "sanitized.h"
#include "workload/native_writer.h"

namespace gantry::varying_test {

namespace {

constexpr int kInstances = kSanitized ? 4000 : 40000;

std::optional<Experiment> read(const std::string& workload, Lines& errors, const std::string& machine = "{count: 4}") {
  const InputFiles files;
  Diagnostics diagnostics;
  auto experiment = read_experiment("architecture: {processors: [" + machine + "]}\nworkload:\n" + workload,
                                    files.path("e.yaml"), {}, diagnostics);
  errors = files.errors(diagnostics);
  return experiment;
}

Lines errors(const std::string& workload) {
  Lines lines;
  read(workload, lines);
  return lines;
}

Experiment experiment_of(const std::string& workload, const std::string& machine = "{count: 4}") {
  Lines lines;
  auto experiment = read(workload, lines, machine);
  CHECK(lines == Lines{});
  REQUIRE(experiment);
  return std::move(*experiment);
}

std::string stream_of(const std::string& tasks, const std::string& rest = "") {
  return "  streams:\n    - name: s\n      count: " + std::to_string(kInstances) +
         "\n      arrivals: {process: periodic, interval_cycles: 10}\n      workload: {tasks: [" + tasks + "]" + rest +
         "}\n";
}

/// The tasks of all instances, by their place in the graph.
std::vector<std::vector<Task>> tasks_of(const Experiment& experiment) {
  std::vector<std::vector<Task>> all;
  const auto source = make_task_source(experiment);
  for (Task task; source->next(task);) {
    if (all.size() <= task.place) all.resize(task.place + 1);
    all[task.place].push_back(task);
  }
  return all;
}

double mean_cycles(const std::vector<Task>& tasks) {
  double sum = 0.0;
  for (const Task& task : tasks) sum += static_cast<double>(task.cycles);
  return sum / static_cast<double>(tasks.size());
}

}  // namespace

TEST_CASE("numbers of a task are drawn for each instance, from the distribution that the file gives") {
  const auto tasks =
      tasks_of(experiment_of(stream_of("{id: u, cycles: {uniform: [10, 19]}},"
                                       "{id: e, cycles: {exponential: 1000}},"
                                       "{id: t, cycles: {table: [[5, 1], [50, 3]]}},"
                                       "{id: c, input_bytes: {uniform: [0, 1]}}")));
  REQUIRE(tasks.size() == 4);
  std::map<std::uint64_t, int> seen;
  for (const Task& task : tasks[0]) ++seen[task.cycles];
  REQUIRE(seen.size() == 10);
  CHECK(seen.begin()->first == 10);
  // Five standard deviations of a count: a correct draw fails in one of a million seeds.
  const double each = kInstances / 10.0;
  for (const auto& [cycles, count] : seen) CHECK(std::abs(count - each) < 5.0 * std::sqrt(each));
  CHECK(std::abs(mean_cycles(tasks[1]) - 1000.0) < 5.0 * 1000.0 / std::sqrt(kInstances));
  CHECK(std::abs(mean_cycles(tasks[2]) - 38.75) < 5.0 * 19.5 / std::sqrt(kInstances));
  for (const Task& task : tasks[2]) CHECK((task.cycles == 5 || task.cycles == 50));
  for (const Task& task : tasks[3]) CHECK(task.input_bytes <= 1);
}

TEST_CASE("of a branch one alternative runs, as often as its probability says, and the others are events") {
  const auto tasks = tasks_of(experiment_of(
      stream_of("{id: a, cycles: 5}, {id: b, cycles: 7, jobs: 4, after: [a]}, {id: c, cycles: 9, after: [a]},"
                "{id: d, cycles: 1, after: [b, c]}",
                ", branch: [{p: 0.25, tasks: [b]}, {p: 0.5, tasks: [c]}]")));
  int left = 0;
  int right = 0;
  for (int i = 0; i < kInstances; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Task& b = tasks[1][at];
    const Task& c = tasks[2][at];
    left += b.jobs > 0 ? 1 : 0;
    right += c.jobs > 0 ? 1 : 0;
    REQUIRE((b.jobs == 0 || c.jobs == 0));
    REQUIRE((b.jobs == 4 || (b.cls == TaskClass::event && b.cycles == 0)));
    // The order stays: the last task waits for both.
    REQUIRE(tasks[3][at].after.size() == 2);
  }
  CHECK(std::abs(left - kInstances * 0.25) < 5.0 * std::sqrt(kInstances * 0.25 * 0.75));
  CHECK(std::abs(right - kInstances * 0.5) < 5.0 * std::sqrt(kInstances * 0.5 * 0.5));
}

TEST_CASE("draws depend on the seed, the stream and the instance, and on nothing of the machine") {
  const std::string tasks = "{id: a, cycles: {uniform: [1, 100000]}}, {id: b, cycles: {exponential: 500}, after: [a]}";
  const std::string two = stream_of(tasks) +
                          "    - name: t\n      count: 3\n      arrivals: {process: poisson, "
                          "interval_cycles: 7}\n      workload: {tasks: [{id: a}]}\n";
  const auto one = tasks_of(experiment_of(stream_of(tasks)));
  const auto other = tasks_of(experiment_of(two, "{count: 7, speed: 2}, {type: dma}"));
  REQUIRE(one[0].size() + 3 == other[0].size());
  std::vector<std::uint64_t> first;
  for (const Task& task : other[0]) {
    if (task.stream == 0) first.push_back(task.cycles);
  }
  for (std::size_t i = 0; i < first.size(); ++i) REQUIRE(first[i] == one[0][i].cycles);
  Experiment seeded = experiment_of(stream_of(tasks));
  seeded.seed += 1;
  CHECK(tasks_of(seeded)[0][0].cycles != one[0][0].cycles);
}

TEST_CASE("a graph that runs once is drawn from its seed, and its other users see the means") {
  const Experiment experiment = experiment_of(
      "  tasks: [{id: a, cycles: {uniform: [100, 200]}}, {id: b, cycles: {table: [[10, 1], [20, 1]]}}]\n");
  CHECK(experiment.workload.tasks[0].cycles == 150);
  CHECK(experiment.workload.tasks[1].cycles == 15);
  CHECK(random_keys(experiment) == Lines{"workload"});
  const auto tasks = tasks_of(experiment);
  CHECK(tasks[0][0].cycles >= 100);
  CHECK(tasks[0][0].cycles <= 200);
}

TEST_CASE("a periodic arrival is late by its jitter, and no arrival overtakes another") {
  const Experiment experiment = experiment_of(
      "  streams:\n    - {name: s, count: 2000, workload: {tasks: [{id: a}]},\n"
      "       arrivals: {process: periodic, interval_cycles: 100, offset_cycles: 7, jitter_cycles: 100}}\n");
  const auto tasks = tasks_of(experiment);
  Cycle before = 0;
  Cycle largest = 0;
  for (std::size_t i = 0; i < tasks[0].size(); ++i) {
    const Cycle at = tasks[0][i].submit;
    REQUIRE(at >= before);
    REQUIRE(at >= 7 + 100 * i);
    largest = std::max<Cycle>(largest, at - 7 - 100 * i);
    before = at;
  }
  CHECK(largest <= 100);
  CHECK(largest > 95);
  CHECK(errors("  streams:\n    - {name: s, count: 2, workload: {tasks: [{id: a}]},\n"
               "       arrivals: {process: periodic, interval_cycles: 10.5, jitter_cycles: 11}}\n") ==
        Lines{"e.yaml:5:76: error: workload.streams[0].arrivals.jitter_cycles must be at most interval_cycles, so that "
              "arrivals keep their order"});
}

TEST_CASE("requests of a trace have sizes, and their tasks cycles and bytes by formulas") {
  const InputFiles files;
  files.write("r.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n0.0,100,7\n0.000001,33,5\n0.000002,1000,1\n");
  const auto read_with = [&](const std::string& sizes, const std::string& cycles, Lines& lines) {
    Diagnostics diagnostics;
    auto experiment = read_experiment(
        "architecture: {processors: [{count: 4}]}\nworkload:\n  streams:\n    - name: s\n      count: 5\n      "
        "arrivals: "
        "{process: trace, path: r.csv, sizes: " +
            sizes + "}\n      workload: {tasks: [{id: a, cycles: " + cycles + ", input_bytes: 4 * prompt / 3}]}\n",
        files.path("e.yaml"), {}, diagnostics);
    lines = files.errors(diagnostics);
    return experiment;
  };
  Lines lines;
  const auto experiment = read_with("[prompt, output]", "64 * prompt + 0.1 * 30 * output", lines);
  CHECK(lines == Lines{});
  REQUIRE(experiment);
  const std::vector<Task> tasks = tasks_of(*experiment)[0];
  REQUIRE(tasks.size() == 5);
  // The file is repeated after its third row.
  const std::vector<std::uint64_t> cycles = {6400 + 21, 2112 + 15, 64000 + 3, 6421, 2127};
  const std::vector<std::uint64_t> bytes = {134, 44, 1334, 134, 44};
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tasks[i].cycles == cycles[i]);
    CHECK(tasks[i].input_bytes == bytes[i]);
  }
  // Who sees one number for all instances sees the mean of the three requests.
  CHECK(experiment->workload.tasks.empty());
  CHECK(experiment->streams[0].workload.tasks[0].cycles == (6421 + 2127 + 64003 + 1) / 3);

  read_with("{prompt: ContextTokens}", "500 - prompt", lines);
  CHECK(lines == Lines{"e.yaml:7:42: error: cycles must be 0 to 281474976710656, and is -500 with prompt = 1000"});
  read_with("{prompt: ContextTokens}", "promt", lines);
  CHECK(lines == Lines{"e.yaml:7:42: error: cycles names 'promt', and the requests have prompt (did you mean "
                       "'prompt'?)"});
  read_with("{prompt: Tokens}", "7", lines);
  CHECK(lines.at(0).find("no column has the size 'prompt', which is to be 'Tokens'; the columns are 'TIMESTAMP', "
                         "'ContextTokens', 'GeneratedTokens'") != std::string::npos);
  read_with("[tokens]", "7", lines);
  CHECK(lines == Lines{"e.yaml:6:55: error: the usual columns of workload.streams[0].arrivals.sizes are prompt and "
                       "output, not 'tokens' (write {tokens: COLUMN})"});
}

TEST_CASE("what varies is written and read again as it was") {
  const std::string text =
      "name: v\ntasks:\n  - {id: a, cycles: {uniform: [1, 9]}, input_bytes: 3 * x + 1}\n"
      "  - {id: b, cycles: {table: [[1, 2], [3, 4]]}, output_bytes: {exponential: 8}}\n"
      "branch: [[{p: 0.125, tasks: [a]}], [{p: 1, tasks: [b]}]]\n";
  std::ostringstream once;
  write_native(load("native", text), once);
  std::ostringstream twice;
  write_native(load("native", once.str()), twice);
  CHECK(once.str() == twice.str());
  CHECK(once.str().find(R"("cycles":{"uniform":[1,9]},"input_bytes":"3 * x + 1")") != std::string::npos);
  CHECK(once.str().find(R"("branch": [[{"p":0.125,"tasks":["a"]}],[{"p":1.0,"tasks":["b"]}]])") != std::string::npos);
}

TEST_CASE("a formula without sizes is a number, whoever asks") {
  for (const std::string formula : {"5 * 3", "2^4 - 1", "(15)", "\"min(15, 20)\""}) {
    INFO(formula);
    CHECK(load("native", "tasks: [{id: a, cycles: " + formula + "}]\n").tasks[0].cycles == 15);
  }
  CHECK(gantry::errors("native", "tasks: [{id: a, cycles: \"1/0\"}]\n").size() == 1);
}

TEST_CASE("numbers that vary wrongly are refused where they stand") {
  const auto task = [](const std::string& cycles) { return errors("  tasks: [{id: a, cycles: " + cycles + "}]\n"); };
  CHECK(task("64 * tokens") ==
        Lines{"e.yaml:3:32: error: cycles names 'tokens', and this graph serves no requests with sizes (a stream whose "
              "`arrivals` have `sizes` does)"});
  CHECK(task("64 * (3") == Lines{"e.yaml:3:34: error: the expression ends too early"});
  CHECK(task("3 - 5") == Lines{"e.yaml:3:27: error: cycles must be 0 to 281474976710656, and is -2"});
  CHECK(task("{uniform: [5, 3]}") == Lines{"e.yaml:3:37: error: cycles.uniform must have the least value first"});
  CHECK(task("{table: [[1]]}") == Lines{"e.yaml:3:36: error: cycles.table has pairs [value, share], not a list"});
  CHECK(errors("  tasks: [{id: a, class: event, cycles: {uniform: [1, 2]}}]\n") ==
        Lines{"e.yaml:3:41: error: cycles must be 0 or absent in an event task, which has no jobs"});
  const auto branch = [](const std::string& list) {
    return errors("  tasks: [{id: a}, {id: b}]\n  branch: " + list + "\n");
  };
  CHECK(branch("[{p: 0.6, tasks: [a]}, {p: 0.5, tasks: [b]}]") ==
        Lines{"e.yaml:4:11: error: the probabilities of a branch sum to at most 1, not 1.1"});
  CHECK(branch("[{p: 0.6, tasks: [a, a]}]") == Lines{"e.yaml:4:32: error: task 'a' is already in a branch"});
  CHECK(branch("[{p: 0, tasks: [c]}]") ==
        Lines{"e.yaml:4:16: error: branch.p must be a probability above 0 and up to 1 with at most six digits behind "
              "the point, not '0'",
              "e.yaml:4:27: error: there is no task 'c' for a branch"});
}

}  // namespace gantry::varying_test
