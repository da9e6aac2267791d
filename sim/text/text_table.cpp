// SPDX-License-Identifier: Apache-2.0
#include "text/text_table.h"

#include <sstream>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gantry/base/one_line.h"

namespace gantry {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Characters, not bytes: the names may be UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string fit(std::string_view text, std::size_t max_cell) {
  std::string result = one_line(text);
  if (width_of(result) <= max_cell) return result;
  std::size_t characters = 0;
  std::size_t bytes = 0;
  while (bytes < result.size()) {
    if (begins_character(result[bytes]) && ++characters == max_cell) break;
    ++bytes;
  }
  return result.substr(0, bytes) + '~';
}

void trim_end(std::string& text) { text.erase(text.find_last_not_of(' ') + 1); }

}  // namespace

TextTable::TextTable(std::vector<Column> columns, std::size_t max_cell)
    : columns_(std::move(columns)), max_cell_(max_cell) {}

void TextTable::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::string& cell : cells) cell = fit(cell, max_cell_);
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = width_of(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, width_of(row[c]));
    widths.push_back(width);
  }
  std::string text;
  const auto line = [&](auto&& cell_at) {
    std::string row;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::string& cell = cell_at(c);
      const std::string padding(widths[c] - width_of(cell), ' ');
      row += "  ";
      row += columns_[c].align == Align::left ? cell + padding : padding + cell;
    }
    trim_end(row);
    text += row + '\n';
  };
  line([&](std::size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) line([&](std::size_t c) -> const std::string& { return row[c]; });
  return text;
}

std::string bar(double share, std::size_t width, bool unicode) {
  const double inside = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  std::string text;
  if (!unicode) {
    const auto full = static_cast<std::size_t>(std::lround(inside * static_cast<double>(width)));
    return std::string(full, '#') + std::string(width - full, '.');
  }
  static constexpr std::array<const char*, 8> kEighths = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  auto eighths = static_cast<std::size_t>(std::lround(inside * static_cast<double>(width) * 8.0));
  for (std::size_t i = 0; i < width; ++i) {
    const std::size_t here = std::min<std::size_t>(eighths, 8);
    text += here == 8 ? "█" : kEighths[here];
    eighths -= here;
  }
  return text;
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string percent(double part, double whole) {
  return whole > 0.0 ? fmt::format("{:.1f} %", 100.0 * part / whole) : "-";
}

std::string duration(std::uint64_t cycles, std::uint32_t clock_mhz, bool unicode) {
  const double micros = static_cast<double>(cycles) / static_cast<double>(clock_mhz);
  if (micros < 1.0) return fmt::format("{:.6g} ns", micros * 1e3);
  if (micros < 1e3) return fmt::format("{:.6g} {}", micros, unicode ? "µs" : "us");
  if (micros < 1e6) return fmt::format("{:.6g} ms", micros * 1e-3);
  return fmt::format("{:.6g} s", micros * 1e-6);
}

std::string paragraph(const std::string& sentence) {
  constexpr std::size_t kWidth = 100;
  std::istringstream words(sentence);
  std::string text = "  ";
  std::size_t column = 2;
  for (std::string word; words >> word;) {
    // A number and its percent sign stay together.
    if ((words >> std::ws).peek() == '%') {
      std::string sign;
      words >> sign;
      word += ' ' + sign;
    }
    if (column > 2 && column + 1 + word.size() > kWidth) {
      text += "\n  ";
      column = 2;
    }
    if (column > 2) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text + '\n';
}

}  // namespace gantry
