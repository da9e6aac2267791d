// SPDX-License-Identifier: Apache-2.0
// trace.json, trace.perfetto-trace and pipeline.kanata, and the levels that they draw.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "output/counter_samples.h"
#include "output/gauge_fan_out.h"
#include "output/json_timeline.h"
#include "output/konata_writer.h"
#include "output/perfetto_timeline.h"
#include "output/trace_writer.h"
#include "perfetto_reader.h"
#include "report_records.h"

namespace gantry::timeline_test {

namespace {

/// Task 1 waits for task 0.
TaskLinks links(const TaskRecord& task) {
  if (task.number == 0) return {{}, 1};
  if (task.number == 1) return {{0}, 0};
  return {};
}

/// A run of two cores and a dma engine, in the order in which a machine would tell of it.
void tell(TraceWriter& trace) {
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
  trace.job_done(full_job_record(0, 0, 0, {19, 20, 25, 26, 26, 46, 46, 50}));
  trace.job_done(full_job_record(0, 1, 0, {21, 22, 30, 34, 46, 66, 68, 70}));
  TaskRecord task = task_record(0, {1, 10, 12, 16, 18, 20, 22, 70});
  task.jobs = 2;
  trace.task_done(task);
  TaskRecord event = event_record(1, 2, 11, 72, 73);
  event.ready = 71;
  trace.task_done(event);
  trace.job_done(full_job_record(2, 0, 2, {71, 72, 75, 80, 80, 80, 90, 91}));
  trace.task_done(task_record(2, {3, 12}));
  trace.task_done(task_record(3, {}));
}

template <class Form>
std::string traced(const TraceOptions& options = {}, std::uint32_t clock_mhz = 1000, Cycle* left_out = nullptr) {
  const InputFiles dir;
  const Names names({"a \"quoted\"", "event", "open", "never"});
  TraceWriter trace(std::make_unique<Form>(dir.path("trace"), "<experiment>", clock_mhz), options, names, links,
                    {{"core0", false}, {"core1", false}, {"dma0", true}});
  tell(trace);
  Diagnostics problems;
  trace.finish({}, problems);
  CHECK(problems.ok());
  if (left_out != nullptr) *left_out = trace.left_out();
  return read(dir.path("trace"));
}

nlohmann::json traced_json(const TraceOptions& options = {}, std::uint32_t clock_mhz = 1000) {
  return nlohmann::json::parse(traced<JsonTimeline>(options, clock_mhz));
}

std::vector<nlohmann::json> of_phase(const nlohmann::json& trace, const std::string& phase) {
  std::vector<nlohmann::json> found;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == phase) found.push_back(event);
  }
  return found;
}

long nanoseconds(const nlohmann::json& micros) { return std::lround(micros.get<double>() * 1000); }

/// A slice of either form: its row's name, its own, and its times in nanoseconds.
struct Drawn {
  std::string row;
  std::string name;
  long from;
  long to;
  bool operator<(const Drawn& other) const {
    return std::tie(row, name, from, to) < std::tie(other.row, other.name, other.from, other.to);
  }
  bool operator==(const Drawn& other) const { return !(*this < other) && !(other < *this); }
};
std::ostream& operator<<(std::ostream& out, const Drawn& drawn) {
  return out << drawn.row << ": " << drawn.name << " from " << drawn.from << " to " << drawn.to;
}

/// ... and the slices of one thread must nest.
std::multiset<Drawn> drawn_in_json(const nlohmann::json& trace) {
  std::map<std::pair<int, int>, std::string> rows;
  for (const auto& event : of_phase(trace, "M")) {
    if (event.at("name") == "thread_name") rows[{event.at("pid"), event.at("tid")}] = event.at("args").at("name");
  }
  std::multiset<Drawn> drawn;
  std::map<std::pair<int, int>, std::vector<std::pair<long, long>>> threads;
  for (const auto& event : of_phase(trace, "X")) {
    const std::pair<int, int> thread(event.at("pid"), event.at("tid"));
    const long from = nanoseconds(event.at("ts"));
    const long to = from + nanoseconds(event.at("dur"));
    drawn.insert({rows.at(thread), event.at("name"), from, to});
    for (const auto& [other_from, other_to] : threads[thread]) {
      const bool apart = to <= other_from || other_to <= from;
      const bool nested = (from >= other_from && to <= other_to) || (from <= other_from && to >= other_to);
      CHECK((apart || nested));
    }
    threads[thread].emplace_back(from, to);
  }
  return drawn;
}

}  // namespace

TEST_CASE("the trace shows each job's phases, the lives of tasks, transfers of dma engines, and picks") {
  const auto drawn = drawn_in_json(traced_json());
  const auto has = [&](const Drawn& slice) { return drawn.count(slice) == 1; };
  CHECK(has({"core0", "a \"quoted\"", 26, 46}));
  CHECK(has({"core0", "a \"quoted\"", 46, 66}));
  CHECK(has({"jobs of core0", "a \"quoted\"", 21, 70}));
  CHECK(has({"jobs of core0", "port", 21, 22}));
  CHECK(has({"jobs of core0", "send", 22, 30}));
  CHECK(has({"jobs of core0", "input", 30, 34}));
  CHECK(has({"jobs of core0", "wait", 34, 46}));  // for the processor
  CHECK(has({"jobs of core0", "compute", 46, 66}));
  CHECK(has({"jobs of core0", "output", 66, 68}));
  CHECK(has({"jobs of core0", "report", 68, 70}));
  CHECK(has({"dma0", "open", 75, 90}));
  CHECK(has({"dma0", "read", 75, 80}));
  CHECK(has({"dma0", "write", 80, 90}));
  CHECK(has({"block", "a \"quoted\"", 1, 70}));
  CHECK(has({"block", "fetch", 1, 10}));
  CHECK(has({"event", "event", 2, 73}));
  CHECK(has({"block", "open", 3, 91}));  // not done: up to the last cycle of which anything is known
  CHECK(has({"picks", "a \"quoted\"", 19, 20}));
  CHECK(has({"picks", "match failed", 12, 13}));
}

TEST_CASE("flows lead from a pick to its job's slice, and from a task to one that waits for it") {
  const auto trace = traced_json();
  std::map<std::string, nlohmann::json> begins;
  for (const auto& flow : of_phase(trace, "s")) CHECK(begins.emplace(flow.at("id"), flow).second);
  const auto ends = of_phase(trace, "f");
  REQUIRE(ends.size() == 4);
  std::set<std::pair<long, long>> times;
  for (const auto& end : ends) {
    CHECK(end.at("bp") == "e");  // in the slice that is open there
    times.emplace(nanoseconds(begins.at(end.at("id")).at("ts")), nanoseconds(end.at("ts")));
  }
  // Two picks to computations, one to a transfer; task 0's last cycle to the event's `register`.
  CHECK(times == std::set<std::pair<long, long>>{{19, 26}, {21, 46}, {71, 75}, {69, 71}});
}

TEST_CASE("a counter stands in the trace with the last value of each cycle") {
  std::map<std::string, std::vector<std::pair<long, int>>> counters;
  for (const auto& sample : of_phase(traced_json(), "C"))
    counters[sample.at("name")].emplace_back(nanoseconds(sample.at("ts")), sample.at("args").at("value").get<int>());
  CHECK(counters["block"] == std::vector<std::pair<long, int>>{{0, 0}, {5, 2}, {30, 0}});
  CHECK(counters["waiting"] == std::vector<std::pair<long, int>>{{0, 0}, {4, 9}});
}

TEST_CASE("times are whole nanoseconds below a gigahertz, so that what meets in a cycle meets in a viewer") {
  const std::string text = traced<JsonTimeline>({}, 3);  // a cycle is 333.3 ns
  CHECK(text.find(R"("ts":8.666,"dur":6.667,"cat":"compute","name":"a \"quoted\"")") != std::string::npos);
  const auto trace = nlohmann::json::parse(text);
  drawn_in_json(trace);  // nests
  CHECK(trace.at("otherData") == nlohmann::json{{"experiment", "<experiment>"}, {"clock_mhz", 3}});
}

TEST_CASE("Perfetto's form says the same as JSON, read by another decoder") {
  const auto json = traced_json();
  const PerfettoTrace perfetto = read_perfetto(traced<PerfettoTimeline>());
  std::multiset<Drawn> drawn;
  for (const PerfettoSlice& slice : perfetto.slices) drawn.insert({slice.track, slice.name, slice.from, slice.to});
  std::multiset<Drawn> expected;
  for (const Drawn& slice : drawn_in_json(json)) {
    const bool mark = slice.row == "picks";
    expected.insert({slice.row, slice.name, slice.from, mark ? slice.from : slice.to});
  }
  expected.insert({"experiment", "<experiment>", 0, 0});
  CHECK(drawn == expected);

  std::multiset<std::pair<long, long>> counted;
  for (const auto& sample : of_phase(json, "C"))
    counted.emplace(nanoseconds(sample.at("ts")), sample.at("args").at("value").get<long>());
  std::multiset<std::pair<long, long>> counted_there;
  for (const PerfettoSample& sample : perfetto.samples) counted_there.emplace(sample.at, sample.value);
  CHECK(counted_there == counted);

  // A flow leads from the slice that names it to the one that ends it.
  std::set<std::pair<std::string, std::string>> flows;
  for (const PerfettoSlice& to : perfetto.slices) {
    for (const std::uint64_t id : to.ending_flows) {
      for (const PerfettoSlice& from : perfetto.slices) {
        if (std::count(from.flows.begin(), from.flows.end(), id) > 0)
          flows.emplace(from.track + '/' + from.name, to.track + '/' + to.name);
      }
    }
  }
  CHECK(flows == std::set<std::pair<std::string, std::string>>{{"picks/a \"quoted\"", "core0/a \"quoted\""},
                                                               {"picks/open", "dma0/open"},
                                                               {"block/execute", "event/register"}});
  CHECK(perfetto.args.at("jobs of core0/a \"quoted\"").count("completed=70") == 1);
}

TEST_CASE("nothing of the trace lies outside its window") {
  TraceOptions options;
  options.from = 20;
  options.to = 40;
  const auto trace = traced_json(options);
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == "M") continue;
    const long from = nanoseconds(event.at("ts"));
    CHECK(from >= 20);
    CHECK(from + (event.contains("dur") ? nanoseconds(event.at("dur")) : 0) <= 40);
  }
  const auto drawn = drawn_in_json(trace);
  CHECK(drawn.count({"core0", "a \"quoted\"", 26, 40}) == 1);  // cut
  CHECK(drawn.count({"jobs of core0", "a \"quoted\"", 20, 40}) == 1);
  CHECK(drawn.count({"jobs of core0", "send", 20, 25}) == 1);
  const auto counters = of_phase(trace, "C");
  REQUIRE(counters.size() == 3);  // each at the window's beginning, and one change
  CHECK(nanoseconds(counters[0].at("ts")) == 20);
  CHECK(counters[0].at("args").at("value") == 2);
  CHECK(of_phase(trace, "f").empty());
}

TEST_CASE("a trace without anything is still valid") {
  const InputFiles dir;
  const Names names({});
  TraceWriter trace(std::make_unique<JsonTimeline>(dir.path("trace.json"), "", 1), TraceOptions(), names, {}, {});
  Diagnostics problems;
  trace.finish({}, problems);
  CHECK(problems.ok());
  CHECK(nlohmann::json::parse(read(dir.path("trace.json"))).at("traceEvents").is_array());
}

TEMPLATE_TEST_CASE("a trace never has more bytes than it may, and says from which cycle on it is silent", "",
                   JsonTimeline, PerfettoTimeline) {
  TraceOptions options;
  options.max_bytes = GENERATE(100000U, 200000U, 3000000U);
  const InputFiles dir;
  TraceWriter trace(std::make_unique<TestType>(dir.path("trace"), "x", 1000), options,
                    [](std::uint64_t n) { return "task " + std::to_string(n); }, {}, {{"core", false}});
  Gauge level("core", "level", 1);
  GaugeFanOut fan_out;
  fan_out.add_recorder(trace);
  fan_out.add(level);
  for (std::uint64_t n = 0; n < 2000; ++n) {
    const Cycle at = 100 * n;
    level.set(at + 3, n % 7);
    trace.job_done(full_job_record(n, 0, 0, {at, at + 1, at + 5, at + 9, at + 9, at + 50, at + 60, at + 66}));
    trace.task_done(task_record(n, {at, at, at, at, at, at, at, at + 66}));
  }
  Diagnostics problems;
  trace.finish({}, problems);
  const std::string text = read(dir.path("trace"));
  CHECK(text.size() <= options.max_bytes);
  CHECK((trace.left_out() == kNever) == (options.max_bytes == 3000000));
  if (trace.left_out() == kNever) return;
  // Stretches of 4,096 cycles are there as a whole or not at all: 41 tasks each.
  CHECK(trace.left_out() % 4096 == 0);
  CHECK(trace.left_out() > 0);
  std::set<std::string> tasks;
  long latest = 0;
  if constexpr (std::is_same_v<TestType, JsonTimeline>) {
    const auto json = nlohmann::json::parse(text);
    CHECK(json.at("otherData").at("left_out_from_cycle") == trace.left_out());
    for (const Drawn& slice : drawn_in_json(json)) {
      if (slice.row == "left out") continue;
      if (slice.row == "core") tasks.insert(slice.name);
      latest = std::max(latest, slice.to);
    }
  } else {
    const PerfettoTrace perfetto = read_perfetto(text);
    CHECK(perfetto.args.at("left out/left out from here on: max_bytes")
              .count("from_cycle=" + std::to_string(trace.left_out())) == 1);
    for (const PerfettoSlice& slice : perfetto.slices) {
      if (slice.track == "left out") continue;
      if (slice.track == "core") tasks.insert(slice.name);
      latest = std::max(latest, slice.to);
    }
  }
  std::size_t before = 0;
  for (std::uint64_t n = 0; n < 2000; ++n) before += 100 * n + 66 < trace.left_out() ? 1 : 0;
  CHECK(tasks.size() == before);
  CHECK(latest < static_cast<long>(trace.left_out()));
}

TEST_CASE("a counter with few changes keeps each; one with many is exact at multiples of a power of two") {
  CounterSamples few(8);
  for (Cycle at = 0; at < 8; ++at) few.changed(3 * at, at + 1);
  CHECK(few.apart() == 1);
  CHECK(few.samples().size() == 8);
  CHECK(few.samples()[5].at == 15);

  CounterSamples many(8);
  std::map<Cycle, std::uint64_t> truth;  // value from the cycle on
  std::uint64_t value = 0;
  for (Cycle at = 1; at < 1000; at += 1 + at % 3) many.changed(at, value = at * 7 % 5), truth[at] = value;
  CHECK(many.samples().size() <= 8);
  std::uint64_t shown = many.samples().front().value;
  std::size_t next = 0;
  for (Cycle at = many.samples().front().at; at < 1000; at += many.apart()) {
    if (next < many.samples().size() && many.samples()[next].at == at) shown = many.samples()[next++].value;
    CHECK(shown == std::prev(truth.upper_bound(at))->second);
  }
}

TEST_CASE("slices that come in the order of their ends share as few rows as can be") {
  TimelineRows rows;
  CHECK(rows.place(0, 10) == 0);
  CHECK(rows.place(5, 12) == 1);
  CHECK(rows.place(11, 20) == 0);
  CHECK(rows.place(12, 21) == 1);
  CHECK(rows.place(13, 22) == 2);
  CHECK(rows.place(3, 4) == 3);  // late: in the way of nobody
}

TEST_CASE("what is kept for dependences does not grow with a stream") {
  Dependences<std::uint64_t> dependences([](const TaskRecord& task) {
    return task.number % 2 == 0 ? TaskLinks{{}, 1} : TaskLinks{{task.number - 1}, 0};
  });
  std::size_t seen = 0;
  for (std::uint64_t n = 0; n < 1000; ++n) {
    dependences.done(
        task_record(n, {}), [&](std::uint64_t number, std::uint64_t) { seen += number == n - 1 ? 1 : 0; },
        [&](std::uint64_t) { return n; });
    CHECK(dependences.size() <= 1);
  }
  CHECK(seen == 500);
}

TEST_CASE("a Konata file holds the stages of tasks in order of time, and who waited for whom") {
  const InputFiles dir;
  const Names names({"a\\n", "b", "c"});
  KonataWriter pipeline(dir.path("pipeline.kanata"), names, links);
  TaskRecord late = task_record(0, {1, 4, 9, 16, 18, 20, 22, 70});
  late.shown = 6;
  late.ready = 8;
  TaskRecord event = event_record(1, 2, 11, 72, 73);
  event.shown = 12;
  event.ready = 71;
  pipeline.task_done(late);
  pipeline.task_done(event);
  pipeline.task_done(task_record(2, {3, 12}));  // not done
  Diagnostics problems;
  pipeline.finish(problems);
  CHECK(problems.ok());
  CHECK(read(dir.path("pipeline.kanata")) ==
        "Kanata\t0004\nC=\t0\n"
        "C\t1\nI\t0\t0\t0\nL\t0\t0\ta/n\nL\t0\t1\tblock, weight 1, jobs 1, stream 0\nS\t0\t0\tF\n"
        "C\t1\nI\t1\t1\t0\nL\t1\t0\tb\nL\t1\t1\tevent, weight 1, jobs 0, stream 0\nS\t1\t0\tF\n"
        "C\t1\nI\t2\t2\t0\nL\t2\t0\tc\nL\t2\t1\tblock, weight 1, jobs 1, stream 0\nS\t2\t0\tF\n"
        "C\t1\nE\t0\t0\tF\nS\t0\t0\tQ\n"
        "C\t2\nE\t0\t0\tQ\nS\t0\t0\tD\n"
        "C\t2\nE\t0\t0\tD\nS\t0\t0\tR\n"
        "C\t1\nE\t0\t0\tR\nS\t0\t0\tS\n"
        "C\t2\nE\t1\t0\tF\nS\t1\t0\tQ\n"
        "C\t1\nE\t1\t0\tQ\nS\t1\t0\tD\nE\t2\t0\tF\nS\t2\t0\tQ\n"
        "C\t4\nE\t0\t0\tS\nS\t0\t0\tM\n"
        "C\t2\nE\t0\t0\tM\nS\t0\t0\tP\n"
        "C\t2\nE\t0\t0\tP\nS\t0\t0\tI\n"
        "C\t2\nE\t0\t0\tI\nS\t0\t0\tX\n"
        "C\t48\nE\t0\t0\tX\nR\t0\t0\t0\n"
        "C\t1\nE\t1\t0\tD\nS\t1\t0\tR\nW\t1\t0\t0\n"
        "C\t1\nE\t1\t0\tR\nS\t1\t0\tX\n"
        "C\t1\nE\t1\t0\tX\nR\t1\t1\t0\nE\t2\t0\tQ\nR\t2\t2\t1\n");
}

}  // namespace gantry::timeline_test
