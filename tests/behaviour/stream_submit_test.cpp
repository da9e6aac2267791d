// SPDX-License-Identifier: Apache-2.0
// Tasks of streams with a `submit` of their own, on the machine of scenario.h. A task of one job that is submitted in
// cycle S and meets no other arrives at p0 in S + 91, completes in S + 97 + C after C cycles of computation, and the
// host has taken its interrupt in S + 104 + C.
#include <map>
#include <string>
#include <vector>

#include "behaviour/scenario.h"
#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/stream_chains.h"
#include "experiment/task_source.h"
#include "input_files.h"
#include "output/tenant_statistics.h"

namespace gantry::stream_submit_test {

namespace {

struct Ran final : RecordSink {
  Ran(const TaskSource& from, std::vector<Tenant> streams) : source(from), tenants(std::move(streams)) {}

  void task_done(const TaskRecord& task) override {
    tasks[task.number] = task;
    after[task.number] = source.links(task.number, task.stream, task.place).after;
    tenants.task_done(task);
  }
  void job_done(const JobRecord& job) override { tenants.job_done(job); }

  [[nodiscard]] Cycles submitted() const {
    Cycles cycles;
    for (const auto& [number, task] : tasks) cycles.push_back(task.submitted);
    return cycles;
  }
  /// Stream, instance and place of each task in order of submission.
  [[nodiscard]] std::string order() const {
    std::string text;
    for (const auto& [number, task] : tasks)
      text += (text.empty() ? "" : " ") + std::to_string(task.stream) + std::to_string(task.instance) +
              std::to_string(task.place);
    return text;
  }

  const TaskSource& source;
  TenantStatistics tenants;
  std::map<std::uint64_t, TaskRecord> tasks;
  std::map<std::uint64_t, std::vector<std::uint64_t>> after;  ///< as the source says when a task completes
};

/// A stream, with the same arrivals in every test.
std::string stream(const std::string& name, int count, int interval, const std::string& tasks,
                   const std::string& more = "") {
  return "    - {name: " + name + ", count: " + std::to_string(count) +
         ", arrivals: {process: periodic, interval_cycles: " + std::to_string(interval) + "}, workload: {tasks: [" +
         tasks + "]}" + more + "}\n";
}

Ran run(const std::string& streams) {
  const InputFiles files;
  Diagnostics diagnostics;
  const auto experiment = read_experiment("architecture: {processors: [{count: 1}]}\nworkload:\n  streams:\n" + streams,
                                          files.path("e.yaml"), {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) FAIL_CHECK(line);
  REQUIRE((experiment && diagnostics.ok()));
  std::vector<Tenant> tenants;
  for (const GraphStream& of : experiment->streams) {
    Tenant& tenant = tenants.emplace_back();
    tenant.tasks = static_cast<std::uint32_t>(of.workload.tasks.size());
    tenant.deadline = of.deadline_cycles;
  }
  const Scenario scenario = tiny(1);
  const auto source = make_task_source(*experiment);
  Ran ran(*source, tenants);
  Machine machine(scenario.architecture, scenario.policies, *source, ran);
  Cycle now = 0;
  REQUIRE(run_cycles(machine, {}, {true, 1}, now) == RunEnd::complete);
  machine.verify_empty();
  CHECK(source->total() == ran.tasks.size());
  return ran;
}

}  // namespace

TEST_CASE("a task of a stream is submitted so many cycles after its instance has arrived") {
  const Ran ran = run(stream("s", 2, 1000, "{id: a, cycles: 100}, {id: b, cycles: 50, submit: 300}"));
  CHECK(ran.submitted() == Cycles{0, 300, 1000, 1300});
  CHECK(ran.order() == "000 001 010 011");
}

TEST_CASE("instances come between the tasks of another, and waits stay within an instance") {
  const Ran ran = run(stream("s", 3, 200, "{id: a, cycles: 1}, {id: b, cycles: 1, submit: 300, after: [a]}"));
  CHECK(ran.submitted() == Cycles{0, 200, 300, 400, 500, 700});
  CHECK(ran.order() == "000 010 001 020 011 021");
  CHECK(ran.after.at(2) == std::vector<std::uint64_t>{0});
  CHECK(ran.after.at(4) == std::vector<std::uint64_t>{1});
  CHECK(ran.after.at(5) == std::vector<std::uint64_t>{3});
}

TEST_CASE("of tasks of one cycle those of the instance that arrived first are first, then those of the first stream") {
  // In cycle 300 the second task of instance 0 is due, and instance 1 arrives.
  const Ran one = run(stream("s", 2, 300, "{id: a}, {id: b, submit: 300}, {id: c, submit: 300}"));
  CHECK(one.order() == "000 001 002 010 011 012");
  CHECK(one.submitted() == Cycles{0, 300, 301, 302, 600, 601});
  const Ran two = run(stream("s", 1, 1, "{id: a}, {id: b, submit: 300}") +
                      stream("t", 1, 1, "{id: a, submit: 200}, {id: b, submit: 300}"));
  CHECK(two.order() == "000 100 001 101");
  CHECK(two.submitted() == Cycles{0, 200, 300, 301});
}

TEST_CASE("response times and deadlines count from the arrival of the instance") {
  // The task of 50 cycles is submitted in 300, and completes in 300 + 97 + 50 = 447 cycles after the arrival.
  const Ran ran =
      run(stream("s", 2, 5000, "{id: a, cycles: 100}, {id: b, cycles: 50, submit: 300}", ", deadline_cycles: 440") +
          stream("late", 1, 1, "{id: c, cycles: 10, submit: 2000}"));
  const TenantsStats stats = ran.tenants.stats();
  CHECK(stats.tenants[0].max == 447);
  CHECK(stats.tenants[0].misses == 2);
  CHECK(stats.tenants[0].tardiness == 14);
  CHECK(stats.tenants[1].max == 2000 + 97 + 10);
}

TEST_CASE("a step is over when its last task is, and the next one counts from there") {
  const Ran ran = run(stream("s", 1, 1, "{id: a, cycles: 100}, {id: b, cycles: 10, submit: 150}", ", repeat: 2"));
  // a is over in 204, b in 150 + 104 + 10 = 264.
  CHECK(ran.submitted() == Cycles{0, 150, 264, 414});
}

TEST_CASE("a step that arrives comes before a task with a later submit cycle") {
  const auto with = [](const std::string& submit) {
    return run(stream("loop", 1, 1, "{id: a, cycles: 100}", ", repeat: 2") +
               stream("open", 1, 1, "{id: x}, {id: y, submit: " + submit + "}"));
  };
  // The second step arrives in cycle 204. Of one cycle the instance that arrived first is first.
  CHECK(with("1000").order() == "000 100 010 101");
  CHECK(with("1000").submitted() == Cycles{0, 1, 204, 1000});
  CHECK(with("205").submitted() == Cycles{0, 1, 204, 205});
  CHECK(with("204").order() == "000 100 101 010");
  CHECK(with("204").submitted() == Cycles{0, 1, 204, 205});
}

}  // namespace gantry::stream_submit_test
