// SPDX-License-Identifier: Apache-2.0
// A finished run whose files are changed cell by cell: one field of a table, or one value of the summary, at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "random_keys.h"

namespace gantry {

/// One change of one cell.
struct CellChange {
  std::string file;
  std::string where;  ///< column, or path of the key without numbers of items
  std::string kind;   ///< of change
  std::string what;   ///< the place, the text before and the text after
};

class SpoiltRun {
 public:
  /// Reads every table and the summary of a run's directory, which it changes from then on.
  explicit SpoiltRun(std::filesystem::path directory) : directory_(std::move(directory)) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      if (entry.path().extension() == ".csv") names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      Table table{name, text_of(name), {}};
      std::istringstream lines(table.text);
      for (std::string line; std::getline(lines, line);) table.rows.push_back(fields(line));
      if (table.rows.size() > 1) tables_.push_back(std::move(table));
    }
    summary_text_ = text_of(kSummary);
    summary_ = Json::parse(summary_text_);
    collect(summary_, Json::json_pointer());
  }

  /// Changes a cell of a file that is drawn from all with equal chances, and writes the file.
  CellChange change(Dice& dice) {
    restore();
    const std::size_t file = dice.below(tables_.size() + 1);
    for (;;) {
      const auto change = file == tables_.size() ? change_summary(dice) : change_table(tables_[file], dice);
      if (change) return *change;
    }
  }

  void restore() {
    if (!changed_) return;
    write(changed_->first, changed_->second);
    changed_.reset();
  }

 private:
  using Json = nlohmann::ordered_json;
  using Row = std::vector<std::string>;
  static constexpr const char* kSummary = "summary.json";

  struct Table {
    std::string name;
    std::string text;
    std::vector<Row> rows;  ///< the first is the header
  };
  struct Cell {
    std::string text;
    std::string kind;
  };

  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream in(directory_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name, std::ios::binary | std::ios::trunc) << text;
  }
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
  static bool is_whole(const std::string& text) {
    return !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == std::string::npos;
  }

  static std::string other_number(std::uint64_t value, Dice& dice, std::string& kind) {
    switch (dice.below(6)) {
      case 0:
        kind = "off by one";
        return std::to_string(dice.chance(50) && value > 0 ? value - 1 : value + 1);
      case 1:
        kind = "off by a little";
        return std::to_string(dice.chance(50) && value > 9 ? value - dice.between(2, 9) : value + dice.between(2, 9));
      case 2:
        kind = "zero";
        return "0";
      case 3:
        kind = "doubled";
        return std::to_string(2 * value);
      case 4:
        kind = "huge";
        return std::to_string(value + 1000000000000);
      default:
        kind = "another digit";
        std::string text = std::to_string(value);
        text[dice.below(text.size())] = static_cast<char>('1' + dice.below(9));
        return text;
    }
  }

  /// A plausible or absurd text for one that `others` have instances of.
  static Cell other_cell(const std::string& text, const std::vector<std::string>& others, Dice& dice) {
    Cell cell;
    if (dice.chance(20)) return {dice.element(others), "another row's"};
    if (text.empty()) return {dice.chance(50) ? "1" : "7", "not empty"};
    if (is_whole(text)) {
      if (dice.chance(10)) return {"", "empty"};
      cell.text = other_number(std::stoull(text), dice, cell.kind);
      return cell;
    }
    if (text[0] >= '0' && text[0] <= '9' && text.find_first_not_of("0123456789.e-") == std::string::npos) {
      const double value = std::stod(text);
      const double by[] = {1.0001, 1.1, 2.0, 0.0};
      std::ostringstream out;
      out.precision(17);
      out << value * by[dice.below(4)];
      return {out.str(), "scaled"};
    }
    if (dice.chance(20)) return {"", "empty"};
    return dice.chance(75) ? Cell{dice.element(others), "another row's"} : Cell{text + "x", "another word"};
  }

  std::optional<CellChange> change_table(const Table& table, Dice& dice) {
    const std::size_t row = 1 + dice.below(table.rows.size() - 1);
    const std::size_t column = dice.below(table.rows[0].size());
    std::vector<std::string> others;
    for (std::size_t r = 1; r < table.rows.size(); ++r) others.push_back(table.rows[r][column]);
    const std::string& text = table.rows[row][column];
    // Of two neighbours more often than of any two: they are alike.
    const Cell cell = row + 1 < table.rows.size() && dice.chance(15) ? Cell{table.rows[row + 1][column], "neighbour's"}
                                                                     : other_cell(text, others, dice);
    if (cell.text == text) return std::nullopt;
    std::vector<Row> rows = table.rows;
    rows[row][column] = cell.text;
    std::string out;
    for (const Row& fields : rows) {
      for (std::size_t f = 0; f < fields.size(); ++f) out += (f == 0 ? "" : ",") + fields[f];
      out += '\n';
    }
    changed_.emplace(table.name, table.text);
    write(table.name, out);
    return CellChange{
        table.name, table.rows[0][column], cell.kind,
        "line " + std::to_string(row + 1) + " (" + table.rows[row][0] + "): " + text + " -> " + cell.text};
  }

  void collect(const Json& node, const Json::json_pointer& at) {
    if (node.is_object()) {
      for (const auto& [key, value] : node.items()) collect(value, at / key);
    } else if (node.is_array()) {
      for (std::size_t i = 0; i < node.size(); ++i) collect(node[i], at / i);
    } else {
      leaves_.push_back(at);
    }
  }
  static std::string generic(const Json::json_pointer& pointer) {
    std::string path;
    std::istringstream parts(pointer.to_string());
    for (std::string part; std::getline(parts, part, '/');) {
      if (!part.empty()) path += (path.empty() ? "" : ".") + (is_whole(part) ? std::string("N") : part);
    }
    return path;
  }

  std::optional<CellChange> change_summary(Dice& dice) {
    const Json::json_pointer& at = leaves_[dice.below(leaves_.size())];
    Json changed = summary_;
    Json& leaf = changed[at];
    const Json before = leaf;
    std::string kind;
    if (leaf.is_boolean()) {
      leaf = !leaf.get<bool>();
      kind = "flipped";
    } else if (leaf.is_number_unsigned()) {
      leaf = std::stoull(other_number(leaf.get<std::uint64_t>(), dice, kind));
    } else if (leaf.is_number_float()) {
      leaf = leaf.get<double>() * std::vector<double>{1.0001, 1.1, 2.0, 0.0}[dice.below(4)];
      kind = "scaled";
    } else if (leaf.is_null()) {
      leaf = dice.below(3);
      kind = "not null";
    } else {
      const Json& other = summary_[leaves_[dice.below(leaves_.size())]];
      leaf = other.is_string() ? other.get<std::string>() : leaf.get<std::string>() + "x";
      kind = "another word";
    }
    if (leaf == before) return std::nullopt;
    changed_.emplace(kSummary, summary_text_);
    write(kSummary, changed.dump(2) + '\n');
    return CellChange{kSummary, generic(at), kind, at.to_string() + ": " + before.dump() + " -> " + leaf.dump()};
  }

  std::filesystem::path directory_;
  std::vector<Table> tables_;
  std::string summary_text_;
  Json summary_;
  std::vector<Json::json_pointer> leaves_;
  std::optional<std::pair<std::string, std::string>> changed_;  ///< name and right text of the file that is wrong
};

}  // namespace gantry
