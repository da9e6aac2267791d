// SPDX-License-Identifier: Apache-2.0
// Cost figures: each with its source, the process node of its measurement, and its range. The values come from a file
// (docs/cost.md). This table lists the figures, their units, and how they scale with the process node.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry {
inline namespace cost {

/// Smallest and largest process node of the scaling, in nm.
inline constexpr double kSmallestNode = 7.0;
inline constexpr double kLargestNode = 130.0;

/// Range of a value. The true value is expected between `low` and `high` times the value.
struct Range {
  double low = 1.0;
  double high = 1.0;
};
/// Range of a product of two values.
inline Range operator*(Range a, Range b) { return {a.low * b.low, a.high * b.high}; }
/// Range of a sum of two values, whatever their shares.
inline Range widest(Range a, Range b) { return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high}; }

/// How a figure scales with the process node (process_node.h).
enum class Scaling : std::uint8_t { none, area, energy, wire };

enum class FigureId : std::uint8_t {
  gate_area,
  gate_energy,
  gate_leakage,
  register_area,
  register_energy,
  register_leakage,
  picker_base,
  picker_entry,
  picker_fraction_bit,
  picker_key_bit,
  picker_class,
  picker_dividers_base,
  picker_dividers_entry,
  picker_dividers_class,
  picker_pipelined_base,
  picker_pipelined_class,
  picker_pipelined_entry,
  state_bits,
  crossbar_gates,
  allocator_gates,
  router_energy,
  router_place_share,
  router_port_share,
  wire_energy,
  wire_activity,
  tile_side,
  memory_byte,
};

/// A figure: its key in the file, its unit, and the values that the file may give, `min` to `max`.
struct FigureLine {
  std::string_view name;
  std::string_view unit;
  Scaling scaling = Scaling::none;
  double min = 0.0;
  double max = 0.0;
  std::string_view meaning;
};

/// In the order of FigureId.
inline constexpr std::array<FigureLine, 27> kFigureLines = {{
    {"gate_area", "um2", Scaling::area, 1e-4, 1e4, "one gate equivalent: the smallest NAND of two inputs"},
    {"gate_energy", "pJ", Scaling::energy, 0.0, 1e3, "a gate equivalent in a cycle in which its block is active"},
    {"gate_leakage", "mW", Scaling::energy, 0.0, 1e3, "a gate equivalent"},
    {"register_area", "um2", Scaling::area, 1e-4, 1e5, "a bit in a flip-flop"},
    {"register_energy", "pJ", Scaling::energy, 0.0, 1e3, "a bit in a flip-flop, read or written"},
    {"register_leakage", "mW", Scaling::energy, 0.0, 1e3, "a bit in a flip-flop"},
    {"picker_base", "GE", Scaling::none, -1e6, 1e6, "the picker, whatever its size"},
    {"picker_entry", "GE", Scaling::none, -1e6, 1e6, "an entry of the picker"},
    {"picker_fraction_bit", "GE", Scaling::none, -1e6, 1e6, "an entry, for every bit of `frac`"},
    {"picker_key_bit", "GE", Scaling::none, -1e6, 1e6, "an entry, for every bit that entries are compared by"},
    {"picker_class", "GE", Scaling::none, -1e6, 1e6, "an entry, for every class"},
    {"picker_dividers_base", "GE", Scaling::none, -1e6, 1e6, "added where each entry has a divider"},
    {"picker_dividers_entry", "GE", Scaling::none, -1e6, 1e6, "... to an entry"},
    {"picker_dividers_class", "GE", Scaling::none, -1e6, 1e6, "... to an entry, for every class"},
    {"picker_pipelined_base", "GE", Scaling::none, -1e6, 1e6, "added where the one divider is pipelined"},
    {"picker_pipelined_class", "GE", Scaling::none, -1e6, 1e6, "... for every class"},
    {"picker_pipelined_entry", "GE", Scaling::none, -1e6, 1e6, "... to an entry"},
    {"state_bits", "ratio", Scaling::none, 0.0, 100.0, "bits of the other blocks of the scheduler, by those counted"},
    {"crossbar_gates", "GE", Scaling::none, 0.0, 1e3, "a bit of a router's crossbar, for an input and an output"},
    {"allocator_gates", "GE", Scaling::none, 0.0, 1e4, "a channel of an input, for an output that it may ask for"},
    {"router_energy", "pJ/byte", Scaling::energy, 0.0, 1e3, "a byte through a router of 5 ports, 4 places a channel"},
    {"router_place_share", "ratio", Scaling::none, 0.0, 1.0, "how much more of it with a place more"},
    {"router_port_share", "ratio", Scaling::none, 0.0, 1.0, "how much more of it with a port more"},
    {"wire_energy", "pJ/bit/mm", Scaling::wire, 0.0, 1e3, "a wire that changes its value"},
    {"wire_activity", "ratio", Scaling::none, 0.0, 1.0, "of the wires of a link, those that a flit changes"},
    {"tile_side", "mm", Scaling::none, 1e-3, 100.0, "of the square of an endpoint, where areas do not tell it"},
    {"memory_byte", "pJ/byte", Scaling::none, 0.0, 1e6,
     "a byte read from or written to global memory of no known type"},
}};
inline constexpr std::size_t kFigureCount = kFigureLines.size();

inline const FigureLine& line_of(FigureId id) { return kFigureLines[static_cast<std::size_t>(id)]; }

struct Figure {
  double value = 0.0;  ///< value in the unit of its line
  std::string source;
  double node_nm = 0.0;  ///< process node of the measurement
  Range range;
};

/// A measured memory with one port.
struct SramPoint {
  std::uint64_t bits = 0;
  std::uint32_t word_bits = 0;
  double area_um2 = 0.0;
  double access_pj = 0.0;  ///< energy of reading a word; also used for writing
  double leakage_mw = 0.0;
  std::string source;
  double node_nm = 0.0;
  Range range;
};

/// Figures of the user for a type of processor, or for the host. A missing figure is not modelled.
struct OwnBlockFigures {
  std::optional<Figure> area;     ///< um2
  std::optional<Figure> leakage;  ///< mW
  std::optional<Figure> cycle;    ///< pJ per cycle of computing; processors only
  std::optional<Figure> item;     ///< pJ per job of a processor, or per task of the host
};

/// Figures of a type of global memory behind pins, such as LPDDR5.
struct MemoryTypeFigures {
  Figure byte;       ///< pJ per byte read or written, with the chips behind the pins
  Figure interface;  ///< um2 of the controller, the PHY and the pads of one channel
  Figure channel;    ///< GB/s of one channel, 0.001..100000; 1 GB is 10^9 bytes
};

/// Type of global memory that is on the chip. Its cost is that of `sram`.
inline constexpr std::string_view kOnChipMemory = "sram";

/// The type of a machine's global memory.
struct MemoryChoice {
  std::string type;         ///< a name of CostFigures::memories, kOnChipMemory, or "": not known
  std::uint64_t bytes = 0;  ///< of kOnChipMemory: size of all controllers' memory together, 1024..2^40
};

struct CostFigures {
  double node_nm = 22.0;  ///< process node to which all figures are scaled
  std::array<Figure, kFigureCount> figures;
  bool own_tile_side = false;   ///< the figure `tile_side` wins over the sum of areas
  std::vector<SramPoint> sram;  ///< sorted by node, then by bits; not empty
  std::map<std::string, OwnBlockFigures, std::less<>> processors;  ///< by type
  OwnBlockFigures host;
  std::map<std::string, MemoryTypeFigures, std::less<>> memories;  ///< by type
  MemoryChoice memory;

  [[nodiscard]] const Figure& operator[](FigureId id) const { return figures[static_cast<std::size_t>(id)]; }
  [[nodiscard]] Figure& operator[](FigureId id) { return figures[static_cast<std::size_t>(id)]; }
};

}  // namespace cost
}  // namespace gantry
