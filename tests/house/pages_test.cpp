// SPDX-License-Identifier: Apache-2.0
// What pages and comments say of things that are elsewhere in the repository: sources that are cited, pages that are
// not there, and numbers of faults.
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"

namespace gantry::pages_test {

namespace fs = std::filesystem;

namespace {

const std::string kRoot = GANTRY_SOURCE_DIR;

/// Texts that people write, by their path from the root.
std::map<std::string, std::string> texts() {
  static const std::set<std::string> kEndings = {".h", ".cpp", ".v", ".md", ".py", ".yaml", ".txt", ".sh"};
  std::map<std::string, std::string> found;
  for (const char* folder : {"docs", "model", "rtl", "sim", "tb", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(kRoot) / folder)) {
      const std::string path = entry.path().lexically_relative(kRoot).string();
      if (!entry.is_regular_file() || kEndings.count(entry.path().extension().string()) == 0) continue;
      if (path != "tests/house/pages_test.cpp") found[path] = file_text(entry.path().string());
    }
  }
  for (const char* file : {"README.md", "CONTRIBUTING.md", "CMakeLists.txt", "Makefile"}) {
    found[file] = file_text(kRoot + '/' + file);
  }
  return found;
}

/// First groups of all matches.
std::vector<std::string> all(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

/// Whether there is such a file or folder; a star stands for any text. What is behind a component with one is not
/// looked for.
bool exists(const std::string& name) {
  const std::size_t star = name.find('*');
  if (star == std::string::npos) return fs::exists(fs::path(kRoot) / name);
  const fs::path folder = (fs::path(kRoot) / name.substr(0, star)).parent_path();
  if (!fs::is_directory(folder)) return false;
  const std::string begin = fs::path(name.substr(0, star)).filename().string();
  const std::string end = name.substr(star + 1);
  if (end.find('/') != std::string::npos) return true;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string found = entry.path().filename().string();
    if (found.size() < begin.size() + end.size() || found.rfind(begin, 0) != 0) continue;
    if (found.substr(found.size() - end.size()) == end) return true;
  }
  return false;
}

/// Lines that are no comment.
std::size_t entries(const std::string& text) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) count += line.empty() || line[0] == '#' ? 0 : 1;
  return count;
}

}  // namespace

TEST_CASE("nothing refers to a page that is not in the repository") {
  for (const auto& [path, text] : texts()) {
    INFO(path);
    for (const char* page : {"system.md", "interfaces.md", "style.md"}) CHECK(text.find(page) == std::string::npos);
    // Links of pages, and pages that comments name by their path.
    if (fs::path(path).extension() == ".md") {
      for (const std::string& link : all(text, "\\]\\(([^)#: ]+)[#)]")) {
        INFO(link);
        CHECK(fs::exists(fs::path(kRoot) / fs::path(path).parent_path() / link));
      }
    }
    if (text.find("docs/") == std::string::npos) continue;
    for (const std::string& page : all(text, "(?:^|[^/a-z_])(docs/[a-z_/]+\\.md)")) {
      INFO(page);
      CHECK(fs::exists(fs::path(kRoot) / page));
    }
  }
}

TEST_CASE("every file and folder that a page names is in the repository") {
  std::size_t named = 0;
  for (const auto& [path, text] : texts()) {
    if (fs::path(path).extension() != ".md") continue;
    for (const std::string& name : all(text, "`((?:model|rtl|sim|tb|tests)/[^` <]+)`")) {
      INFO(path << ": " << name);
      ++named;
      CHECK(exists(name));
    }
  }
  CHECK(named > 200);
}

TEST_CASE("every source that is cited is one that docs/sources.md lists, and so is its paragraph") {
  const std::string page = file_text(kRoot + "/docs/sources.md");
  std::map<std::string, int> last_paragraph;  // 0: it has no numbers
  for (const std::string& row : all(page, "\n(\\| 0[0-9]{2} \\|[^\n]*)")) {
    const std::vector<std::string> last = all(row, "to \\[([0-9]{4})\\] \\|");
    last_paragraph[row.substr(2, 3)] = last.empty() ? 0 : std::stoi(last[0]);
  }
  REQUIRE(last_paragraph.size() == 5);
  std::size_t citations = 0;
  for (const auto& [path, text] : texts()) {
    if (text.find("ource 0") == std::string::npos && text.find("[0") == std::string::npos) continue;
    // As one line without the marks of comments, since a citation may go over the end of one.
    const std::string flat = std::regex_replace(text, std::regex("\n *(///?|#)? *"), " ");
    INFO(path);
    for (const std::string& source : all(flat, "[Ss]ource ([0-9]{3})(?![0-9])")) {
      INFO(source);
      ++citations;
      CHECK(last_paragraph.count(source) == 1);
    }
    // 004 [0057]-[0071], [0092] to [0138]: the paragraphs that follow a source's number.
    const std::string paragraphs = "((?:[0-9]{3})[ (]+\\[[0-9]{4}\\](?:(?:, |-|–| to | and )\\[[0-9]{4}\\])*)";
    for (const std::string& citation : all(flat, "(?:^|[^0-9.,])" + paragraphs)) {
      INFO(citation);
      const std::string source = citation.substr(0, 3);
      REQUIRE(last_paragraph.count(source) == 1);
      for (const std::string& paragraph : all(citation, "\\[([0-9]{4})\\]")) {
        CHECK(std::stoi(paragraph) >= 1);
        CHECK(std::stoi(paragraph) <= last_paragraph[source]);
      }
    }
  }
  CHECK(citations > 30);
}

TEST_CASE("pages tell the number of faults that there are") {
  const std::string mutate = file_text(kRoot + "/tb/verification/mutate.py");
  const std::size_t begin = mutate.find("\nFAULTS = [");
  REQUIRE(begin != std::string::npos);
  const std::size_t of_campaign = all(mutate.substr(begin, mutate.find("\n]", begin) - begin), "\n    (\\(\")").size();
  const std::size_t of_proofs = entries(file_text(kRoot + "/tb/formal/mutants.txt"));
  const std::map<std::string, std::size_t> pages = {
      {"docs/rtl.md", of_campaign}, {"docs/formal.md", of_proofs}, {"docs/validation.md", of_proofs}};
  for (const auto& [page, faults] : pages) {
    INFO(page);
    const std::vector<std::string> told = all(file_text(kRoot + '/' + page), "([0-9]+) faults");
    REQUIRE(!told.empty());
    for (const std::string& number : told) CHECK(number == std::to_string(faults));
  }
}

}  // namespace gantry::pages_test
