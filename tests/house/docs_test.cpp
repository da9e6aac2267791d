// SPDX-License-Identifier: Apache-2.0
// The output that README and the guided first run show is the output that a reader gets.
#include <sstream>

#include "catch.h"
#include "program_run.h"

namespace gantry::docs_test {

namespace {

/// Lines of the code block that begins with the summary; "..." stands for lines that are left out.
std::vector<std::string> shown_summary(const std::string& page) {
  std::istringstream text(file_text(std::string(GANTRY_SOURCE_DIR) + "/" + page));
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("tenants  seed", 0) == 0) inside = true;
    if (!inside) continue;
    if (line == "```") break;
    if (!line.empty() && line != "  ...") lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("README and the guided first run show what the default experiment prints") {
  const InputFiles files;
  ProgramRun run(files, {"run", std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/tenants.yaml"});
  REQUIRE(run.finish() == 0);
  const std::string out = "\n" + run.out();
  for (const char* page : {"README.md", "docs/getting_started.md"}) {
    const std::vector<std::string> lines = shown_summary(page);
    CHECK(lines.size() >= 15);
    for (const std::string& line : lines) {
      INFO(page << ": " << line);
      CHECK(out.find("\n" + line + "\n") != std::string::npos);
    }
  }
}

}  // namespace gantry::docs_test
