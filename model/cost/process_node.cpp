// SPDX-License-Identifier: Apache-2.0
#include "gantry/cost/process_node.h"

#include <array>
#include <charconv>
#include <cmath>

namespace gantry {
inline namespace cost {

namespace {

struct NodeRow {
  double node_nm;
  double area;    ///< by that at 45 nm: their table of areas
  double energy;  ///< energy of a switch at 0.8 V: a V^2 + b V + c with the node's coefficients
};

constexpr std::array<NodeRow, 10> kNodeRows = {{{130, 6.4, 2.12624},
                                                {90, 2.8, 1.31488},
                                                {65, 1.5, 0.8598},
                                                {45, 1.0, 0.69302},
                                                {32, 0.46, 0.456936},
                                                {20, 0.21, 0.1532},
                                                {16, 0.19, 0.120272},
                                                {14, 0.17, 0.096222},
                                                {10, 0.10, 0.081614},
                                                {7, 0.059, 0.065358}}};

/// Keckler et al., IEEE Micro 2011: 240 fJ per bit and mm at 40 nm, 115 to 150 at 10 nm.
constexpr double kWireFrom = 240.0;
constexpr double kWireTo = 132.5;
constexpr double kWireNodes = 40.0 / 10.0;

double on_the_line(double node, double NodeRow::*column) {
  std::size_t at = 1;
  while (at + 1 < kNodeRows.size() && node < kNodeRows[at].node_nm) ++at;
  const NodeRow& above = kNodeRows[at - 1];
  const NodeRow& below = kNodeRows[at];
  const double part = std::log(node / below.node_nm) / std::log(above.node_nm / below.node_nm);
  return below.*column * std::pow(above.*column / (below.*column), part);
}

}  // namespace

double node_scale(Scaling scaling, double from, double to) {
  if (scaling == Scaling::none || from == to) return 1.0;
  if (scaling == Scaling::wire) return std::pow(to / from, std::log(kWireFrom / kWireTo) / std::log(kWireNodes));
  const auto column = scaling == Scaling::area ? &NodeRow::area : &NodeRow::energy;
  return on_the_line(to, column) / on_the_line(from, column);
}

double rounded(double value) {
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, 5);
  double result = value;
  std::from_chars(text.data(), written.ptr, result);
  return result;
}

}  // namespace cost
}  // namespace gantry
