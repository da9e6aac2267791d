// SPDX-License-Identifier: Apache-2.0
// Timelines and pipelines as a user meets them: what is written when, and what it agrees with.
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "perfetto_reader.h"
#include "program_run.h"

namespace gantry::trace_command_test {

namespace {

/// Names as other people give them: nothing of them may leave its place in a file.
constexpr const char* kGraph = R"(architecture: {processors: [{count: 2}, {type: dma}]}
workload:
  tasks:
    - {id: 'a "b" <script>&amp;\n', jobs: 4, cycles: 200, input_bytes: 1000, output_bytes: 500}
    - {id: move, class: communication, input_bytes: 4000, output_bytes: 4000, after: ['a "b" <script>&amp;\n']}
    - {id: end, class: event, after: [move, 'a "b" <script>&amp;\n']}
)";

constexpr const char* kStream = R"(architecture: {processors: [{count: 4}]}
workload: {generator: poisson, tasks: 300, interval_cycles: 500, cycles: 1000}
)";

constexpr const char* kTenants = R"(architecture: {processors: [{count: 4}]}
workload:
  streams:
    - name: s
      workload: {tasks: [{id: x, cycles: 50}, {id: y, cycles: 50, after: [x]}, {id: z, cycles: 9, after: [x, y]}]}
      arrivals: {process: periodic, interval_cycles: 1000}
      count: 40
)";

void run(const InputFiles& files, const std::string& out, const std::vector<std::string>& sets) {
  std::vector<std::string> arguments = {"run", "e.yaml", "--out", out};
  for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
  ProgramRun program(files, arguments);
  REQUIRE(program.finish() == 0);
}

std::string of(const InputFiles& files, const std::string& file) { return file_text(files.path(file)); }

/// What a Konata file says of its tasks: (cycle, stage) of every begin and end, by name.
struct Lane {
  std::string name;
  std::vector<std::pair<std::uint64_t, std::string>> begins;
  std::vector<std::pair<std::uint64_t, std::string>> ends;
  std::uint64_t started = 0;
  std::uint64_t retired = 0;
  std::vector<std::size_t> producers;
};

/// By the format's own words (docs/kanata-log-format.md of Konata).
std::vector<Lane> read_konata(const std::string& text) {
  std::vector<Lane> lanes;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  CHECK(line == "Kanata\t0004");
  std::uint64_t now = 0;
  while (std::getline(lines, line)) {
    std::vector<std::string> words;
    std::istringstream columns(line);
    for (std::string word; std::getline(columns, word, '\t');) words.push_back(word);
    const std::string& command = words.at(0);
    if (command == "C=") {
      now = std::stoull(words.at(1));
      continue;
    }
    if (command == "C") {
      CHECK(words.at(1)[0] != '-');  // time goes one way
      now += std::stoull(words.at(1));
      continue;
    }
    const std::size_t id = std::stoull(words.at(1));
    if (command == "I") {
      REQUIRE(id == lanes.size());
      lanes.emplace_back();
      lanes.back().started = now;
      continue;
    }
    Lane& lane = lanes.at(id);
    CHECK(lane.retired == 0);  // nothing after the end
    if (command == "L" && words.at(2) == "0") lane.name += words.at(3);
    if (command == "S") lane.begins.emplace_back(now, words.at(3));
    if (command == "E") lane.ends.emplace_back(now, words.at(3));
    if (command == "W") lane.producers.push_back(std::stoull(words.at(2)));
    if (command == "R") lane.retired = now;
  }
  return lanes;
}

}  // namespace

TEST_CASE("traces change no other file") {
  const InputFiles files;
  files.write("e.yaml", kGraph);
  run(files, "plain", {"output.trace=false"});
  run(files, "traced", {"output.trace=true", "output.perfetto=true", "output.konata=true", "output.waves=true"});
  for (const char* file : {"tasks.csv", "jobs.csv", "edges.csv", "links.csv", "network.svg", "latency.svg"})
    CHECK(of(files, std::string("plain/") + file) == of(files, std::string("traced/") + file));
  auto plain = nlohmann::json::parse(of(files, "plain/summary.json"));
  auto traced = nlohmann::json::parse(of(files, "traced/summary.json"));
  for (auto* summary : {&plain, &traced}) {
    summary->erase("outputs");
    summary->at("provenance").erase("overrides");
  }
  CHECK(plain == traced);
}

TEST_CASE("both forms of the timeline name every task, and dma engines show their transfers") {
  const InputFiles files;
  files.write("e.yaml", kGraph);
  run(files, "out", {"output.perfetto=true"});
  const std::string name = R"(a "b" <script>&amp;\n)";
  const PerfettoTrace perfetto = read_perfetto(of(files, "out/trace.perfetto-trace"));
  std::map<std::string, std::map<std::string, int>> slices;
  for (const PerfettoSlice& slice : perfetto.slices) ++slices[slice.track][slice.name];
  CHECK(slices["block"][name] == 1);
  CHECK(slices["core0"][name] + slices["core1"][name] == 4);
  CHECK(slices["dma0"] == std::map<std::string, int>{{"move", 1}, {"read", 1}, {"write", 1}});
  std::map<std::string, int> in_json;
  const auto json = nlohmann::json::parse(of(files, "out/trace.json"));
  for (const auto& event : json.at("traceEvents")) ++in_json[event.at("name")];
  CHECK(in_json["read"] == slices["dma0"]["read"]);
  CHECK(in_json[name] == 13);  // the task, four picks, four computations, four jobs

  // Dependences: a flow from each predecessor's last stage, none without an end.
  std::map<std::uint64_t, int> flows;
  for (const PerfettoSlice& slice : perfetto.slices) {
    for (const std::uint64_t id : slice.flows) flows[id] += 1;
    for (const std::uint64_t id : slice.ending_flows) flows[id] += 100;
  }
  CHECK(flows.size() == 5 + 3);  // of jobs, of edges
  for (const auto& [id, ends] : flows) CHECK(ends == 101);
}

TEST_CASE("a stream has no trace unless one is asked for") {
  const InputFiles files;
  files.write("e.yaml", kStream);
  run(files, "quiet", {});
  CHECK(!std::filesystem::exists(files.path("quiet/trace.json")));
  CHECK(of(files, "quiet/experiment.yaml").find("  trace: false\n") != std::string::npos);
  run(files, "asked", {"output.trace=true"});
  CHECK(std::filesystem::exists(files.path("asked/trace.json")));
  run(files, "window", {"output.trace={from: 0, to: 5000}"});
  CHECK(std::filesystem::exists(files.path("window/trace.json")));
  files.write("e.yaml", kTenants);
  run(files, "tenants", {"output.jobs=true"});
  CHECK(!std::filesystem::exists(files.path("tenants/trace.json")));
}

TEST_CASE("a trace of 3,000 streamed tasks has less than 10 MB") {
  const InputFiles files;
  files.write("e.yaml", kStream);
  run(files, "out", {"workload.tasks=3000", "output.trace=true", "output.perfetto=true"});
  CHECK(std::filesystem::file_size(files.path("out/trace.json")) < 10000000);
  CHECK(std::filesystem::file_size(files.path("out/trace.perfetto-trace")) < 4000000);
}

TEST_CASE("a file that would be too large says in itself, in the summary and on the terminal what it leaves out") {
  const InputFiles files;
  files.write("e.yaml", kStream);
  ProgramRun program(files, {"run", "e.yaml", "--out", "out", "--set", "output.trace={max_bytes: 150000}"});
  CHECK(program.finish() == 0);
  const auto trace = nlohmann::json::parse(of(files, "out/trace.json"));
  const auto summary = nlohmann::json::parse(of(files, "out/summary.json"));
  const std::uint64_t from = trace.at("otherData").at("left_out_from_cycle");
  CHECK(summary.at("left_out") == nlohmann::json{{"trace.json", {{"from_cycle", from}, {"max_bytes", 150000}}}});
  CHECK(program.out().find("  left out  of trace.json all from cycle ") != std::string::npos);
  CHECK(std::filesystem::file_size(files.path("out/trace.json")) <= 150000);
  CHECK(of(files, "out/experiment.yaml").find("  trace: {max_bytes: 150000}\n") != std::string::npos);
}

TEST_CASE("flows of a stream of graphs join the tasks of an instance") {
  const InputFiles files;
  files.write("e.yaml", kTenants);
  run(files, "out", {"output.perfetto=true"});
  std::map<std::uint64_t, long> numbers;  // of flows: the task that they leave
  const PerfettoTrace perfetto = read_perfetto(of(files, "out/trace.perfetto-trace"));
  std::map<std::uint64_t, const PerfettoSlice*> begins;
  std::size_t joined = 0;
  for (const PerfettoSlice& slice : perfetto.slices) {
    for (const std::uint64_t id : slice.flows) begins[id] = &slice;
  }
  for (const PerfettoSlice& slice : perfetto.slices) {
    if (slice.track != "block") continue;
    for (const std::uint64_t id : slice.ending_flows) {
      CHECK(begins.at(id)->to <= slice.from);
      ++joined;
    }
  }
  CHECK(joined == 40 * 3);
}

TEST_CASE("the pipeline file has the times of tasks.csv, and W for every edge") {
  const InputFiles files;
  files.write("e.yaml", GENERATE(kGraph, kTenants));
  run(files, "out", {"output.konata=true"});
  const CsvTable tasks(files.path("out/tasks.csv"));
  const auto cycle = [&](std::size_t at, const std::string& station) { return std::stoull(tasks.at(at, station)); };
  const auto lanes = read_konata(of(files, "out/pipeline.kanata"));
  REQUIRE(lanes.size() == tasks.rows());
  std::map<std::uint64_t, std::size_t> rows;  // by submission
  for (std::size_t row = 0; row < tasks.rows(); ++row) CHECK(rows.emplace(cycle(row, "submitted"), row).second);
  std::size_t producers = 0;
  auto row = rows.begin();
  for (const Lane& lane : lanes) {
    const std::size_t at = (row++)->second;
    CHECK(lane.started == cycle(at, "submitted"));
    CHECK(lane.retired == cycle(at, "completed"));
    REQUIRE(lane.begins.size() == lane.ends.size());
    for (std::size_t i = 0; i < lane.begins.size(); ++i) {
      CHECK(lane.begins[i].second == lane.ends[i].second);
      CHECK(lane.begins[i].first < lane.ends[i].first);
      if (i > 0) CHECK(lane.begins[i].first == lane.ends[i - 1].first);
      const std::map<std::string, std::string> ends = {{"F", "cached"},     {"Q", "shown"},    {"D", "ready"},
                                                       {"R", "registered"}, {"S", "split"},    {"P", "first_issue"},
                                                       {"I", "last_issue"}, {"X", "completed"}};
      const auto station = ends.find(lane.ends[i].second);
      if (station != ends.end()) CHECK(lane.ends[i].first == cycle(at, station->second));
    }
    CHECK(lane.begins.front().first == lane.started);
    CHECK(lane.ends.back().first == lane.retired);
    producers += lane.producers.size();
    for (const std::size_t producer : lane.producers) CHECK(lanes.at(producer).retired <= lane.retired);
  }
  CHECK(producers == (lanes.size() == 3 ? 3 : 120));
}

TEST_CASE("a pipeline's window has the tasks that are submitted in it, whole") {
  const InputFiles files;
  files.write("e.yaml", kTenants);
  run(files, "out", {"output.konata={from: 5000, to: 7000}"});
  const auto lanes = read_konata(of(files, "out/pipeline.kanata"));
  CHECK(lanes.size() == 6);  // two instances
  for (const Lane& lane : lanes) CHECK((lane.started >= 5000 && lane.started < 7000 && lane.retired > 0));
}

TEST_CASE("the critical path is a row of its own: without a gap, by cause as the summary says") {
  const InputFiles files;
  files.write("e.yaml", kGraph);
  run(files, "out", {});
  const nlohmann::json summary = nlohmann::json::parse(of(files, "out/summary.json"));
  const nlohmann::json trace = nlohmann::json::parse(of(files, "out/trace.json"));
  std::map<std::string, std::uint64_t> causes;
  double end = 0.0;
  for (const nlohmann::json& event : trace.at("traceEvents")) {
    if (event.value("cat", "") != "critical_path") continue;
    CHECK(event.at("ts").get<double>() == Catch::Approx(end));
    end += event.at("dur").get<double>();
    // At 1000 MHz a cycle is a thousandth of a microsecond.
    causes[event.at("name")] += static_cast<std::uint64_t>(std::llround(event.at("dur").get<double>() * 1000.0));
  }
  for (const auto& [cause, cycles] : summary.at("critical_path").items()) {
    INFO(cause);
    CHECK(causes[cause] == cycles);
  }
  CHECK(end == Catch::Approx(summary.at("cycles").get<double>() / 1000.0));
}

}  // namespace gantry::trace_command_test
