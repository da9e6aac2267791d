// SPDX-License-Identifier: Apache-2.0
// docs/showcases.md: its commands print what the page shows, and its tables are what the runs of their rows give.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "measured_page.h"
#include "program_run.h"
#include "readers_folder.h"

namespace gantry::showcases_test {

using Json = nlohmann::json;

namespace {

const std::string kPage = std::string(GANTRY_SOURCE_DIR) + "/docs/showcases.md";

std::vector<std::string> words(const std::string& text, char separator) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, separator);) {
    const std::size_t begin = word.find_first_not_of(" `");
    if (begin == std::string::npos) {
      found.emplace_back();
    } else {
      found.push_back(word.substr(begin, word.find_last_not_of(" `") + 1 - begin));
    }
  }
  return found;
}

std::vector<std::string> cells(const std::string& line) { return words(line.substr(1), '|'); }

/// What stands between backquotes.
std::vector<std::string> keys(const std::string& cell) {
  std::vector<std::string> found;
  const std::vector<std::string> parts = words(cell, '`');
  for (const std::string& part : parts) {
    if (part.find('=') != std::string::npos) found.push_back(part);
  }
  return found;
}

std::string tenths(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", number);
  return text.data();
}

/// What the column holds for this run; nothing if it is prose.
std::optional<std::string> measured(const std::string& column, const Json& summary) {
  const auto per_thousand = [&](const Json& count) {
    return tenths(1000.0 * count.get<double>() / summary["cycles"].get<double>());
  };
  if (column == "cycles") return grouped(summary["cycles"].get<std::uint64_t>());
  if (column == "tasks per 1,000 cycles") return per_thousand(summary["tasks"]["completed"]);
  if (column == "jobs per 1,000 cycles") return per_thousand(summary["jobs"]["completed"]);
  if (column == "bytes read" || column == "bytes written") {
    const std::string counter = column == "bytes read" ? "bytes_read" : "bytes_written";
    return grouped(summary["blocks"]["memory"]["counters"][counter].get<std::uint64_t>());
  }
  if (column == "contested") {
    return tenths(100.0 * summary["picker"]["contested"].get<double>() / summary["picker"]["rounds"].get<double>()) +
           " %";
  }
  if (column == "utilization") {
    double sum = 0.0;
    int cores = 0;
    for (const Json& processor : summary["processors"]) {
      if (processor["type"] != "core") continue;
      sum += processor["utilization"].get<double>();
      ++cores;
    }
    return tenths(100.0 * sum / cores) + " %";
  }
  if (!summary.contains("streams")) return std::nullopt;
  for (const Json& stream : summary["streams"]["list"]) {
    if (!stream.contains("requests")) continue;
    const Json& requests = stream["requests"];
    // In milliseconds, or per second.
    const auto ms = [&](const Json& cycles) {
      return tenths(cycles.get<double>() / (1000.0 * summary["architecture"]["clock_mhz"].get<double>()));
    };
    if (column == "first token p95") return ms(requests["ttft_cycles"]["p95"]);
    if (column == "per token p95") return ms(requests["tpot_cycles"]["p95"]);
    if (column == "end to end p95") return ms(requests["e2e_cycles"]["p95"]);
    if (column == "tokens/s") return tenths(requests["tokens_per_second"].get<double>());
    if (column == "goodput") return tenths(requests["goodput"]["per_second"].get<double>());
    if (column == "within") return std::to_string(requests["goodput"]["within"].get<std::uint64_t>());
  }
  std::uint64_t late = 0;
  for (const Json& stream : summary["streams"]["list"]) {
    if (column == stream["name"]) {
      return grouped(static_cast<std::uint64_t>(std::llround(stream["response_cycles"]["mean"].get<double>())));
    }
    if (stream.contains("deadline")) late += stream["deadline"]["misses"].get<std::uint64_t>();
  }
  if (column == "late") return std::to_string(late);
  return std::nullopt;
}

}  // namespace

TEST_CASE("the commands of the showcases print what the page shows") {
  const ReadersFolder reader;
  MeasuredPage measured_page(kPage);
  std::istringstream page(file_text(kPage));
  std::string command;
  std::string shown;
  int commands = 0;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    const bool fence = line.rfind("```", 0) == 0;
    if (inside && !command.empty() && (fence || line.rfind("$ ", 0) == 0)) {
      INFO("$ " << command);
      measured_page.holds("$ " + command + '\n', shown, reader.typed(command));
      ++commands;
      command.clear();
    }
    if (fence) inside = !inside;
    if (inside && line.rfind("$ ", 0) == 0) {
      command = line.substr(2);
      shown.clear();
    } else if (inside && !fence) {
      shown += line + '\n';
    }
  }
  CHECK(commands >= 3);
}

TEST_CASE("the tables of the showcases are what the runs of their rows give") {
  const ReadersFolder reader;
  MeasuredPage measured_page(kPage);
  std::istringstream page(file_text(kPage));
  std::vector<std::string> columns;
  std::vector<std::string> set;
  int rows = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `", 0) != 0 && line.rfind("| a", 0) != 0) continue;
    const std::vector<std::string> row = cells(line);
    if (row.at(0).find(".yaml") == row.at(0).size() - 5 && row.at(0).find('=') == std::string::npos) {
      columns = row;
      continue;
    }
    if (row.at(0).rfind("and ", 0) != 0) set.clear();
    const std::string as_written = cells(line).at(0).rfind("and ", 0) == 0 ? row.at(0).substr(4) : row.at(0);
    for (const std::string& key : keys(as_written)) set.push_back(key);
    ++rows;
    INFO(columns.at(0) << ": " << line);
    std::vector<std::string> arguments = {"run",      "sim/experiments/" + columns.at(0),
                                          "--out",    "out",
                                          "--kernel", "cycle",
                                          "--set",    "output.trace=false",
                                          "--set",    "output.pictures=false"};
    for (const std::string& key : set) arguments.insert(arguments.end(), {"--set", key});
    ProgramRun run(reader.files, arguments);
    REQUIRE(run.finish() == 0);
    const Json summary = Json::parse(file_text(reader.files.path("out/summary.json")));
    for (std::size_t i = 1; i < row.size(); ++i) {
      const std::optional<std::string> value = measured(columns.at(i), summary);
      if (value) line = measured_page.holds_cell(line, i, *value);
    }
  }
  CHECK(rows >= 30);
}

TEST_CASE("the file of the Cholesky showcase is what the generator makes") {
  const InputFiles files;
  const std::string experiment = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/cholesky.yaml";
  ProgramRun file(files, {"run", experiment, "--out", "file"});
  REQUIRE(file.finish() == 0);
  ProgramRun generator(files,
                       {"run", experiment, "--out", "generator", "--set",
                        "workload={generator: cholesky, tiles: 12, tile_bytes: 8192, mapping: {cycles_per_unit: 4000, "
                        "input_bytes: edges, output_bytes: 8192}}"});
  REQUIRE(generator.finish() == 0);
  for (const char* name : {"edges.csv", "tasks.csv", "jobs.csv"}) {
    INFO(name);
    CHECK(file_text(files.path(std::string("file/") + name)) ==
          file_text(files.path(std::string("generator/") + name)));
  }
}

}  // namespace gantry::showcases_test
