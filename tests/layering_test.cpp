// SPDX-License-Identifier: Apache-2.0
// Who may include whom: what keeps the machine free of SystemC, files and printing, and every policy one file.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"

namespace {

namespace fs = std::filesystem;

struct Include {
  std::string file;  ///< below the source directory
  int line = 0;
  std::string what;  ///< between the quotes or brackets
};

std::vector<fs::path> sources(const std::string& room) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GANTRY_SOURCE_DIR) / room)) {
    if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") files.push_back(entry.path());
  }
  return files;
}

std::vector<Include> includes(const std::string& room) {
  std::vector<Include> found;
  for (const fs::path& path : sources(room)) {
    std::ifstream file(path);
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
      if (text.rfind("#include", 0) != 0) continue;
      const std::size_t begin = text.find_first_of("<\"");
      const std::size_t end = text.find_first_of(">\"", begin + 1);
      if (begin == std::string::npos || end == std::string::npos) continue;
      found.push_back({fs::relative(path, GANTRY_SOURCE_DIR).string(), line, text.substr(begin + 1, end - begin - 1)});
    }
  }
  return found;
}

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

bool any_begins(const std::string& text, const std::vector<std::string>& with) {
  for (const std::string& w : with) {
    if (begins(text, w)) return true;
  }
  return false;
}

/// Includes of the room that begin with a forbidden word, one per line; `but`: rooms within it that may.
std::string broken(const std::string& room, const std::vector<std::string>& forbidden,
                   const std::vector<std::string>& but = {}) {
  std::string text;
  for (const Include& i : includes(room)) {
    if (!any_begins(i.what, forbidden) || any_begins(i.file, but)) continue;
    text += i.file + ':' + std::to_string(i.line) + ": includes " + i.what + '\n';
  }
  return text;
}

/// Rooms of this project that the room includes and must not: everything but those allowed.
std::string strangers(const std::string& room, const std::vector<std::string>& allowed) {
  static const std::vector<std::string> rooms = {"core/",     "policy/",  "net/",     "sc/",   "plan/",     "config/",
                                                 "workload/", "report/",  "check/",   "run/",  "commands/", "pick/",
                                                 "planning/", "network/", "serving/", "serve/"};
  std::string text;
  for (const Include& i : includes(room)) {
    if (!any_begins(i.what, rooms) || any_begins(i.what, allowed)) continue;
    text += i.file + ':' + std::to_string(i.line) + ": includes " + i.what + '\n';
  }
  return text;
}

const std::vector<std::string> kSystemC = {"systemc", "tlm", "sysc/"};
const std::vector<std::string> kPrinting = {"iostream", "fstream",  "ostream",  "cstdio", "stdio.h", "filesystem",
                                            "fmt/",     "yaml-cpp", "nlohmann", "CLI/",   "unistd.h"};

}  // namespace

TEST_CASE("the rooms are there") {
  for (const char* room :
       {"model/core", "model/policy", "model/net", "model/serving", "model/sc", "model/plan", "sim", "tb"}) {
    INFO(room);
    CHECK(sources(room).size() > 1);
    CHECK(includes(room).size() > 1);
  }
}

TEST_CASE("model/core includes only itself") {
  INFO(
      "model/core is the machine as plain C++: it knows no policy by name, no kernel and no file. What it offers to "
      "others is a seam (an interface or a registry) in model/core that they implement.");
  CHECK(strangers("model/core", {"core/"}) == "");
  CHECK(broken("model/core", kSystemC) == "");
}

TEST_CASE("the model neither prints nor opens files") {
  INFO(
      "A unit that prints cannot be embedded, and its output would depend on the order of evaluation. Units count and "
      "hand over records; sim/report writes them.");
  CHECK(broken("model", kPrinting) == "");
}

TEST_CASE("policies and topologies include only model/core and their own room") {
  INFO(
      "A policy or a topology is one file behind an interface of model/core; if it needs more, the interface is in the "
      "wrong place.");
  CHECK(strangers("model/policy", {"core/", "policy/"}) == "");
  CHECK(strangers("model/net", {"core/", "net/"}) == "");
  CHECK(strangers("model/serving", {"core/", "serving/"}) == "");
  CHECK(strangers("model/sc", {"core/", "sc/"}) == "");
}

TEST_CASE("planners know the workload and each other's data, and no machine") {
  INFO("A planner is a pure function: it can be tested, compared and exported without a simulation.");
  CHECK(strangers("model/plan", {"core/", "plan/"}) == "");
  CHECK(broken("model/plan", {"core/machine", "core/unit", "core/dispatcher", "core/interconnect"}) == "");
  INFO("Which solver it is, one file knows.");
  CHECK(broken("model", {"coin/", "Cbc"}, {"model/plan/milp/cbc.cpp"}) == "");
}

TEST_CASE("a library for planning is seen by one file") {
  INFO("What a library answers comes back as plain data, so that it can be exchanged or left out.");
  CHECK(broken("model", {"metis"}, {"model/plan/partition/metis_start.cpp"}) == "");
  CHECK(broken("sim", {"metis"}) == "");
}

TEST_CASE("only model/sc and sim see SystemC") {
  INFO(
      "SystemC simulates once per process; what does not see it can be run hundreds of times in one test, and built "
      "without it.");
  CHECK(broken("model", kSystemC, {"model/sc/"}) == "");
  CHECK(broken("model", {"sc/"}, {"model/sc/"}) == "");
}

TEST_CASE("only the rooms that read or write files see YAML and JSON") {
  INFO(
      "Formats stay at the edge: YAML in sim/config and sim/workload, JSON there and in sim/report, sim/check and "
      "sim/network.");
  CHECK(broken("sim", {"yaml-cpp"}, {"sim/config/", "sim/workload/"}) == "");
  CHECK(broken("sim", {"nlohmann"},
               {"sim/config/", "sim/workload/", "sim/report/", "sim/check/", "sim/planning/", "sim/network/"}) == "");
}

TEST_CASE("the command line is read in sim/commands and sim/main.cpp") {
  INFO("Everything else is a library that can be called without a command line.");
  CHECK(broken("sim", {"CLI/"}, {"sim/commands/", "sim/main.cpp"}) == "");
}

TEST_CASE("the bench of the RTL sees the model's core, and what Verilator wrote in one file") {
  INFO(
      "tb puts the Verilated picker behind the interface of every picker. It knows no simulation; and Verilator's "
      "headers "
      "do not go together with SystemC's, so they stay behind tb/verilated.");
  CHECK(strangers("tb", {"core/", "policy/weight_delay.h"}) == "");
  CHECK(broken("tb", {"verilated", "V"}, {"tb/verilated/"}) == "");
  CHECK(broken("sim", {"verilated", "V"}) == "");
  CHECK(broken("model", {"verilated", "V"}) == "");
  CHECK(broken("tb", kSystemC) == "");
}
