// SPDX-License-Identifier: Apache-2.0
// docs/published.md shows what its experiments give: rows of its tables, run again.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "program_run.h"

namespace gantry::published_test {

namespace {

const std::string kPublished = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/published/";

/// Cells of the first row of the page's tables that begins with this text.
std::vector<std::string> row_of(const std::string& begin) {
  std::istringstream page(file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/published.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| " + begin + " |", 0) != 0) continue;
    std::vector<std::string> cells;
    for (std::size_t at = 2; at < line.size();) {
      const std::size_t end = line.find(" |", at);
      cells.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    return cells;
  }
  FAIL("no row " << begin);
  return {};
}

std::string printed(const char* form, double value) {
  char text[32];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

/// Cycles from the first job's start to the last job's end.
double makespan(const std::string& experiment) {
  const InputFiles files;
  ProgramRun run(files, {"run", kPublished + experiment, "--out", "out"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  const CsvTable jobs(files.path("out/jobs.csv"));
  REQUIRE(jobs.rows() == 542);
  std::uint64_t begin = UINT64_MAX;
  std::uint64_t end = 0;
  for (std::size_t row = 0; row < jobs.rows(); ++row) {
    begin = std::min<std::uint64_t>(begin, std::stoull(jobs.at(row, "started")));
    end = std::max<std::uint64_t>(end, std::stoull(jobs.at(row, "finished")));
  }
  return static_cast<double>(end - begin);
}

}  // namespace

TEST_CASE("published.md: 256 cores are fed one task per 60 or per 30,000 cycles") {
  const std::vector<std::string> row = row_of("10,000");
  REQUIRE(row.size() == 6);
  const std::vector<std::pair<std::string, std::size_t>> columns = {{"60", 1}, {"30000", 3}};
  for (const auto& [overhead, column] : columns) {
    const InputFiles files;
    ProgramRun run(files, {"run", kPublished + "task_superscalar.yaml", "--out", "out", "--set",
                           "workload.cycles=10000", "--set", "architecture.host.submit_cycles=" + overhead});
    INFO(overhead << ": " << run.err());
    REQUIRE(run.finish() == 0);
    const std::string summary = file_text(files.path("out/summary.json"));
    const std::size_t at = summary.find("\n  \"cycles\": ");
    REQUIRE(at != std::string::npos);
    const double speedup = 16384 * 10000.0 / std::stod(summary.substr(at + 13));
    CHECK(printed(speedup < 100 ? "%.3g" : "%.0f", speedup) == row[column]);
  }
}

TEST_CASE("published.md: one decode layer under polling threads and under the hardware scheduler") {
  const std::vector<std::string> polling = row_of("3 threads | 5");
  const std::vector<std::string> hardware = row_of("hardware");
  REQUIRE(polling.size() == 7);
  REQUIRE(hardware.size() == 7);
  CHECK(printed("%.3f", makespan("decode_polling.yaml") / 1e5) == polling[2]);
  CHECK(printed("%.3f", makespan("decode_hardware.yaml") / 1e6) == hardware[2]);
}

TEST_CASE("published.md: programs dispatched on silicon, with the keys that were fitted on ten rows") {
  std::vector<std::string> arguments = {"calibrate",    kPublished + "wormhole.csv",
                                        "--experiment", kPublished + "wormhole.yaml",
                                        "--metric",     "cycles / 100",
                                        "--json"};
  const std::string loader = "dispatcher.loader.";
  for (const char* key : {"task_cycles", "write_cycles", "barrier_cycles", "unicast_cycles", "bytes_per_cycle",
                          "unicast_bytes_per_cycle"}) {
    arguments.push_back("--set");
    arguments.push_back("architecture." + loader + key + '=' + row_of('`' + loader + key + '`').at(1));
  }
  const InputFiles files;
  ProgramRun run(files, arguments);
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  const CsvTable table(kPublished + "wormhole.csv");
  const auto found = nlohmann::json::parse(run.out()).at("rows");
  REQUIRE(found.size() == table.rows());
  std::vector<double> errors;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.at(row, "use").empty()) errors.push_back(std::abs(found[row].at("error").get<double>()));
  }
  REQUIRE(errors.size() == 195);
  std::sort(errors.begin(), errors.end());
  CHECK(errors[97] <= 0.03);
  const auto within = std::upper_bound(errors.begin(), errors.end(), 0.08) - errors.begin();
  CHECK(within >= 186);  // 95 %
  CHECK(row_of("all").at(3).find("; " + std::to_string(within) + " within 8 %") != std::string::npos);
}

}  // namespace gantry::published_test
