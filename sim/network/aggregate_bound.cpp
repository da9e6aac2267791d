// SPDX-License-Identifier: Apache-2.0
// Problem: bound the load of all sources together. A source sends its packets in order, so in the long run its flits
// have the destinations of the pattern in their shares. Let x(i) be the flits per cycle of source i, and a(l, i) the
// share of them that crosses link (or exit) l, times the cycles that a flit takes there. Then a(l, 1) x(1) + ... + a(l,
// n) x(n) <= 1 for every l and 0 <= x(i) <= 1, and the sum of x is at most the value of that linear programme. By
// duality it is at most
//
//   y(1) + y(2) + ... + the sum over i of max(0, 1 - a(1, i) y(1) - a(2, i) y(2) - ...)
//
// for every y >= 0. The simplex method finds the y with the smallest value in doubles. The exact y is a quotient of
// small integers near it, and its value is computed with 113 bits. The result is a bound even if one of the two fails.
#include "network/aggregate_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/quotient.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/pattern.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"

namespace gantry {
namespace {

constexpr double kZero = 1e-9;
constexpr std::size_t kPivotsPerRow = 10;
constexpr double kLargestPart = 1e4;

template <class Number>
using RowOf = std::vector<Number>;  // by source
using Row = RowOf<double>;

/// Shares of packets that cross each link.
template <class Number>
class Crossings {
 public:
  Crossings(const Routing& routing, const std::vector<std::uint32_t>& ends)
      : routing_(routing), topology_(routing.topology()), first_(topology_.routers() + 1, 0) {
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) first_[r + 1] = first_[r] + topology_.ports(r);
    if (!routing.has_detour()) return;
    const Number share = Number{1} / static_cast<Number>(ends.size());
    legs_from_.assign(topology_.routers(), {});
    legs_to_.assign(topology_.routers(), {});
    for (const std::uint32_t end : ends) legs_from_[end] = legs_to_[end] = RowOf<Number>(links(), 0);
    for (const std::uint32_t a : ends) {
      for (const std::uint32_t b : ends) {
        direct(a, b, share, [&](std::size_t link, Number part) {
          legs_from_[a][link] += part;
          legs_to_[b][link] += part;
        });
      }
    }
  }

  [[nodiscard]] std::size_t links() const { return first_.back(); }

  /// Calls `visit(link, share)` for the links that `share` of the packets from one router to another use.
  template <class Visit>
  void each(std::uint32_t from, std::uint32_t end, Number share, Visit visit) const {
    if (!routing_.has_detour()) return direct(from, end, share, visit);
    for (std::size_t link = 0; link < links(); ++link) {
      if (legs_from_[from][link] > 0 || legs_to_[end][link] > 0)
        visit(link, share * (legs_from_[from][link] + legs_to_[end][link]));
    }
  }

 private:
  template <class Visit>
  void direct(std::uint32_t from, std::uint32_t end, Number share, const Visit& visit) const {
    const std::uint32_t orders = routing_.orders();
    if (routing_.choice() == PortChoice::drawn) return spread(from, end, share, visit);
    for (std::uint32_t order = 0; order < orders; ++order) {
      for (std::uint32_t r = from; r != end;) {
        const std::uint32_t port = routing_.next_port(order, r, end);
        visit(first_[r] + port, share / static_cast<Number>(orders));
        r = topology_.neighbour(r, port).router;
      }
    }
  }

  template <class Visit>
  void spread(std::uint32_t from, std::uint32_t end, Number share, const Visit& visit) const {
    if (from == end) return;
    const std::uint64_t ports = choices_to(end)[from];
    for (std::uint64_t left = ports; left != 0; left &= left - 1) {
      const std::uint32_t port = lowest_bit(left);
      const Number part = share / static_cast<Number>(count_bits(ports));
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
  std::vector<RowOf<Number>> legs_from_;  ///< by router, then link: of all packets from it to a drawn one
  std::vector<RowOf<Number>> legs_to_;
  mutable std::vector<std::vector<std::uint64_t>> choices_;  ///< by destination, computed on first use
};

/// Rows of exits, then of links, with every source sending one flit a cycle. Only those are filled whose number is in
/// `wanted`; empty: all.
template <class Number>
std::vector<RowOf<Number>> crossings(const NetworkExperiment& experiment, const Routing& routing,
                                     const std::vector<std::size_t>& wanted) {
  const Topology& topology = routing.topology();
  const auto pattern =
      builtin_patterns().find(experiment.traffic.pattern)->make(experiment.traffic.own, experiment.grid);
  const std::uint32_t nodes = experiment.grid.nodes();
  std::vector<std::uint64_t> flit_cycles;
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
      flit_cycles.push_back(link_times(experiment.interconnect, topology, r, p).flit_cycles);
    }
  }
  std::vector<std::uint32_t> ends;
  for (std::uint32_t node = 0; node < nodes; ++node) ends.push_back(topology.router_of(node));
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const Crossings<Number> ways(routing, ends);
  std::vector<RowOf<Number>> rows(nodes + ways.links());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (wanted.empty() || std::binary_search(wanted.begin(), wanted.end(), r)) rows[r].assign(nodes, 0);
  }
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      const PatternShare share = pattern->share(from, to);
      if (share.part == 0) continue;
      const Number packets = static_cast<Number>(share.part) / static_cast<Number>(share.of);
      if (!rows[to].empty()) rows[to][from] += packets;
      ways.each(topology.router_of(from), topology.router_of(to), packets, [&](std::size_t link, Number part) {
        if (!rows[nodes + link].empty()) rows[nodes + link][from] += part * static_cast<Number>(flit_cycles[link]);
      });
    }
  }
  return rows;
}

bool may_be_full(const Row& row) { return std::accumulate(row.begin(), row.end(), 0.0) > 1.0; }

/// The quotient of integers up to 10^4 within 10^-9, or else the value itself.
Precise exact_value(double value) {
  double rest = value;
  double p[2] = {1.0, 0.0};
  double q[2] = {0.0, 1.0};
  // Convergents of the continued fraction.
  for (int term = 0; term < 20; ++term) {
    const double whole = std::floor(rest);
    const double next[2] = {whole * p[0] + p[1], whole * q[0] + q[1]};
    if (next[0] > kLargestPart || next[1] > kLargestPart) break;
    p[1] = std::exchange(p[0], next[0]);
    q[1] = std::exchange(q[0], next[1]);
    if (std::abs(value - p[0] / q[0]) <= kZero) return static_cast<Precise>(p[0]) / static_cast<Precise>(q[0]);
    rest = 1.0 / (rest - whole);
  }
  return static_cast<Precise>(value);
}

/// Value of the dual programme at y.
Precise dual_value(const std::vector<RowOf<Precise>>& limits, const std::vector<Precise>& y) {
  Precise sum = 0;
  for (const Precise one : y) sum += one;
  for (std::size_t source = 0; source < limits.front().size(); ++source) {
    Precise left = 1;
    for (std::size_t l = 0; l < limits.size(); ++l) left -= limits[l][source] * y[l];
    if (left > 0) sum += left;
  }
  return sum;
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
  const std::vector<Row> rows = crossings<double>(experiment, *routing, {});
  std::vector<std::size_t> numbers;
  std::vector<Row> limits;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!may_be_full(rows[r])) continue;
    numbers.push_back(r);
    limits.push_back(rows[r]);
  }
  if (limits.empty()) return 1.0;
  const std::vector<double> worth = Simplex(limits).solve();
  std::vector<std::size_t> used;
  std::vector<Precise> y;
  std::vector<Precise> rounded;
  for (std::size_t l = 0; l < limits.size(); ++l) {
    if (worth[l] == 0.0) continue;
    used.push_back(numbers[l]);
    y.push_back(static_cast<Precise>(worth[l]));
    rounded.push_back(exact_value(worth[l]));
  }
  if (used.empty()) return 1.0;
  std::vector<RowOf<Precise>> exact = crossings<Precise>(experiment, *routing, used);
  exact.erase(std::remove_if(exact.begin(), exact.end(), [](const auto& row) { return row.empty(); }), exact.end());
  const Precise sum = std::min(dual_value(exact, y), dual_value(exact, rounded));
  return std::min(1.0, static_cast<double>(sum / static_cast<Precise>(experiment.grid.nodes())));
}

}  // namespace gantry
