// SPDX-License-Identifier: Apache-2.0
// Who may include whom: what keeps the machine free of SystemC, files and printing, and every policy one file.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"

namespace gantry::layering_test {

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

/// A room as model/CMakeLists.txt and sim/CMakeLists.txt declare it.
struct Room {
  std::string name;
  std::set<std::string> uses;       ///< rooms of its own side
  std::set<std::string> model;      ///< rooms of the model; of a room of sim
  std::set<std::string> libraries;  ///< as CMake names them
};

/// Every `function(NAME KEYWORD words... KEYWORD words...)` of a CMake file, in order.
std::vector<Room> declared_rooms(const std::string& path, const std::string& function) {
  std::ifstream file(std::string(GANTRY_SOURCE_DIR) + "/" + path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<Room> rooms;
  for (std::size_t at = text.find("\n" + function + "("); at != std::string::npos;
       at = text.find("\n" + function + "(", at + 1)) {
    const std::size_t begin = at + function.size() + 2;
    std::istringstream words(text.substr(begin, text.find(')', begin) - begin));
    Room room;
    words >> room.name;
    std::string keyword;
    for (std::string word; words >> word;) {
      if (word == "USES" || word == "MODEL" || word == "LIBRARIES" || word == "FOLDERS") {
        keyword = word;
      } else if (keyword == "USES") {
        room.uses.insert(word);
      } else if (keyword == "MODEL") {
        room.model.insert(word);
      } else if (keyword == "LIBRARIES") {
        room.libraries.insert(word);
      }
    }
    rooms.push_back(room);
  }
  return rooms;
}

std::vector<Room> model_rooms() { return declared_rooms("model/CMakeLists.txt", "model_room"); }
std::vector<Room> sim_rooms() { return declared_rooms("sim/CMakeLists.txt", "sim_room"); }

std::string first_folder(const std::string& path) { return path.substr(0, path.find('/')); }

/// Rooms of the model that a folder's files include, but for `own`.
std::set<std::string> model_rooms_included(const std::string& folder, const std::string& own = "") {
  std::set<std::string> rooms;
  for (const Include& i : includes(folder)) {
    if (begins(i.what, "gantry/")) rooms.insert(first_folder(i.what.substr(7)));
  }
  rooms.erase(own);
  return rooms;
}

/// The same of sim; files that a room includes by their bare name are its own.
std::set<std::string> sim_rooms_included(const std::string& folder, const std::string& own) {
  std::set<std::string> rooms;
  for (const Include& i : includes(folder)) {
    for (const Room& room : sim_rooms()) {
      if (begins(i.what, room.name + "/")) rooms.insert(room.name);
    }
  }
  rooms.erase(own);
  return rooms;
}

std::string words(const std::set<std::string>& set) {
  std::string text;
  for (const std::string& word : set) text += word + ' ';
  return text;
}

/// "list" of "list/windows.h"; "" of a file in the room itself.
std::string folder_within(const std::string& path) {
  const std::size_t slash = path.find('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// What is left of arrows between folders once those that end where no arrow begins are taken away, again and again:
/// nothing, unless they go in a circle.
std::map<std::string, std::set<std::string>> circles(std::map<std::string, std::set<std::string>> sees) {
  for (bool again = true; again;) {
    again = false;
    for (auto at = sees.begin(); at != sees.end();) {
      std::set<std::string>& seen = at->second;
      for (auto to = seen.begin(); to != seen.end();) to = sees.count(*to) == 0 ? seen.erase(to) : std::next(to);
      again = again || seen.empty();
      at = seen.empty() ? sees.erase(at) : std::next(at);
    }
  }
  return sees;
}

const std::vector<std::string> kSystemC = {"systemc", "tlm", "sysc/"};
const std::vector<std::string> kPrinting = {"iostream", "fstream",  "ostream",  "cstdio", "stdio.h",  "filesystem",
                                            "fmt/",     "yaml-cpp", "nlohmann", "CLI/",   "unistd.h", "pugixml"};

}  // namespace

TEST_CASE("every room of the model names exactly the rooms that it includes, all of them before it") {
  INFO("A folder of model/ is a room; the list in model/CMakeLists.txt is the order in which arrows go: down.");
  std::set<std::string> before;
  for (const Room& room : model_rooms()) {
    INFO("model/" << room.name);
    CHECK(sources("model/" + room.name).size() > 1);
    CHECK(words(model_rooms_included("model/" + room.name, room.name)) == words(room.uses));
    for (const std::string& used : room.uses) CHECK(before.count(used) == 1);
    before.insert(room.name);
  }
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(std::string(GANTRY_SOURCE_DIR) + "/model")) {
    if (entry.is_directory()) folders.insert(entry.path().filename().string());
  }
  before.insert("sc");
  CHECK(words(folders) == words(before));
  CHECK(words(model_rooms_included("model/sc", "sc")) == "base device kernel network platform scheduler workload ");
}

TEST_CASE("a room of the model is a namespace") {
  INFO(
      "gantry::scheduler::Picker, and in short gantry::Picker: rooms are inline but for plan and sc. Headers for "
      "firmware "
      "are in C.");
  std::string outside;
  for (const Room& room : model_rooms()) {
    const std::string opens =
        room.name == "plan" ? "namespace gantry::plan {" : "namespace gantry {\ninline namespace " + room.name + " {";
    for (const fs::path& path : sources("model/" + room.name)) {
      std::ifstream file(path);
      const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
      const bool is_c = begins(text, "/*");
      // A template is specialised in the namespace that it is in: base.
      const bool is_archive = text.find("\nstruct Archived<") != std::string::npos;
      if (!is_c && !is_archive && text.find('\n' + opens + '\n') == std::string::npos) outside += path.string() + '\n';
    }
  }
  CHECK(outside == "");
}

TEST_CASE("every room of the program names exactly the rooms and libraries that it includes, all of them before it") {
  const std::vector<std::pair<std::string, std::string>> libraries = {{"yaml-cpp", "yaml-cpp"},
                                                                      {"nlohmann", "${json}"},
                                                                      {"fmt/", "fmt::fmt"},
                                                                      {"CLI/", "CLI11::CLI11"},
                                                                      {"pugixml", "pugixml::pugixml"}};
  std::set<std::string> before;
  for (const Room& room : sim_rooms()) {
    INFO("sim/" << room.name);
    const std::string folder = "sim/" + room.name;
    CHECK(sources(folder).size() > 1);
    CHECK(words(sim_rooms_included(folder, room.name)) == words(room.uses));
    CHECK(words(model_rooms_included(folder)) == words(room.model));
    for (const auto& [include, library] : libraries) {
      INFO(library);
      CHECK((broken(folder, {include}) != "") == (room.libraries.count(library) == 1));
    }
    for (const std::string& used : room.uses) CHECK(before.count(used) == 1);
    before.insert(room.name);
  }
}

TEST_CASE("folders within a room see their room, and no folder that sees them") {
  INFO("What is in a room itself may not need what is in a folder of it; arrows between folders go one way.");
  for (const char* side : {"model", "sim"}) {
    for (const auto& room : fs::directory_iterator(fs::path(GANTRY_SOURCE_DIR) / side)) {
      if (!room.is_directory()) continue;
      const std::string name = room.path().filename().string();
      const std::string prefix = (std::string(side) == "model" ? "gantry/" : "") + name + '/';
      std::map<std::string, std::set<std::string>>
          sees;  // folder ("": the room itself), folders whose headers it needs
      for (const Include& i : includes(side + ('/' + name))) {
        if (!begins(i.what, prefix)) continue;
        const std::string from = folder_within(i.file.substr(std::string(side).size() + 1 + name.size() + 1));
        const std::string to = folder_within(i.what.substr(prefix.size()));
        if (from != to && to != "") sees[from].insert(to);
      }
      INFO(side << '/' << name);
      CHECK(words(sees[""]) == "");
      for (const auto& [folder, seen] : circles(sees)) CHECK(folder + " -> " + words(seen) == "");
    }
  }
}

TEST_CASE("the model neither prints nor opens files") {
  INFO(
      "A unit that prints cannot be embedded, and its output would depend on the order of evaluation. Units count and "
      "hand over records; sim/output writes them.");
  CHECK(broken("model", kPrinting) == "");
}

TEST_CASE("policies and topologies see their seam and their own folder") {
  INFO(
      "A policy or a topology is one file behind an interface; if it needs more, the interface is in the wrong place.");
  const std::vector<std::string> blocks = {"gantry/scheduler/dispatcher", "gantry/scheduler/matcher", "gantry/kernel/",
                                           "gantry/scheduler/decomposer", "gantry/scheduler/task_cache"};
  CHECK(broken("model/scheduler/pickers", blocks) == "");
  CHECK(broken("model/scheduler/choices", blocks) == "");
  CHECK(broken("model/network/topologies",
               {"gantry/network/fabric", "gantry/network/interconnect.h", "gantry/kernel/"}) == "");
  CHECK(broken("model/network/patterns", {"gantry/network/fabric", "gantry/network/interconnect",
                                          "gantry/network/topology.h", "gantry/kernel/"}) == "");
}

TEST_CASE("the periodic fast-forward stands above the kernel and knows no block") {
  INFO("What it needs of others is their Participant, so that a new block or machine needs no change of it.");
  CHECK(broken("model/kernel", {"gantry/kernel/fast_forward/"}, {"model/kernel/fast_forward/"}) == "");
  CHECK(words(model_rooms_included("model/kernel/fast_forward", "kernel")) == "base ");
}

TEST_CASE("planners know the workload and each other's data, and no machine") {
  INFO("A planner is a pure function: it can be tested, compared and exported without a simulation.");
  for (const char* machine : {"kernel", "network", "scheduler", "platform"}) {
    CHECK(model_rooms_included("model/plan").count(machine) == 0);
  }
  INFO("Which solver it is, one file knows.");
  CHECK(broken("model", {"coin/", "Cbc"}, {"model/plan/milp/cbc.cpp"}) == "");
}

TEST_CASE("what is packed is unpacked by one file") {
  CHECK(broken("sim", {"bzlib"}, {"sim/text/packed_file.cpp"}) == "");
  CHECK(broken("sim", {"zlib"}, {"sim/text/packed_file.cpp"}) == "");
  CHECK(broken("sim", {"onnx/", "google/protobuf"}, {"sim/workload/chakra_wire.cpp", "sim/workload/onnx_model.cpp"}) ==
        "");
  CHECK(broken("sim", {"flatbuffers"}, {"sim/workload/tflite_model.h"}) == "");
  CHECK(broken("model", {"bzlib"}) == "");
}

TEST_CASE("a library for planning is seen by one file") {
  INFO("What a library answers comes back as plain data, so that it can be exchanged or left out.");
  CHECK(broken("model", {"metis"}, {"model/plan/partition/metis_start.cpp"}) == "");
  CHECK(broken("sim", {"metis"}) == "");
}

TEST_CASE("expressions and databases are seen by one file each") {
  CHECK(broken("sim", {"muParser"}, {"sim/metric/expression.cpp"}) == "");
  CHECK(broken("sim", {"sqlite3"}, {"sim/sql/database.cpp"}) == "");
}

TEST_CASE("only model/sc sees SystemC") {
  INFO(
      "SystemC simulates once per process; what does not see it can be run hundreds of times in one test, and built "
      "without it.");
  CHECK(broken("model", kSystemC, {"model/sc/"}) == "");
  CHECK(broken("model", {"gantry/sc/"}, {"model/sc/"}) == "");
  CHECK(broken("sim", kSystemC, {}) == "");
}

TEST_CASE("the command line is read in sim/commands") {
  INFO("Everything else is a library that can be called without a command line.");
  CHECK(broken("sim", {"CLI/"}, {"sim/commands/"}) == "");
}

TEST_CASE("the bench of the RTL sees the model's core, and what Verilator wrote in one file") {
  INFO(
      "tb puts the Verilated picker behind the interface of every picker. It knows no simulation; and Verilator's "
      "headers "
      "do not go together with SystemC's, so they stay behind tb/verilated.");
  CHECK(words(model_rooms_included("tb")) == "base scheduler ");
  CHECK(broken("tb", {"verilated", "V"}, {"tb/verilated/"}) == "");
  CHECK(broken("sim", {"verilated", "V"}) == "");
  CHECK(broken("model", {"verilated", "V"}) == "");
  CHECK(broken("tb", kSystemC) == "");
}

}  // namespace gantry::layering_test
