// SPDX-License-Identifier: Apache-2.0
// The run directories from which the fuzzer of `gantry check` starts have the columns of today: otherwise it would see
// headers that are refused, and nothing behind them. `make golden` rewrites them.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "catch.h"
#include "today_table.h"

namespace gantry::seeds_test {

namespace {

constexpr const char* kEnd = "==\n";

/// The table with the columns of today; the same text if it is none.
std::string today(const std::string& file) {
  std::string written = file;
  std::size_t at = 0;
  const std::vector<std::string> header = table_row(file, at);
  for_each_table([&](auto cells) {
    std::set<std::string> columns;
    for_each_column(cells, [&](const Column& column, const void* /*place*/) { columns.emplace(column.name); });
    for (const std::string& name : header) {
      if (columns.count(name) == 0) return;
    }
    written = today_table<decltype(cells)>(file);
  });
  return written;
}

}  // namespace

TEST_CASE("seeds of the fuzzer of `gantry check` have the columns of today") {
  for (const auto& entry : std::filesystem::directory_iterator(GANTRY_SOURCE_DIR "/tests/fuzz/seeds/check")) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string seed((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    in.close();
    std::string written;
    for (std::size_t at = 0; at < seed.size();) {
      const std::size_t found = seed.find(kEnd, at);
      const std::size_t end = found == std::string::npos ? seed.size() : found;
      written += today(seed.substr(at, end - at));
      if (found != std::string::npos) written += kEnd;
      at = found == std::string::npos ? end : end + std::string(kEnd).size();
    }
    INFO(entry.path().filename().string());
    if (std::getenv("GANTRY_REWRITE_PAGES") == nullptr) {
      CHECK(written == seed);
    } else {
      std::ofstream(entry.path(), std::ios::binary) << written;
    }
  }
}

}  // namespace gantry::seeds_test
