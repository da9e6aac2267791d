// SPDX-License-Identifier: Apache-2.0
// docs/sources.md: its commands run and print what the page says, and its rows name commands that it has.
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "readers_folder.h"

namespace gantry::sources_test {

namespace {

using Row = std::vector<std::string>;

/// The rows of the table whose first cell is `first`, without header and rule.
std::vector<Row> table(const std::string& first) {
  std::istringstream page(file_text(GANTRY_SOURCE_DIR "/docs/sources.md"));
  std::vector<Row> rows;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| " + first + " |", 0) == 0) {
      inside = std::getline(page, line).good();
    } else if (line.rfind("| ", 0) != 0) {
      inside = false;
    } else if (inside) {
      Row row;
      std::istringstream text(line.substr(1));
      for (std::string cell; std::getline(text, cell, '|');) {
        const std::size_t begin = cell.find_first_not_of(' ');
        row.push_back(begin == std::string::npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
      }
      rows.push_back(row);
    }
  }
  return rows;
}

/// A cell that is code, without its marks.
std::string code(const std::string& cell) {
  REQUIRE(cell.size() > 2);
  REQUIRE((cell.front() == '`' && cell.back() == '`'));
  return cell.substr(1, cell.size() - 2);
}

}  // namespace

TEST_CASE("the commands of the sources' page run and print what it says") {
  const ReadersFolder reader;
  std::filesystem::create_directory_symlink(std::string(GANTRY_SOURCE_DIR) + "/tests", reader.files.path("tests"));
  const std::vector<Row> commands = table("name");
  REQUIRE(commands.size() > 10);
  for (const Row& row : commands) {
    REQUIRE(row.size() == 3);
    const std::string command = code(row[1]);
    INFO(command);
    REQUIRE(command.rfind("gantry ", 0) == 0);
    const std::string printed = reader.typed("build/" + command + " && echo ended well");
    INFO(printed);
    CHECK(printed.find("\nended well\n") != std::string::npos);
    CHECK(printed.find(code(row[2])) != std::string::npos);
  }
}

TEST_CASE("every row of the sources' page names commands that the page has, and every command has a row") {
  std::map<std::string, std::size_t> rows_of;
  for (const Row& row : table("name")) CHECK(rows_of.emplace(row.at(0), 0).second);
  std::set<std::string> sources;
  for (const Row& row : table("paragraph")) {
    REQUIRE(row.size() == 5);
    INFO(row[0] << ": " << row[1]);
    sources.insert(row[0].substr(0, 3));
    CHECK(!row[1].empty());
    CHECK((!row[2].empty() || !row[4].empty()));
    std::istringstream names(row[3]);
    for (std::string name; std::getline(names, name, ',');) {
      const std::size_t begin = name.find_first_not_of(' ');
      const auto found = rows_of.find(begin == std::string::npos ? "" : name.substr(begin));
      REQUIRE(found != rows_of.end());
      ++found->second;
    }
  }
  CHECK(sources == std::set<std::string>{"000", "001", "002", "003", "004"});
  for (const auto& [name, rows] : rows_of) {
    INFO(name);
    CHECK(rows > 0);
  }
}

}  // namespace gantry::sources_test
