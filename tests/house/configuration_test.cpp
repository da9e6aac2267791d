// SPDX-License-Identifier: Apache-2.0
// What a change of a block's configuration costs: the sources that are compiled again.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"

namespace gantry::configuration_test {

namespace {

namespace fs = std::filesystem;

/// The files of the program, by path below the source directory.
using Files = std::map<std::string, std::string>;

Files read_files() {
  Files files;
  for (const char* folder : {"model", "sim", "tb"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GANTRY_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      std::ifstream file(entry.path());
      files[fs::relative(entry.path(), GANTRY_SOURCE_DIR).generic_string()] =
          std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    }
  }
  return files;
}

/// The file that `from` includes as `what`; nothing: it is none of ours.
std::optional<std::string> find_included(const Files& files, const std::string& from, const std::string& what) {
  static const std::string kModel = "gantry/";
  std::vector<std::string> places = {from.substr(0, from.rfind('/') + 1) + what, "sim/" + what, "tb/" + what};
  if (what.rfind(kModel, 0) == 0) places.push_back("model/" + what.substr(kModel.size()));
  for (const std::string& place : places) {
    if (files.count(place) == 1) return place;
  }
  return std::nullopt;
}

std::map<std::string, std::set<std::string>> find_includes(const Files& files) {
  static const std::string kInclude = "\n#include \"";
  std::map<std::string, std::set<std::string>> includes;
  for (const auto& [path, text] : files) {
    std::set<std::string>& found = includes[path];
    for (std::size_t at = text.find(kInclude); at != std::string::npos; at = text.find(kInclude, at + 1)) {
      const std::size_t begin = at + kInclude.size();
      const auto included = find_included(files, path, text.substr(begin, text.find('"', begin) - begin));
      if (included) found.insert(*included);
    }
  }
  return includes;
}

/// For each file, the number of sources that include it, directly or through others. Pickers do not count: each has the
/// picker's configuration, and one more (docs/extending.md) is no worse.
std::map<std::string, int> count_dependents() {
  const Files files = read_files();
  const auto includes = find_includes(files);
  std::map<std::string, int> dependents;
  for (const auto& [source, direct] : includes) {
    if (source.substr(source.size() - 2) == ".h" || source.rfind("model/scheduler/pickers/", 0) == 0) continue;
    std::set<std::string> seen;
    std::vector<std::string> open(direct.begin(), direct.end());
    while (!open.empty()) {
      const std::string path = std::move(open.back());
      open.pop_back();
      if (!seen.insert(path).second) continue;
      const std::set<std::string>& next = includes.at(path);
      open.insert(open.end(), next.begin(), next.end());
    }
    for (const std::string& path : seen) ++dependents[path];
  }
  return dependents;
}

}  // namespace

TEST_CASE("a change of a block's configuration compiles at most 40 sources again") {
  INFO("A header of several blocks holds their sections by name (base/section.h), and includes none of them.");
  const std::map<std::string, int> dependents = count_dependents();
  for (const char* block : {"scheduler/descriptor", "scheduler/task_cache", "scheduler/decomposer",
                            "scheduler/state_monitor", "scheduler/dispatcher", "scheduler/picker", "platform/host",
                            "platform/global_memory", "platform/processors", "platform/placement"}) {
    const std::string header = "model/" + std::string(block) + "_config.h";
    INFO(header);
    REQUIRE(dependents.count(header) == 1);
    CHECK(dependents.at(header) <= 40);
  }
}

}  // namespace gantry::configuration_test
