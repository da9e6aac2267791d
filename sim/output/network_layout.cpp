// SPDX-License-Identifier: Apache-2.0
#include "output/network_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gantry {
namespace {

constexpr double kMostWidth = 1000.0;
constexpr double kLeastWithNames = 56.0;  ///< smallest cell with names above the router
constexpr double kNamesDown = 66.0;       ///< height of a name below the router, written downwards
constexpr std::size_t kMostRowsDown = 8;  ///< with more of them the picture gets wider instead
constexpr double kNeighbours = 1.01;      ///< apart at most
constexpr double kClear = 0.3;            ///< distance of a link from the centre of a router

bool is_slanted(const RouterStats& a, const RouterStats& b) { return a.column != b.column && a.row != b.row; }

/// Right, left, down, up.
std::size_t direction(const RouterStats& a, const RouterStats& b) {
  return (a.column < b.column || a.row < b.row ? 0U : 1U) + (a.row == b.row ? 0U : 2U);
}

}  // namespace

NetworkLayout::NetworkLayout(const InterconnectTraffic& traffic, const std::vector<bool>& named) : traffic_(traffic) {
  for (const RouterStats& router : traffic.routers) {
    columns_ = std::max(columns_, router.column + 1.0);
    rows_ = std::max(rows_, router.row + 1.0);
    in_rows_[router.row].push_back(router.column);
    in_columns_[router.column].push_back(router.row);
  }
  for (Line* lines : {&in_rows_, &in_columns_}) {
    for (auto& [at, others] : *lines) std::sort(others.begin(), others.end());
  }
  if (is_single()) {
    columns_ = std::min<double>(8.0, static_cast<double>(traffic.terminals.size()));
    rows_ = std::ceil(static_cast<double>(traffic.terminals.size()) / columns_);
  }
  cell_ = std::clamp((kMostWidth - 2 * kMapMargin) / columns_, 12.0, 72.0);
  if (cell_ < kLeastWithNames) make_room_for_names(named);
  const bool slanted = std::any_of(traffic.links.begin(), traffic.links.end(), [&](const LinkStats& link) {
    return link.kind == LinkKind::link && is_slanted(traffic.routers[link.from], traffic.routers[link.to]);
  });
  // Rows that are levels have more distance, so that links between them can be distinguished.
  const bool levels = std::all_of(traffic.routers.begin(), traffic.routers.end(),
                                  [](const RouterStats& router) { return router.row == std::floor(router.row); });
  pitch_ = slanted && levels ? 2.0 * cell_ : cell_;
  stroke_ = slanted ? 0.05 * cell_ : 0.11 * cell_;
  find_forms();
}

double NetworkLayout::width() const { return std::max(2 * kMapMargin + columns_ * cell_, 600.0); }

double NetworkLayout::bottom() const {
  return kMapTop + (rows_ * pitch_ + static_cast<double>(rows_with_names_.size()) * kNamesDown);
}

bool NetworkLayout::has_names_down() const { return cell_ < kLeastWithNames; }

NetworkLayout::Point NetworkLayout::center(std::uint32_t router) const {
  const double row = traffic_.routers[router].row;
  const auto above = std::lower_bound(rows_with_names_.begin(), rows_with_names_.end(), row);
  const auto names = static_cast<double>(above - rows_with_names_.begin());
  return {kMapMargin + (traffic_.routers[router].column + 0.5) * cell_,
          kMapTop + (row + 0.5) * pitch_ + names * kNamesDown};
}

void NetworkLayout::make_room_for_names(const std::vector<bool>& named) {
  for (std::size_t r = 0; r < named.size(); ++r) {
    if (named[r]) rows_with_names_.push_back(traffic_.routers[r].row);
  }
  std::sort(rows_with_names_.begin(), rows_with_names_.end());
  rows_with_names_.erase(std::unique(rows_with_names_.begin(), rows_with_names_.end()), rows_with_names_.end());
  if (rows_with_names_.size() <= kMostRowsDown) return;
  rows_with_names_.clear();
  cell_ = kLeastWithNames;
}

/// Whether a router of a line at or near `at` is between the two.
bool NetworkLayout::is_crossed(const Line& lines, double at, double from, double to) {
  for (auto line = lines.lower_bound(at - 2 * kClear); line != lines.end() && line->first < at + 2 * kClear; ++line) {
    if (std::abs(line->first - at) >= kClear) continue;
    const auto next = std::upper_bound(line->second.begin(), line->second.end(), std::min(from, to));
    if (next != line->second.end() && *next < std::max(from, to)) return true;
  }
  return false;
}

/// Whether a straight link along a row or column would cross a router.
bool NetworkLayout::is_barred(const RouterStats& from, const RouterStats& to) const {
  return from.row == to.row ? is_crossed(in_rows_, from.row, from.column, to.column)
                            : is_crossed(in_columns_, from.column, from.row, to.row);
}

/// Where several of a router's links in one direction would cross routers, all of them are bent.
void NetworkLayout::find_forms() {
  forms_.assign(traffic_.links.size(), LinkForm::straight);
  std::vector<std::array<std::uint8_t, 4>> barred(traffic_.routers.size());
  bool bend = false;
  for (std::size_t i = 0; i < forms_.size(); ++i) {
    const LinkStats& link = traffic_.links[i];
    if (link.kind != LinkKind::link) continue;
    const RouterStats& a = traffic_.routers[link.from];
    const RouterStats& b = traffic_.routers[link.to];
    const double apart = std::abs(a.column - b.column) + std::abs(a.row - b.row);
    if (apart == 0.0) forms_[i] = LinkForm::none;
    if (is_slanted(a, b) || apart <= kNeighbours || !is_barred(a, b)) continue;
    forms_[i] = LinkForm::stubs;
    std::uint8_t& others = barred[link.from][direction(a, b)];
    bend = bend || others > 0;
    others = 1;
  }
  if (bend) std::replace(forms_.begin(), forms_.end(), LinkForm::stubs, LinkForm::bent);
}

}  // namespace gantry
