// SPDX-License-Identifier: Apache-2.0
// docs/getting_started.md as a reader follows it: its files are written, its commands typed, and what they print is
// what the page shows; so are the runs of its tables.

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "measured_page.h"
#include "program_run.h"
#include "readers_folder.h"

namespace gantry::guide_test {

namespace {

struct Command {
  std::string text;
  std::string shown;  ///< output, as the page has it
};

struct TableRow {
  std::string experiment;
  std::string set;  ///< empty: none
  std::string line;
};

struct Guide {
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<Command> commands;
  std::vector<TableRow> rows;
};

/// The last `name.yaml` of a line, empty if it has none.
std::string named_file(const std::string& line) {
  const std::size_t end = line.rfind(".yaml`");
  const std::size_t begin = end == std::string::npos ? end : line.rfind('`', end);
  return begin == std::string::npos ? "" : line.substr(begin + 1, end + 5 - begin - 1);
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line.substr(1));
  for (std::string cell; std::getline(text, cell, '|');) {
    std::string plain;
    for (const char c : cell) {
      if (c != '`' && c != ' ') plain += c;
    }
    cells.push_back(plain);
  }
  return cells;
}

const std::string kPage = std::string(GANTRY_SOURCE_DIR) + "/docs/getting_started.md";

Guide read_guide() {
  Guide guide;
  std::istringstream page(file_text(kPage));
  std::string fence;
  std::string named;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("```", 0) == 0) {
      fence = fence.empty() ? line : "";
      if (fence == "```yaml") guide.files.emplace_back(named, "");
      continue;
    }
    if (fence == "```yaml") {
      guide.files.back().second += line + '\n';
    } else if (fence == "```" && line.rfind("$ ", 0) == 0) {
      guide.commands.push_back({line.substr(2), ""});
    } else if (fence == "```") {
      guide.commands.back().shown += line + '\n';
    } else if (fence.empty() && line.rfind("| (none) |", 0) == 0) {
      const std::string experiment = guide.files.empty() ? "sim/experiments/resnet50.yaml" : "small.yaml";
      for (; line.rfind("| ", 0) == 0; std::getline(page, line)) {
        const std::vector<std::string> row = cells(line);
        guide.rows.push_back({experiment, row.at(0) == "(none)" ? "" : row.at(0), line});
      }
    }
    if (fence.empty() && !named_file(line).empty()) named = named_file(line);
  }
  return guide;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
}

/// The files that the page tells to write.
void prepare(const InputFiles& files, const Guide& guide) {
  for (const auto& [name, text] : guide.files) files.write(name, text);
  std::string wrong = file_text(files.path("tasks.yaml"));
  replace(wrong, "jobs: 4", "jobs: 0");
  replace(wrong, "weight: 3", "wieght: 3");
  replace(wrong, "[join]", "[joint]");
  files.write("wrong.yaml", wrong);
}

}  // namespace

TEST_CASE("the commands of the guided first run print what it shows") {
  const Guide guide = read_guide();
  REQUIRE(guide.files.size() == 4);
  CHECK(guide.commands.size() > 10);
  const ReadersFolder reader;
  const InputFiles& files = reader.files;
  prepare(files, guide);
  MeasuredPage page(kPage);
  for (const Command& command : guide.commands) {
    if (command.text.rfind("gtkwave", 0) == 0) continue;  // opens a window
    INFO("$ " << command.text);
    const std::string printed = reader.typed(command.text);
    if (!command.shown.empty()) {
      page.holds("$ " + command.text + '\n', command.shown, printed);
    } else {
      CHECK(printed.find("\noutputs in ") != std::string::npos);
    }
  }
}

TEST_CASE("the tables of the guided first run are what its runs give") {
  const Guide guide = read_guide();
  CHECK(guide.rows.size() > 10);
  const ReadersFolder reader;
  const InputFiles& files = reader.files;
  prepare(files, guide);
  MeasuredPage page(kPage);
  for (const TableRow& row : guide.rows) {
    INFO(row.experiment << ", --set " << row.set);
    std::vector<std::string> arguments = {
        "run",   row.experiment,         "--out", "out", "--kernel", "cycle", "--set", "output.trace=false",
        "--set", "output.pictures=false"};
    if (!row.set.empty()) arguments.insert(arguments.end(), {"--set", row.set});
    ProgramRun run(files, arguments);
    REQUIRE(run.finish() == 0);
    const auto summary = nlohmann::json::parse(file_text(files.path("out/summary.json")));
    const std::string line = page.holds_cell(row.line, 1, grouped(summary["cycles"].get<std::uint64_t>()));
    page.holds_cell(line, 2, grouped(summary["jobs"]["schedule_failures"].get<std::uint64_t>()));
  }
}

}  // namespace gantry::guide_test
