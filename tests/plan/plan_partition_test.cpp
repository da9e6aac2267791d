// SPDX-License-Identifier: Apache-2.0
// gantry plan partition as a user runs it: options, files, what is wrong with them, Ctrl-C; and the checker's rules.
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/partition/part_schedule.h"
#include "gantry/plan/partition/partition_plan.h"
#include "plan/partition_cases.h"
#include "program_run.h"

namespace gantry::plan_partition_test {

namespace {

using Words = std::vector<std::string>;

/// Two triangles of critical edges, joined by one that is not.
const char* const kTriangles =
    "tasks:\n"
    "  - {id: a, cycles: 5}\n"
    "  - {id: b, cycles: 5, after: [{task: a, critical: true, bytes: 10}]}\n"
    "  - {id: c, cycles: 5, after: [{task: a, critical: true}, {task: b, critical: true}]}\n"
    "  - {id: x, cycles: 5, after: [{task: c, bytes: 3}]}\n"
    "  - {id: y, cycles: 5, after: [{task: x, critical: true}]}\n"
    "  - {id: z, cycles: 5, after: [{task: x, critical: true}, {task: y, critical: true, bytes: 7}]}\n";

struct Room {
  InputFiles files;
  Room() { files.write("w.yaml", kTriangles); }

  /// `gantry plan partition w.yaml WORDS...`.
  [[nodiscard]] Words with(const Words& words) const {
    Words all = {"plan", "partition", "w.yaml", "--format", "native"};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }
  [[nodiscard]] std::string error(const Words& words) const {
    ProgramRun run(files, with(words));
    CHECK(run.finish() == 2);
    CHECK(run.out().empty());
    return run.err();
  }
  nlohmann::json json(const Words& words) const {
    Words all = with(words);
    all.emplace_back("--json");
    ProgramRun run(files, all);
    INFO(run.err());
    REQUIRE(run.finish() == 0);
    return nlohmann::json::parse(run.out());
  }
};

}  // namespace

TEST_CASE("gantry plan partition writes a plan that gantry plan check accepts", "[plan]") {
  const Room room;
  for (const char* initial : {"metis", "cluster"}) {
    const nlohmann::json said = room.json({"--parts", "2", "--initial", initial, "-o", "p.json"});
    CHECK(said.at("method") == "partition");
    CHECK(said.at("parameters").at("initial") == initial);
    CHECK(said.at("parameters").at("until") == "stable");
    CHECK(said.at("metrics").at("critical_cut") == 0);
    CHECK(said.at("metrics").at("cut") == 1);
    CHECK(said.at("metrics").at("cut_bytes") == 3);
    CHECK(said.at("metrics").at("largest_load") == 15);
    CHECK(said.at("metrics").at("load_limit") == 16);
    CHECK(said.at("metrics").at("boundary_tasks") == 2);
    // a, b and c in a row, 3 bytes to the other part, then x, y and z.
    CHECK(said.at("metrics").at("makespan") == 33);
    const nlohmann::json plan = nlohmann::json::parse(file_text(room.files.path("p.json")));
    REQUIRE(plan.at("placement").size() == 6);
    CHECK(plan.at("placement")[0].at("part") == plan.at("placement")[2].at("part"));
    CHECK(plan.at("placement")[0].at("part") != plan.at("placement")[3].at("part"));
    ProgramRun check(room.files, {"plan", "check", "p.json", "w.yaml", "--format", "native"});
    CHECK(check.finish() == 0);
    CHECK(check.out() == "p.json: partition, 6 placements, in order\n");
  }
}

TEST_CASE("the same seed gives the same plan, byte for byte", "[plan]") {
  const Room room;
  for (const char* file : {"1.json", "2.json"}) {
    room.json({"--parts", "3", "--initial", "cluster", "--mode", "random", "--seed", "7", "-o", file});
  }
  CHECK(file_text(room.files.path("1.json")) == file_text(room.files.path("2.json")));
}

TEST_CASE("an initial partition is a plan, a map of lists or numbers", "[plan]") {
  const Room room;
  room.files.write("map.yaml", "left: [a, b, x]\nright: [c, y, z]\n");
  room.files.write("parts.txt", "0\n0\n1\n0\n1\n1\n");
  room.json({"--parts", "2", "--initial", "map.yaml", "--until", "source", "--imbalance", "0", "-o", "plan.json"});
  for (const char* file : {"map.yaml", "parts.txt", "plan.json"}) {
    INFO(file);
    // c has two critical edges into the other part and none in its own, but that part is full; x likewise.
    const nlohmann::json said =
        room.json({"--parts", "2", "--initial", file, "--until", "source", "--imbalance", "0"}).at("metrics");
    CHECK(said.at("initial_critical_cut") == 4);
    CHECK(said.at("critical_cut") == 4);
    CHECK(said.at("rounds") == 0);
    const nlohmann::json start = room.json({"--parts", "2", "--initial", file, "--until", "start"}).at("metrics");
    CHECK(start.at("critical_cut") == 4);
    CHECK(start.at("stopped") == "start");
    // Beyond the source c and x change places.
    CHECK(room.json({"--parts", "2", "--initial", file, "--imbalance", "0"}).at("metrics").at("critical_cut") == 0);
  }
}

TEST_CASE("an initial partition over the limit is accepted with a warning", "[plan]") {
  const Room room;
  room.files.write("map.yaml", "left: [a, b, c, x, y]\nright: [z]\n");
  ProgramRun run(room.files, room.with({"--parts", "2", "--initial", "map.yaml"}));
  CHECK(run.finish() == 0);
  CHECK(run.err() == "warning: the initial partition has a part with a load of 25, above the limit of 16\n");
  CHECK(run.out().find("initial_largest_load         25\n") != std::string::npos);
}

TEST_CASE("a workload without critical edges is said to have none", "[plan]") {
  const Room room;
  room.files.write("w.yaml", "tasks: [{id: a}, {id: b, after: [a]}]");
  ProgramRun run(room.files, room.with({"--parts", "1"}));
  CHECK(run.finish() == 0);
  CHECK(run.err() ==
        "warning: no edge is critical, so that only the number of cut edges counts (--critical slack or bytes:Q finds "
        "some)\n");
}

TEST_CASE("METIS' own messages stay out of our output", "[plan]") {
  const Room room;
  std::string text = "tasks:\n";
  for (int t = 0; t < 20; ++t) {
    text += "  - {id: t" + std::to_string(t) + ", cycles: " + (t == 3 ? "1000000000000" : "1") + ", after: [" +
            (t > 0 ? "{task: t" + std::to_string(t - 1) + ", critical: true}" : "") + "]}\n";
  }
  room.files.write("w.yaml", text);
  CHECK(room.json({"--parts", "7"}).at("parameters").at("parts") == 7);
}

TEST_CASE("options that are wrong or contradict each other", "[plan]") {
  const Room room;
  CHECK(room.error({"--parts", "7"}) ==
        "--parts: error: cannot make 7 parts of the 6 tasks in w.yaml (every part needs one)\n");
  CHECK(room.error({"--parts", "2", "--critical", "bytes"}) ==
        "--critical: error: must be file, slack or bytes:Q with Q from 0 to 1 (as in bytes:0.1), not 'bytes'\n");
  CHECK(room.error({"--parts", "2", "--critical", "bytes:1.5"}) ==
        "--critical bytes: error: must be a decimal number from 0 to 1 with at most nine fraction digits, not '1.5'\n");
  CHECK(room.error({"--parts", "2", "--imbalance", "-1"}) ==
        "--imbalance: error: must be a decimal number from 0 to 1000000 with at most nine fraction digits, not '-1'\n");
  CHECK(room.error({"--parts", "2", "--initial", "cluster", "--metis-weights", "plain"}) ==
        "--metis-weights: error: is of use only with --initial metis\n");
  CHECK(room.error({"--parts", "2", "--initial", "none.txt"}).find("none.txt: error: ") == 0);
  for (const Words& words : {Words{"--parts", "0"}, Words{"--parts", "x"}, Words{"--parts", "2", "--objective", "x"},
                             Words{"--parts", "2", "--mode", "x"}, Words{"--parts", "2", "--until", "x"},
                             Words{"--parts", "2", "--critical-value", "0"}, Words{"--parts", "2", "--threshold", "-1"},
                             Words{"--parts", "2", "--threshold", "0.5"}}) {
    CHECK(room.error(words).find("error: ") == 0);
  }
}

TEST_CASE("an objective is what the plan keeps small between parts", "[plan]") {
  const Room room;
  // c can go with a or with b. One critical edge of 2 bytes leads to a, two others with 1 byte to b.
  room.files.write("w.yaml",
                   "tasks:\n"
                   "  - {id: a, cycles: 4}\n"
                   "  - {id: b, cycles: 2}\n"
                   "  - {id: d, cycles: 2, after: [{task: b, bytes: 9}]}\n"
                   "  - {id: c, cycles: 1, after: [{task: a, bytes: 1, critical: true}, {task: b, bytes: 1},"
                   " {task: d, bytes: 1}]}\n");
  const auto metrics = [&](const char* objective) {
    const Words words = {"--parts", "2", "--imbalance", "0", "--objective", objective, "-o", "p.json"};
    const nlohmann::json said = room.json(words);
    CHECK(said.at("parameters").at("objective") == objective);
    ProgramRun check(room.files, {"plan", "check", "p.json", "w.yaml", "--format", "native"});
    CHECK(check.finish() == 0);
    return said.at("metrics");
  };
  CHECK(metrics("critical").at("critical_cut") == 0);
  CHECK(metrics("critical").at("cut") == 2);
  CHECK(metrics("critical").at("critical_share") == 0.0);
  CHECK(metrics("edges").at("cut") == 1);
  CHECK(metrics("edges").at("critical_share") == 1.0);
  CHECK(metrics("bytes").at("cut_bytes") == 1);
  CHECK(metrics("critical_bytes").at("critical_cut_bytes") == 0);
  CHECK(metrics("critical_bytes").at("cut_bytes") == 2);
  CHECK(metrics("bytes").at("edge_bytes") == 12);
  CHECK(metrics("bytes").at("critical_edge_bytes") == 1);
}

TEST_CASE("a part holds its capacity, or what its cluster can do", "[plan]") {
  const Room room;
  const nlohmann::json told = room.json({"--capacity", "20,10", "-o", "p.json"});
  CHECK(told.at("parameters").at("capacity") == "20,10");
  CHECK(told.at("parameters").count("imbalance") == 0);
  CHECK(told.at("metrics").at("load_limit") == 20);
  CHECK(told.at("metrics").at("load_limits") == "20,10");
  CHECK(told.at("metrics").at("loads") == "20,10");
  ProgramRun check(room.files, {"plan", "check", "p.json", "w.yaml", "--format", "native"});
  CHECK(check.finish() == 0);
  CHECK(room.json({"--parts", "2", "--capacity", "16"}).at("metrics").at("critical_cut") == 0);

  // Two processors of speed 2 against two of speed 1: two thirds of the load.
  room.files.write("m.yaml",
                   "processors: [{name: fast, count: 2, speed: 2, cluster: 0}, {name: slow, count: 2, cluster: 3}]\n");
  const nlohmann::json by = room.json({"--architecture", "m.yaml", "--imbalance", "0", "-o", "p.json"});
  CHECK(by.at("parameters").at("parts") == 2);
  CHECK(by.at("parameters").at("shares") == "2,1");
  CHECK(by.at("metrics").at("loads") == "20,10");
  ProgramRun again(room.files, {"plan", "check", "p.json", "w.yaml", "--format", "native"});
  CHECK(again.finish() == 0);

  CHECK(room.error({}) ==
        "--parts: error: is needed, or a --capacity for each part, or an --architecture with clusters\n");
  CHECK(room.error({"--capacity", "10,x"}) ==
        "--capacity: error: must be a whole number from 1 to 4611686018427387903 for all parts, or one for each with "
        "commas between them, not 'x'\n");
  CHECK(room.error({"--capacity", "30"}) ==
        "--parts: error: is needed, or a --capacity for each part, or an --architecture with clusters\n");
  CHECK(room.error({"--capacity", "15,14"}) == "--capacity: error: adds up to 29, and the tasks to 30\n");
  CHECK(room.error({"--parts", "9", "--capacity", "4"}).find("--parts: error: cannot make 9 parts") == 0);
  CHECK(room.error({"--parts", "6", "--capacity", "30,1"}) ==
        "--capacity: error: has 2 numbers for 6 parts (--parts)\n");
  CHECK(room.error({"--capacity", "4,4,4,4,4,4,4,4,4"}).find("--parts: error: cannot make 9 parts") == 0);
  CHECK(room.error({"--capacity", "17,13"}) ==
        "--capacity: error: is kept by no partition that was found (larger capacities, or a partition that keeps them "
        "by --initial FILE)\n");
  CHECK(room.error({"--parts", "2", "--capacity", "20", "--imbalance", "0.1"}) ==
        "--capacity: error: is what a part may hold, without --imbalance and --architecture\n");
  CHECK(room.error({"--parts", "3", "--architecture", "m.yaml"}) ==
        "--architecture: error: has 2 clusters for 3 parts (--parts)\n");
  CHECK(room.error({"--parts", "2", "--objective", "bytes", "--metis-weights", "critical"}) ==
        "--metis-weights: error: must be plain, objective or best with --objective bytes\n");
}

TEST_CASE("what is wrong in an initial partition has its position", "[plan]") {
  const Room room;
  const auto error = [&](const std::string& text) {
    room.files.write("i.txt", text);
    return room.error({"--parts", "2", "--initial", "i.txt"});
  };
  CHECK(error("0 1 0\n1 1\n") ==
        "i.txt:3:1: error: the file ends here, where the part of task 'z' is needed (6 of 6)\n");
  CHECK(error("0 1 0\n1 1 0 1\n") == "i.txt:2:7: error: the file goes on here, after the parts of 6 tasks\n");
  CHECK(error("0 1 2\n1 x 0\n") ==
        "i.txt:1:5: error: the part of a task must be a whole number from 0 to 1, not '2'\n"
        "i.txt:2:3: error: the part of a task must be a whole number from 0 to 1, not 'x'\n");
  CHECK(error("0 0 0 0 0 0\n") == "i.txt:1:1: error: part 1 of 2 has no task (every part needs one)\n");
  CHECK(error("{p: [a, b, c], q: [x, y]}") == "i.txt:1:1: error: the partition misses task 'z'\n");
  CHECK(error("{p: [a, b, c], q: [x, y, z, a]}") == "i.txt:1:29: error: task 'a' is in part 0 already\n");
  CHECK(error("{p: [a, b, c], q: [x, y, w, z]}") == "i.txt:1:26: error: 'w' is no task of the workload\n");
  CHECK(error("{p: [a, b, c], q: [x, y], r: [z]}") == "i.txt:1:27: error: this is part 2, and there are 2 (--parts)\n");
  CHECK(error("{p: a}") == "i.txt:1:5: error: a part must be a list of tasks, not 'a'\n");
  CHECK(error("[a, b]") ==
        "i.txt:1:1: error: a partition must be a plan, a map of lists of tasks, or numbers, not a list\n");
  CHECK(error(R"({"placement": [{"task": "a", "part": 2}]})") == "i.txt:1:38: error: part must be 0 to 1, not 2\n");
  CHECK(error(R"({"placement": [{"task": "a"}]})") ==
        "i.txt:1:16: error: a placement of a partition needs the keys `task` and `part`\n");
  CHECK(error(R"({"placement": []})").find("i.txt:1:1: error: the partition misses task 'a'\n") == 0);
}

TEST_CASE("Ctrl-C keeps the best partition found", "[plan]") {
  const Room room;
  // Large enough for a second of work.
  std::string text = "tasks:\n";
  for (int t = 0; t < 20000; ++t) {
    text += "  - {id: t" + std::to_string(t) + ", after: [";
    for (const int back : {1, 7, 100}) {
      if (t >= back) text += "{task: t" + std::to_string(t - back) + ", critical: true}, ";
    }
    text += "]}\n";
  }
  room.files.write("w.yaml", text);
  ProgramRun run(room.files, room.with({"--parts", "16", "-o", "p.json"}));
  usleep(700000);
  run.interrupt();
  const int status = run.finish();
  // The signal may have come before the search began, or after it had ended.
  if (status == 1) {
    CHECK(run.err() == "warning: interrupted: this is the best partition found until then\n");
    CHECK(run.out().find("stopped                      interrupted\n") != std::string::npos);
    ProgramRun check(room.files, {"plan", "check", "p.json", "w.yaml", "--format", "native"});
    CHECK(check.finish() == 0);
  } else {
    CHECK((status == 0 || status == 1000 + SIGINT));
  }
}

TEST_CASE("parts run their tasks as list scheduling in time would, and an ideal replay agrees", "[plan]") {
  using namespace gantry::plan;
  for (std::uint64_t number = 0; number < 200; ++number) {
    INFO(number);
    const PartitionCase made = random_partition_case(number);
    const Graph& graph = made.graph;
    RandomBits bits(7, number);
    std::vector<std::uint32_t> part;
    for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
      part.push_back(static_cast<std::uint32_t>(random_below(bits, made.parts)));
    }
    TransferCost transfer;
    transfer.latency_billionths = 1500000000;
    const auto cost = [&](const Edge& edge) {
      return part[edge.from] == part[edge.to] ? Time{0} : transfer.cycles(edge.bytes);
    };
    // The longest path to the end by plain recursion.
    const std::function<Time(std::uint32_t)> to_end = [&](std::uint32_t task) {
      Time longest = 0;
      for (const std::uint32_t e : graph.out(task)) {
        longest = std::max(longest, cost(graph.edge(e)) + to_end(graph.edge(e).to));
      }
      return longest + graph.time(task);
    };
    // Cycle by cycle; at most as long as everything one after the other.
    const Schedule found = schedule_parts(graph, part, made.parts, transfer);
    std::vector<std::optional<Time>> start(graph.tasks());
    std::vector<Time> free(made.parts, 0);
    for (Time now = 0; now < 500; ++now) {
      // What takes no time may let others begin in the same cycle.
      for (bool more = true; more;) {
        more = false;
        for (std::uint32_t p = 0; p < made.parts; ++p) {
          if (free[p] > now) continue;
          std::uint32_t best = kNone;
          for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
            if (part[t] != p || start[t]) continue;
            bool ready = true;
            for (const std::uint32_t e : graph.in(t)) {
              const Edge& edge = graph.edge(e);
              ready = ready && start[edge.from] && *start[edge.from] + graph.time(edge.from) + cost(edge) <= now;
            }
            if (ready && (best == kNone || to_end(t) > to_end(best))) best = t;
          }
          if (best == kNone) continue;
          start[best] = now;
          free[p] = now + graph.time(best);
          more = true;
        }
      }
    }
    for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
      REQUIRE(start[t]);
      if (std::all_of(graph.times().begin(), graph.times().end(), [](Time time) { return time > 0; })) {
        CHECK(found[t].start == *start[t]);
      }
      CHECK(found[t].processor == part[t]);
      CHECK(found[t].finish == found[t].start + graph.time(t));
    }
  }
  const Room room;
  room.json({"--parts", "2", "--latency", "7.5", "-o", "p.json"});
  room.files.write("e.yaml",
                   "architecture:\n  processors: [{name: a, cluster: 0}, {name: b, cluster: 1}]\n"
                   "workload: {path: w.yaml, format: native}\nplan: p.json\ntiming: ideal\noutput: {trace: false}\n");
  ProgramRun replay(room.files, {"run", "e.yaml", "--out", "out"});
  INFO(replay.err());
  REQUIRE(replay.finish() == 0);
  const auto said = nlohmann::json::parse(file_text(room.files.path("out/summary.json"))).at("plan");
  CHECK(said.at("predicted_cycles") == 41);  // 15, ceil(3 + 7.5), 15
  CHECK(said.at("simulated_cycles") == 41);
}

TEST_CASE("the checker refuses a partition with any one fault", "[plan]") {
  using namespace gantry::plan;
  const Graph graph({5, 5, 5, 5, 5, 5}, {{0, 1, 10, true},
                                         {0, 2, 0, true},
                                         {1, 2, 0, true},
                                         {2, 3, 3, false},
                                         {3, 4, 0, true},
                                         {3, 5, 0, true},
                                         {4, 5, 7, true}});
  const PartitionProblem problem(graph, marked_edges(graph), 2, 100000000);
  const std::vector<std::uint32_t> start = {0, 0, 1, 0, 1, 1};
  const TaskTimes times(2, graph.times());
  const RefineOptions options;
  const auto made = [&](const char* critical) {
    plan::Plan plan = partition_plan(problem, start, refine(problem, start, options, {}), options, {});
    plan.parameters.set("critical", std::string(critical));
    plan.parameters.set("imbalance", std::string("0.1"));
    return plan;
  };
  /// Without starts, which would not fit to other parts.
  const auto untimed = [&](const char* critical) {
    plan::Plan plan = made(critical);
    for (Placement& place : plan.placement) place.start = place.finish = std::nullopt;
    return plan;
  };
  const auto after = [&](plan::Plan plan, const std::function<void(plan::Plan&)>& harm) {
    harm(plan);
    const Diagnostics faults =
        check_plan({plan, graph, times, transfer_time({}), [](std::uint32_t t) { return std::to_string(t); }});
    return faults.ok() ? std::string() : faults.errors().front().text;
  };
  const auto set = [](Values& values, const char* name, const Value& value) {
    Values changed;
    for (const auto& item : values.items()) changed.set(item.first, item.first == name ? value : item.second);
    values = changed;
  };
  const auto metric = [&](const char* name, std::uint64_t value) {
    return after(untimed("file"), [&](plan::Plan& p) { set(p.metrics, name, value); });
  };
  CHECK(after(made("file"), [](plan::Plan&) {}).empty());
  CHECK(after(made("file"), [](plan::Plan& p) { p.placement[3].start = p.placement[3].finish = 17; }) ==
        "task '3' runs from 17 to 17 and takes 5");
  CHECK(after(made("file"), [](plan::Plan& p) {
          p.placement[3].start = 17;
          p.placement[3].finish = 22;
        }) == "task '3' starts at 17 and the data of task '2' comes at 18");
  CHECK(after(made("file"), [](plan::Plan& p) {
          p.placement[5].start = 20;
          p.placement[5].finish = 25;
        }) == "processor 1 runs task '3' until 23 and task '5' from 20");
  CHECK(after(untimed("file"), [](plan::Plan&) {}).empty());
  CHECK(after(untimed("file"), [](plan::Plan& p) { p.placement[1].part.reset(); }) == "task '1' has no processor");
  CHECK(after(untimed("file"), [](plan::Plan& p) { p.placement[1] = {1, 0, {0}, {}, {}, {}, {}}; }) ==
        "task '1' has no part");
  CHECK(after(untimed("file"), [](plan::Plan& p) { p.placement[1].part = 2; }) == "task '1' is in part 2 of 2");
  CHECK(after(untimed("file"), [](plan::Plan& p) {
          for (Placement& place : p.placement) place.part = 0;
        }) == "only 1 of 2 parts have a task");
  CHECK(after(untimed("file"), [](plan::Plan& p) { p.placement[0].part = 1 - *p.placement[0].part; }) ==
        "largest_load is 20, not 15");
  CHECK(after(untimed("file"), [](plan::Plan& p) { std::swap(p.placement[0].part, p.placement[3].part); }) ==
        "cut is 4, not 1");
  CHECK(metric("cut", 2) == "cut is 1, not 2");
  CHECK(metric("critical_cut", 1) == "critical_cut is 0, not 1");
  CHECK(metric("critical_cut_bytes", 4) == "critical_cut_bytes is 0, not 4");
  CHECK(metric("cut_bytes", 4) == "cut_bytes is 3, not 4");
  CHECK(metric("edges", 8) == "edges is 7, not 8");
  CHECK(metric("critical_edges", 7) == "critical_edges is 6, not 7");
  CHECK(metric("boundary_tasks", 3) == "boundary_tasks is 2, not 3");
  CHECK(metric("largest_load", 16) == "largest_load is 15, not 16");
  CHECK(metric("load_limit", 15) == "load_limit is 16, not 15");
  CHECK(metric("initial_critical_cut", 0) == "");  // then the number of all edges decides
  CHECK(after(untimed("file"), [&](plan::Plan& p) {
          set(p.metrics, "initial_critical_cut", std::uint64_t{0});
          set(p.metrics, "initial_cut", std::uint64_t{0});
        }) == "the result cuts more than the start: critical_cut 0, cut 1 after critical_cut 0, cut 0");
  CHECK(after(untimed("file"), [&](plan::Plan& p) { set(p.parameters, "imbalance", std::string("0.5")); }) ==
        "load_limit is 22, not 16");
  const auto parameter = [&](const char* name, const char* value) {
    return after(untimed("file"), [&](plan::Plan& p) {
      set(p.parameters, name, std::string(value));
      if (p.parameters.find(name) == nullptr) p.parameters.set(name, std::string(value));
    });
  };
  CHECK(parameter("objective", "?") == "the parameter objective is '?', which counts nothing");
  CHECK(parameter("capacity", "15,15") == "load_limit is 15, not 16");
  CHECK(parameter("capacity", "16,14") == "part 1 has a load of 15, above its capacity of 14");
  CHECK(parameter("capacity", "16") == "the parameter capacity is '16', not a number for each of 2 parts");
  CHECK(parameter("shares", "2,1") == "load_limit is 22, not 16");
  CHECK(metric("edge_bytes", 21) == "edge_bytes is 20, not 21");
  CHECK(metric("critical_edge_bytes", 20) == "critical_edge_bytes is 17, not 20");
  CHECK(after(untimed("file"), [&](plan::Plan& p) { set(p.metrics, "critical_share", 0.5); }) ==
        "critical_share is not 0 of 3");
  CHECK(after(untimed("file"), [&](plan::Plan& p) {
          set(p.parameters, "objective", std::string("bytes"));
          set(p.metrics, "initial_cut_bytes", std::uint64_t{2});
        }) == "the result cuts more than the start: cut_bytes 3, cut 1 after cut_bytes 2, cut 5");
  CHECK(after(untimed("?"), [](plan::Plan&) {}) == "the parameter critical is '?', which does not select edges");
  // Under other rules other edges are critical: all seven by bytes:1, by slack those of the one longest path.
  CHECK(after(untimed("bytes:1"), [](plan::Plan&) {}) == "critical_edges is 7, not 6");
  CHECK(after(untimed("slack"), [](plan::Plan&) {}) == "critical_edges is 5, not 6");
  // A part over the limit that no part of the start was.
  CHECK(after(untimed("file"), [&](plan::Plan& p) {
          p.placement[3].part = p.placement[0].part;
          set(p.metrics, "largest_load", std::uint64_t{20});
        }) == "a part has a load of 20, above the limit of 16 and above any of the start");
}

}  // namespace gantry::plan_partition_test
