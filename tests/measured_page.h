// SPDX-License-Identifier: Apache-2.0
// A page of docs/ with what runs print or measure. A test holds it to them; with GANTRY_REWRITE_PAGES set, as `make
// golden` sets it, the page is rewritten instead.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include "catch.h"
#include "program_run.h"

namespace gantry {

/// A number with commas between thousands, as pages write it.
inline std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

class MeasuredPage {
 public:
  explicit MeasuredPage(std::string path) : path_(std::move(path)), text_(file_text(path_)) {}
  MeasuredPage(const MeasuredPage&) = delete;
  MeasuredPage& operator=(const MeasuredPage&) = delete;
  ~MeasuredPage() {
    if (rewrites()) std::ofstream(path_) << text_;
  }

  /// Holds what the page shows behind `before`, which names the place, to what is true.
  void holds(const std::string& before, const std::string& shown, const std::string& is) {
    if (!rewrites()) CHECK(shown == is);
    if (shown == is) return;
    const std::size_t at = text_.find(before + shown);
    REQUIRE(at != std::string::npos);
    text_.replace(at + before.size(), shown.size(), is);
  }
  /// Holds cell `column` of a table's row to the value, and returns the row as it then is.
  std::string holds_cell(const std::string& row, std::size_t column, const std::string& is) {
    std::size_t begin = 0;
    for (std::size_t bars = 0; bars <= column; ++begin) bars += row.at(begin) == '|' ? 1U : 0U;
    const std::size_t end = row.find('|', begin);
    holds(row.substr(0, begin + 1), row.substr(begin + 1, end - begin - 2), is);
    return row.substr(0, begin + 1) + is + row.substr(end - 1);
  }

 private:
  [[nodiscard]] static bool rewrites() { return std::getenv("GANTRY_REWRITE_PAGES") != nullptr; }

  std::string path_;
  std::string text_;
};

}  // namespace gantry
