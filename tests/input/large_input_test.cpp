// SPDX-License-Identifier: Apache-2.0
// Files of 40 MB whose fault comes late or never: the program says what is wrong before its time is up
// (program_run.h), and memory grows with the file and not beyond.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "catch.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::large_input_test {

namespace {

constexpr std::uint64_t kSize = kSanitized ? 3000000 : 40000000;
constexpr std::uint64_t kMostMemory = kSanitized ? std::uint64_t{1} << 33 : std::uint64_t{3} << 29;

/// Writes `head`, as many of the numbered rows as make the size, and `tail`; then has the file validated.
void check_refused(const std::string& name, const std::string& head,
                   const std::function<std::string(const std::string&)>& row, const std::string& tail) {
  const InputFiles files(std::filesystem::current_path());
  std::ofstream out(files.path(name), std::ios::binary);
  out << head;
  std::uint64_t written = head.size();
  for (std::uint64_t i = 0; written < kSize; ++i) {
    const std::string text = row(std::to_string(i));
    out << text;
    written += text.size();
  }
  out << tail;
  out.close();
  REQUIRE(std::filesystem::file_size(files.path(name)) >= kSize);

  ProgramRun run(files, {"validate", name});
  CHECK(run.finish() == 2);
  CHECK(run.peak_bytes() < kMostMemory);
  CHECK(run.out() == "");
  const std::string errors = run.err();
  INFO(errors.substr(0, 2000));
  CHECK(errors.size() < 10000);
  CHECK(is_placed_error(errors.substr(0, errors.find('\n')), name));
}

}  // namespace

TEST_CASE("a huge YAML map ends in an error") {
  check_refused(
      "a.yaml", "host:\n", [](const std::string& i) { return "  key" + i + ": 100\n"; }, "");
}

TEST_CASE("a huge WfFormat file that was cut off ends in an error") {
  check_refused(
      "w.json", R"({"name": "w", "workflow": {"specification": {"tasks": [)",
      [](const std::string& i) { return R"({"id": "t)" + i + "\", \"parents\": []},\n"; }, "");
}

TEST_CASE("a huge DOT file that was cut off ends in an error") {
  check_refused(
      "g.dot", "digraph g {\n", [](const std::string& i) { return 'a' + i + " -> b" + i + " [size=5];\n"; }, "");
}

TEST_CASE("a huge CSV file whose last row is wrong ends in an error") {
  check_refused(
      "t.csv", "time,work\n", [](const std::string& i) { return i + ".5,7\n"; }, "x,y\n");
}

}  // namespace gantry::large_input_test
