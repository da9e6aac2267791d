// SPDX-License-Identifier: Apache-2.0
// gantry compare: what it says of two runs is what their files say, worked out here by hand or a second time.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "program_run.h"
#include "result/tables.h"

namespace gantry::compare_test {

using nlohmann::json;

namespace {

constexpr const char* kOne = "architecture: {processors: [{}]}\nworkload: one.yaml\n";
constexpr const char* kOneTask = "tasks: [{id: one, cycles: 1000}]\n";

/// Several tasks at a time, so that decisions matter.
constexpr const char* kGraph = R"(architecture: {processors: [{name: fast, count: 2, speed: 3}, {name: slow, count: 3}]}
workload: {generator: cholesky, tiles: 5, tile_bytes: 4096}
)";

constexpr const char* kTenants = R"(architecture: {processors: [{count: 3}]}
workload:
  streams:
    - {name: "chat", workload: two.yaml, count: 200, weight: 8, arrivals: {process: poisson, interval_cycles: 4000}}
    - {name: "<b> & \"mail\", 1.5", workload: two.yaml, count: 200, arrivals: {process: poisson, interval_cycles: 5000}}
)";
constexpr const char* kTwoTasks = "tasks: [{id: first, cycles: 900}, {id: second, cycles: 900, after: [first]}]\n";

class Runs {
 public:
  Runs() {
    files.write("one.yaml", kOneTask);
    files.write("two.yaml", kTwoTasks);
  }
  /// Runs the experiment, with overrides, into this directory.
  void run(const std::string& directory, const std::string& experiment, const std::vector<std::string>& sets = {},
           int status = 0) const {
    files.write("e.yaml", experiment);
    std::vector<std::string> words = {"run", "e.yaml", "--out", directory, "--kernel", "cycle"};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    ProgramRun program(files, words);
    INFO(program.err());
    REQUIRE(program.finish() == status);
  }
  [[nodiscard]] json compare(const std::vector<std::string>& more = {}, int status = 0) const {
    std::vector<std::string> words = {"compare", "a", "b", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    ProgramRun program(files, words);
    INFO(program.err());
    REQUIRE(program.finish() == status);
    return json::parse(program.out());
  }
  [[nodiscard]] std::string text() const {
    ProgramRun program(files, {"compare", "a", "b"});
    REQUIRE(program.finish() == 0);
    return program.out();
  }
  /// The first line of its complaint; it ends with 2 and says nothing else.
  [[nodiscard]] std::string complaint() const {
    ProgramRun program(files, {"compare", "a", "b"});
    CHECK(program.finish() == 2);
    CHECK(program.out() == "");
    return program.err().substr(0, program.err().find('\n'));
  }
  [[nodiscard]] json summary(const std::string& directory) const {
    return json::parse(file_text(files.path(directory + "/summary.json")));
  }
  [[nodiscard]] CsvTable table(const std::string& file) const { return CsvTable(files.path(file)); }
  void replace(const std::string& file, const std::string& what, const std::string& by) const {
    std::string text = file_text(files.path(file));
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    files.write(file, text.replace(at, what.size(), by));
  }

  InputFiles files;
};

/// Cause -> difference; all causes are there.
std::map<std::string, std::int64_t> differences(const json& causes) {
  std::map<std::string, std::int64_t> found;
  for (const json& row : causes) found[row["cause"]] = row["difference"];
  return found;
}

std::uint64_t cycle_at(const CsvTable& table, std::size_t row, const std::string& column) {
  const std::string& text = table.at(row, column);
  return text.empty() ? kNever : std::stoull(text);
}

template <class Cells>
std::vector<std::string> cycle_columns() {
  std::vector<std::string> names;
  Cells cells;
  for_each_column(cells, [&](const Column& column, const void* /*place*/) {
    if (column.unit == "cycle") names.emplace_back(column.name);
  });
  return names;
}

/// The first cycle in which the tables differ, from their texts alone.
template <class Cells>
std::uint64_t first_difference(const CsvTable& a, const CsvTable& b, const std::vector<std::string>& key) {
  std::uint64_t first = kNever;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    std::vector<std::pair<std::string, std::string>> fields;
    for (const std::string& column : key) fields.emplace_back(column, a.at(i, column));
    const std::size_t k = b.find(fields);
    for (const std::string& column : cycle_columns<Cells>()) {
      const std::uint64_t in_a = cycle_at(a, i, column);
      const std::uint64_t in_b = cycle_at(b, k, column);
      const bool decided = column == "picked";  // nothing is reserved
      if (in_a != in_b || (decided && a.at(i, "processor") != b.at(k, "processor")))
        first = std::min({first, in_a, in_b});
    }
  }
  return first;
}

}  // namespace

TEST_CASE("a longer last interrupt is found as that, cycle by cycle") {
  // One task; the host takes its interrupt 10 cycles longer. No station of the task or its job moves.
  const Runs runs;
  runs.run("a", kOne, {"architecture.host.interrupt_cycles=50"});
  runs.run("b", kOne, {"architecture.host.interrupt_cycles=60"});
  const json compared = runs.compare();
  const std::uint64_t cycles = runs.summary("a")["cycles"];
  CHECK(compared["cycles"] == json({{"a", cycles},
                                    {"b", cycles + 10},
                                    {"difference", 10},
                                    {"ratio", static_cast<double>(cycles + 10) / static_cast<double>(cycles)}}));
  REQUIRE(compared["inputs"].size() == 1);
  CHECK(compared["inputs"][0] == json({{"key", "architecture.host.interrupt_cycles"}, {"a", "50"}, {"b", "60"}}));
  CHECK(compared["provenance"][0]["key"] == "overrides");
  CHECK(compared["equal"] == false);
  const json& at = compared["divergence"];
  CHECK(at["cycle"] == cycles);
  CHECK(at["block"] == "host");
  CHECK(at["station"] == "end");
  CHECK(at["b"].empty());
  CHECK(at["a"][0]["other_cycle"] == cycles + 10);
  for (const auto& [cause, difference] : differences(compared["critical_path"])) {
    INFO(cause);
    CHECK(difference == (cause == "host" ? 10 : 0));
  }
  CHECK(compared["critical_path"][0]["cause"] == "host");
  CHECK(compared["tasks"]["compared"] == 1);
  CHECK(compared["tasks"]["by_lifetime"]["lost"].empty());
}

TEST_CASE("a faster processor is found where its first job ends, and all the gain is computation") {
  const Runs runs;
  runs.run("a", kOne);
  runs.run("b", kOne, {"architecture.processors.0.speed=2"});
  const json compared = runs.compare();
  const CsvTable jobs = runs.table("a/jobs.csv");
  const std::uint64_t started = cycle_at(jobs, 0, "started");
  CHECK(compared["cycles"]["difference"] == -500);  // 1000 cycles at twice the speed
  const json& at = compared["divergence"];
  CHECK(at["cycle"] == started + 500);
  CHECK(at["block"] == "processors");
  CHECK(at["station"] == "finished");
  CHECK(at["a"].empty());
  // Without output it is written as it finishes.
  REQUIRE(at["b"].size() == 2);
  CHECK(at["records"] == 2);
  CHECK(at["b"][0] == json({{"block", "processors"},
                            {"station", "finished"},
                            {"task", "one"},
                            {"job", 0},
                            {"processor", nullptr},
                            {"id", nullptr},
                            {"other_cycle", started + 1000}}));
  CHECK(at["b"][1]["station"] == "written");
  for (const auto& [cause, difference] : differences(compared["critical_path"])) {
    INFO(cause);
    CHECK(difference == (cause == "compute" ? -500 : 0));
  }
  const json& task = compared["tasks"]["by_lifetime"]["gained"][0];
  CHECK(task["lifetime"]["difference"] == -500);
  CHECK(task["completed"]["difference"] == -500);
  const json& stages = compared["stages"]["all"]["cycles"];
  CHECK(stages["execute"]["difference"] == -500);
  CHECK(stages["fetch"]["difference"] == 0);
  const json& group = compared["processors"][0];
  CHECK(group["busy_cycles"] == json({{"a", 1000}, {"b", 500}, {"difference", -500}}));
  CHECK(group["utilization"]["b"] == 500.0 / compared["cycles"]["b"].get<double>());
  const std::string text = runs.text();
  INFO(text);
  CHECK(text.find("architecture.processors.core.speed: 1 -> 2\n") != std::string::npos);
  CHECK(text.find("first divergence: cycle ") != std::string::npos);
  CHECK(text.find("  A  nothing that B does not\n  B  processors: one job 0 finished (A in cycle ") !=
        std::string::npos);
}

TEST_CASE("another processor chosen in the same cycle is a divergence, and both choices are told") {
  // The first free processor is the slow one, the earliest to finish the fast one.
  constexpr const char* kPair =
      "architecture: {processors: [{name: slow}, {name: fast, speed: 4}]}\nworkload: one.yaml\n";
  // A match that reserves chooses the processor. Otherwise the pick does.
  for (const auto& [against, station] :
       {std::pair("reserve", "matched"), std::pair("idle", "picked"), std::pair("capable", "picked")}) {
    const std::string match = std::string("architecture.dispatcher.match_against=") + against;
    INFO(match);
    const Runs runs;
    runs.run("a", kPair, {match, "policies.processor_choice=first_free"});
    runs.run("b", kPair, {match, "policies.processor_choice=earliest_finish"});
    const json compared = runs.compare();
    const json& at = compared["divergence"];
    CHECK(at["cycle"] == cycle_at(runs.table("a/jobs.csv"), 0, station));
    CHECK(at["cycle"] == cycle_at(runs.table("b/jobs.csv"), 0, station));
    CHECK(at["block"] == "dispatcher");
    CHECK(at["station"] == station);
    CHECK(at["records"] == 1);
    REQUIRE(at["a"].size() == 1);
    REQUIRE(at["b"].size() == 1);
    CHECK(at["a"][0]["processor"] == "slow0");
    CHECK(at["b"][0]["processor"] == "fast0");
  }
}

TEST_CASE("what admission held up is booked there, although the path only computes") {
  constexpr const char* kRing = R"(
architecture: {interconnect: {columns: 5, rows: 4}, processors: [{count: 16}]}
workload: {generator: task_bench, pattern: trivial, width: 64, steps: 1, mapping: {cycles_per_unit: 10000}}
)";
  const Runs runs;
  runs.run("a", kRing, {"architecture.host.ring_entries=1"});
  runs.run("b", kRing, {"architecture.host.ring_entries=64"});
  const json compared = runs.compare();
  CHECK(compared["critical_path"][0]["cause"] == "compute");
  const json& held = compared["critical_path_held"][0];
  CHECK(held["cause"] == "ring");
  CHECK(held["a"] == runs.summary("a")["critical_path_held"]["ring"]);
  CHECK(held["b"] == 0);
  const json& overhead = compared["overhead"][0];
  CHECK(overhead["block"] == "host");
  CHECK(overhead["a"] == runs.summary("a")["overhead"]["blocks"]["host"]);
  CHECK(overhead["b"] == runs.summary("b")["overhead"]["blocks"]["host"]);
}

TEST_CASE("of a larger graph everything is what the files give when they are read again") {
  const Runs runs;
  runs.run("a", kGraph, {"policies.processor_choice=earliest_finish"});
  runs.run("b", kGraph, {"policies.processor_choice=least_loaded", "architecture.memory.bytes_per_cycle=32"});
  const json compared = runs.compare();
  const CsvTable tasks_a = runs.table("a/tasks.csv");
  const CsvTable tasks_b = runs.table("b/tasks.csv");

  CHECK(compared["divergence"]["cycle"] ==
        std::min(first_difference<TaskCells>(tasks_a, tasks_b, {"task"}),
                 first_difference<JobCells>(runs.table("a/jobs.csv"), runs.table("b/jobs.csv"), {"task", "job"})));

  std::int64_t sum = 0;
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();
  const json path_a = runs.summary("a")["critical_path"];
  const json path_b = runs.summary("b")["critical_path"];
  CHECK(compared["critical_path"].size() == path_a.size());
  for (const json& row : compared["critical_path"]) {
    CHECK(row["a"] == path_a[row["cause"].get<std::string>()]);
    CHECK(row["b"] == path_b[row["cause"].get<std::string>()]);
    const std::int64_t difference = row["difference"];
    sum += difference;
    CHECK(static_cast<std::uint64_t>(std::abs(difference)) <= before);
    before = static_cast<std::uint64_t>(std::abs(difference));
  }
  CHECK(sum == compared["cycles"]["difference"]);
  CHECK(sum != 0);

  // Stages: of all tasks they are the summary's waits; the groups sum to them, and the stages to the lifetimes.
  for (const char* side : {"a", "b"}) {
    const json waits = runs.summary(side)["waits"];
    for (const auto& [stage, cycles] : waits.items()) {
      INFO(stage);
      CHECK(compared["stages"]["all"]["cycles"][stage][side] == cycles);
      std::uint64_t of_groups = 0;
      for (const json& group : compared["stages"]["groups"])
        of_groups += group["cycles"][stage][side].get<std::uint64_t>();
      CHECK(of_groups == cycles);
    }
  }

  // Every task's lifetime, ordered by what it changed.
  std::vector<std::pair<std::int64_t, std::string>> lifetimes;
  for (std::size_t i = 0; i < tasks_a.rows(); ++i) {
    const std::size_t k = tasks_b.find({{"task", tasks_a.at(i, "task")}});
    const auto life = [](const CsvTable& table, std::size_t row) {
      return static_cast<std::int64_t>(cycle_at(table, row, "completed") - cycle_at(table, row, "submitted"));
    };
    lifetimes.emplace_back(life(tasks_b, k) - life(tasks_a, i), tasks_a.at(i, "task"));
  }
  std::sort(lifetimes.begin(), lifetimes.end());
  const json& gained = compared["tasks"]["by_lifetime"]["gained"];
  const json& lost = compared["tasks"]["by_lifetime"]["lost"];
  CHECK(compared["tasks"]["compared"] == lifetimes.size());
  REQUIRE(lost.size() == 10);
  for (std::size_t i = 0; i < lost.size(); ++i)
    CHECK(lost[i]["lifetime"]["difference"] == lifetimes[lifetimes.size() - 1 - i].first);
  const auto gaining = static_cast<std::size_t>(
      std::count_if(lifetimes.begin(), lifetimes.end(), [](const auto& task) { return task.first < 0; }));
  CHECK(compared["tasks"]["gained"] == gaining);
  REQUIRE(gained.size() == std::min<std::size_t>(gaining, 10));
  for (std::size_t i = 0; i < gained.size(); ++i) CHECK(gained[i]["lifetime"]["difference"] == lifetimes[i].first);

  // Links: the most changed ones are at least as changed as any other.
  const CsvTable links_a = runs.table("a/links.csv");
  const CsvTable links_b = runs.table("b/links.csv");
  std::vector<double> moved;
  for (std::size_t i = 0; i < links_a.rows(); ++i) {
    if (links_a.at(i, "kind") == "router") continue;
    const std::size_t k =
        links_b.find({{"kind", links_a.at(i, "kind")}, {"from", links_a.at(i, "from")}, {"to", links_a.at(i, "to")}});
    moved.push_back(std::abs(std::stod(links_b.at(k, "utilization")) - std::stod(links_a.at(i, "utilization"))));
  }
  std::sort(moved.rbegin(), moved.rend());
  const json& most = compared["links"]["most_changed"];
  CHECK(compared["links"]["in_both"] == moved.size());
  REQUIRE(most.size() == 10);
  for (std::size_t i = 0; i < most.size(); ++i)
    CHECK(std::abs(most[i]["utilization"]["difference"].get<double>()) == moved[i]);
  CHECK(compared["processors"].size() == 2);
}

TEST_CASE("equal runs are said to be equal") {
  const Runs runs;
  runs.run("a", kGraph);
  runs.run("b", kGraph);
  const json compared = runs.compare();
  CHECK(compared["equal"] == true);
  CHECK(compared["divergence"] == nullptr);
  CHECK(compared["inputs"].empty());
  CHECK(compared["differing_numbers"] == 0);
  CHECK(runs.text().find("\nThe runs are equal: every cycle") != std::string::npos);
}

TEST_CASE("runs that differ in nothing that happens are said to differ in the numbers that do") {
  const Runs runs;
  runs.run("a", kOne, {"architecture.task_cache.capacity=64"});
  runs.run("b", kOne, {"architecture.task_cache.capacity=65"});
  const json compared = runs.compare();
  CHECK(compared["equal"] == false);
  CHECK(compared["divergence"] == nullptr);
  CHECK(compared["cycles"]["difference"] == 0);
  const std::string text = runs.text();
  INFO(text);
  CHECK(text.find("\nNo task and no job passes a station in another cycle; numbers of the summaries that differ: " +
                  compared["differing_numbers"].dump() + "\n") != std::string::npos);
  CHECK(text.find("\n  blocks.task_cache.queues.descriptors.capacity\n") != std::string::npos);
}

TEST_CASE("where a workload lies is no difference, what it holds is") {
  const Runs runs;
  std::filesystem::create_directories(runs.files.path("deep/er"));
  runs.run("a", kOne);
  runs.run("deep/er/b", kOne);  // other relative paths in its experiment.yaml
  std::filesystem::rename(runs.files.path("deep/er/b"), runs.files.path("b"));
  CHECK(runs.compare()["equal"] == true);
  CHECK(runs.compare()["inputs"].empty());
}

TEST_CASE("runs of different workloads are refused, each for its reason") {
  const Runs runs;
  runs.run("a", kOne);
  SECTION("another file") {
    runs.files.write("one.yaml", "tasks: [{id: one, cycles: 1001}]\n");
    runs.run("b", kOne);
    const std::string line = runs.complaint();
    INFO(line);
    CHECK(is_placed_error(line, "b/experiment.yaml"));
    CHECK(line.find("a run of another workload: workload.sha256 is ") != std::string::npos);
  }
  SECTION("tasks in the experiment itself") {
    runs.run("a", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: one, cycles: 10}]}\n");
    runs.run("b", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: one, cycles: 11}]}\n");
    CHECK(runs.complaint().find("workload.tasks.0.cycles is 11, and 10 in a") != std::string::npos);
  }
  SECTION("other tasks of a generator") {
    runs.run("a", kGraph);
    runs.run("b", kGraph, {"workload.tiles=6"});
    const std::string line = runs.complaint();
    INFO(line);
    CHECK(is_placed_error(line, "b/tasks.csv"));
    CHECK(line.find("is not among those of a") != std::string::npos);
  }
  SECTION("without tables, another number of tasks") {
    runs.run("a", kGraph, {"output.tasks=false"});
    runs.run("b", kGraph, {"workload.tiles=6"});
    CHECK(runs.complaint().find("tasks, and 35 in a (expected the same in both)") != std::string::npos);  // 5x6x7/6
  }
}

TEST_CASE("an unfinished run is compared as far as it came") {
  const Runs runs;
  runs.run("a", kGraph);
  const std::uint64_t half = runs.summary("a")["cycles"].get<std::uint64_t>() / 2;
  runs.run("b", kGraph, {"limits.max_cycles=" + std::to_string(half)}, 1);
  const json compared = runs.compare();
  CHECK(compared["b"]["complete"] == false);
  CHECK(compared["critical_path"] == nullptr);
  const json& at = compared["divergence"];  // up to its end they are one run
  CHECK(at["cycle"] == compared["cycles"]["b"]);
  CHECK(at["b"].back()["station"] == "end");
  CHECK(runs.text().find(" cycles, UNFINISHED: cycle_limit") != std::string::npos);
}

TEST_CASE("of streams the difference of the means is held against both intervals") {
  const Runs runs;
  runs.run("a", kTenants);
  runs.run("b", kTenants, {"architecture.processors.0.speed=2"});
  const json compared = runs.compare();
  REQUIRE(compared["streams"].size() == 2);
  const json list_a = runs.summary("a")["streams"]["list"];
  const json list_b = runs.summary("b")["streams"]["list"];
  for (std::size_t i = 0; i < 2; ++i) {
    const json& row = compared["streams"][i];
    const json& in_a = list_a[i]["response_cycles"];
    const json& in_b = list_b[i]["response_cycles"];
    CHECK(row["name"] == list_a[i]["name"]);
    const double difference = in_b["mean"].get<double>() - in_a["mean"].get<double>();
    const double a = in_a["half_width"];
    const double b = in_b["half_width"];
    CHECK(row["difference"] == difference);
    CHECK(row["half_width"].get<double>() == Catch::Approx(std::sqrt(a * a + b * b)));
    CHECK(row["beyond"] == (std::abs(difference) > std::sqrt(a * a + b * b)));
    CHECK(row["beyond"] == true);  // two tasks of 900 cycles less 450 each
    for (const char* percentile : {"p50", "p95", "p99"}) {
      CHECK(row[percentile]["a"] == in_a[percentile]);
      CHECK(row[percentile]["b"] == in_b[percentile]);
    }
  }
  CHECK(compared["stages"]["groups"].size() == 2);  // of one class, by weight and stream
  CHECK(compared["stages"]["groups"][1]["weight"] == 8);
}

TEST_CASE("tasks of streams are told by stream, instance and place, in whatever order instances arrive") {
  const Runs runs;
  runs.run("a", kTenants, {"seed=1"});
  runs.run("b", kTenants, {"seed=2", "architecture.processors.0.speed=2"});
  const CsvTable a = runs.table("a/tasks.csv");
  const CsvTable b = runs.table("b/tasks.csv");
  const std::map<std::string, std::string> numbers = {{"chat", "0"}, {"<b> & \"mail\", 1.5", "1"}};
  const auto life = [](const CsvTable& table, std::size_t row) {
    return cycle_at(table, row, "completed") - cycle_at(table, row, "submitted");
  };
  const json compared = runs.compare();
  CHECK(compared["tasks"]["compared"] == 800);
  REQUIRE(compared["tasks"]["by_lifetime"]["gained"].size() == 10);
  bool moved = false;  // another host number in B
  for (const json& task : compared["tasks"]["by_lifetime"]["gained"]) {
    const std::string name = task["task"];
    const std::size_t blank = name.rfind(' ');
    const std::size_t point = name.rfind('.');
    const std::vector<std::pair<std::string, std::string>> key = {
        {"stream", numbers.at(name.substr(0, blank))},
        {"instance", name.substr(blank + 1, point - blank - 1)},
        {"place", name.substr(point + 1)}};
    INFO(name);
    CHECK(task["lifetime"]["a"] == life(a, a.find(key)));
    CHECK(task["lifetime"]["b"] == life(b, b.find(key)));
    moved = moved || a.at(a.find(key), "task") != b.at(b.find(key), "task");
  }
  CHECK(moved);
}

TEST_CASE("a difference within the interval is said to be that", "[figures]") {
  constexpr const char* kStream =
      "architecture: {processors: [{}]}\n"
      "workload: {generator: poisson, tasks: 3000, interval_cycles: 4000, cycles: {exponential: 1000}}\n";
  const Runs runs;
  runs.run("a", kStream, {"seed=1"});
  runs.run("b", kStream, {"seed=2"});
  const json compared = runs.compare();
  REQUIRE(compared["streams"].size() == 1);
  CHECK(compared["streams"][0]["name"] == nullptr);
  CHECK(compared["streams"][0]["beyond"] == false);
  CHECK(runs.text().find("within the interval") != std::string::npos);
}

TEST_CASE("names of other people's files come back as they are in JSON, and on one line in text") {
  constexpr const char* kHostile = R"(architecture: {processors: [{}]}
workload:
  tasks:
    - {id: "<script>alert(1)</script>", cycles: 1000}
    - {id: "a,\"b\" %s {} \\", cycles: 1000}
)";
  const Runs runs;
  runs.run("a", kHostile);
  runs.run("b", kHostile, {"architecture.processors.0.speed=2"});
  std::set<std::string> names;
  const json compared = runs.compare();
  for (const json& task : compared["tasks"]["by_lifetime"]["gained"]) names.insert(task["task"]);
  CHECK(names == std::set<std::string>{"<script>alert(1)</script>", "a,\"b\" %s {} \\"});
  // What no run writes: a name that a terminal would obey, and one that is no UTF-8.
  for (const char* directory : {"a", "b"}) {
    for (const char* file : {"tasks.csv", "jobs.csv", "edges.csv", "critical_path.csv", "slack.csv"}) {
      const std::string path = std::string(directory) + '/' + file;
      std::string text = file_text(runs.files.path(path));
      for (std::size_t at = text.find("<script>"); at != std::string::npos; at = text.find("<script>"))
        text.replace(at, 8, "\x1b[2J\xff");
      runs.files.write(path, text);
    }
  }
  CHECK(runs.text().find('\x1b') == std::string::npos);
  CHECK(runs.text().find("?[2J") != std::string::npos);
  CHECK(runs.compare()["tasks"]["compared"] == 2);
}

TEST_CASE("files that are missing, malformed or beyond a run are told with their place") {
  const Runs runs;
  runs.run("a", kOne);
  runs.run("b", kOne);
  SECTION("no directory") {
    std::filesystem::remove_all(runs.files.path("b"));
    CHECK(runs.complaint() == "b/summary.json:1:1: error: cannot be read (expected the summary of a finished run)");
  }
  SECTION("no experiment") {
    std::filesystem::remove(runs.files.path("b/experiment.yaml"));
    CHECK(runs.complaint().find("b/experiment.yaml: error: ") == 0);
  }
  SECTION("a broken experiment") {
    runs.files.write("b/experiment.yaml", "name: [\n");
    CHECK(is_placed_error(runs.complaint(), "b/experiment.yaml"));
  }
  SECTION("a cut-off table") {
    const std::string text = file_text(runs.files.path("b/jobs.csv"));
    runs.files.write("b/jobs.csv", text.substr(0, text.size() - 5));
    CHECK(is_placed_error(runs.complaint(), "b/jobs.csv"));
  }
  SECTION("a task twice") {
    runs.table("b/tasks.csv").repeat(0);
    CHECK(runs.complaint() == "b/tasks.csv:3:1: error: task 'one' is a duplicate");
  }
  SECTION("a job twice") {
    runs.table("b/jobs.csv").repeat(0);
    CHECK(runs.complaint() == "b/jobs.csv:1:1: error: job 0 of task 'one' is a duplicate");
  }
  SECTION("a cycle that no run reaches") {
    runs.table("b/tasks.csv").put(0, "completed", "18446744073709551614");
    CHECK(runs.complaint() == "b/tasks.csv:2:1: error: cycle out of range (expected at most 2^62)");
  }
  SECTION("a path that is not the run's") {
    runs.replace("b/summary.json", "\"compute\": 1000", "\"compute\": 1001");
    CHECK(runs.complaint().find("b/summary.json:1:1: error: critical_path does not sum to cycles (expected ") == 0);
  }
  SECTION("a summary that nobody would nest so deeply") {
    const std::string deep = "\"deep\": " + std::string(100000, '[') + std::string(100000, ']') + ", \"schema\":";
    runs.replace("b/summary.json", "\"schema\":", deep);
    CHECK(runs.complaint() == "b/summary.json:1:1: error: nested deeper than 64 levels");
  }
  SECTION("keys of the wrong kind") {
    runs.replace("b/summary.json", "\"critical_path\": {",
                 "\"stream\": [], \"streams\": 1, \"experimont\": {}, \"critical_path\": {");
    runs.replace("b/summary.json", "\"group\": \"core\"", "\"group\": 1");
    CHECK(runs.complaint().find("b/summary.json:1:1: error: ") == 0);
  }
  SECTION("a run of inference nodes") {
    runs.replace("b/summary.json", "gantry-summary-1", "gantry-serving-1");
    CHECK(runs.complaint().find("b/summary.json:1:1: error: unknown schema") == 0);
  }
}

}  // namespace gantry::compare_test
