// SPDX-License-Identifier: Apache-2.0
// Figures scaled to one process node, and estimates of memories, pickers and routers made of them.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/cost/figures.h"
#include "gantry/network/interconnect_config.h"

namespace gantry {
inline namespace scheduler {
struct PickerConfig;
enum class PickerTimes : std::uint8_t;
}  // namespace scheduler
}  // namespace gantry

namespace gantry {
inline namespace cost {

/// A value and its range.
struct Estimated {
  double value = 0.0;
  Range range;
};

/// Area and leakage of a block, and their ranges.
struct BlockEstimate {
  double area_um2 = 0.0;
  double leakage_mw = 0.0;
  Range area_range;
  Range leakage_range;
};

/// Smallest memory in bits that is made of SRAM; smaller ones are flip-flops. Compilers and models disagree tenfold on
/// smaller arrays.
inline constexpr std::uint64_t kLeastSramBits = 1024;

class Estimators {
 public:
  /// `figures` must outlive it. All results are for the process node figures.node_nm.
  explicit Estimators(const CostFigures& figures) : figures_(figures) {}

  /// Returns a figure in the unit of its line, scaled to the process node.
  [[nodiscard]] Estimated at(FigureId id) const;
  /// Returns a figure of the user, scaled likewise.
  [[nodiscard]] Estimated scaled(const Figure& figure, Scaling scaling) const;

  /// Estimates a memory. SRAM has a copy per port, and writes go to all copies. A memory below kLeastSramBits consists
  /// of flip-flops, once for all ports.
  [[nodiscard]] BlockEstimate memory(std::uint64_t bits, std::uint32_t ports) const;
  /// Estimates the energy in pJ of one access, read or write, to `word` bits of a memory of `bits` bits with one port.
  /// The memory is made as in memory(): flip-flops below kLeastSramBits, else SRAM.
  [[nodiscard]] Estimated access(std::uint64_t bits, std::uint64_t word) const;
  /// Estimates logic of this many gate equivalents.
  [[nodiscard]] BlockEstimate logic(Estimated gates) const;

  /// Estimates the gate equivalents of the picker in Verilog with this reweigh unit.
  [[nodiscard]] Estimated picker_gates(const PickerConfig& picker, PickerTimes unit) const;
  /// Estimates a router: the buffers of its inputs, crossbar and allocators. `ports`: inputs, and as many outputs.
  [[nodiscard]] BlockEstimate router(const InterconnectConfig& net, std::uint32_t ports) const;
  /// Estimates the energy in pJ of a flit through a router.
  [[nodiscard]] Estimated router_flit(const InterconnectConfig& net, std::uint32_t ports) const;
  /// Estimates the energy in pJ of a flit over 1 um of a link, without the range of the link's length.
  [[nodiscard]] Estimated link_flit_um(const InterconnectConfig& net) const;

 private:
  [[nodiscard]] SramPoint sram(std::uint64_t bits) const;

  const CostFigures& figures_;
};

/// Returns the distance in um between neighbouring routers in the topology's picture, at least 2. A router with several
/// nodes is in the middle of their tiles, which are squares of `side_um`. Precondition: a router has nodes.
[[nodiscard]] std::uint64_t router_pitch_um(double side_um, std::uint32_t nodes, std::uint32_t routers_with_nodes);

/// Returns the smallest reweigh unit that is as fast as `reweigh_cycles` (docs/synthesis.md), or the fastest one if
/// none is.
[[nodiscard]] PickerTimes reweigh_unit(const PickerConfig& picker);

}  // namespace cost
}  // namespace gantry
