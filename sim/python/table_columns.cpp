// SPDX-License-Identifier: Apache-2.0
#include "python/table_columns.h"

#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "result/tables.h"
#include "text/columns.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

/// Numbers in Python's arrays have a sign.
constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

/// Appends a row to the columns.
class RowKeeper final : public ColumnVisitor<RowKeeper> {
 public:
  using Places = std::vector<std::unordered_map<std::string, std::uint32_t>>;  ///< of words, by column

  RowKeeper(std::vector<TableColumn>& columns, Places& places) : columns_(columns), places_(places) {}

  void on_text(const Column& /*column*/, std::string_view& value) { add_word(value); }
  template <class Integer>
  void on_number(const Column& /*column*/, Integer& value) {
    next().numbers.push_back(value == no_value<Integer>() ? kEmptyCell : static_cast<std::int64_t>(value));
  }
  void on_ratio(const Column& /*column*/, double& value) { next().ratios.push_back(value); }
  template <class Value, class Words>
  void on_choice(const Column& /*column*/, Value& value, const Words& words) {
    add_word(words[static_cast<std::size_t>(value)]);
  }

 private:
  TableColumn& next() { return columns_[at_++]; }

  void add_word(std::string_view word) {
    auto& places = places_[at_];
    TableColumn& column = next();
    const auto [place, is_new] = places.try_emplace(std::string(word), static_cast<std::uint32_t>(column.words.size()));
    if (is_new) column.words.emplace_back(word);
    column.texts.push_back(place->second);
  }

  std::vector<TableColumn>& columns_;
  Places& places_;
  std::size_t at_ = 0;
};

/// The columns without a row.
class ColumnNames final : public ColumnVisitor<ColumnNames> {
 public:
  explicit ColumnNames(std::vector<TableColumn>& columns) : columns_(columns) {}

  void on_text(const Column& column, std::string_view& /*value*/) { add(column, TableColumn::Kind::text); }
  template <class Integer>
  void on_number(const Column& column, Integer& /*value*/) {
    add(column, TableColumn::Kind::number);
  }
  void on_ratio(const Column& column, double& /*value*/) { add(column, TableColumn::Kind::ratio); }
  template <class Value, class Words>
  void on_choice(const Column& column, Value& /*value*/, const Words& /*words*/) {
    add(column, TableColumn::Kind::text);
  }

 private:
  void add(const Column& column, TableColumn::Kind kind) {
    columns_.emplace_back();
    columns_.back().name = column.name;
    columns_.back().kind = kind;
  }

  std::vector<TableColumn>& columns_;
};

template <class Cells>
std::vector<TableColumn> read(std::unique_ptr<std::streambuf> in, const std::string& name, Diagnostics& problems) {
  std::vector<TableColumn> columns;
  Cells row;
  ColumnNames names(columns);
  describe(names, row);
  RowKeeper::Places places(columns.size());
  TableReader<Cells> table(std::move(in), name, problems, kMost);
  while (table.next(row)) {
    RowKeeper keeper(columns, places);
    describe(keeper, row);
  }
  return columns;
}

}  // namespace

std::vector<TableColumn> read_columns(const std::string& file, std::unique_ptr<std::streambuf> in,
                                      const std::string& name, Diagnostics& problems) {
  std::vector<TableColumn> columns;
  for_each_table([&](const auto& cells) {
    using Cells = std::decay_t<decltype(cells)>;
    if (file == Cells::kFile) columns = read<Cells>(std::exchange(in, nullptr), name, problems);
  });
  return columns;
}

}  // namespace gantry
