// SPDX-License-Identifier: Apache-2.0
// docs/comparing.md shows what its commands print; lines that it leaves out are `...`.
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "readers_folder.h"

namespace gantry::comparing_page_test {

namespace {

struct Command {
  std::string text;
  std::vector<std::string> shown;
};

std::vector<Command> commands_of(const std::string& page) {
  std::vector<Command> commands;
  std::istringstream text(file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/" + page));
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
    } else if (inside && line.rfind("$ ", 0) == 0) {
      commands.push_back({line.substr(2), {}});
    } else if (inside) {
      commands.back().shown.push_back(line);
    }
  }
  return commands;
}

/// Where the lines follow each other in the text from `from` on, as what is behind them; npos: nowhere.
std::size_t behind(const std::string& text, std::size_t from, const std::string& lines) {
  const std::size_t at = ('\n' + text).find('\n' + lines, from);
  return at == std::string::npos ? at : at + lines.size();
}

}  // namespace

TEST_CASE("the commands of the page about comparing print what it shows", "[figures]") {
  const std::vector<Command> commands = commands_of("comparing.md");
  CHECK(commands.size() == 6);
  const ReadersFolder reader;
  for (const Command& command : commands) {
    INFO("$ " << command.text);
    const std::string printed = reader.typed(command.text);
    if (command.shown.empty()) continue;
    std::size_t at = 0;
    std::string lines;
    const auto found = [&] {
      INFO(lines);
      INFO(printed);
      at = behind(printed, at, lines);
      REQUIRE(at != std::string::npos);
      lines.clear();
    };
    for (const std::string& line : command.shown) {
      if (line == "  ...") {
        found();
      } else {
        lines += line + '\n';
      }
    }
    found();
    const bool cut = command.shown.back() == "  ...";
    CHECK((cut || at == printed.size()));
  }
}

}  // namespace gantry::comparing_page_test
