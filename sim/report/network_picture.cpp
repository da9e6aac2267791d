// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "report/svg.h"
#include "report/traffic_pictures.h"

namespace gantry {
namespace {

constexpr double kMargin = 24.0;
constexpr double kMapTop = 56.0;
constexpr double kLegend = 64.0;
constexpr double kMostWidth = 1000.0;
constexpr std::size_t kMostWithTips = 400;  ///< routers; larger pictures would be large files
constexpr double kLeastWithNames = 56.0;    ///< size of a cell in which names stand above the router
constexpr double kNamesDown = 66.0;         ///< height of a name that stands below it, downwards

constexpr std::size_t kMostRowsDown = 8;  ///< with more of them the picture gets wider instead

class NetworkPicture {
 public:
  NetworkPicture(const std::string& title, const InterconnectTraffic& traffic, Cycle cycles)
      : traffic_(traffic), cycles_(static_cast<double>(std::max<Cycle>(cycles, 1))) {
    for (const LinkStats& link : traffic.links) busiest_ = std::max(busiest_, utilization(link.busy_cycles()));
    for (const RouterStats& router : traffic.routers) {
      fullest_ = std::max(fullest_, static_cast<double>(router.buffered) / cycles_);
      columns_ = std::max(columns_, router.column + 1.0);
      rows_ = std::max(rows_, router.row + 1.0);
    }
    busiest_ = std::min(scale_end(busiest_), 1.0);
    fullest_ = scale_end(fullest_);
    single_ = traffic.routers.size() == 1;
    if (single_) {
      columns_ = std::min<double>(8.0, static_cast<double>(traffic.terminals.size()));
      rows_ = std::ceil(static_cast<double>(traffic.terminals.size()) / columns_);
    }
    cell_ = std::clamp((kMostWidth - 2 * kMargin) / columns_, 12.0, 72.0);
    if (!single_) ends_ = terminals_of_routers();
    if (cell_ < kLeastWithNames) make_room_for_names();
    tips_ = traffic.routers.size() <= kMostWithTips;
    const auto slants = [&](const LinkStats& link) {
      if (link.kind != LinkKind::link) return false;
      const RouterStats& from = traffic.routers[link.from];
      const RouterStats& to = traffic.routers[link.to];
      return from.column != to.column && from.row != to.row;
    };
    const bool slanted = std::any_of(traffic.links.begin(), traffic.links.end(), slants);
    // Rows that are levels stand further apart, so that links between them are told from each other.
    const bool levels = std::all_of(traffic.routers.begin(), traffic.routers.end(),
                                    [](const RouterStats& router) { return router.row == std::floor(router.row); });
    pitch_ = slanted && levels ? 2.0 * cell_ : cell_;
    stroke_ = slanted ? 0.05 * cell_ : 0.11 * cell_;
    find_arcs();
    width_ = std::max(2 * kMargin + columns_ * cell_, 600.0);
    height_ = kMapTop + map_height() + kLegend + kMargin;
    svg_.emplace(width_, height_, title);
  }

  std::string draw() {
    svg_->text(16, 42, "",
               single_
                   ? "terminals by the flits per cycle that they send, and get"
                   : "links by how busy they are, each way on its right-hand side; routers by flits in their buffers");
    if (single_) {
      draw_terminals();
    } else {
      for (const LinkStats& link : traffic_.links) {
        if (link.kind == LinkKind::link) draw_link(link);
      }
      draw_routers();
    }
    draw_legend();
    return svg_->finish();
  }

 private:
  struct Point {
    double x;
    double y;
  };
  struct Ends {  ///< of a router's terminals
    double in = 0.0;
    double out = 0.0;
    std::string names;
    std::string first;      ///< of those with a name of their own
    std::size_t named = 0;  ///< how many those are
    std::size_t count = 0;
  };

  [[nodiscard]] double utilization(std::uint64_t busy) const {
    return std::min(1.0, static_cast<double>(busy) / cycles_);
  }
  [[nodiscard]] double half() const { return cell_ * 0.25; }
  [[nodiscard]] Point center(std::uint32_t r) const {
    const double row = traffic_.routers[r].row;
    const auto above = std::lower_bound(rows_with_names_.begin(), rows_with_names_.end(), row);
    const auto names = static_cast<double>(above - rows_with_names_.begin());
    return {kMargin + (traffic_.routers[r].column + 0.5) * cell_, kMapTop + (row + 0.5) * pitch_ + names * kNamesDown};
  }
  [[nodiscard]] double map_height() const {
    return rows_ * pitch_ + static_cast<double>(rows_with_names_.size()) * kNamesDown;
  }
  void make_room_for_names() {
    for (std::size_t r = 0; r < ends_.size(); ++r) {
      if (ends_[r].named > 0) rows_with_names_.push_back(traffic_.routers[r].row);
    }
    std::sort(rows_with_names_.begin(), rows_with_names_.end());
    rows_with_names_.erase(std::unique(rows_with_names_.begin(), rows_with_names_.end()), rows_with_names_.end());
    if (rows_with_names_.size() <= kMostRowsDown) return;
    rows_with_names_.clear();
    cell_ = kLeastWithNames;
  }
  [[nodiscard]] std::string link_class(double value) const { return fmt::format("l{}", heat_level(value, busiest_)); }

  /// Whether a straight line would run over a router: of a link along a row or column.
  [[nodiscard]] bool is_barred(const LinkStats& link) const {
    const RouterStats& a = traffic_.routers[link.from];
    const RouterStats& b = traffic_.routers[link.to];
    const auto between = [](double from, double at, double to) {
      return std::min(from, to) < at && at < std::max(from, to);
    };
    constexpr double kClear = 0.3;
    return std::any_of(traffic_.routers.begin(), traffic_.routers.end(), [&](const RouterStats& r) {
      return a.row == b.row ? std::abs(r.row - a.row) < kClear && between(a.column, r.column, b.column)
                            : std::abs(r.column - a.column) < kClear && between(a.row, r.row, b.row);
    });
  }

  /// Where several of a router's links in one direction are barred they bend round what is in their way.
  void find_arcs() {
    std::vector<std::array<std::uint8_t, 4>> barred(traffic_.routers.size());
    for (const LinkStats& link : traffic_.links) {
      if (link.kind != LinkKind::link) continue;
      const RouterStats& a = traffic_.routers[link.from];
      const RouterStats& b = traffic_.routers[link.to];
      if ((a.column != b.column) == (a.row != b.row)) continue;
      if (std::abs(a.column - b.column) + std::abs(a.row - b.row) <= 1.0 || !is_barred(link)) continue;
      const std::size_t direction = (a.column < b.column || a.row < b.row ? 0U : 1U) + (a.row == b.row ? 0U : 2U);
      arcs_ = arcs_ || ++barred[link.from][direction] > 1;
    }
  }

  /// From `a` to `b` in the direction (dx, dy), moved to its right.
  void stroke(Point a, Point b, double dx, double dy, std::string_view cls, std::string_view tip) {
    const double side = cell_ * 0.09;
    svg_->line(a.x - dy * side, a.y + dx * side, b.x - dy * side, b.y + dx * side, cls, tip, stroke_);
  }

  void draw_link(const LinkStats& link) {
    const Point from = center(link.from);
    const Point to = center(link.to);
    const double distance = std::sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    if (distance == 0.0) return;
    double dx = (to.x - from.x) / distance;
    double dy = (to.y - from.y) / distance;
    const double value = utilization(link.busy_cycles());
    const std::string cls = link_class(value);
    const std::string tip = tips_ ? fmt::format("router {} to {}: {} flits, {:.2f} % of the cycles", link.from, link.to,
                                                link.flits, 100 * value)
                                  : "";
    const bool slants = dx != 0.0 && dy != 0.0;
    const RouterStats& a = traffic_.routers[link.from];
    const RouterStats& b = traffic_.routers[link.to];
    if (slants || std::abs(a.column - b.column) + std::abs(a.row - b.row) <= 1.01) {
      stroke({from.x + dx * half(), from.y + dy * half()}, {to.x - dx * half(), to.y - dy * half()}, dx, dy, cls, tip);
      return;
    }
    if (!is_barred(link)) {
      stroke({from.x + dx * half(), from.y + dy * half()}, {to.x - dx * half(), to.y - dy * half()}, dx, dy, cls, tip);
      return;
    }
    if (arcs_) {
      // To its right, the further the longer it is, and short of the routers beside those that it passes.
      const double out = cell_ * std::min(0.5 + 0.1 * distance / cell_, 0.95);
      svg_->arc(from.x + (dx - dy) * half() * 0.9, from.y + (dy + dx) * half() * 0.9, (from.x + to.x) / 2 - dy * out,
                (from.y + to.y) / 2 + dx * out, to.x - (dx + dy) * half() * 0.9, to.y - (dy - dx) * half() * 0.9, cls,
                tip, stroke_ / 2);
      return;
    }
    // It leaves at the far side and comes in at the other end's far side.
    dx = -dx;
    dy = -dy;
    const double end = cell_ * 0.48;
    stroke({from.x + dx * half(), from.y + dy * half()}, {from.x + dx * end, from.y + dy * end}, dx, dy, cls, tip);
    stroke({to.x - dx * end, to.y - dy * end}, {to.x - dx * half(), to.y - dy * half()}, dx, dy, cls, tip);
  }

  /// Terminals of synthetic traffic are at every router and named by it, so there is nothing to say of them.
  static bool is_synthetic(const std::string& name) {
    return name.rfind("node", 0) == 0 || name.rfind("background", 0) == 0;
  }

  [[nodiscard]] std::vector<Ends> terminals_of_routers() const {
    std::vector<Ends> ends(traffic_.routers.size());
    for (const LinkStats& link : traffic_.links) {
      if (link.kind == LinkKind::link) continue;
      const bool in = link.kind == LinkKind::entry;
      Ends& at = ends[in ? link.to : link.from];
      double& most = in ? at.in : at.out;
      most = std::max(most, utilization(link.busy_cycles()));
      if (!in) continue;
      const std::string& name = traffic_.terminals[link.from];
      ++at.count;
      if (!is_synthetic(name) && at.named++ == 0) at.first = name;
      if (at.count <= 20) at.names += (at.names.empty() ? "" : ", ") + name;
    }
    return ends;
  }

  /// What the terminals send and what they get, under a square.
  void bars(double x, double y, double size, double in, double out) {
    svg_->rect(x + size * 0.06, y, size * 0.42, size * 0.14, link_class(in));
    svg_->rect(x + size * 0.52, y, size * 0.42, size * 0.14, link_class(out));
  }

  void draw_routers() {
    for (std::uint32_t r = 0; r < traffic_.routers.size(); ++r) {
      const RouterStats& router = traffic_.routers[r];
      const Point at = center(r);
      const double mean = static_cast<double>(router.buffered) / cycles_;
      const int level = heat_level(mean, fullest_);
      std::string tip;
      if (tips_) {
        tip = fmt::format("router {}{}{}\n{:.3f} flits in its buffers, {} flits have left\nlost the switch {}", r,
                          ends_[r].count > 0 ? ": " : "", ends_[r].names, mean, router.flits, router.switch_stalls);
        if (ends_[r].count > 0)
          tip += fmt::format("\nin {:.2f} %, out {:.2f} % of the cycles (the busiest terminal)", 100 * ends_[r].in,
                             100 * ends_[r].out);
      }
      const double size = 2 * half();
      svg_->rect(at.x - half(), at.y - half(), size, size, fmt::format("w b{}", level), tip);
      if (ends_[r].count > 0) bars(at.x - half(), at.y + half() * 0.6, size, ends_[r].in, ends_[r].out);
      if (cell_ >= 24.0) svg_->text(at.x, at.y + 1, level >= 4 ? "s m o" : "s m", fmt::format("{}", r));
      if (ends_[r].named == 0) continue;
      const std::string more = ends_[r].named > 1 ? fmt::format(" +{}", ends_[r].named - 1) : "";
      const std::string name = ends_[r].first.size() > 9 ? ends_[r].first.substr(0, 8) + "…" : ends_[r].first;
      if (cell_ < kLeastWithNames) {
        svg_->text_down(at.x - 3, at.y + half() + 4, "s n", name + more);
      } else {
        svg_->text(at.x - half(), at.y - half() - 3, "s n", name + more);
      }
    }
  }

  /// A crossbar is its terminals.
  void draw_terminals() {
    std::vector<double> in(traffic_.terminals.size());
    std::vector<double> out(traffic_.terminals.size());
    for (const LinkStats& link : traffic_.links) {
      (link.kind == LinkKind::entry ? in[link.from] : out[link.to]) = utilization(link.busy_cycles());
    }
    const auto columns = static_cast<std::size_t>(columns_);
    for (std::size_t t = 0; t < traffic_.terminals.size(); ++t) {
      const std::size_t row = t / columns;
      const double x = kMargin + static_cast<double>(t % columns) * cell_;
      const double y = kMapTop + static_cast<double>(row) * cell_;
      svg_->text(x, y + cell_ * 0.4, "s", traffic_.terminals[t].substr(0, 13));
      svg_->rect(x, y + cell_ * 0.5, cell_ * 0.4, cell_ * 0.3, link_class(in[t]),
                 fmt::format("{} sends {:.2f} % of the cycles", traffic_.terminals[t], 100 * in[t]));
      svg_->rect(x + cell_ * 0.42, y + cell_ * 0.5, cell_ * 0.4, cell_ * 0.3, link_class(out[t]),
                 fmt::format("{} gets {:.2f} % of the cycles", traffic_.terminals[t], 100 * out[t]));
    }
  }

  void draw_scale(double y, char kind, const std::string& what, const std::string& end) {
    for (int level = 0; level <= kHeatLevels; ++level) {
      svg_->rect(kMargin + 22.0 * level, y, 21, 12, fmt::format("w {}{}", kind, level));
    }
    const double x = kMargin + 22.0 * (kHeatLevels + 1) + 6;
    svg_->text(x, y + 10, "", "0 to " + end + ' ' + what);
  }

  void draw_legend() {
    const double y = kMapTop + map_height() + 16;
    draw_scale(y, 'l',
               single_ ? "flits per cycle: what each terminal sends, and gets"
                       : "flits per cycle of a link; bars: the busiest terminal sends, gets",
               fmt::format("{:g}", busiest_));
    if (!single_)
      draw_scale(y + 20, 'b', "flits in a router's buffers, mean over the run", fmt::format("{:g}", fullest_));
  }

  const InterconnectTraffic& traffic_;
  std::vector<Ends> ends_;               ///< by router
  std::vector<double> rows_with_names_;  ///< below their routers, in order
  double cycles_;
  bool arcs_ = false;
  double busiest_ = 0.0;
  double fullest_ = 0.0;
  double columns_ = 1.0;
  double rows_ = 1.0;
  double cell_ = 0.0;    ///< width of a column
  double pitch_ = 0.0;   ///< height of a row
  double stroke_ = 0.0;  ///< width of a link
  double width_ = 0.0;
  double height_ = 0.0;
  bool single_ = false;
  bool tips_ = true;
  std::optional<Svg> svg_;
};

}  // namespace

std::string network_picture(const std::string& title, const InterconnectTraffic& traffic, Cycle cycles) {
  return NetworkPicture(title, traffic, cycles).draw();
}

}  // namespace gantry
