// SPDX-License-Identifier: Apache-2.0
#include "gantry/cost/estimators.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gantry/cost/process_node.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/rtl_times.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
inline namespace cost {

namespace {

/// Returns y at x on the line through two points in logarithmic scales, x1 < x2. Beyond them it neither falls nor rises
/// faster than the square, even if the two points are close.
double log_log(double x, double x1, double x2, double y1, double y2) {
  constexpr double kSteepest = 2.0;
  if (x >= x1 && x <= x2) return y1 * std::pow(y2 / y1, std::log(x / x1) / std::log(x2 / x1));
  const double slope = std::clamp(std::log(y2 / y1) / std::log(x2 / x1), 0.0, kSteepest);
  return x < x1 ? y1 * std::pow(x / x1, slope) : y2 * std::pow(x / x2, slope);
}

/// Those that frac, class and weight leave of an entry's key (rtl/gantry_entry.v).
std::uint32_t key_bits(const PickerConfig& picker) {
  const std::uint32_t target = 9 + picker.frac - picker.quantisation();
  const std::uint32_t tie = picker.tie == TieBreak::expected_weight ? 8 : 8 + picker.frac;
  const std::uint32_t class_bits = picker.classes <= 2 ? 1 : picker.classes <= 4 ? 2 : 3;
  return target + tie + class_bits;
}

}  // namespace

Estimated Estimators::scaled(const Figure& figure, Scaling scaling) const {
  return {figure.value * node_scale(scaling, figure.node_nm, figures_.node_nm), figure.range};
}

Estimated Estimators::at(FigureId id) const { return scaled(figures_[id], line_of(id).scaling); }

/// Uses the measurements at the process node nearest to the requested one. Between two sizes, and beyond the last, it
/// interpolates linearly in logarithms.
SramPoint Estimators::sram(std::uint64_t bits) const {
  const auto apart = [&](const SramPoint& p) { return std::abs(std::log(p.node_nm / figures_.node_nm)); };
  const auto nearest = std::min_element(figures_.sram.begin(), figures_.sram.end(),
                                        [&](const SramPoint& a, const SramPoint& b) { return apart(a) < apart(b); });
  std::vector<SramPoint> points;
  for (const SramPoint& p : figures_.sram) {
    if (p.node_nm == nearest->node_nm) points.push_back(p);
  }
  SramPoint result = points.front();
  const auto size = static_cast<double>(bits);
  const auto per_bit = [](const SramPoint& p) { return p.access_pj / p.word_bits; };
  if (points.size() == 1) {
    const double times = size / static_cast<double>(result.bits);
    result.area_um2 *= times;
    result.leakage_mw *= times;
    result.access_pj = per_bit(result) * std::sqrt(times);
  } else {
    std::size_t at = 1;
    while (at + 1 < points.size() && bits > points[at].bits) ++at;
    const SramPoint& a = points[at - 1];
    const SramPoint& b = points[at];
    const auto line = [&](double of_a, double of_b) {
      return log_log(size, static_cast<double>(a.bits), static_cast<double>(b.bits), of_a, of_b);
    };
    result.area_um2 = line(a.area_um2, b.area_um2);
    result.leakage_mw = line(a.leakage_mw, b.leakage_mw);
    result.access_pj = line(per_bit(a), per_bit(b));
    result.range = widest(a.range, b.range);
  }
  result.word_bits = 1;
  result.area_um2 *= node_scale(Scaling::area, result.node_nm, figures_.node_nm);
  result.access_pj *= node_scale(Scaling::energy, result.node_nm, figures_.node_nm);
  result.leakage_mw *= node_scale(Scaling::energy, result.node_nm, figures_.node_nm);
  return result;
}

BlockEstimate Estimators::memory(std::uint64_t bits, std::uint32_t ports) const {
  const auto size = static_cast<double>(bits);
  if (bits < kLeastSramBits) {
    const Estimated area = at(FigureId::register_area);
    const Estimated leakage = at(FigureId::register_leakage);
    return {size * area.value, size * leakage.value, area.range, leakage.range};
  }
  const SramPoint one = sram(bits);
  return {ports * one.area_um2, ports * one.leakage_mw, one.range, one.range};
}

Estimated Estimators::access(std::uint64_t bits, std::uint64_t word) const {
  const auto read = static_cast<double>(word);
  if (bits < kLeastSramBits) {
    const Estimated bit = at(FigureId::register_energy);
    return {read * bit.value, bit.range};
  }
  const SramPoint one = sram(bits);
  return {read * one.access_pj, one.range};
}

BlockEstimate Estimators::logic(Estimated gates) const {
  const Estimated area = at(FigureId::gate_area);
  const Estimated leakage = at(FigureId::gate_leakage);
  return {gates.value * area.value, gates.value * leakage.value, gates.range * area.range, gates.range * leakage.range};
}

Estimated Estimators::picker_gates(const PickerConfig& picker, PickerTimes unit) const {
  const auto figure = [&](FigureId id) { return figures_[id].value; };
  double entry = figure(FigureId::picker_entry) + figure(FigureId::picker_fraction_bit) * picker.frac +
                 figure(FigureId::picker_key_bit) * key_bits(picker) + figure(FigureId::picker_class) * picker.classes;
  double base = figure(FigureId::picker_base);
  if (unit == PickerTimes::rtl_pipelined) {
    entry += figure(FigureId::picker_pipelined_entry);
    base += figure(FigureId::picker_pipelined_base) + figure(FigureId::picker_pipelined_class) * picker.classes;
  } else if (unit == PickerTimes::rtl_parallel) {
    entry += figure(FigureId::picker_dividers_entry) + figure(FigureId::picker_dividers_class) * picker.classes;
    base += figure(FigureId::picker_dividers_base);
  }
  return {std::max(0.0, base + entry * picker.entries), figures_[FigureId::picker_entry].range};
}

BlockEstimate Estimators::router(const InterconnectConfig& net, std::uint32_t ports) const {
  const std::uint64_t width = std::uint64_t{net.flit_bytes} * 8;
  const std::uint64_t buffer = width * net.buffer_flits * net.virtual_channels;
  BlockEstimate result = memory(buffer, 2);
  result.area_um2 *= ports;
  result.leakage_mw *= ports;
  const double pairs = static_cast<double>(ports) * (ports - 1);
  const Estimated crossbar = at(FigureId::crossbar_gates);
  const Estimated allocator = at(FigureId::allocator_gates);
  const double gates = pairs * (crossbar.value * static_cast<double>(width) + allocator.value * net.virtual_channels);
  const BlockEstimate control = logic({gates, widest(crossbar.range, allocator.range)});
  result.area_um2 += control.area_um2;
  result.leakage_mw += control.leakage_mw;
  result.area_range = widest(result.area_range, control.area_range);
  result.leakage_range = widest(result.leakage_range, control.leakage_range);
  return result;
}

Estimated Estimators::router_flit(const InterconnectConfig& net, std::uint32_t ports) const {
  constexpr double kPorts = 5.0;  // of the router that `router_energy` is about
  constexpr double kPlaces = 4.0;
  const Estimated byte = at(FigureId::router_energy);
  const double size = 1.0 + at(FigureId::router_place_share).value * (net.buffer_flits - kPlaces) +
                      at(FigureId::router_port_share).value * (ports - kPorts);
  return {byte.value * net.flit_bytes * std::max(size, 0.0), byte.range};
}

Estimated Estimators::link_flit_um(const InterconnectConfig& net) const {
  const Estimated wire = at(FigureId::wire_energy);
  const Estimated activity = at(FigureId::wire_activity);
  const double bits = 8.0 * net.flit_bytes;
  return {bits * activity.value * wire.value / 1000.0, wire.range * activity.range};
}

std::uint64_t router_pitch_um(double side_um, std::uint32_t nodes, std::uint32_t routers_with_nodes) {
  const double pitch = side_um * std::sqrt(static_cast<double>(nodes) / routers_with_nodes);
  return std::max<std::uint64_t>(2, static_cast<std::uint64_t>(std::llround(pitch)));
}

PickerTimes reweigh_unit(const PickerConfig& picker) {
  for (const PickerTimes unit : {PickerTimes::rtl_shared, PickerTimes::rtl_pipelined}) {
    if (rtl_times(unit)->reweigh_cycles(picker.entries) <= picker.reweigh_cycles) return unit;
  }
  return PickerTimes::rtl_parallel;
}

}  // namespace cost
}  // namespace gantry
