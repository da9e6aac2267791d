// SPDX-License-Identifier: Apache-2.0
// Generated workloads: graphs against their formulas, streams against their distributions.
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "gantry/base/random.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "input_files.h"
#include "output/record_fan_out.h"
#include "workload/generator.h"

namespace gantry::generators_test {

namespace {

using Lines = std::vector<std::string>;

GeneratedWorkload generate(const std::string& text) {
  Diagnostics diagnostics;
  GeneratedWorkload made;
  const auto node = parse_yaml(text, "g", diagnostics);
  REQUIRE(node);
  generate_workload(*node, "workload", "", made, diagnostics);
  CHECK(diagnostics.lines() == Lines());
  return made;
}

Lines errors(const std::string& text) {
  Diagnostics diagnostics;
  GeneratedWorkload made;
  const auto node = parse_yaml(text, "g", diagnostics);
  REQUIRE(node);
  CHECK_FALSE(generate_workload(*node, "workload", "", made, diagnostics));
  return diagnostics.lines();
}

WorkloadFacts facts_of(const std::string& name, int tiles) {
  return facts(generate("{generator: " + name + ", tiles: " + std::to_string(tiles) + "}").workload);
}

WorkloadFacts pattern(const std::string& name, int width, int steps, const std::string& more = "") {
  return facts(generate("{generator: task_bench, pattern: " + name + ", width: " + std::to_string(width) +
                        ", steps: " + std::to_string(steps) + more + "}")
                   .workload);
}

/// An experiment with this workload on four cores and a dma.
Experiment experiment(const std::string& workload, std::uint64_t seed = 1) {
  const InputFiles files;
  Diagnostics diagnostics;
  const std::string path =
      files.write("e.yaml", "architecture: {processors: [{count: 4}, {type: dma}]}\nseed: " + std::to_string(seed) +
                                "\nworkload: " + workload + '\n');
  auto read = load_experiment(path, {}, diagnostics);
  CHECK(files.errors(diagnostics) == Lines());
  return read ? *read : Experiment();
}

std::vector<Task> draw(const std::string& workload, std::uint64_t seed = 1) {
  const Experiment made = experiment(workload, seed);
  const auto source = make_task_source(made);
  std::vector<Task> tasks;
  Task task;
  while (source->next(task)) tasks.push_back(task);
  CHECK(tasks.size() == source->total());
  return tasks;
}

}  // namespace

TEST_CASE("tiled kernels have the counts of their formulas", "[generators]") {
  for (int t = 1; t <= 20; t += 1) {
    const auto T = static_cast<std::uint64_t>(t);
    const WorkloadFacts cholesky = facts_of("cholesky", t);
    CHECK(cholesky.tasks == T * (T + 1) * (T + 2) / 6);
    CHECK(cholesky.edges == (T - 1) * T * (T + 1) / 2);
    CHECK(cholesky.unit_total_work == static_cast<double>(T * T * T));
    const WorkloadFacts lu = facts_of("lu", t);
    CHECK(lu.tasks == T * (T + 1) * (2 * T + 1) / 6);
    CHECK(lu.edges == (T - 1) * T * (2 * T + 1) / 2);
    CHECK(lu.unit_total_work == static_cast<double>(2 * T * T * T));
    const WorkloadFacts qr = facts_of("qr", t);
    CHECK(qr.tasks == lu.tasks);
    CHECK(qr.edges == lu.edges);
    CHECK(qr.unit_total_work == static_cast<double>(4 * T * T * T));
    if (t < 2) continue;
    CHECK(cholesky.unit_critical_path == static_cast<double>(9 * T - 10));
    CHECK(lu.unit_critical_path == static_cast<double>(11 * T - 9));
    CHECK(qr.unit_critical_path == static_cast<double>(30 * T - 34));
  }
}

TEST_CASE("tiled kernels have the known shape", "[generators]") {
  // Four tiles: 4 potrf, 6 trsm, 6 syrk and 4 gemm; the first step has 3 syrk and 3 gemm side by side.
  const WorkloadFacts cholesky = facts_of("cholesky", 4);
  CHECK(cholesky.tasks == 20);
  CHECK(cholesky.depth == 10);
  CHECK(cholesky.widest_level == 6);
  CHECK(facts_of("lu", 6).depth == 3 * 6 - 2);
  CHECK(facts_of("lu", 6).widest_level == 25);  // (T - 1)^2 gemm
  CHECK(facts_of("qr", 10).depth == 28);
  CHECK(facts_of("qr", 10).widest_level == 33);
}

TEST_CASE("a kernel's mapping and tile bytes", "[generators]") {
  const Workload workload =
      generate("{generator: cholesky, tiles: 2, tile_bytes: 100, mapping: {cycles_per_unit: 7, jobs: 2}}").workload;
  REQUIRE(workload.tasks.size() == 4);
  CHECK(workload.tasks[1].id == "trsm_1_0");
  CHECK(workload.tasks[1].cycles == 11);  // 3 x 7 / 2
  CHECK(workload.tasks[1].after[0].bytes == 100);
  CHECK(workload.tasks[1].input_bytes == 50);
  CHECK(workload.tasks[1].output_bytes == 50);
  CHECK(generate("{generator: lu, tiles: 1}").workload.tasks[0].cycles == 2000);
}

TEST_CASE("Task Bench patterns have the counts of Task Bench", "[generators]") {
  struct Case {
    const char* name;
    std::uint64_t small, medium, large;  // edges of 4 x 4, 8 x 10 and 64 x 100 (width x steps)
    std::uint64_t tasks4, tasks8, tasks64;
  };
  const std::vector<Case> cases = {
      {"trivial", 0, 0, 0, 16, 80, 6400},
      {"no_comm", 12, 72, 6336, 16, 80, 6400},                // width (steps - 1)
      {"stencil_1d", 30, 198, 18810, 16, 80, 6400},           // (3 width - 2) (steps - 1)
      {"stencil_1d_periodic", 36, 216, 19008, 16, 80, 6400},  // 3 width (steps - 1)
      {"dom", 6, 47, 4986, 6, 30, 2550},
      {"tree", 10, 62, 6078, 11, 63, 6079},  // one per task but the first
      {"fft", 28, 174, 16978, 16, 80, 6400},
      {"all_to_all", 48, 576, 405504, 16, 80, 6400},  // width^2 (steps - 1)
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(pattern(c.name, 4, 4).edges == c.small);
    CHECK(pattern(c.name, 8, 10).edges == c.medium);
    CHECK(pattern(c.name, 64, 100).edges == c.large);
    CHECK(pattern(c.name, 4, 4).tasks == c.tasks4);
    CHECK(pattern(c.name, 8, 10).tasks == c.tasks8);
    CHECK(pattern(c.name, 64, 100).tasks == c.tasks64);
  }
  CHECK(pattern("nearest", 4, 4, ", radix: 4").edges == 3 * (4 * 4 - 1 - 3));
  CHECK(pattern("nearest", 8, 10, ", radix: 5").edges == 306);  // (5 x 8 - 6) x 9
  CHECK(pattern("nearest", 64, 100, ", radix: 5").edges == 31086);
  CHECK(pattern("nearest", 16, 20, ", radix: 3").edges == 874);
  CHECK(pattern("spread", 8, 10, ", radix: 5, period: 2").edges == 360);  // radix width (steps - 1)
  CHECK(pattern("spread", 64, 100, ", radix: 3, period: 3").edges == 19008);
}

TEST_CASE("Task Bench patterns have the shape of their steps", "[generators]") {
  CHECK(pattern("stencil_1d", 8, 10).depth == 10);
  CHECK(pattern("stencil_1d", 8, 10).widest_level == 8);
  CHECK(pattern("trivial", 8, 10).depth == 1);
  CHECK(pattern("trivial", 8, 10).widest_level == 80);
  CHECK(pattern("dom", 64, 100).widest_level == 37);  // where width, t + 1 and steps - t cross
  CHECK(pattern("tree", 16, 20).tasks == 271);
  CHECK(pattern("fft", 8, 10, ", work: 2.5").unit_critical_path == 25.0);
  // One point: every pattern but trivial is a chain.
  for (const char* name :
       {"no_comm", "stencil_1d", "stencil_1d_periodic", "tree", "fft", "all_to_all", "nearest", "spread"}) {
    INFO(name);
    CHECK(pattern(name, 1, 5).edges == 4);
    CHECK(pattern(name, 1, 5).tasks == 5);
  }
  CHECK(generate("{generator: task_bench, pattern: no_comm, width: 1, steps: 2, bytes: 9}")
            .workload.tasks[1]
            .input_bytes == 9);
}

TEST_CASE("wrong keys of a generator are reported", "[generators]") {
  CHECK(errors("{generator: nothing}") ==
        Lines{"g:1:13: error: workload.generator must be bursts, cholesky, lu, poisson, qr, task_bench or trace, not "
              "'nothing'"});
  CHECK(errors("{generator: lu, tiles: 0, tile: 3}") ==
        Lines{"g:1:24: error: workload.tiles must be 1 to 128, not 0",
              "g:1:27: error: unknown key 'workload.tile' (did you mean 'tiles'?)"});
  CHECK(errors("{generator: lu}") ==
        Lines{"g:1:1: error: workload.tiles is missing (the matrix has tiles x tiles of them)"});
  CHECK(errors("{generator: task_bench, pattern: dom, width: 4, steps: 4, radix: 3}") ==
        Lines{"g:1:66: error: workload.radix is for the patterns nearest and spread"});
  CHECK(errors("{generator: task_bench, pattern: all_to_all, width: 1000, steps: 1000}") ==
        Lines{"g:1:34: error: workload.pattern has more than 16777216 edges (fewer steps or points)"});
  CHECK(errors("{generator: task_bench, pattern: dom, width: 1000000, steps: 1000}") ==
        Lines{"g:1:62: error: workload.steps times width must be at most 1048576 tasks"});
  CHECK(
      errors("{generator: poisson, tasks: 5, interval_cycles: -1, cycles: 1, weight: {300: 1, 4: 0}, jobs: 0}") ==
      Lines{"g:1:49: error: workload.interval_cycles must be a number from 0 to 1099511627776 with at most 6 fraction "
            "digits, not '-1'",
            "g:1:73: error: workload.weight must be 1 to 256, not 300",
            "g:1:72: error: workload.weight must give a share of at least 1 to something",
            "g:1:94: error: workload.jobs must be 1 to 65536, not 0"});
  CHECK(errors("{generator: poisson, tasks: 5, interval_cycles: 1, cycles: {uniform: [5, 2]}, class: event}") ==
        Lines{"g:1:86: error: workload.class must be block, cluster, union or communication, not 'event'",
              "g:1:70: error: workload.cycles.uniform must have the least value first"});
  CHECK(errors("{generator: bursts, tasks: 5, cycles: {exponential: 5, constant: 3}}") ==
        Lines{"g:1:1: error: workload.burst_tasks is missing (tasks in a burst)",
              "g:1:1: error: workload.burst_interval_cycles is missing (cycles from one to the next)",
              "g:1:39: error: workload.cycles must have one of the keys constant, exponential and uniform"});
  CHECK(errors("{generator: poisson, tasks: 1099511627776, interval_cycles: 1099511627776, cycles: 1}") ==
        Lines{"g:1:29: error: workload.tasks arrive over more than 2^60 cycles (fewer tasks or shorter intervals)"});
}

TEST_CASE("random bits are the same everywhere", "[generators]") {
  RandomBits bits(1, 1);
  RandomBits other(1, 2);
  const std::uint64_t first = bits.next();
  CHECK(first != other.next());
  CHECK(RandomBits(1, 1).next() == first);
  CHECK(RandomBits(2, 1).next() != first);
  CHECK(first == 3501290240102054732U);
  std::vector<std::uint64_t> drawn;
  for (int i = 0; i < 4; ++i) drawn.push_back(random_exponential(bits));
  CHECK(drawn ==
        std::vector<std::uint64_t>{47938138943956385U, 162603250380321278U, 214280273435871259U, 130105406631515191U});
}

TEST_CASE("exponential variates have the moments and the tail of theirs", "[generators]") {
  RandomBits bits(7, 3);
  constexpr int kDraws = 1000000;
  const double unit = std::ldexp(1.0, -kExponentialBits);
  double sum = 0;
  double squares = 0;
  std::vector<int> beyond(12);
  for (int i = 0; i < kDraws; ++i) {
    const double x = static_cast<double>(random_exponential(bits)) * unit;
    sum += x;
    squares += x * x;
    for (std::size_t t = 0; t < beyond.size() && x > static_cast<double>(t) / 2; ++t) ++beyond[t];
  }
  // Five standard errors: of the mean 1, of the mean square sqrt(20), of a share sqrt(p (1 - p)), each / 1000.
  CHECK(std::abs(sum / kDraws - 1.0) < 0.005);
  CHECK(std::abs(squares / kDraws - 2.0) < 0.0224);
  for (std::size_t t = 0; t < beyond.size(); ++t) {
    const double p = std::exp(-static_cast<double>(t) / 2);
    CHECK(std::abs(static_cast<double>(beyond[t]) / kDraws - p) <= 5 * std::sqrt(p * (1 - p) / kDraws));
  }
}

TEST_CASE("numbers below a bound are equally likely", "[generators]") {
  RandomBits bits(3, 1);
  std::vector<int> counts(7);
  for (int i = 0; i < 700000; ++i) ++counts[random_below(bits, 7)];
  for (const int count : counts) CHECK(std::abs(count - 100000) < 5 * 293);  // sqrt(n p (1 - p)) = 293
  CHECK(random_below(bits, 1) == 0);
}

TEST_CASE("a Poisson stream draws arrivals, classes, weights, jobs and cycles on their own", "[generators]") {
  const std::string keys =
      "tasks: 100000, interval_cycles: 12.5, class: {block: 3, communication: 1}, weight: {1: 1, 8: 1}, stream: {0: 1, "
      "7: 1}, jobs: {1: 1, "
      "4: "
      "3}, job_bytes: 5, input_bytes: 9";
  const std::vector<Task> tasks = draw("{generator: poisson, cycles: {uniform: [10, 19]}, " + keys + "}");
  REQUIRE(tasks.size() == 100000);
  std::map<std::string, int> count;
  double cycles = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const Task& task = tasks[i];
    if (i > 0) CHECK_FALSE(task.submit < tasks[i - 1].submit);
    ++count[std::string(name(task.cls))];
    ++count["weight " + std::to_string(task.weight)];
    ++count["stream " + std::to_string(task.stream)];
    ++count["jobs " + std::to_string(task.jobs)];
    cycles += static_cast<double>(task.cycles);
  }
  CHECK(count.size() == 8);
  CHECK(std::abs(count["block"] - 75000) < 5 * 137);  // sqrt(n p (1 - p))
  CHECK(std::abs(count["weight 8"] - 50000) < 5 * 159);
  CHECK(std::abs(count["stream 7"] - 50000) < 5 * 159);
  CHECK(std::abs(count["jobs 4"] - 75000) < 5 * 137);
  CHECK(std::abs(cycles / 100000 - 14.5) < 5 * 2.88 / 316);
  CHECK(std::abs(static_cast<double>(tasks.back().submit) / 1250000 - 1) < 5.0 / 316);
  CHECK(tasks[0].job_bytes == 8);  // whole words
  CHECK(tasks[0].after.empty());
  // Another distribution of the cycles changes nothing else.
  const std::vector<Task> others = draw("{generator: poisson, cycles: {exponential: 1000}, " + keys + "}");
  for (std::size_t i = 0; i < 1000; ++i) {
    CHECK(others[i].submit == tasks[i].submit);
    CHECK(others[i].cls == tasks[i].cls);
  }
  const std::vector<Task> reseeded = draw("{generator: poisson, cycles: 1, " + keys + "}", 2);
  CHECK(reseeded[5].submit != tasks[5].submit);
}

TEST_CASE("bursts begin one interval apart and never before the last has ended", "[generators]") {
  const auto submits = [](const std::string& keys) {
    std::vector<Cycle> cycles;
    for (const Task& task : draw("{generator: bursts, cycles: 1, " + keys + "}")) cycles.push_back(task.submit);
    return cycles;
  };
  CHECK(submits("tasks: 7, burst_tasks: 3, burst_interval_cycles: 100") ==
        std::vector<Cycle>{0, 0, 0, 100, 100, 100, 200});
  CHECK(submits("tasks: 7, burst_tasks: 3, burst_interval_cycles: 10.5, interval_cycles: 2.25") ==
        std::vector<Cycle>{0, 2, 4, 10, 12, 15, 21});
  CHECK(submits("tasks: 5, burst_tasks: 2, burst_interval_cycles: 1, interval_cycles: 5") ==
        std::vector<Cycle>{0, 5, 5, 10, 10});
  const auto drawn = submits(
      "tasks: 2000, burst_tasks: {uniform: [1, 9]}, burst_interval_cycles: {exponential: 100}, interval_cycles: 1");
  for (std::size_t i = 1; i < drawn.size(); ++i) CHECK_FALSE(drawn[i] < drawn[i - 1]);
}

TEST_CASE("recorded arrivals repeat", "[generators]") {
  const InputFiles files;
  const std::string csv = files.write("t.csv", "time,other\n10.5,1\n10,2\n12,3\n");
  std::vector<Cycle> submits;
  for (const Task& task :
       draw("{generator: trace, path: " + csv + ", tasks: 7, cycles: 5, mapping: {cycles_per_second: 10}}"))
    submits.push_back(task.submit);
  CHECK(submits == std::vector<Cycle>{0, 5, 20, 30, 35, 50, 60});
  CHECK(draw("{generator: trace, path: " + csv + ", cycles: 5}").size() == 3);
}

TEST_CASE("what a stream may draw is held against the machine", "[generators]") {
  const auto problems = [](const std::string& workload) {
    const Experiment made = experiment(workload);
    Diagnostics diagnostics;
    check_feasible(made, diagnostics);
    Lines lines;
    for (const std::string& line : diagnostics.lines()) lines.push_back(line.substr(line.find("error:")));
    return lines;
  };
  const std::string keys = "{generator: poisson, tasks: 10, interval_cycles: 10, ";
  CHECK(problems(keys + "cycles: 10, job_bytes: 3, jobs: {8: 1}}").empty());
  CHECK(problems(keys + "cycles: 10, jobs: {1: 1, 16: 1}}") ==
        Lines{"error: task 'block of the stream' has 16 jobs, and the processors that may run it have 8 queue slots (a "
              "gang is matched at once: fewer jobs, more processors or queue_depth, or dispatcher.mode per_job)"});
  CHECK(
      problems(keys + "cycles: 10, processor: gpu}") ==
      Lines{
          "error: task 'block of the stream' needs a processor of type 'gpu', which the machine does not have (it has "
          "core or dma)"});
  CHECK(problems(
            "{generator: poisson, tasks: 1000000000, interval_cycles: 10, cycles: {exponential: 281474976710656}}") ==
        Lines{"error: the stream brings more work than 2^60 cycles (fewer tasks or cycles)"});
}

TEST_CASE("generated workloads run to the end", "[generators]") {
  for (const char* workload :
       {"{generator: cholesky, tiles: 6, tile_bytes: 256}", "{generator: lu, tiles: 5, mapping: {jobs: 2}}",
        "{generator: qr, tiles: 5}", "{generator: task_bench, pattern: fft, width: 8, steps: 8, bytes: 32}",
        "{generator: task_bench, pattern: spread, width: 8, steps: 8, radix: 3, period: 2}",
        "{generator: poisson, tasks: 500, interval_cycles: 300, cycles: {exponential: 900}, jobs: {1: 1, 2: 1}, class: "
        "{block: 2, union: 1, communication: 1}, weight: {1: 1, 16: 1}}",
        "{generator: bursts, tasks: 500, burst_tasks: {uniform: [1, 40]}, burst_interval_cycles: 20000, cycles: "
        "700}"}) {
    INFO(workload);
    const Experiment made = experiment(workload);
    Diagnostics diagnostics;
    REQUIRE(check_feasible(made, diagnostics));
    const auto source = make_task_source(made);
    RecordFanOut nobody;
    Machine machine(made.architecture, {made.picker, made.processor_choice}, *source, nobody);
    Cycle now = 0;
    CHECK(run_cycles(machine, {}, {true, 5, true}, now) == RunEnd::complete);
    machine.verify_empty();
    CHECK(machine.tasks_completed() == source->total());
  }
}

}  // namespace gantry::generators_test
