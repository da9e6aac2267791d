// SPDX-License-Identifier: Apache-2.0
// docs/querying.md as a reader follows it: its queries are typed as written, and print what the page shows.
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "measured_page.h"
#include "readers_folder.h"

namespace gantry::querying_page_test {

TEST_CASE("the queries of the page about SQL print what it shows", "[figures]") {
  const std::string path = std::string(GANTRY_SOURCE_DIR) + "/docs/querying.md";
  std::istringstream text(file_text(path));
  const ReadersFolder reader;
  MeasuredPage page(path);
  std::string command;  // as typed
  std::string lines;    // as the page shows it
  std::string shown;
  int commands = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("$ ", 0) == 0) {
      command = line.substr(2);
      lines = line + '\n';
      shown.clear();
    } else if (line.rfind("> ", 0) == 0 && shown.empty() && !command.empty()) {
      command += line.substr(1);
      lines += line + '\n';
    } else if (line == "```" && !command.empty()) {
      INFO(command);
      page.holds(lines, shown, reader.typed(command));
      command.clear();
      ++commands;
    } else {
      shown += line + '\n';
    }
  }
  CHECK(commands == 8);
}

}  // namespace gantry::querying_page_test
