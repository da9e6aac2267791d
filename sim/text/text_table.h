// SPDX-License-Identifier: Apache-2.0
// Pieces of plain-text tables: aligned columns, bars, numbers as people write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry {

/// Columns grow to their widest cell; names stand left, numbers right.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::right;
  };

  explicit TextTable(std::vector<Column> columns);
  /// As many cells as columns. Control characters become `?`, cells longer than kMaxCell are cut.
  void add(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Title line and rows, each indented by two blanks, without trailing blanks.
  [[nodiscard]] std::string text() const;

  static constexpr std::size_t kMaxCell = 32;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// `width` characters for `share` (0..1, cut to that range): block characters in eighths, or `#` and blanks.
std::string bar(double share, std::size_t width, bool unicode);

/// The words of a sentence in lines of up to 100 characters, indented by two blanks.
std::string paragraph(const std::string& sentence);

/// 1234567 as 1,234,567.
std::string grouped(std::uint64_t number);

/// `part` of `whole` with one decimal and a percent sign; `-` if there is no whole.
std::string percent(double part, double whole);

/// Cycles at a clock as a time with a unit from ns to s.
std::string duration(std::uint64_t cycles, std::uint32_t clock_mhz, bool unicode);

/// A user's name on one line of a terminal: control characters become `?`.

}  // namespace gantry
