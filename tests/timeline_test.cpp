// SPDX-License-Identifier: Apache-2.0
// trace.json and waves.vcd, and the levels that both draw.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "report/gauge_changes.h"
#include "report/gauge_fan_out.h"
#include "report/trace_writer.h"
#include "report/vcd_writer.h"
#include "report_records.h"

using namespace gantry;

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
  const InputFiles dir;
  const Names names({"a \"quoted\"", "event", "open", "never"});
  TraceWriter trace(dir.path("trace.json"), options, names, {"core0", "core1"});
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
  const std::string content = read(dir.path("trace.json"));
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
  const InputFiles dir;
  const Names names({});
  TraceWriter trace(dir.path("trace.json"), TraceOptions(), names, {});
  Diagnostics problems;
  trace.finish(problems);
  CHECK(problems.ok());
  CHECK(nlohmann::json::parse(read(dir.path("trace.json"))).at("traceEvents").is_array());
}

TEST_CASE("waves hold the last value of each cycle, in order of time") {
  const InputFiles dir;
  VcdWriter waves(dir.path("waves.vcd"), 3);
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
  CHECK(read(dir.path("waves.vcd")) ==
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
