// SPDX-License-Identifier: Apache-2.0
// Problem: bound the load of all sources together. A source sends its packets in order, so in the long run its flits
// have the destinations of the pattern in their shares. Let x(i) be the flits per cycle of source i, and a(l, i) the
// share of them that crosses link (or exit) l, times the cycles that a flit takes there. Then a(l, 1) x(1) + ... + a(l,
// n) x(n) <= 1 for every l and 0 <= x(i) <= 1, and the sum of x is at most the value of that linear programme. By
// duality it is at most
//
//   y(1) + y(2) + ... + the sum over i of max(0, 1 - a(1, i) y(1) - a(2, i) y(2) - ...)
//
// for every y >= 0. The simplex method finds the y with the smallest value. The result is a bound even if it fails to.
#include "network/aggregate_bound.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/pattern.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"

namespace gantry {
namespace {

constexpr double kZero = 1e-9;
constexpr std::size_t kPivotsPerRow = 10;

using Row = std::vector<double>;  // by source

/// Shares of packets that cross each link.
class Crossings {
 public:
  Crossings(const Routing& routing, const std::vector<std::uint32_t>& ends)
      : routing_(routing), topology_(routing.topology()), first_(topology_.routers() + 1, 0) {
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) first_[r + 1] = first_[r] + topology_.ports(r);
    if (!routing.has_detour()) return;
    const double share = 1.0 / static_cast<double>(ends.size());
    legs_from_.assign(topology_.routers(), {});
    legs_to_.assign(topology_.routers(), {});
    for (const std::uint32_t end : ends) legs_from_[end] = legs_to_[end] = Row(links(), 0.0);
    for (const std::uint32_t a : ends) {
      for (const std::uint32_t b : ends) {
        direct(a, b, share, [&](std::size_t link, double part) {
          legs_from_[a][link] += part;
          legs_to_[b][link] += part;
        });
      }
    }
  }

  [[nodiscard]] std::size_t links() const { return first_.back(); }

  /// Calls `visit(link, share)` for the links that `share` of the packets from one router to another use.
  template <class Visit>
  void each(std::uint32_t from, std::uint32_t end, double share, Visit visit) const {
    if (!routing_.has_detour()) return direct(from, end, share, visit);
    for (std::size_t link = 0; link < links(); ++link) {
      const double part = legs_from_[from][link] + legs_to_[end][link];
      if (part > 0.0) visit(link, share * part);
    }
  }

 private:
  template <class Visit>
  void direct(std::uint32_t from, std::uint32_t end, double share, const Visit& visit) const {
    const std::uint32_t orders = routing_.orders();
    if (routing_.choice() == PortChoice::drawn) return spread(from, end, share, visit);
    for (std::uint32_t order = 0; order < orders; ++order) {
      for (std::uint32_t r = from; r != end;) {
        const std::uint32_t port = routing_.next_port(order, r, end);
        visit(first_[r] + port, share / orders);
        r = topology_.neighbour(r, port).router;
      }
    }
  }

  template <class Visit>
  void spread(std::uint32_t from, std::uint32_t end, double share, const Visit& visit) const {
    if (from == end) return;
    const std::uint64_t ports = choices_to(end)[from];
    for (std::uint64_t left = ports; left != 0; left &= left - 1) {
      const std::uint32_t port = lowest_bit(left);
      const double part = share / count_bits(ports);
      visit(first_[from] + port, part);
      spread(topology_.neighbour(from, port).router, end, part, visit);
    }
  }

  [[nodiscard]] const std::vector<std::uint64_t>& choices_to(std::uint32_t end) const {
    if (choices_.empty()) choices_.resize(topology_.routers());
    if (choices_[end].empty()) choices_[end] = routing_.ports_towards(end);
    return choices_[end];
  }

  const Routing& routing_;
  const Topology& topology_;
  std::vector<std::size_t> first_;
  std::vector<Row> legs_from_;  ///< by router, then link: of all packets from it to a drawn one
  std::vector<Row> legs_to_;
  mutable std::vector<std::vector<std::uint64_t>> choices_;  ///< by destination, computed on first use
};

/// Links and exits that could be too busy with every source sending one flit a cycle.
std::vector<Row> crossings(const NetworkExperiment& experiment, const Routing& routing) {
  const Topology& topology = routing.topology();
  const auto pattern =
      builtin_patterns().find(experiment.traffic.pattern)->make(experiment.traffic.own, experiment.grid);
  const std::uint32_t nodes = experiment.grid.nodes();
  std::vector<double> flit_cycles;
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
      flit_cycles.push_back(link_times(experiment.interconnect, topology, r, p).flit_cycles);
    }
  }
  std::vector<std::uint32_t> ends;
  for (std::uint32_t node = 0; node < nodes; ++node) ends.push_back(topology.router_of(node));
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const Crossings ways(routing, ends);
  std::vector<Row> rows(nodes + ways.links(), Row(nodes, 0.0));  // exits first
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      const double share = pattern->share(from, to);
      if (share == 0.0) continue;
      rows[to][from] += share;
      ways.each(topology.router_of(from), topology.router_of(to), share,
                [&](std::size_t link, double part) { rows[nodes + link][from] += part * flit_cycles[link]; });
    }
  }
  const auto is_never_full = [](const Row& row) {
    double sum = 0.0;
    for (const double share : row) sum += share;
    return sum <= 1.0;
  };
  rows.erase(std::remove_if(rows.begin(), rows.end(), is_never_full), rows.end());
  return rows;
}

/// Simplex method on the tableau of the programme, with the sources' own limits as its last rows. Every source begins
/// at 0; in every step the one enters that gains most, and the tightest limit leaves.
class Simplex {
 public:
  explicit Simplex(const std::vector<Row>& limits) : limits_(limits.size()), sources_(limits.front().size()) {
    rows_ = limits;
    for (std::size_t i = 0; i < sources_; ++i) {
      rows_.emplace_back(sources_, 0.0);
      rows_.back()[i] = 1.0;
    }
    room_.assign(rows_.size(), 1.0);
    gains_.assign(sources_, 1.0);
    for (std::size_t i = 0; i < sources_; ++i) columns_.push_back(rows_.size() + i);
    for (std::size_t r = 0; r < rows_.size(); ++r) basis_.push_back(r);
  }

  /// Returns the dual value y of each limit.
  std::vector<double> solve() {
    for (std::size_t left = kPivotsPerRow * rows_.size(); left > 0 && step(); --left) {
    }
    std::vector<double> worth(limits_, 0.0);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c] < limits_) worth[columns_[c]] = std::max(0.0, -gains_[c]);
    }
    return worth;
  }

 private:
  bool step() {
    const auto enters = static_cast<std::size_t>(std::max_element(gains_.begin(), gains_.end()) - gains_.begin());
    if (gains_[enters] <= kZero) return false;
    std::size_t leaves = rows_.size();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r][enters] <= kZero) continue;
      if (leaves == rows_.size() || room_[r] * rows_[leaves][enters] < room_[leaves] * rows_[r][enters]) leaves = r;
    }
    if (leaves == rows_.size()) return false;
    pivot(leaves, enters);
    return true;
  }

  void pivot(std::size_t leaves, std::size_t enters) {
    Row& row = rows_[leaves];
    const double by = 1.0 / row[enters];
    row[enters] = 1.0;
    for (double& value : row) value *= by;
    room_[leaves] *= by;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (r != leaves) room_[r] = std::max(0.0, room_[r] - take(rows_[r], row, enters) * room_[leaves]);
    }
    take(gains_, row, enters);
    std::swap(basis_[leaves], columns_[enters]);
  }

  /// Takes the pivot's row away from another one; how many times.
  static double take(Row& from, const Row& row, std::size_t enters) {
    const double times = from[enters];
    if (times == 0.0) return 0.0;
    from[enters] = 0.0;
    for (std::size_t c = 0; c < from.size(); ++c) from[c] -= times * row[c];
    return times;
  }

  std::size_t limits_;
  std::size_t sources_;
  std::vector<Row> rows_;
  std::vector<double> room_;
  Row gains_;
  std::vector<std::size_t> columns_;  ///< variable of each column: a row's slack by its number, then the sources
  std::vector<std::size_t> basis_;    ///< the same of each row
};

}  // namespace

std::optional<double> aggregate_bound(const NetworkExperiment& experiment) {
  // A node cannot control its replies.
  if (experiment.traffic.is_trace() || experiment.traffic.reply.any()) return std::nullopt;
  if (experiment.grid.nodes() > kMostNodesInAll) return std::nullopt;
  const auto topology = make_topology(experiment);
  const auto routing = make_routing(experiment.interconnect, *topology);
  if (routing->choice() == PortChoice::adaptive) return std::nullopt;
  const std::vector<Row> limits = crossings(experiment, *routing);
  if (limits.empty()) return 1.0;
  const std::vector<double> worth = Simplex(limits).solve();
  const auto nodes = static_cast<double>(experiment.grid.nodes());
  double sum = 0.0;
  for (const double one : worth) sum += one;
  for (std::size_t source = 0; source < experiment.grid.nodes(); ++source) {
    double left = 1.0;
    for (std::size_t l = 0; l < limits.size(); ++l) left -= limits[l][source] * worth[l];
    sum += std::max(0.0, left);
  }
  return std::min(1.0, sum / nodes);
}

}  // namespace gantry
