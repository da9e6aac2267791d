// SPDX-License-Identifier: Apache-2.0
// A result in a JSON file is told once: writer, strict reader, schema and docs/ are held against its line.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "result/calibration_answer.h"
#include "result/explanation.h"
#include "result/network_summary.h"
#include "result/result_reader.h"
#include "result/result_walk.h"
#include "result/result_writer.h"
#include "result/run_summary.h"
#include "result/serving_summary.h"
#include "result/whatif_answer.h"
#include "result/written_schemas.h"
#include "result_filler.h"

namespace gantry::results_test {

namespace {

using Json = nlohmann::ordered_json;

/// Calls `visit(results)` with empty results of every file that describes them.
template <class Visit>
void for_each_file(Visit&& visit) {
  visit(RunSummary{});
  visit(ServingSummary{});
  visit(NetworkSummary{});
  visit(Explanation{});
  visit(WhatIfAnswer{});
  visit(CalibrationAnswer{});
}

template <class Results>
std::vector<std::string> faults_of(const InputFiles& files, const Json& json) {
  Diagnostics problems;
  read_results<Results>(files.write("results.json", json.dump()), problems);
  return problems.lines(1000);
}

/// Calls `visit(parent, key, path)` for every key of every object, of a list's items only the first's.
template <class Visit>
void for_each_key(Json& json, const std::string& path, Visit&& visit) {
  if (json.is_array()) {
    if (!json.empty()) for_each_key(json[0], path + "[0]", visit);
    return;
  }
  if (!json.is_object()) return;
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  for (const std::string& key : keys) {
    const std::string below = path.empty() ? key : path + '.' + key;
    for_each_key(json[key], below, visit);
    visit(json, key, below);
  }
}

bool names(const std::vector<std::string>& lines, const std::string& path) {
  for (const std::string& line : lines) {
    if (line.find("results.json:1:1: error: " + path + ' ') != std::string::npos) return true;
  }
  return false;
}

std::string page(const char* file) { return file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/" + file); }

}  // namespace

TEST_CASE("docs/ shows the results of every file as their lines tell them") {
  const std::string head = "| key | unit | meaning |\n| --- | --- | --- |\n";
  const std::string pages = page("outputs.md") + page("serving.md") + page("network.md") + page("whatif.md") +
                            page("calibrating.md") + page("explaining.md") + '\n';
  for (const ResultTables& file : result_tables()) {
    for (const ResultRows& table : file.tables) {
      std::string rows = head;
      for (const std::string& row : table.rows) rows += row + '\n';
      INFO(file.file << ' ' << table.section << '\n' << rows);
      CHECK(pages.find(rows + '\n') != std::string::npos);
    }
  }
}

TEST_CASE("results that are written are read back to the same values") {
  for_each_file([](auto empty) {
    using Results = decltype(empty);
    const InputFiles files;
    for (const bool with_all : {true, false}) {
      const std::string written = results_text(filled_results<Results>(with_all));
      Diagnostics problems;
      const Results again = read_results<Results>(files.write("results.json", written), problems);
      CHECK(problems.lines() == std::vector<std::string>());
      CHECK(results_text(again) == written);
    }
  });
}

TEST_CASE("a key that is unknown or of the wrong kind is refused by its path", "[figures]") {
  for_each_file([](auto empty) {
    using Results = decltype(empty);
    const InputFiles files;
    Json json = Json::parse(results_text(filled_results<Results>(true)));
    for_each_key(json, "", [&](Json& in, const std::string& key, const std::string& path) {
      INFO(path);
      const Json right = in[key];
      in[key] = right.is_array() ? Json(-1) : Json::array();
      CHECK(names(faults_of<Results>(files, json), path));
      in[key] = right;
      if (!right.is_object()) return;
      in[key]["nobody knows"] = Json::array();
      CHECK(names(faults_of<Results>(files, json), path + ".nobody knows"));
      in[key] = right;
    });
    CHECK(faults_of<Results>(files, json).empty());
  });
}

TEST_CASE("a key that is missing is refused unless its line says that it may be") {
  for_each_file([](auto empty) {
    using Results = decltype(empty);
    const InputFiles files;
    Json json = Json::parse(results_text(filled_results<Results>(false)));
    for_each_key(json, "", [&](Json& in, const std::string& key, const std::string& path) {
      INFO(path);
      const Json before = in;
      in.erase(key);
      CHECK_FALSE(faults_of<Results>(files, json).empty());
      in = before;
    });
  });
}

TEST_CASE("a walk over results meets every number with its path and unit") {
  RunSummary summary;
  summary.cycles = 70;
  summary.processors = {{"core0", "core", "cores", 1, 35, 0.5}};
  summary.blocks = {{"memory", 3, {{"outstanding", 4}}, {{"queue", 0.5, 2, 8}}, {{"reads", 6}}}};
  const std::vector<ResultNumber> numbers = numbers_of(summary);
  const auto find = [&](const std::string& path) {
    for (const ResultNumber& number : numbers) {
      if (number.path == path) return number;
    }
    return ResultNumber{"nothing", "", -1.0};
  };
  CHECK(find("cycles").count == 70);
  CHECK(find("cycles").unit == "cycles");
  CHECK(find("processors[0].utilization").value == 0.5);
  CHECK(find("blocks.memory.counters.reads").count == 6);
  CHECK(find("blocks.memory.queues.queue.mean").value == 0.5);
  CHECK(find("blocks.memory.stalls.outstanding").unit == "cycles");
}

}  // namespace gantry::results_test
