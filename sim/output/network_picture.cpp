// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "output/network_layout.h"
#include "output/svg.h"
#include "output/traffic_pictures.h"

namespace gantry {
namespace {

constexpr double kLegend = 64.0;
constexpr double kThinnest = 1.0;           ///< link, unless all are thinner
constexpr std::size_t kMostWithTips = 400;  ///< routers; larger pictures would be large files

double busy_share(std::uint64_t busy, double cycles) { return std::min(1.0, static_cast<double>(busy) / cycles); }

/// The terminals of a router.
struct Ends {
  double in = 0.0;  ///< flits per cycle of the busiest one
  double out = 0.0;
  std::string names;
  std::string first;      ///< of those with a name of their own
  std::size_t named = 0;  ///< how many those are
  std::size_t count = 0;
};

/// Terminals of synthetic traffic are at every router and named by it, so there is nothing to say of them.
bool is_synthetic(const std::string& name) { return name.rfind("node", 0) == 0 || name.rfind("background", 0) == 0; }

std::vector<Ends> terminals_of_routers(const InterconnectTraffic& traffic, double cycles) {
  std::vector<Ends> ends(traffic.routers.size());
  for (const LinkStats& link : traffic.links) {
    if (link.kind == LinkKind::link) continue;
    const bool in = link.kind == LinkKind::entry;
    Ends& at = ends[in ? link.to : link.from];
    double& most = in ? at.in : at.out;
    most = std::max(most, busy_share(link.busy_cycles(), cycles));
    if (!in) continue;
    const std::string& name = traffic.terminals[link.from];
    ++at.count;
    if (!is_synthetic(name) && at.named++ == 0) at.first = name;
    if (at.count <= 20) at.names += (at.names.empty() ? "" : ", ") + name;
  }
  return ends;
}

std::vector<bool> have_names(const std::vector<Ends>& ends) {
  std::vector<bool> named;
  named.reserve(ends.size());
  for (const Ends& of : ends) named.push_back(of.named > 0);
  return named;
}

class NetworkPicture {
 public:
  NetworkPicture(const std::string& title, const InterconnectTraffic& traffic, Cycle cycles)
      : traffic_(traffic),
        cycles_(static_cast<double>(std::max<Cycle>(cycles, 1))),
        ends_(terminals_of_routers(traffic, cycles_)),
        layout_(traffic, have_names(ends_)),
        cell_(layout_.cell()),
        tips_(traffic.routers.size() <= kMostWithTips),
        svg_(layout_.width(), layout_.bottom() + kLegend + kMapMargin, title) {
    for (const LinkStats& link : traffic.links) busiest_ = std::max(busiest_, utilization(link.busy_cycles()));
    for (const RouterStats& router : traffic.routers) {
      fullest_ = std::max(fullest_, static_cast<double>(router.buffered) / cycles_);
    }
    busiest_ = std::min(scale_end(busiest_), 1.0);
    fullest_ = scale_end(fullest_);
  }

  std::string draw() {
    svg_.text(16, 42, "",
              layout_.is_single()
                  ? "terminals by the flits per cycle that they send, and get"
                  : "links by how busy they are, each way on its right-hand side; routers by flits in their buffers");
    if (layout_.is_single()) {
      draw_terminals();
    } else {
      for (std::size_t i = 0; i < traffic_.links.size(); ++i) {
        if (traffic_.links[i].kind == LinkKind::link) draw_link(traffic_.links[i], layout_.form(i));
      }
      draw_routers();
    }
    draw_legend();
    return svg_.finish();
  }

 private:
  using Point = NetworkLayout::Point;

  [[nodiscard]] double utilization(std::uint64_t busy) const { return busy_share(busy, cycles_); }
  [[nodiscard]] double half() const { return cell_ * 0.25; }
  [[nodiscard]] std::string link_class(double value) const { return fmt::format("l{}", heat_level(value, busiest_)); }

  /// A link that takes several cycles per flit is drawn narrower, within limits.
  [[nodiscard]] double width(const LinkStats& link) const {
    return std::max(layout_.stroke() / link.flit_cycles, std::min(layout_.stroke(), kThinnest));
  }

  /// From `a` to `b` in the direction (dx, dy), moved to its right.
  void stroke(Point a, Point b, double dx, double dy, std::string_view cls, std::string_view tip, double width) {
    const double side = cell_ * 0.09;
    svg_.line(a.x - dy * side, a.y + dx * side, b.x - dy * side, b.y + dx * side, cls, tip, width);
  }

  void draw_link(const LinkStats& link, LinkForm form) {
    if (form == LinkForm::none) return;
    const Point from = layout_.center(link.from);
    const Point to = layout_.center(link.to);
    const double distance = std::sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    double dx = (to.x - from.x) / distance;
    double dy = (to.y - from.y) / distance;
    const double value = utilization(link.busy_cycles());
    const std::string cls = link_class(value);
    std::string tip;
    if (tips_) {
      tip =
          fmt::format("router {} to {}: {} flits, {:.2f} % of the cycles", link.from, link.to, link.flits, 100 * value);
      if (link.flit_cycles > 1) tip += fmt::format("\nnarrow: a flit in {} cycles", link.flit_cycles);
    }
    if (form == LinkForm::straight) {
      stroke({from.x + dx * half(), from.y + dy * half()}, {to.x - dx * half(), to.y - dy * half()}, dx, dy, cls, tip,
             width(link));
      return;
    }
    if (form == LinkForm::bent) {
      // To its right, the further the longer it is, and short of the routers beside those that it passes.
      const double out = cell_ * std::min(0.5 + 0.1 * distance / cell_, 0.95);
      svg_.arc(from.x + (dx - dy) * half() * 0.9, from.y + (dy + dx) * half() * 0.9, (from.x + to.x) / 2 - dy * out,
               (from.y + to.y) / 2 + dx * out, to.x - (dx + dy) * half() * 0.9, to.y - (dy - dx) * half() * 0.9, cls,
               tip, width(link) / 2);
      return;
    }
    // It leaves at the far side and comes in at the other end's far side.
    dx = -dx;
    dy = -dy;
    const double end = cell_ * 0.48;
    stroke({from.x + dx * half(), from.y + dy * half()}, {from.x + dx * end, from.y + dy * end}, dx, dy, cls, tip,
           width(link));
    stroke({to.x - dx * end, to.y - dy * end}, {to.x - dx * half(), to.y - dy * half()}, dx, dy, cls, tip, width(link));
  }

  /// Draws the load that the terminals send and receive, under a square.
  void bars(double x, double y, double size, double in, double out) {
    svg_.rect(x + size * 0.06, y, size * 0.42, size * 0.14, link_class(in));
    svg_.rect(x + size * 0.52, y, size * 0.42, size * 0.14, link_class(out));
  }

  void draw_routers() {
    for (std::uint32_t r = 0; r < traffic_.routers.size(); ++r) {
      const RouterStats& router = traffic_.routers[r];
      const Point at = layout_.center(r);
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
      svg_.rect(at.x - half(), at.y - half(), size, size, fmt::format("w b{}", level), tip);
      if (ends_[r].count > 0) bars(at.x - half(), at.y + half() * 0.6, size, ends_[r].in, ends_[r].out);
      if (cell_ >= 24.0) svg_.text(at.x, at.y + 1, level >= 4 ? "s m o" : "s m", fmt::format("{}", r));
      if (ends_[r].named == 0) continue;
      const std::string more = ends_[r].named > 1 ? fmt::format(" +{}", ends_[r].named - 1) : "";
      const std::string name = ends_[r].first.size() > 9 ? ends_[r].first.substr(0, 8) + "…" : ends_[r].first;
      if (layout_.has_names_down()) {
        svg_.text_down(at.x - 3, at.y + half() + 4, "s n", name + more);
      } else {
        svg_.text(at.x - half(), at.y - half() - 3, "s n", name + more);
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
    const auto columns = static_cast<std::size_t>(layout_.columns());
    for (std::size_t t = 0; t < traffic_.terminals.size(); ++t) {
      const std::size_t row = t / columns;
      const double x = kMapMargin + static_cast<double>(t % columns) * cell_;
      const double y = kMapTop + static_cast<double>(row) * cell_;
      svg_.text(x, y + cell_ * 0.4, "s", traffic_.terminals[t].substr(0, 13));
      svg_.rect(x, y + cell_ * 0.5, cell_ * 0.4, cell_ * 0.3, link_class(in[t]),
                fmt::format("{} sends {:.2f} % of the cycles", traffic_.terminals[t], 100 * in[t]));
      svg_.rect(x + cell_ * 0.42, y + cell_ * 0.5, cell_ * 0.4, cell_ * 0.3, link_class(out[t]),
                fmt::format("{} gets {:.2f} % of the cycles", traffic_.terminals[t], 100 * out[t]));
    }
  }

  void draw_scale(double y, char kind, const std::string& what, const std::string& end) {
    for (int level = 0; level <= kHeatLevels; ++level) {
      svg_.rect(kMapMargin + 22.0 * level, y, 21, 12, fmt::format("w {}{}", kind, level));
    }
    const double x = kMapMargin + 22.0 * (kHeatLevels + 1) + 6;
    svg_.text(x, y + 10, "", "0 to " + end + ' ' + what);
  }

  void draw_legend() {
    const double y = layout_.bottom() + 16;
    draw_scale(y, 'l',
               layout_.is_single() ? "flits per cycle: what each terminal sends, and gets"
                                   : "of the time a link is busy; bars: busiest terminal sends, gets",
               fmt::format("{:g}", busiest_));
    if (!layout_.is_single())
      draw_scale(y + 20, 'b', "flits in a router's buffers, mean over the run", fmt::format("{:g}", fullest_));
    std::uint32_t narrowest = 1;
    for (const LinkStats& link : traffic_.links) narrowest = std::max(narrowest, link.flit_cycles);
    if (narrowest > 1) {
      svg_.text(kMapMargin, y + 50, "",
                fmt::format("thin: a narrow link, which takes several cycles for a flit ({} at most)", narrowest));
    }
  }

  const InterconnectTraffic& traffic_;
  double cycles_;
  std::vector<Ends> ends_;  ///< by router
  NetworkLayout layout_;
  double cell_;
  double busiest_ = 0.0;
  double fullest_ = 0.0;
  bool tips_;
  Svg svg_;
};

}  // namespace

std::string network_picture(const std::string& title, const InterconnectTraffic& traffic, Cycle cycles) {
  return NetworkPicture(title, traffic, cycles).draw();
}

}  // namespace gantry
