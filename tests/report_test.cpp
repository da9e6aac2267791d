// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "report/gauge_fan_out.h"
#include "report/summary_json.h"
#include "report/summary_table.h"
#include "report/table_writer.h"
#include "report/trace_writer.h"
#include "report/vcd_writer.h"

using namespace gantry;

namespace {

/// A directory that goes away with the test.
class Directory {
 public:
  Directory() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() / ("gantry_report_test_" + std::to_string(++number));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Directory() { std::filesystem::remove_all(path_); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  [[nodiscard]] std::string operator/(const char* file) const { return (path_ / file).string(); }

 private:
  std::filesystem::path path_;
};

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class Names final : public TaskSource {
 public:
  explicit Names(std::vector<std::string> names) : names_(std::move(names)) {}
  bool next(Task&) override { return false; }
  [[nodiscard]] std::uint64_t total() const override { return names_.size(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return names_.at(number); }

 private:
  std::vector<std::string> names_;
};

TaskRecord task_record(std::uint64_t number, std::vector<Cycle> cycles) {
  cycles.resize(8, kNever);
  TaskRecord task;
  task.number = number;
  task.jobs = 1;
  task.submitted = cycles[0];
  task.cached = cycles[1];
  task.registered = cycles[2];
  task.split = cycles[3];
  task.admitted = cycles[4];
  task.first_issue = cycles[5];
  task.last_issue = cycles[6];
  task.completed = cycles[7];
  return task;
}

TaskRecord event_record(std::uint64_t number, Cycle submitted, Cycle cached, Cycle registered, Cycle completed) {
  TaskRecord task = task_record(number, {submitted, cached, registered});
  task.cls = TaskClass::event;
  task.jobs = 0;
  task.completed = completed;
  return task;
}

RunStats small_stats() {
  RunStats stats;
  stats.cycles = 1000;
  stats.tasks_submitted = stats.tasks_completed = 2;
  stats.jobs_total = stats.jobs_issued = stats.jobs_completed = 4;
  stats.processors = {{"core0", "core", "cores", 3, 500}, {"core1", "core", "cores", 1, 250}};
  stats.blocks = {{"task_cache", 40, {{"full", 7}, {"memory", 90}}, {{"block", 0.5, 3, 8}}, {{"reads", 2}}}};
  stats.interconnect = {20, 60, 240, {12.5, 12, 30, 31}};
  stats.picker = {"weight_delay", 6, 4};
  stats.shares = {{"block", 1, 1, 0.5, 0.25, 40}, {"block", 3, 1, 0.5, 0.75, 10}, {"union", 2, 2, 1.0, 1.0, 90}};
  stats.waits.cycles = {10, 20, 30, 40, 50, 60, 90};
  stats.waits.lifetime = 300;
  return stats;
}

RunInfo small_info() {
  RunInfo info;
  info.experiment = "small";
  info.architecture = "two_cores";
  info.seed = 7;
  info.wall_seconds = 0.25;
  info.outputs = {"tasks.csv"};
  return info;
}

}  // namespace

TEST_CASE("table rows stand in order of completion, then number, whatever the order of arrival") {
  const Directory dir;
  const Names names({"a", "b, \"the\" event", "c", "late"});
  TableWriter tables({dir / "tasks.csv", dir / "jobs.csv"}, names, {"core0", "core,1"});
  tables.job_done({2, 0, 1, 5, 6, 9, 9, 19, 30});
  tables.job_done({0, 1, 0, 4, 5, 8, 9, 19, 30});
  tables.job_done({0, 0, 0, 1, 2, 3, 4, 5, 30});
  tables.task_done(task_record(2, {3, 4, 5, 6, 7, 8, 8, 31}));
  tables.task_done(event_record(1, 2, 5, 9, 31));
  tables.task_done(task_record(0, {1, 4, 5, 6, 7, 8, 9, 32}));
  tables.task_done(task_record(3, {8, 9}));
  Diagnostics problems;
  tables.finish(problems);
  CHECK(problems.ok());
  CHECK(read(dir / "tasks.csv") ==
        "task,class,weight,jobs,submitted,cached,registered,split,admitted,first_issue,last_issue,completed\n"
        "\"b, \"\"the\"\" event\",event,1,0,2,5,9,,,,,31\n"
        "c,block,1,1,3,4,5,6,7,8,8,31\n"
        "a,block,1,1,1,4,5,6,7,8,9,32\n"
        "late,block,1,1,8,9,,,,,,\n");
  CHECK(read(dir / "jobs.csv") ==
        "task,job,processor,picked,issued,arrived,started,finished,completed\n"
        "a,0,core0,1,2,3,4,5,30\n"
        "a,1,core0,4,5,8,9,19,30\n"
        "c,0,\"core,1\",5,6,9,9,19,30\n");
}

TEST_CASE("edges are written by name") {
  const Directory dir;
  EdgeTable edges(dir / "edges.csv");
  edges.add("b", "a");
  edges.add("c\nd", "a");
  Diagnostics problems;
  edges.finish(problems);
  CHECK(problems.ok());
  CHECK(read(dir / "edges.csv") == "task,predecessor\nb,a\n\"c\nd\",a\n");
}

TEST_CASE("tables that are off write nothing, tables that cannot be written are reported once") {
  const Directory dir;
  const Names names({"a"});
  TableWriter tables({"", dir / "no/such/jobs.csv"}, names, {"core0"});
  CHECK_FALSE(tables.ok());
  tables.task_done(task_record(0, {1, 4, 5, 6, 7, 8, 9, 32}));
  tables.job_done({0, 0, 0, 1, 2, 3, 4, 5, 30});
  Diagnostics problems;
  tables.finish(problems);
  tables.finish(problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems.lines()[0].find("jobs.csv: error: cannot be written: ") != std::string::npos);
}

TEST_CASE("a full disk is noticed") {
  if (!std::filesystem::exists("/dev/full")) return;
  EdgeTable edges("/dev/full");
  Diagnostics problems;
  for (int i = 0; i < 100000; ++i) edges.add("task", "predecessor");
  CHECK_FALSE(edges.ok());
  edges.finish(problems);
  CHECK(problems.size() == 1);
}

TEST_CASE("the summary has the documented keys in order") {
  const auto json = nlohmann::ordered_json::parse(summary_json(small_info(), small_stats()));
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  CHECK(keys == std::vector<std::string>{"schema", "experiment", "architecture", "seed", "complete", "end", "cycles",
                                         "wall_seconds", "tasks", "jobs", "processors", "blocks", "interconnect",
                                         "picker", "classes", "shares", "waits", "outputs", "diagnosis"});
  CHECK(json["schema"] == "gantry-summary-1");
  CHECK(json["complete"] == true);
  CHECK(json["tasks"].dump() == R"({"submitted":2,"completed":2,"unfinished":0})");
  CHECK(json["jobs"].dump() == R"({"total":4,"issued":4,"completed":4,"schedule_failures":0})");
  CHECK(json["processors"][1].dump() ==
        R"({"name":"core1","type":"core","group":"cores","jobs":1,"busy_cycles":250,"utilization":0.25})");
  CHECK(json["blocks"].dump() == R"({"task_cache":{"busy_cycles":40,"stalls":{"full":7,"memory":90},)"
                                 R"("queues":{"block":{"mean":0.5,"max":3,"capacity":8}},"counters":{"reads":2}}})");
  CHECK(json["interconnect"].dump() ==
        R"({"packets":20,"flits":60,"flit_hops":240,"latency":{"mean":12.5,"p50":12,"p99":30,"max":31}})");
  CHECK(json["classes"].dump() == R"([{"class":"block","picks":2,"share":0.5,"longest_wait":40},)"
                                  R"({"class":"union","picks":2,"share":0.5,"longest_wait":90}])");
  CHECK(json["shares"][0].dump() ==
        R"({"class":"block","weight":1,"picks":1,"share":0.5,"expected_share":0.25,"lag":0.0,"longest_wait":40})");
  CHECK(json["waits"].dump() == R"({"fetch":10,"register":20,"split":30,"match":40,"pick":50,"issue":60,)"
                                R"("execute":90,"lifetime":300})");
}

TEST_CASE("a summary of nothing is valid and has no infinities") {
  RunStats stats;
  stats.end = RunEnd::interrupted;
  stats.processors = {{"core0", "core", "cores", 0, 0}};
  stats.diagnosis = {"not UTF-8: \xff"};
  RunInfo info;
  const auto json = nlohmann::json::parse(summary_json(info, stats));
  CHECK(json["complete"] == false);
  CHECK(json["end"] == "interrupted");
  CHECK(json["processors"][0]["utilization"] == 0.0);
  CHECK_FALSE(summary_table(info, stats, false).empty());
}

TEST_CASE("the terminal summary is aligned and ASCII unless told otherwise") {
  RunStats stats = small_stats();
  stats.cycles = 1234567;
  stats.processors[0].busy_cycles = 1234567;
  stats.processors[1].busy_cycles = 0;
  const std::string text = summary_table(small_info(), stats, false);
  CHECK(text.find("  makespan  1,234,567 cycles, 1.23457 ms at 1,000 MHz\n") != std::string::npos);
  CHECK(text.find("  processors  type  count  jobs    min    mean      max  utilization\n"
                  "  cores       core      2     4  0.0 %  50.0 %  100.0 %  ##########..........\n") !=
        std::string::npos);
  CHECK(text.find("  execute                        45.0       30.0 %  ######..............\n") != std::string::npos);
  for (const char c : text) CHECK((c == '\n' || (c >= ' ' && c < 0x7F)));
  std::size_t width = 0;
  for (const char c : text) {
    width = c == '\n' ? 0 : width + 1;
    CHECK(width <= 100);
  }
  CHECK(summary_table(small_info(), stats, true).find("  ██████████\n") != std::string::npos);
  stats.end = RunEnd::deadlock;
  stats.tasks_unfinished = 3;
  CHECK(summary_table(small_info(), stats, false).find("deadlock in cycle 1,234,567") != std::string::npos);
}

namespace {

/// Begins and ends of asynchronous slices must nest like brackets, per category and id.
void check_async(const nlohmann::json& events) {
  std::map<std::string, std::vector<std::pair<std::string, double>>> open;
  std::map<std::string, double> latest;
  for (const auto& event : events) {
    const std::string phase = event.at("ph");
    if (phase != "b" && phase != "e") continue;
    const std::string key = event.at("cat").get<std::string>() + event.at("id").get<std::string>();
    const double ts = event.at("ts");
    CHECK(ts >= latest[key]);
    latest[key] = ts;
    if (phase == "b") {
      open[key].emplace_back(event.at("name"), ts);
    } else {
      REQUIRE_FALSE(open[key].empty());
      CHECK(open[key].back().first == event.at("name"));
      open[key].pop_back();
    }
  }
  for (const auto& [key, slices] : open) CHECK(slices.empty());
}

nlohmann::json traced(const TraceOptions& options, std::string* text = nullptr) {
  const Directory dir;
  const Names names({"a \"quoted\"", "event", "open", "never"});
  TraceWriter trace(dir / "trace.json", options, names, {"core0", "core1"});
  Gauge cached("task_cache", "block", 8);
  Gauge waiting("dispatcher", "waiting");
  GaugeFanOut fan_out;
  fan_out.add_recorder(trace);
  fan_out.add(cached);
  fan_out.add(waiting);
  cached.set(5, 1);
  waiting.set(4, 9);  // another block, one cycle behind
  cached.set(5, 2);
  cached.set(30, 0);
  trace.match_failed(0, 12);
  trace.job_done({0, 0, 0, 19, 20, 25, 26, 46, 50});
  trace.job_done({0, 1, 0, 21, 22, 30, 46, 66, 70});
  TaskRecord task = task_record(0, {1, 10, 12, 16, 18, 20, 22, 70});
  task.jobs = 2;
  trace.task_done(task);
  trace.task_done(event_record(1, 2, 11, 71, 72));
  trace.task_done(task_record(2, {3, 12}));
  trace.task_done(task_record(3, {}));
  Diagnostics problems;
  trace.finish(problems);
  CHECK(problems.ok());
  const std::string content = read(dir / "trace.json");
  if (text != nullptr) *text = content;
  return nlohmann::json::parse(content).at("traceEvents");
}

std::vector<nlohmann::json> of_phase(const nlohmann::json& events, const std::string& phase) {
  std::vector<nlohmann::json> found;
  for (const auto& event : events) {
    if (event.at("ph") == phase) found.push_back(event);
  }
  return found;
}

}  // namespace

TEST_CASE("the trace has a slice per job, lives of tasks, flows and counters") {
  TraceOptions options;
  options.clock_mhz = 3;
  std::string text;
  const auto events = traced(options, &text);
  check_async(events);
  CHECK(text.find(R"({"ph":"X","pid":1,"tid":1,"ts":8.666666,"dur":6.666667,"cat":"compute","name":"a \"quoted\"")") !=
        std::string::npos);
  CHECK(of_phase(events, "X").size() == 4);  // two computations, two picks
  CHECK(of_phase(events, "s").size() == 2);
  CHECK(of_phase(events, "f").size() == 2);
  CHECK(of_phase(events, "i").size() == 1);
  // block: 0, then 2 (the 1 of the same cycle is not seen), then 0; waiting: 0, 9
  CHECK(of_phase(events, "C").size() == 5);
  // task 0: class, name, seven stages; event: class, name, three stages; open task: class, name, two; two transfers
  CHECK(of_phase(events, "b").size() == 9 + 5 + 4 + 2);
}

TEST_CASE("nothing of the trace lies outside its window") {
  TraceOptions options;
  options.from = 20;
  options.to = 40;
  const auto events = traced(options);
  check_async(events);
  for (const auto& event : events) {
    if (event.at("ph") == "M") continue;
    const double ts = event.at("ts");
    CHECK(ts >= 0.020);
    CHECK(ts + (event.contains("dur") ? event.at("dur").get<double>() : 0.0) <= 0.0400001);
  }
  const auto slices = of_phase(events, "X");
  REQUIRE(slices.size() == 2);  // the first computation, cut at 40, and the second pick
  CHECK(slices[0].at("dur") == 0.014);
  const auto counters = of_phase(events, "C");
  REQUIRE(counters.size() == 3);  // each at the window's beginning, and one change
  CHECK(counters[0].at("ts") == 0.020);
  CHECK(counters[0].at("args").at("value") == 2);
  CHECK(of_phase(events, "i").empty());
}

TEST_CASE("a trace without anything is still valid") {
  const Directory dir;
  const Names names({});
  TraceWriter trace(dir / "trace.json", TraceOptions(), names, {});
  Diagnostics problems;
  trace.finish(problems);
  CHECK(problems.ok());
  CHECK(nlohmann::json::parse(read(dir / "trace.json")).at("traceEvents").is_array());
}

TEST_CASE("waves hold the last value of each cycle, in order of time") {
  const Directory dir;
  VcdWriter waves(dir / "waves.vcd", 3);
  Gauge cached("task_cache", "block", 8);
  Gauge busy("dispatcher", "send port", 1);
  Gauge read_ahead("task_cache", "reads");
  Gauge same_name("task_cache", "block", 2);
  GaugeFanOut fan_out;
  fan_out.add_recorder(waves);
  for (Gauge* gauge : {&cached, &busy, &read_ahead, &same_name}) fan_out.add(*gauge);
  cached.set(5, 1);
  busy.set(4, 1);
  cached.set(5, 2);
  busy.set(6, 0);
  busy.set(6, 1);
  read_ahead.set(7, 3);
  Diagnostics problems;
  waves.finish(9, problems);
  CHECK(problems.ok());
  CHECK(read(dir / "waves.vcd") ==
        "$version Gantry $end\n"
        "$timescale 1 ps $end\n"
        "$scope module gantry $end\n"
        "$scope module task_cache $end\n"
        "$var wire 4 ! block [3:0] $end\n"
        "$var wire 64 # reads [63:0] $end\n"
        "$var wire 2 $ block_2 [1:0] $end\n"
        "$upscope $end\n"
        "$scope module dispatcher $end\n"
        "$var wire 1 \" send_port $end\n"
        "$upscope $end\n"
        "$upscope $end\n"
        "$enddefinitions $end\n"
        "#0\n"
        "$dumpvars\n"
        "b0 !\n0\"\nb0 #\nb0 $\n"
        "$end\n"
        "#1333333\n1\"\n"
        "#1666666\nb10 !\n"
        "#2333333\nb11 #\n"
        "#3000000\n");
}

TEST_CASE("late changes beyond the tolerance never turn time back") {
  GaugeChanges changes;
  changes.add(0);
  changes.add(0);
  Cycle latest = 0;
  std::size_t count = 0;
  const auto emit = [&](Cycle cycle, std::uint32_t, std::uint64_t) {
    CHECK(cycle >= latest);
    latest = cycle;
    ++count;
  };
  for (Cycle cycle = 0; cycle < 20000; ++cycle) {
    changes.changed(0, cycle, cycle + 1, emit);
    changes.changed(1, cycle / 2, cycle + 1, emit);
  }
  CHECK(count > 0);  // memory is bounded: some have been handed out
  changes.drain(kNever, emit);
  CHECK(changes.written(0) == 20000);
  CHECK(changes.written(1) == 20000);
}
