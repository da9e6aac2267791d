// SPDX-License-Identifier: Apache-2.0
// summary.json and the summary on the terminal.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "output/stage_statistics.h"
#include "output/summary_json.h"
#include "output/summary_table.h"

namespace gantry::summary_test {

namespace {

RunStats small_stats() {
  RunStats stats;
  stats.cycles = 1000;
  stats.tasks_submitted = stats.tasks_completed = 2;
  stats.jobs_total = stats.jobs_issued = stats.jobs_completed = 4;
  stats.processors = {{"core0", "core", "cores", 3, 500}, {"core1", "core", "cores", 1, 250}};
  stats.blocks = {{"task_cache", 40, {{"full", 7}, {"memory", 90}}, {{"block", 0.5, 3, 8}}, {{"reads", 2}}}};
  stats.interconnect = {20, 60, 240, {12.5, 12, 30, 31}, {}};
  stats.picker = {"weight_delay", 6, 4};
  stats.shares = {{"block", 1, 1, 0.5, 0.25, 40}, {"block", 3, 1, 0.5, 0.75, 10}, {"union", 2, 2, 1.0, 1.0, 90}};
  stats.waits.cycles = {10, 5, 5, 10, 30, 40, 50, 60, 90};
  stats.waits.lifetime = 300;
  return stats;
}

RunInfo small_info() {
  RunInfo info;
  info.experiment = "small";
  info.architecture = "two_cores";
  info.seed = 7;
  info.provenance.versions = {{"gantry", "1.2"}, {"systemc", "2.3"}, {"verilator", "5.0"}};
  info.provenance.picker = "fifo";
  info.provenance.processor_choice = "nearest";
  info.provenance.overrides = {"seed=7"};
  info.provenance.workload_path = "w.yaml";
  info.provenance.workload_sha256 = "00ff";
  info.outputs = {"tasks.csv"};
  return info;
}

}  // namespace

TEST_CASE("the summary has the documented keys in order") {
  const auto json = nlohmann::ordered_json::parse(summary_json(small_info(), small_stats()));
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  CHECK(keys == std::vector<std::string>{
                    "schema", "experiment", "architecture", "seed",   "complete",     "end",     "cycles",
                    "tasks",  "jobs",       "processors",   "blocks", "interconnect", "picker",  "classes",
                    "shares", "waits",      "cost",         "timing", "provenance",   "outputs", "diagnosis"});
  CHECK(
      json["provenance"].dump() ==
      R"({"gantry":"1.2","systemc":"2.3","verilator":"5.0","engine":{"picker":"model"},"picker":"fifo","processor_choice":"nearest",)"
      R"("overrides":["seed=7"],"workload":{"path":"w.yaml","sha256":"00ff"}})");
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
  CHECK(json["waits"].dump() ==
        R"({"fetch":10,"queue":5,"predecessors":5,"register":10,"split":30,"match":40,"pick":50,"issue":60,)"
        R"("execute":90,"lifetime":300})");
}

TEST_CASE("a summary has stages by row, percentiles where they were counted, bounds and overhead of complete runs") {
  RunInfo info = small_info();
  StageStatistics stages(true);
  TaskRecord task;
  task.cls = TaskClass::event;
  task.weight = 3;
  task.submitted = 10;
  task.cached = 30;
  task.shown = 31;
  task.ready = 31;
  task.registered = task.completed = 40;
  stages.task_done(task);
  info.stages = stages.rows();
  info.bounds.emplace().cycles.fill(250);
  info.bounds->cycles[static_cast<std::size_t>(Bound::work)] = 750;
  info.overhead.emplace();
  info.overhead->busy = 750;
  info.overhead->nothing_ready = 1200;
  info.overhead->held[static_cast<std::size_t>(Holder::queue)] = 50;
  const auto json = nlohmann::ordered_json::parse(summary_json(info, small_stats()));
  CHECK(json["stages"].size() == 1);
  const auto& row = json["stages"][0];
  CHECK(row["cycles"].dump() ==
        R"({"fetch":20,"queue":1,"predecessors":0,"register":9,"split":0,"match":0,"pick":0,"issue":0,"execute":0})");
  CHECK(row["percentiles"]["fetch"].dump() == R"({"p50":20,"p95":20,"p99":20})");
  CHECK(json["bounds"]["binding"] == "work");
  CHECK(json["bounds"]["share"] == 0.75);
  CHECK(json["overhead"].dump() ==
        R"({"processor_cycles":2000,"busy":750,"nothing_ready":1200,"work_ready":50,"blocks":{"host":0,"fetch":0,)"
        R"("queue":50,"predecessors":0,"register":0,"split":0,"match":0,"pick":0,"send":0,"network":0,"input":0}})");
  const std::string text = summary_table(info, small_stats(), false);
  CHECK(text.find("  bound     work: 750 cycles at least, 75.0 % of the makespan\n"
                  "  overhead  processors idle beside ready work 2.5 %, most of it held by queue: 2.5 %\n") !=
        std::string::npos);
}

TEST_CASE("a stream reports means with intervals, and shares, lag and longest wait per weight") {
  RunInfo info = small_info();
  StreamStats stream;
  stream.tasks = 9000;
  stream.warm_up_tasks = 100;
  stream.warm_up_cycles = 4000;
  stream.response_cycles = {50.0, 0.5, true};
  stream.p50 = 40;
  stream.p95 = 90;
  stream.p99 = 100;
  stream.max = 110;
  stream.wait_cycles = {20.0, 0.0, false};
  stream.interdeparture_cycles = {10.0, 0.25, true};
  stream.shares.picks = 64;
  stream.shares.rows = {
      {"block", 3, {0.25, 0.125, true}, {0.5, 0.25, true}, {1.5, 0.5, true}, {700.0, 8.0, true}, 2.5, 900}};
  info.stream = stream;
  const auto json = nlohmann::ordered_json::parse(summary_json(info, small_stats()))["stream"];
  CHECK(json.dump() ==
        R"({"tasks":9000,"warm_up":{"tasks":100,"cycles":4000},"response_cycles":{"mean":50.0,"half_width":0.5,)"
        R"("p50":40,"p95":90,"p99":100,"max":110},)"
        R"("wait_cycles":{"mean":20.0,"half_width":null},"interdeparture_cycles":{"mean":10.0,"half_width":0.25},)"
        R"("share_stretch_picks":64,"shares":[{"class":"block","weight":3,"mean":0.25,"half_width":0.125,)"
        R"("expected_share":{"mean":0.5,"half_width":0.25},"lag":{"mean":1.5,"half_width":0.5,"max":2.5},)"
        R"("longest_wait":{"mean":700.0,"half_width":8.0,"max":900}}]})");
  const std::string text = summary_table(info, small_stats(), false);
  CHECK(text.find("  shares of the stream  weight      % of picks       by weight         lag  longest wait\n"
                  "  block                      3  25.00 +- 12.50  50.00 +- 25.00  1.5 +- 0.5      700 +- 8\n") !=
        std::string::npos);
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

}  // namespace gantry::summary_test
