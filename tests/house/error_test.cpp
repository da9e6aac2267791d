// SPDX-License-Identifier: Apache-2.0
// There is one way to report an error (docs/architecture.md, "Errors").
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "catch.h"

namespace gantry::error_test {
namespace {

namespace fs = std::filesystem;

/// `file: text` of every line of the sources that the pattern matches.
std::string lines_with(const std::regex& pattern) {
  std::string found;
  for (const char* folder : {"model", "sim", "tb"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GANTRY_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      std::ifstream file(entry.path());
      std::string line;
      while (std::getline(file, line)) {
        if (std::regex_search(line, pattern))
          found += fs::relative(entry.path(), GANTRY_SOURCE_DIR).string() + ": " + line + '\n';
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("Error is the only exception class") {
  const std::regex derived(
      R"(^\s*(class|struct) \w+( final)?\s*:\s*(public )?(std::\w*(error|exception|argument)|Error\b))");
  CHECK(lines_with(derived) == "model/base/error.h: class Error : public std::runtime_error {\n");
}

TEST_CASE("what is thrown is an Error, or std::logic_error for a fault of the program") {
  CHECK(lines_with(std::regex(R"(throw std::(?!logic_error\())")) == "");
}

TEST_CASE("no function returns the text of an error through a parameter") {
  CHECK(lines_with(std::regex(R"([(,]\s*std::string\s*[&*]\s*(why|problem|fault|reason|error|message)\b)")) == "");
  CHECK(lines_with(std::regex(R"(std::string\s*[&*]\s*why\b)")) == "");
}

}  // namespace gantry::error_test
