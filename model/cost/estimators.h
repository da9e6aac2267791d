// SPDX-License-Identifier: Apache-2.0
// Figures at the node that is asked for, and what memories, pickers and routers make of them by their sizes.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/cost/figures.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace cost {

/// A value and how far off it may be.
struct Estimated {
  double value = 0.0;
  Range range;
};

/// A block by its size.
struct BlockEstimate {
  double area_um2 = 0.0;
  double leakage_mw = 0.0;
  Range area_range;
  Range leakage_range;
};

/// Memories below so many bits are flip-flops: what compilers and models say of so small arrays differs tenfold.
inline constexpr std::uint64_t kLeastSramBits = 1024;

class Estimators {
 public:
  explicit Estimators(const CostFigures& figures) : figures_(figures) {}

  [[nodiscard]] Estimated at(FigureId id) const;
  [[nodiscard]] Estimated scaled(const Figure& figure, Scaling scaling) const;

  /// A memory; each port is a copy that reads for itself and is written with the others.
  [[nodiscard]] BlockEstimate memory(std::uint64_t bits, std::uint32_t ports) const;
  /// Reading or writing `word` bits of one copy of it.
  [[nodiscard]] Estimated access(std::uint64_t bits, std::uint64_t word) const;
  [[nodiscard]] BlockEstimate logic(Estimated gates) const;

  /// Gate equivalents of the picker in Verilog with this reweigh unit.
  [[nodiscard]] Estimated picker_gates(const PickerConfig& picker, PickerTimes unit) const;
  [[nodiscard]] BlockEstimate router(const InterconnectConfig& net, std::uint32_t ports) const;
  /// A flit through it.
  [[nodiscard]] Estimated router_flit(const InterconnectConfig& net, std::uint32_t ports) const;
  /// A flit over 1 um of a link; the range of that length is not in it.
  [[nodiscard]] Estimated link_flit_um(const InterconnectConfig& net) const;

 private:
  [[nodiscard]] SramPoint sram(std::uint64_t bits) const;

  const CostFigures& figures_;
};

/// Between neighbouring routers of the topology's picture: a router with several nodes stands in the middle of their
/// tiles, squares of `side_um`.
[[nodiscard]] std::uint64_t router_pitch_um(double side_um, std::uint32_t nodes, std::uint32_t routers_with_nodes);

/// The smallest reweigh unit that is as fast as `reweigh_cycles` says (docs/synthesis.md).
[[nodiscard]] PickerTimes reweigh_unit(const PickerConfig& picker);

}  // namespace cost
}  // namespace gantry
