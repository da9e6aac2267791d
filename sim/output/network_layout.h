// SPDX-License-Identifier: Apache-2.0
// Positions of the routers in a network's picture, and the shapes of its links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "gantry/network/network_stats.h"

namespace gantry {

enum class LinkForm : std::uint8_t {
  none,      ///< both ends are at one position
  straight,  ///< a straight line
  bent,      ///< an arc around routers on the line
  stubs,     ///< only its two ends are drawn
};

class NetworkLayout {
 public:
  struct Point {
    double x;
    double y;
  };

  /// `named`: whether router i has a name. `traffic` must outlive the layout. A single router is laid out as its
  /// terminals.
  NetworkLayout(const InterconnectTraffic& traffic, const std::vector<bool>& named);

  [[nodiscard]] bool is_single() const { return traffic_.routers.size() == 1; }
  [[nodiscard]] double columns() const { return columns_; }
  [[nodiscard]] double cell() const { return cell_; }      ///< width of a column
  [[nodiscard]] double stroke() const { return stroke_; }  ///< width of a link
  [[nodiscard]] double width() const;
  [[nodiscard]] double bottom() const;        ///< lower edge of the map
  [[nodiscard]] bool has_names_down() const;  ///< names are below their routers, written downwards
  [[nodiscard]] Point center(std::uint32_t router) const;
  /// Shape of a link between routers, by its index among the links.
  [[nodiscard]] LinkForm form(std::size_t link) const { return forms_[link]; }

 private:
  void make_room_for_names(const std::vector<bool>& named);
  void find_forms();
  [[nodiscard]] bool is_barred(const RouterStats& from, const RouterStats& to) const;

  using Line = std::map<double, std::vector<double>>;  ///< by row (column): columns (rows) of its routers in order
  static bool is_crossed(const Line& lines, double at, double from, double to);

  const InterconnectTraffic& traffic_;
  std::vector<LinkForm> forms_;
  std::vector<double> rows_with_names_;  ///< rows with names below their routers, in order
  Line in_rows_;
  Line in_columns_;
  double columns_ = 1.0;
  double rows_ = 1.0;
  double cell_ = 0.0;
  double pitch_ = 0.0;  ///< height of a row
  double stroke_ = 0.0;
};

inline constexpr double kMapMargin = 24.0;
inline constexpr double kMapTop = 56.0;

}  // namespace gantry
