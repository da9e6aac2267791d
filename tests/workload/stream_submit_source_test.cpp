// SPDX-License-Identifier: Apache-2.0
// Tasks of streams with a `submit` of their own. Random streams are held against a list of the tasks of all their
// instances, each with its arrival added to its `submit`: the host takes the same tasks in the same order.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "gantry/base/random.h"
#include "input_files.h"
#include "sanitized.h"

namespace gantry::stream_submit_source_test {

namespace {

Experiment read(const std::string& workload) {
  const InputFiles files;
  Diagnostics diagnostics;
  auto experiment = read_experiment("architecture: {processors: [{count: 4}]}\nworkload:\n" + workload,
                                    files.path("e.yaml"), {}, diagnostics);
  if (experiment) check_feasible(*experiment, diagnostics);
  for (const std::string& line : diagnostics.lines()) FAIL_CHECK(line);
  REQUIRE((experiment && diagnostics.ok()));
  return std::move(*experiment);
}

struct RandomTask {
  Cycle submit = 0;
  std::uint64_t cycles = 0;
  Cycle deadline = 0;  ///< 0: none
  std::vector<std::size_t> after;
};

struct RandomStream {
  Cycle offset = 0;
  Cycle interval = 0;
  std::uint64_t count = 0;
  std::vector<RandomTask> tasks;
};

RandomStream random_stream(RandomBits& bits) {
  RandomStream stream;
  stream.offset = random_below(bits, 2) * random_below(bits, 100);
  stream.interval = 1 + random_below(bits, 120);
  stream.count = 1 + random_below(bits, 8);
  const bool late = random_below(bits, 3) == 0;  // none of its tasks is due with the arrival
  const std::uint64_t tasks = 1 + random_below(bits, 5);
  for (std::uint64_t t = 0; t < tasks; ++t) {
    RandomTask& task = stream.tasks.emplace_back();
    task.submit = (late ? 17 : 0) + random_below(bits, 2) * random_below(bits, 10) * 30;
    task.cycles = random_below(bits, 1000000);
    if (random_below(bits, 3) == 0) task.deadline = 1 + random_below(bits, 50);
    for (std::size_t before = 0; before + 1 < stream.tasks.size(); ++before) {
      if (random_below(bits, 3) != 0) continue;
      task.after.push_back(before);
      task.submit = std::max(task.submit, stream.tasks[before].submit);
    }
  }
  return stream;
}

std::string text_of(const RandomTask& task, const std::string& prefix, std::size_t number, Cycle arrival,
                    std::size_t stream) {
  std::string text = "{id: " + prefix + std::to_string(number) + ", submit: " + std::to_string(arrival + task.submit) +
                     ", cycles: " + std::to_string(task.cycles) + ", stream: " + std::to_string(stream);
  if (task.deadline > 0) text += ", deadline: " + std::to_string(task.deadline);
  text += ", after: [";
  for (std::size_t i = 0; i < task.after.size(); ++i)
    text += (i == 0 ? "" : ", ") + prefix + std::to_string(task.after[i]);
  return text + "]}";
}

std::string as_streams(const std::vector<RandomStream>& streams) {
  std::string text = "  streams:\n";
  for (std::size_t s = 0; s < streams.size(); ++s) {
    const RandomStream& stream = streams[s];
    text += "    - {name: s" + std::to_string(s) + ", count: " + std::to_string(stream.count) +
            ", arrivals: {process: periodic, interval_cycles: " + std::to_string(stream.interval) +
            ", offset_cycles: " + std::to_string(stream.offset) + "}, workload: {tasks: [";
    for (std::size_t t = 0; t < stream.tasks.size(); ++t)
      text += (t == 0 ? "" : ", ") + text_of(stream.tasks[t], "t", t, 0, 0);
    text += "]}}\n";
  }
  return text;
}

/// The instances in order of arrival, of equal ones by their streams.
std::string as_list(const std::vector<RandomStream>& streams) {
  std::vector<std::tuple<Cycle, std::size_t, std::uint64_t>> instances;
  for (std::size_t s = 0; s < streams.size(); ++s) {
    for (std::uint64_t i = 0; i < streams[s].count; ++i)
      instances.emplace_back(streams[s].offset + i * streams[s].interval, s, i);
  }
  std::sort(instances.begin(), instances.end());
  std::string text = "  tasks:\n";
  for (const auto& [arrival, s, i] : instances) {
    const std::string prefix = "s" + std::to_string(s) + "i" + std::to_string(i) + "t";
    for (std::size_t t = 0; t < streams[s].tasks.size(); ++t)
      text += "    - " + text_of(streams[s].tasks[t], prefix, t, arrival, s) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("the host takes the tasks of streams as those of a list with the arrivals in their submit cycles") {
  RandomBits bits(27, 11);
  const int cases = kSanitized ? 60 : 600;
  for (int number = 0; number < cases; ++number) {
    INFO("case " << number);
    std::vector<RandomStream> streams(1 + random_below(bits, 3));
    for (RandomStream& stream : streams) stream = random_stream(bits);
    const Experiment open = read(as_streams(streams));
    const Experiment list = read(as_list(streams));
    const auto source = make_task_source(open);
    const auto expected = make_task_source(list);
    CHECK(source->total() == expected->total());
    Task a;
    Task b;
    for (std::uint64_t n = 0; expected->next(a); ++n) {
      REQUIRE(source->next(b));
      REQUIRE(b.submit == a.submit);
      REQUIRE(b.cycles == a.cycles);
      REQUIRE(b.stream == a.stream);
      REQUIRE(b.after == a.after);
      REQUIRE(b.deadline == a.deadline);
      REQUIRE(source->links(n, b.stream, b.place).after == a.after);
      for (const std::uint64_t before : a.after) REQUIRE(n - before <= b.behind);
    }
    CHECK_FALSE(source->next(b));
  }
}

TEST_CASE("a submit cycle may vary, and the order of an instance is that of the means") {
  const Experiment experiment = read(
      "  streams:\n"
      "    - {name: s, count: 2000, arrivals: {process: periodic, interval_cycles: 7}, workload: {tasks: [\n"
      "        {id: a, submit: {uniform: [0, 40]}, cycles: 1},\n"
      "        {id: b, submit: {uniform: [10, 50]}, cycles: 2, after: [a], deadline: 5}]}}\n");
  const auto source = make_task_source(experiment);
  Cycle before = 0;
  std::vector<Cycle> first(2000, kNever);
  int pulled = 0;
  int waited = 0;
  for (Task task; source->next(task);) {
    CHECK(task.submit >= before);
    before = task.submit;
    const Cycle arrival = 7 * task.instance;
    CHECK(task.submit - task.offset == arrival);
    if (task.place == 0) {
      first[task.instance] = task.submit;
      CHECK(task.offset <= 40 + 40);
      // Instances begin in order of arrival.
      if (task.instance > 0 && first[task.instance - 1] == task.submit) ++pulled;
    } else {
      CHECK(task.submit >= std::max(first[task.instance], arrival + 10));
      CHECK(task.deadline == task.submit + 5);
      waited += task.submit == first[task.instance] ? 1 : 0;
    }
  }
  CHECK(pulled > 100);
  CHECK(waited > 100);
}

TEST_CASE("the submit cycle of a request follows its sizes") {
  const InputFiles files;
  files.write("r.csv", "time,n\n0,3\n1000,50\n");
  Diagnostics diagnostics;
  const auto experiment = read_experiment(
      "architecture: {processors: [{count: 4}]}\nworkload:\n  streams:\n"
      "    - {name: s, count: 2, workload: {tasks: [{id: a}, {id: b, submit: 10 * n, after: [a]}]},\n"
      "       arrivals: {process: trace, path: r.csv, sizes: {n: n}, mapping: {time_unit: cycles}}}\n",
      files.path("e.yaml"), {}, diagnostics);
  REQUIRE((experiment && diagnostics.ok()));
  const auto source = make_task_source(*experiment);
  std::vector<Cycle> cycles;
  for (Task task; source->next(task);) cycles.push_back(task.submit);
  CHECK(cycles == std::vector<Cycle>{0, 30, 1000, 1500});
}

TEST_CASE("a graph that runs once draws its submit cycles, and keeps its order") {
  for (const char* seed : {"1", "2", "3", "4"}) {
    Experiment experiment = read(
        "  tasks:\n    - {id: a, submit: {uniform: [0, 100]}, cycles: 1}\n"
        "    - {id: b, submit: {uniform: [20, 90]}, cycles: 2, deadline: 9}\n    - {id: c, submit: 60, cycles: 3}\n");
    experiment.seed = std::stoull(seed);
    const auto source = make_task_source(experiment);
    std::vector<Task> tasks;
    for (Task task; source->next(task);) tasks.push_back(task);
    REQUIRE(tasks.size() == 3);
    CHECK((tasks[0].cycles == 1 && tasks[1].cycles == 2 && tasks[2].cycles == 3));
    CHECK(tasks[1].submit >= std::max<Cycle>(tasks[0].submit, 20));
    CHECK(tasks[1].deadline == tasks[1].submit + 9);
    CHECK(tasks[2].submit == std::max<Cycle>(tasks[1].submit, 60));
  }
}

}  // namespace gantry::stream_submit_source_test
