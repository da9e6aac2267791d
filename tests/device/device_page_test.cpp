// SPDX-License-Identifier: Apache-2.0
// docs/embedding.md tells of the registers and errors that are in the header for firmware, and shows lines of the
// example as they are.
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>

#include "catch.h"
#include "gantry/device/task_scheduler_regs.h"

namespace gantry::device_page_test {
namespace {

std::string file(const std::string& path) {
  std::ifstream in(std::string(GANTRY_SOURCE_DIR) + '/' + path);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::string& page() {
  static const std::string text = file("docs/embedding.md");
  return text;
}

}  // namespace

TEST_CASE("the page has every register at its offset, and whether it can be written") {
  const std::string header = file("model/device/task_scheduler_regs.h");
  const std::regex define("#define GANTRY_TS_([A-Z_]+) (0x[0-9a-f]{3})u +/\\* (RO|RW|WO|W1C)");
  int registers = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), define), end; at != end; ++at, ++registers) {
    INFO((*at)[1]);
    CHECK(page().find("| `" + (*at)[2].str() + "` | `" + (*at)[1].str() + "` | " + (*at)[3].str() + " |") !=
          std::string::npos);
  }
  CHECK(registers == 21);
  const std::regex queue(
      "#define GANTRY_TS_QUEUE_([A-Z]+)\\(queue\\) \\(GANTRY_TS_QUEUE\\(queue\\) \\+ 0x([0-9a-f]+)u\\) +/\\* (R[OW])");
  registers = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), queue), end; at != end; ++at, ++registers) {
    INFO((*at)[1]);
    const int offset = std::stoi((*at)[2], nullptr, 16);
    const std::string where = offset == 0 ? "`0x1000` + 64 × queue" : "+ " + std::to_string(offset);
    CHECK(page().find("| " + where + " | `" + (*at)[1].str() + "` | " + (*at)[3].str() + " |") != std::string::npos);
  }
  CHECK(registers == 6);
  const std::regex type(
      "#define GANTRY_TS_TYPE_([A-Z_]+)\\(type\\) \\(GANTRY_TS_TYPE\\(type\\) \\+ 0x([0-9a-f]+)u\\) +/\\* (RO)");
  registers = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), type), end; at != end; ++at, ++registers) {
    INFO((*at)[1]);
    const int offset = std::stoi((*at)[2], nullptr, 16);
    const std::string where = offset == 0 ? "`0xc00` + 32 × type" : "+ " + std::to_string(offset);
    CHECK(page().find("| " + where + " | `TYPE_" + (*at)[1].str() + "` | " + (*at)[3].str() + " |") !=
          std::string::npos);
  }
  CHECK(registers == 4);
}

TEST_CASE("the page has every register of a processor") {
  const std::string header = file("model/device/task_scheduler_regs.h");
  const std::regex processor(
      "#define GANTRY_TS_PROCESSOR_([A-Z]+)\\(queues, processor\\) \\\\\\n +\\(GANTRY_TS_PROCESSOR\\(queues, "
      "processor\\) \\+ 0x([0-9a-f]+)u\\) +/\\* (R[OW])");
  int registers = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), processor), end; at != end; ++at, ++registers) {
    INFO((*at)[1]);
    const int offset = std::stoi((*at)[2], nullptr, 16);
    const std::string where = offset == 0 ? "`0x1000` + 64 × queues + 32 × processor" : "+ " + std::to_string(offset);
    CHECK(page().find("| " + where + " | `PROCESSOR_" + (*at)[1].str() + "` | " + (*at)[3].str() + " |") !=
          std::string::npos);
  }
  CHECK(registers == 4);
}

TEST_CASE("the page has every kind of error with what its number is of") {
  const std::string header = file("model/device/task_scheduler_regs.h");
  const std::regex kind("GANTRY_TS_([A-Z_]+) = ([0-9]+), +/\\* \\(([a-z]+)\\)");
  int kinds = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), kind), end; at != end; ++at, ++kinds) {
    INFO((*at)[1]);
    CHECK(page().find("| " + (*at)[2].str() + " | `" + (*at)[1].str() + "` | " + (*at)[3].str() + " |") !=
          std::string::npos);
  }
  CHECK(kinds == GANTRY_TS_ERROR_KINDS);
}

TEST_CASE("the page shows lines of the example that stand in it") {
  const std::string begin = "### What a platform's author does";
  const std::size_t from = page().find(begin);
  REQUIRE(from != std::string::npos);
  std::istringstream lines(page().substr(from, page().find("\n### ", from + 1) - from));
  const std::string example =
      file("tests/examples/tiled_matmul/main.cpp") + file("tests/examples/tiled_matmul/driver.c");
  bool inside = false;
  int quoted = 0;
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line == "```") {
      INFO(block);
      CHECK(example.find(block) != std::string::npos);
      ++quoted;
      inside = false;
    } else if (inside) {
      block += line + '\n';
    } else if (line == "```c" || line == "```cpp") {
      inside = true;
      block.clear();
    }
  }
  CHECK(quoted == 3);
}

}  // namespace gantry::device_page_test
