// SPDX-License-Identifier: Apache-2.0
// Times of requests that several instances serve: the statistics by hand, and a run's summary recomputed from its
// tables.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "input_files.h"
#include "output/request_statistics.h"
#include "program_run.h"

namespace gantry::requests_test {

namespace {

RequestRecord record(Cycle arrival, Cycle first, Cycle last, Cycle done, std::uint64_t tokens) {
  RequestRecord request;
  request.arrival = arrival;
  request.first_token = first;
  request.last_token = last;
  request.done = done;
  request.tokens = tokens;
  request.first_tokens = tokens > 0 ? 1 : 0;
  return request;
}

constexpr std::uint32_t kMegahertz = 100;

RequestStats stats_of(const std::vector<RequestRecord>& requests, const RequestGoodput& limits, Cycle cycles) {
  RequestStatistics statistics({{true, requests.size(), limits}});
  for (const RequestRecord& request : requests) statistics.request_done(request);
  return *statistics.stats(0, cycles, kMegahertz);
}

}  // namespace

TEST_CASE("the times of requests") {
  // To first token 100, 50 and 30; per token 300 / 3, none, and 25 / 2 rounded up; end to end 400, 60 and 55.
  const std::vector<RequestRecord> requests = {record(0, 100, 400, 400, 4), record(40, 90, 90, 100, 1),
                                               record(100, 130, 155, 155, 3)};
  const RequestStats stats = stats_of(requests, {}, 1000000);
  CHECK(stats.done == 3);
  CHECK(stats.tokens == 8);
  // 10^6 cycles at 100 MHz are 10 ms.
  CHECK(stats.tokens_per_second == 800.0);
  CHECK(stats.ttft->mean == 60.0);
  CHECK(stats.ttft->p50 == 50);
  CHECK(stats.ttft->max == 100);
  CHECK(stats.tpot->mean == 56.5);
  CHECK(stats.tpot->p50 == 13);
  CHECK(stats.tpot->p99 == 100);
  CHECK(stats.e2e->p95 == 400);
}

TEST_CASE("goodput counts the requests that exceed no limit") {
  const std::vector<RequestRecord> requests = {record(0, 100, 400, 400, 4), record(40, 90, 90, 100, 1),
                                               record(100, 130, 155, 155, 3)};
  const auto within = [&](std::optional<Cycle> ttft, std::optional<Cycle> tpot, std::optional<Cycle> e2e) {
    RequestGoodput limits;
    limits.ttft = ttft;
    limits.tpot = tpot;
    limits.e2e = e2e;
    return stats_of(requests, limits, 1000000).goodput->within;
  };
  CHECK(within(100, {}, {}) == 3);
  CHECK(within(99, {}, {}) == 2);
  CHECK(within({}, 13, {}) == 2);
  CHECK(within({}, 12, {}) == 1);  // a request of one token has no time per further token
  CHECK(within(50, 13, 59) == 1);
  CHECK(within({}, {}, 1) == 0);
  RequestGoodput limits;
  limits.ttft = 50;
  CHECK(stats_of(requests, limits, 1000000).goodput->per_second == 200.0);
}

TEST_CASE("requests that are not over do not count") {
  const RequestStats stats = stats_of({record(0, 5, 9, kNever, 2)}, {}, 10);
  CHECK(stats.done == 0);
  CHECK(stats.arriving == 1);
  CHECK_FALSE(stats.ttft);
  CHECK_FALSE(stats.e2e);
}

TEST_CASE("the summary has the times that the rows of requests and tasks say") {
  const InputFiles files;
  std::string trace = "time,n,m\n";
  for (int i = 0; i < 40; ++i)
    trace +=
        std::to_string(i * 900) + ',' + std::to_string(50 + 37 * i % 90) + ',' + std::to_string(1 + i * i % 7) + '\n';
  files.write("r.csv", trace);
  files.write("e.yaml",
              "architecture: {processors: [{count: 6}]}\nworkload:\n  streams:\n"
              "    - {name: prefill, count: 40, tokens: 1, limits: {ttft_cycles: 3000, tpot_cycles: 900},\n"
              "       arrivals: {process: trace, path: r.csv, sizes: {p: n, o: m}, mapping: {time_unit: cycles}},\n"
              "       workload: {tasks: [{id: a, jobs: 4, cycles: 9 * p}]}}\n"
              "    - {name: decode, after: {stream: prefill}, repeat: o - 1, merge: {up_to: 3},\n"
              "       workload: {tasks: [{id: s, jobs: 2, cycles: 100 + p + step}, {id: t, cycles: 9 * batch, after: "
              "[s]}]}}\n");
  ProgramRun run(files, {"run", "e.yaml", "--out", "o"});
  REQUIRE(run.finish() == 0);
  CHECK(run.out().find("first token") != std::string::npos);
  CHECK(run.out().find("goodput of prefill") != std::string::npos);
  ProgramRun check(files, {"check", "o"});
  CHECK(check.finish() == 0);
  const CsvTable requests(files.path("o/requests.csv"));
  const CsvTable tasks(files.path("o/tasks.csv"));
  const auto number = [](const CsvTable& table, std::size_t row, const char* column) {
    return std::stoull(table.at(row, column));
  };
  // The instances of decode, by their tasks.
  std::map<std::uint64_t, Cycle> begins;
  std::map<std::uint64_t, Cycle> ends;
  for (std::size_t row = 0; row < tasks.rows(); ++row) {
    if (tasks.at(row, "stream") != "1") continue;
    const std::uint64_t instance = number(tasks, row, "instance");
    const Cycle submitted = number(tasks, row, "submitted");
    begins[instance] = begins.count(instance) == 0 ? submitted : std::min(begins[instance], submitted);
    ends[instance] = std::max(ends[instance], static_cast<Cycle>(number(tasks, row, "completed")));
  }
  std::map<std::uint64_t, std::uint64_t> members;
  std::vector<std::uint64_t> ttft;
  std::vector<std::uint64_t> tpot;
  std::uint64_t tokens = 0;
  std::uint64_t within = 0;
  Cycle last = 0;
  REQUIRE(requests.rows() == 40);
  for (std::size_t row = 0; row < requests.rows(); ++row) {
    const std::uint64_t i = number(requests, row, "request");
    CHECK(number(requests, row, "arrival") == 900 * i);
    CHECK(number(requests, row, "tokens") == 1 + i * i % 7);
    CHECK(number(requests, row, "done") >= last);
    last = number(requests, row, "done");
    tokens += number(requests, row, "tokens");
    ttft.push_back(number(requests, row, "first_token") - 900 * i);
    bool good = ttft.back() <= 3000;
    if (i * i % 7 > 0) {
      const std::uint64_t further = i * i % 7;
      const Cycle span = number(requests, row, "last_token") - number(requests, row, "first_token");
      tpot.push_back((span + further - 1) / further);
      good = good && tpot.back() <= 900;
      const std::uint64_t first = number(requests, row, "first_instance");
      const std::uint64_t end = number(requests, row, "last_instance");
      CHECK(end - first + 1 == further);
      for (std::uint64_t instance = first; instance <= end; ++instance) ++members[instance];
      // Decoding begins after the first token, and its last step is completed before the last.
      CHECK(begins[first] >= number(requests, row, "first_token"));
      CHECK(ends[end] < number(requests, row, "last_token"));
    } else {
      CHECK(requests.at(row, "first_instance").empty());
    }
    within += good ? 1 : 0;
  }
  REQUIRE(members.size() == ends.size());
  for (const auto& [instance, count] : members) CHECK(count <= 3);
  for (std::uint64_t instance = 1; instance < ends.size(); ++instance) CHECK(begins[instance] > ends[instance - 1]);
  const auto summary = nlohmann::json::parse(file_text(files.path("o/summary.json")));
  const auto& told = summary["streams"]["list"][0]["requests"];
  const auto rank = [](std::vector<std::uint64_t> values, std::size_t percent) {
    std::sort(values.begin(), values.end());
    return values[(values.size() * percent + 99) / 100 - 1];
  };
  CHECK(told["tokens"] == tokens);
  CHECK(told["ttft_cycles"]["p50"] == rank(ttft, 50));
  CHECK(told["ttft_cycles"]["p95"] == rank(ttft, 95));
  CHECK(told["tpot_cycles"]["p99"] == rank(tpot, 99));
  CHECK(told["goodput"]["within"] == within);
  CHECK(within > 0);
  CHECK(within < 40);
  CHECK_FALSE(summary["streams"]["list"][1].contains("requests"));
  CHECK(summary["streams"]["list"][1]["instances"]["arriving"] == ends.size());
}

TEST_CASE("a run of a closed loop that ends early tells of the requests that have begun") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {processors: [{count: 2}]}\nlimits: {max_cycles: 20000}\nworkload:\n  streams:\n"
              "    - {name: a, count: 5, repeat: 1000, arrivals: {process: periodic, interval_cycles: 7000},\n"
              "       workload: {tasks: [{id: t, cycles: 500}]}}\n");
  ProgramRun run(files, {"run", "e.yaml", "--out", "o"});
  CHECK(run.finish() == 1);
  const CsvTable requests(files.path("o/requests.csv"));
  REQUIRE(requests.rows() == 3);
  CHECK(requests.at(0, "done").empty());
  CHECK(requests.at(2, "arrival") == "14000");
  ProgramRun check(files, {"check", "o"});
  CHECK(check.finish() == 0);
}

}  // namespace gantry::requests_test
