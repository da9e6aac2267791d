// SPDX-License-Identifier: Apache-2.0
// A source sends its packets in order, so what it sends has, in the long run, the destinations of the pattern in their
// shares. Let x(i) be what source i sends, in flits per cycle, and a(l, i) the share of it that crosses link (or exit)
// l. Then a(l, 1) x(1) + ... + a(l, n) x(n) <= 1 for every l and 0 <= x(i) <= 1, and the sum of x is at most the value
// of that linear programme. By duality it is at most
//
//   y(1) + y(2) + ... + the sum over i of max(0, 1 - a(1, i) y(1) - a(2, i) y(2) - ...)
//
// for whatever y >= 0. The simplex method finds the y for which this is least; that the answer is a bound does not
// depend on whether it has done so.
#include "network/aggregate_bound.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gantry/network/pattern.h"
#include "gantry/network/topology.h"

namespace gantry {
namespace {

constexpr double kZero = 1e-9;
constexpr std::size_t kPivotsPerRow = 10;

using Row = std::vector<double>;  // by source

/// Links and exits that could be too busy with every source sending one flit a cycle.
std::vector<Row> crossings(const NetworkExperiment& experiment) {
  const auto topology = make_topology(experiment);
  const auto pattern =
      builtin_patterns().find(experiment.traffic.pattern)->make(experiment.traffic.own, experiment.grid);
  const std::uint32_t nodes = experiment.grid.nodes();
  std::vector<std::size_t> first(topology->routers() + 1, nodes);  // behind the exits
  for (std::uint32_t r = 0; r < topology->routers(); ++r) first[r + 1] = first[r] + topology->ports(r);
  std::vector<Row> rows(first.back(), Row(nodes, 0.0));
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      const double share = pattern->share(from, to);
      if (share == 0.0) continue;
      rows[to][from] += share;
      const std::uint32_t end = topology->router_of(to);
      for (std::uint32_t r = topology->router_of(from); r != end;) {
        const std::uint32_t port = topology->next_port(r, end);
        rows[first[r] + port][from] += share;
        r = topology->neighbour(r, port).router;
      }
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

  /// What each limit is worth, y.
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
  std::vector<std::size_t> columns_;  ///< what each column stands for: a row's slack by its number, then the sources
  std::vector<std::size_t> basis_;    ///< the same of each row
};

}  // namespace

std::optional<double> aggregate_bound(const NetworkExperiment& experiment) {
  // What a node answers is not its own to send.
  if (experiment.traffic.is_trace() || experiment.traffic.reply.any()) return std::nullopt;
  if (experiment.grid.nodes() > kMostNodesInAll) return std::nullopt;
  const std::vector<Row> limits = crossings(experiment);
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
