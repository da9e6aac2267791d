// SPDX-License-Identifier: Apache-2.0
// A table of a run as rows of fields, to be spoilt field by field. For tables without quotes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry {

class CsvTable {
 public:
  explicit CsvTable(std::string path) : path_(std::move(path)) {
    std::ifstream file(path_, std::ios::binary);
    for (std::string line; std::getline(file, line);) rows_.push_back(fields(line));
    if (rows_.empty()) throw std::runtime_error("no table at " + path_);
  }

  /// Rows without the header; row r stands in line r + 2.
  [[nodiscard]] std::size_t rows() const { return rows_.size() - 1; }
  [[nodiscard]] const std::string& at(std::size_t row, const std::string& column) const {
    return rows_[row + 1][number(column)];
  }
  /// The first row with these texts in these columns.
  [[nodiscard]] std::size_t find(const std::vector<std::pair<std::string, std::string>>& what) const {
    for (std::size_t row = 0; row < rows(); ++row) {
      const auto fits = [&](const auto& field) { return at(row, field.first) == field.second; };
      if (std::all_of(what.begin(), what.end(), fits)) return row;
    }
    throw std::runtime_error("no such row in " + path_);
  }

  /// Writes the file anew with another text in one field, without a row, or with a row twice; the table stays.
  void put(std::size_t row, const std::string& column, const std::string& text) const {
    auto rows = rows_;
    rows[row + 1][number(column)] = text;
    write(rows);
  }
  void remove(std::size_t row) const {
    auto rows = rows_;
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row) + 1);
    write(rows);
  }
  void repeat(std::size_t row) const {
    auto rows = rows_;
    rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(row) + 1, rows[row + 1]);
    write(rows);
  }
  void restore() const { write(rows_); }

 private:
  using Row = std::vector<std::string>;

  static Row fields(const std::string& line) {
    Row row(1);
    for (const char c : line) {
      if (c == ',') {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
    return row;
  }
  [[nodiscard]] std::size_t number(const std::string& column) const {
    const auto at = std::find(rows_[0].begin(), rows_[0].end(), column);
    if (at == rows_[0].end()) throw std::runtime_error("no column " + column + " in " + path_);
    return static_cast<std::size_t>(at - rows_[0].begin());
  }
  void write(const std::vector<Row>& rows) const {
    std::ofstream file(path_, std::ios::binary | std::ios::trunc);
    for (const Row& row : rows) {
      for (std::size_t f = 0; f < row.size(); ++f) file << (f == 0 ? "" : ",") << row[f];
      file << '\n';
    }
  }

  std::string path_;
  std::vector<Row> rows_;
};

}  // namespace gantry
