// SPDX-License-Identifier: Apache-2.0
#include "text/shared_rows.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gantry {

SharedRows::SharedRows(double whole, std::function<Cells(double part)> figures)
    : whole_(whole), figures_(std::move(figures)) {}

void SharedRows::add(Cells names, double part) { rows_.push_back({std::move(names), part}); }

void SharedRows::add_to(TextTable& table) const {
  const auto is_small = [this](const Row& row) { return row.part < kLeastShare * whole_; };
  const auto small = static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_small));
  double rest = 0.0;
  std::string before;
  for (const Row& row : rows_) {
    if (small > 1 && is_small(row)) {
      rest += row.part;
      continue;
    }
    Cells names = row.names;
    if (names.front() == before) names.front().clear();
    before = row.names.front();
    add_to(table, std::move(names), row.part);
  }
  if (small <= 1) return;
  Cells names(rows_.front().names.size());
  names.front() = std::to_string(small) + " others";
  add_to(table, std::move(names), rest);
}

void SharedRows::add_to(TextTable& table, Cells names, double part) const {
  for (std::string& cell : figures_(part)) names.push_back(std::move(cell));
  table.add(std::move(names));
}

}  // namespace gantry
