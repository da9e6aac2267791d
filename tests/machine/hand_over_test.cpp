// SPDX-License-Identifier: Apache-2.0
// docs/hand_over.md: its table is what the runs of its rows give.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "measured_page.h"
#include "program_run.h"

namespace gantry::hand_over_test {

namespace {

const std::string kRoot = GANTRY_SOURCE_DIR;
const std::string kPage = kRoot + "/docs/hand_over.md";
const std::string kTaskCycles = "workload.mapping.cycles_per_unit=";

/// What stands between backquotes.
std::vector<std::string> quoted(const std::string& cell) {
  std::vector<std::string> found;
  for (std::size_t at = cell.find('`'); at != std::string::npos;) {
    const std::size_t end = cell.find('`', at + 1);
    found.push_back(cell.substr(at + 1, end - at - 1));
    at = cell.find('`', end + 1);
  }
  return found;
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> found;
  std::istringstream stream(line.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) found.push_back(cell);
  return found;
}

/// Cycles from the end of each task to the begin of its successor's own computation; without dependences of the next
/// task on its processor. `cycles`: of a task. All tasks have one job.
std::vector<std::uint64_t> hand_overs(const std::string& directory, std::uint64_t cycles) {
  const CsvTable jobs(directory + "/jobs.csv");
  std::map<std::string, std::uint64_t> finished;
  std::map<std::string, std::vector<std::uint64_t>> on_processor;
  for (std::size_t row = 0; row < jobs.rows(); ++row) {
    const std::uint64_t end = std::stoull(jobs.at(row, "finished"));
    finished[jobs.at(row, "task")] = end;
    on_processor[jobs.at(row, "processor")].push_back(end);
  }
  std::vector<std::uint64_t> found;
  const CsvTable edges(directory + "/edges.csv");
  for (std::size_t row = 0; row < edges.rows(); ++row) {
    found.push_back(finished.at(edges.at(row, "task")) - cycles - finished.at(edges.at(row, "predecessor")));
  }
  for (auto& [processor, ends] : on_processor) {
    std::sort(ends.begin(), ends.end());
    for (std::size_t i = 1; edges.rows() == 0 && i < ends.size(); ++i) found.push_back(ends[i] - cycles - ends[i - 1]);
  }
  return found;
}

std::string with_tenths(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", number);
  const std::string digits = text.data();
  const std::size_t point = digits.find('.');
  return grouped(std::stoull(digits.substr(0, point))) + digits.substr(point);
}

}  // namespace

TEST_CASE("the table of hand-overs is what the runs of its rows give") {
  const InputFiles files;
  MeasuredPage measured_page(kPage);
  std::istringstream page(file_text(kPage));
  int rows = 0;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| machine of ", 0) == 0) inside = true;
    if (line.empty()) inside = false;
    if (!inside || line.rfind("| `", 0) != 0) continue;
    INFO(line);
    const std::vector<std::string> row = cells(line);
    std::uint64_t cycles = 10;
    std::vector<std::string> arguments = {"run",      kRoot + "/sim/experiments/hand_over.yaml",
                                          "--out",    "out",
                                          "--kernel", "cycle",
                                          "--set",    "architecture=presets/" + quoted(row.at(0)).at(0) + ".yaml"};
    for (const std::string& key : quoted(row.at(1))) {
      arguments.insert(arguments.end(), {"--set", key});
      if (key.rfind(kTaskCycles, 0) == 0) cycles = std::stoull(key.substr(kTaskCycles.size()));
    }
    ProgramRun run(files, arguments);
    REQUIRE(run.finish() == 0);
    const std::vector<std::uint64_t> found = hand_overs(files.path("out"), cycles);
    REQUIRE_FALSE(found.empty());
    double sum = 0.0;
    for (const std::uint64_t hand_over : found) sum += static_cast<double>(hand_over);
    line = measured_page.holds_cell(line, 2, grouped(*std::min_element(found.begin(), found.end())));
    line = measured_page.holds_cell(line, 3, with_tenths(sum / static_cast<double>(found.size())));
    measured_page.holds_cell(line, 4, grouped(*std::max_element(found.begin(), found.end())));
    ++rows;
  }
  CHECK(rows >= 10);
}

}  // namespace gantry::hand_over_test
