// SPDX-License-Identifier: Apache-2.0
// Batch serving as a user meets it: the experiment file, what is wrong with it, the files of a run and their check.
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "check/check_run.h"
#include "input_files.h"
#include "program_run.h"
#include "serving/serving_experiment.h"

namespace gantry::serving_experiment_test {

namespace {

constexpr const char* kSmall = R"(serving:
  interconnect: {columns: 4, rows: 1}
  scheduler: {rated: {count: 2, compute: 5}}
  nodes:
    - {name: first, batch_limit: 2, compute: 2, cycles: 100, per_request_cycles: 10}
    - {name: second, batch_limit: 3, compute: 3, batch_cycles: [50, 60, 70], passes: 2}
  sessions:
    - {name: both, count: 30, arrivals: {generator: poisson, interval_cycles: 120}, graph: [first, second]}
    - {name: one, count: 20, priority: true, graph: {second: []},
       arrivals: {generator: bursts, burst_tasks: 4, burst_interval_cycles: 900}}
)";

std::vector<std::string> errors(const std::string& yaml) {
  const InputFiles files;
  files.write("arrivals.jsonl", "{\"timestamp\": 5, \"output_length\": 3}\n{\"output_length\": 4}\n");
  Diagnostics diagnostics;
  CHECK_FALSE(load_serving_experiment(files.write("e.yaml", yaml), {}, diagnostics));
  return files.errors(diagnostics);
}

/// The one error after a piece of the good experiment was replaced.
std::string error_of(const std::string& piece, const std::string& by) {
  std::string yaml = kSmall;
  const std::size_t at = yaml.find(piece);
  REQUIRE(at != std::string::npos);
  const auto lines = errors(yaml.replace(at, piece.size(), by));
  INFO(by);
  REQUIRE(lines.size() >= 1);
  CHECK(is_placed_error(lines[0], "e.yaml"));
  return lines[0];
}

bool says(const std::string& error, const std::string& what) {
  UNSCOPED_INFO(error);
  return error.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("a run writes its tables and a summary, which gantry check accepts") {
  const InputFiles files;
  files.write("e.yaml", kSmall);
  ProgramRun run(files, {"run", "e.yaml", "--out", "out", "--kernel", "cycle"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  const auto summary = nlohmann::json::parse(file_text(files.path("out/summary.json")));
  CHECK(summary["complete"] == true);
  CHECK(summary["sessions"]["completed"] == 50);
  CHECK(summary["nodes"][0]["requests"] == 30);
  CHECK(summary["nodes"][1]["requests"] == 2 * 50);  // two passes of each
  CHECK(summary["kinds"][1]["priority"] == true);
  CHECK(summary["rated"]["places"]["max"] <= 2);
  CHECK(summary["rated"]["compute"]["fill"] <= 1.0);
  const CheckReport report = check_run(files.path("out"));
  CHECK(report.status == 0);
  REQUIRE(report.result.size() == 1);
  CHECK(report.result[0].find("ok: 50 sessions, ") == 0);
  const auto trace = nlohmann::json::parse(file_text(files.path("out/trace.json")));
  CHECK(trace["traceEvents"].size() > 100);
}

TEST_CASE("the traffic of inference nodes is written and checked like that of any machine") {
  const InputFiles files;
  files.write("e.yaml", kSmall);
  REQUIRE(ProgramRun(files, {"run", "e.yaml", "--out", "out", "--set", "output.packets=true"}).finish() == 0);
  // A session's data, from node to node of its graph and back, a report and a start per batch, and more reports.
  const std::string packets = file_text(files.path("out/packets.csv"));
  for (const char* kind :
       {"session_data,gateway,first,", "pending_report,first,scheduler,", "start_batch,scheduler,"}) {
    CHECK(says(packets, kind));
  }
  CHECK(file_text(files.path("out/network.svg")).rfind("<svg xmlns=", 0) == 0);
  CHECK(file_text(files.path("out/latency.svg")).rfind("<svg xmlns=", 0) == 0);
  CHECK(check_run(files.path("out")).status == 0);
  std::string links = file_text(files.path("out/links.csv"));
  links.replace(links.find("\nlink,"), 6, "\nexit,");
  files.write("out/links.csv", links);
  const CheckReport report = check_run(files.path("out"));
  CHECK(report.status == 1);
  CHECK(says(report.errors.at(0), "out/links.csv:"));
}

TEST_CASE("gantry check finds a fault put into a good run") {
  const InputFiles files;
  files.write("e.yaml", kSmall);
  REQUIRE(ProgramRun(files, {"run", "e.yaml", "--out", "out", "--kernel", "cycle"}).finish() == 0);
  const auto check = [&](const std::string& file, const std::function<void(std::vector<std::string>&)>& spoil) {
    const std::string good = file_text(files.path("out/" + file));
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < good.size(); at = good.find('\n', at) + 1)
      lines.push_back(good.substr(at, good.find('\n', at) - at));
    spoil(lines);
    std::string bad;
    for (const std::string& line : lines) bad += line + '\n';
    files.write("out/" + file, bad);
    const CheckReport report = check_run(files.path("out"));
    files.write("out/" + file, good);
    INFO(file);
    CHECK(report.status == 1);
    return report.errors.empty() ? std::string() : report.errors[0];
  };
  const auto put = [](std::size_t row, std::size_t field, const std::string& value) {
    return [=](std::vector<std::string>& lines) {
      std::size_t at = 0;
      for (std::size_t f = 0; f < field; ++f) at = lines[row].find(',', at) + 1;
      lines[row].replace(at, lines[row].find(',', at) - at, value);
    };
  };
  const auto remove = [](std::vector<std::string>& lines) { lines.erase(lines.begin() + 3); };
  const auto twice = [](std::vector<std::string>& lines) { lines.push_back(lines[3]); };
  CHECK(says(check("sessions.csv", remove), "above the number of rows"));
  CHECK(says(check("sessions.csv", put(20, 3, "1")), "completed before it arrived"));
  CHECK(says(check("sessions.csv", put(1, 3, "999999999")), "after the run's last cycle"));
  CHECK(says(check("sessions.csv", put(1, 3, "")), "did not complete"));
  CHECK(says(check("batches.csv", put(2, 5, "4")), "requests and may have 1 to"));
  CHECK(says(check("batches.csv", put(2, 2, "0")), ""));
  CHECK(says(check("batches.csv", remove), "is not the next one"));
  CHECK(says(check("batches.csv", put(2, 3, "0")), "stages out of order"));
  CHECK(says(check("visits.csv", remove), ""));
  CHECK(says(check("visits.csv", twice), "was served twice"));
  CHECK(says(check("visits.csv", put(2, 6, "7000")), "not in the table"));
  CHECK(says(check("visits.csv", put(30, 3, "0")), ""));
  CHECK(check_run(files.path("out")).status == 0);
}

TEST_CASE("a session passes as often as its arrival says") {
  const InputFiles files;
  files.write("arrivals.jsonl",
              "{\"timestamp\": 4, \"input_length\": 9, \"output_length\": 3, \"hash_ids\": [1, 2]}\n"
              "{\"timestamp\": 1, \"input_length\": 9, \"output_length\": 5, \"hash_ids\": [1]}\n");
  files.write("e.yaml", R"(serving:
  interconnect: {columns: 3, rows: 1}
  scheduler: {rated: {count: 1}}
  nodes: [{name: decode, cycles: 100, passes: work}]
  sessions:
    - graph: [decode]
      arrivals: {generator: trace, path: arrivals.jsonl, mapping: {time_unit: us, cycles_per_second: 1000000000}}
)");
  ProgramRun run(files, {"run", "e.yaml", "--out", "out", "--kernel", "cycle"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  const std::string sessions = file_text(files.path("out/sessions.csv"));
  // Numbered in order of arrival, the first arrival being cycle 0; the other one is there 3 us later.
  CHECK(sessions.find("session,kind,arrived,completed\n0,kind0,0,") == 0);
  CHECK(sessions.find("\n1,kind0,3000,") != std::string::npos);
  const auto summary = nlohmann::json::parse(file_text(files.path("out/summary.json")));
  CHECK(summary["nodes"][0]["requests"] == 8);
}

TEST_CASE("an experiment that cannot run says where and why") {
  CHECK(says(error_of("columns: 4", "columns: 3"),
             "e.yaml:2:17: error: serving.interconnect has 3 nodes and must seat 4"));
  CHECK(says(error_of("columns: 4", "topology: torus, columns: 4"),
             "e.yaml:2:28: error: serving.interconnect.virtual_channels is 2 and must be 4 at least"));
  CHECK(says(error_of("compute: 5", "compute: 2.5"), "the node 'second' needs 3 and can never run"));
  CHECK(says(error_of("count: 2", "count: 0"), "serving.scheduler.rated.count"));
  CHECK(says(error_of("{rated: {count: 2, compute: 5}}", "{}"), "serving.scheduler.rated is missing"));
  CHECK(says(error_of("{rated:", "{policy: lifo, rated:"), "fifo, inference_priority, largest_batch or round_robin"));
  CHECK(says(error_of("{rated:", "{policy: fifo, priority: sum, rated:"), "is of the policy inference_priority"));
  CHECK(says(error_of("batch_limit: 2", "batch_limit: 0"), "serving.nodes[0].batch_limit"));
  CHECK(says(error_of("[50, 60, 70]", "[50, 60]"), "batch of 1, 2, ... up to batch_limit, which is 3, not 2"));
  CHECK(says(error_of("cycles: 100, per_request_cycles: 10", "weight: 2"), "serving.nodes[0].cycles is missing"));
  CHECK(says(error_of("name: second", "name: first"), "is the name of an earlier node"));
  CHECK(says(error_of("[first, second]", "[first, third]"), "names 'third', which is no node of serving.nodes"));
  CHECK(says(error_of("[first, second]", "[first, first]"), "twice"));
  CHECK(says(error_of("[first, second]", "{first: [second], second: [first]}"), "has a cycle"));
  CHECK(says(error_of("[first, second]", "{first: [second]}"), "does not have the node 'second' itself"));
  CHECK(says(error_of("name: one", "name: both"), "is the name of an earlier kind"));
  CHECK(says(error_of("count: 30, ", ""), "serving.sessions[0].count is missing"));
  CHECK(says(error_of("count: 30", "count: 100000001"), "serving.sessions[0].count"));
  CHECK(says(error_of("generator: poisson", "generator: stream"), "poisson, bursts or trace"));
  CHECK(says(error_of("interval_cycles: 120", "interval_cycles: -1"), "interval_cycles must be"));
  CHECK(says(error_of("burst_tasks: 4, ", ""), "burst_tasks is missing"));
  CHECK(says(error_of("generator: poisson, interval_cycles: 120", "generator: trace, path: none.csv"), "none.csv"));
  CHECK(says(error_of("passes: 2", "passes: few"), "serving.nodes[1].passes"));
  CHECK(errors("workload: {}\n").size() >= 1);
  CHECK(errors("serving: 3\n").size() >= 1);
  CHECK(errors("serving: {}\n").size() >= 3);  // nodes, scheduler, sessions
  const auto second_row = errors(R"(serving:
  scheduler: {rated: {count: 1}}
  nodes: [{name: n, cycles: 1}]
  sessions: [{graph: [n], arrivals: {generator: trace, path: arrivals.jsonl}}]
)");
  REQUIRE(second_row.size() == 1);
  CHECK(second_row[0] == "arrivals.jsonl:2:1: error: this object has no key 'timestamp', which the first one has");
}

TEST_CASE("the program refuses before it writes anything, and validates without running") {
  const InputFiles files;
  files.write("good.yaml", kSmall);
  files.write("bad.yaml", "serving: {}\n");
  ProgramRun good(files, {"validate", "good.yaml"});
  CHECK(good.out() == "good.yaml: serving experiment ok\n");
  ProgramRun bad(files, {"run", "bad.yaml", "--out", "out"});
  CHECK(bad.finish() == 2);
  CHECK_FALSE(std::filesystem::exists(files.path("out")));
  ProgramRun picker(files, {"run", "good.yaml", "--picker", "rtl"});
  CHECK(picker.finish() == 2);
  ProgramRun limited(files, {"run", "good.yaml", "--out", "out", "--set", "limits.max_cycles=500"});
  CHECK(limited.finish() == 1);
  CHECK(limited.err().find("cycle 500: the cycle limit was reached; ") == 0);
  CHECK(check_run(files.path("out")).status == 0);
}

}  // namespace gantry::serving_experiment_test
