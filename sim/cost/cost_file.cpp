// SPDX-License-Identifier: Apache-2.0
#include "cost/cost_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "cost/cost_units.h"
#include "text/named_map.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostBits = std::uint64_t{1} << 40;

/// A decimal number with or without an exponent, as YAML and JSON write it.
std::optional<double> decimal_of(const YamlNode& node) {
  const std::string& text = node.text;
  const auto plain_digit = [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
  };
  if (!node.is_scalar() || node.quoted || text.empty() || !std::all_of(text.begin(), text.end(), plain_digit))
    return {};
  double value = 0.0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::optional<double> read_decimal(const YamlNode& node, const std::string& what, double min, double max,
                                   Diagnostics& diagnostics) {
  const auto value = decimal_of(node);
  if (value && *value >= min && *value <= max) return value;
  diagnostics.error(node.where(), what + " must be a number from " + plain_number(min) + " to " + plain_number(max) +
                                      ", not " + describe_unquoted(node));
  return std::nullopt;
}

/// A key that has to be there.
const YamlNode* needed(MapReader& map, const char* key, const char* what) {
  const YamlNode* found = map.find(key);
  if (found == nullptr && map.node().is_map()) map.error(key, std::string("is missing (") + what + ')');
  return found;
}

void read_source_of(MapReader& map, std::string& source, double& node_nm, Range& range, bool is_scaled) {
  const YamlNode* from = needed(map, "source", "who says so");
  if (from != nullptr) {
    if (const auto text = read_text(*from, map.path("source"), map.diagnostics())) source = *text;
  }
  if (const YamlNode* node = needed(map, "node_nm", "the process node that it was measured at")) {
    const auto value = read_decimal(*node, map.path("node_nm"), is_scaled ? kSmallestNode : kLeastNode,
                                    is_scaled ? kLargestNode : kMostNode, map.diagnostics());
    if (value) node_nm = *value;
  }
  const YamlNode* given = needed(map, "range", "a list of two factors between which the truth is, [0.8, 1.3]");
  if (given == nullptr) return;
  if (!given->is_sequence() || given->items.size() != 2) {
    map.error("range", "must be a list of two factors, such as [0.8, 1.3], not " + describe(*given));
    return;
  }
  const auto low = read_decimal(given->items[0], map.path("range") + "[0]", 0.0, 1.0, map.diagnostics());
  const auto high = read_decimal(given->items[1], map.path("range") + "[1]", 1.0, kMostOff, map.diagnostics());
  if (low && high) range = {*low, *high};
}

/// Its factor towards the figure's own; nothing, and a problem, if it is none.
std::optional<double> read_unit(MapReader& map, std::string_view unit) {
  const YamlNode* given = needed(map, "unit", "of its value");
  if (given == nullptr) return std::nullopt;
  const double factor = given->is_scalar() ? unit_factor(given->text, unit) : 0.0;
  if (factor > 0.0) return factor;
  const std::vector<std::string> right = units_of(unit);
  map.error("unit", "must be " + alternatives({right.begin(), right.end()}) + ", not " + describe(*given));
  return std::nullopt;
}

struct FigureKind {
  std::string_view unit;
  Scaling scaling;
  double min;
  double max;
};

std::optional<Figure> read_figure(const YamlNode& node, const std::string& path, const FigureKind& kind,
                                  Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  MapReader map(node, path, diagnostics);
  Figure figure;
  const auto factor = read_unit(map, kind.unit);
  const YamlNode* value = needed(map, "value", "the figure");
  if (value != nullptr && factor) {
    const auto read = read_decimal(*value, map.path("value"), kind.min / *factor, kind.max / *factor, diagnostics);
    if (read) figure.value = *read * *factor;
  }
  read_source_of(map, figure.source, figure.node_nm, figure.range, kind.scaling != Scaling::none);
  map.finish();
  if (diagnostics.size() != before) return std::nullopt;
  return figure;
}

void read_figures(const YamlNode& node, const std::string& path, CostFigures& to, Diagnostics& diagnostics) {
  MapReader map(node, path, diagnostics);
  for (std::size_t i = 0; i < kFigureCount; ++i) {
    const FigureLine& line = kFigureLines[i];
    const YamlNode* found = map.find(line.name);
    if (found == nullptr) continue;
    const auto figure =
        read_figure(*found, map.path(line.name), {line.unit, line.scaling, line.min, line.max}, diagnostics);
    if (!figure) continue;
    to.figures[i] = *figure;
    if (i == static_cast<std::size_t>(FigureId::tile_side)) to.own_tile_side = true;
  }
  map.finish();
}

SramPoint read_sram_point(const YamlNode& node, const std::string& path, Diagnostics& diagnostics) {
  constexpr double kTiny = 1e-12;
  MapReader map(node, path, diagnostics);
  SramPoint point;
  const auto whole = [&](const char* key, auto& to, std::uint64_t most, const char* what) {
    if (needed(map, key, what) != nullptr) map.integer(key, to, 1, most);
  };
  const auto decimal = [&](const char* key, double& to, const char* what) {
    const YamlNode* found = needed(map, key, what);
    if (found == nullptr) return;
    if (const auto value = read_decimal(*found, map.path(key), kTiny, 1e15, diagnostics)) to = *value;
  };
  whole("bits", point.bits, kMostBits, "of the whole memory");
  whole("word_bits", point.word_bits, 65536, "that an access moves");
  decimal("area_um2", point.area_um2, "of the memory");
  decimal("access_pj", point.access_pj, "of reading a word");
  decimal("leakage_mw", point.leakage_mw, "of the memory");
  read_source_of(map, point.source, point.node_nm, point.range, true);
  map.finish();
  return point;
}

void read_sram(const YamlNode& node, const std::string& path, CostFigures& to, Diagnostics& diagnostics) {
  if (!node.is_sequence() || node.items.empty()) {
    diagnostics.error(node.where(), path + " must be a list of measured memories, not " + describe(node));
    return;
  }
  const std::size_t before = diagnostics.size();
  std::vector<std::pair<SramPoint, const YamlNode*>> points;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    points.emplace_back(read_sram_point(node.items[i], path + '[' + std::to_string(i) + ']', diagnostics),
                        &node.items[i]);
  }
  if (diagnostics.size() != before) return;
  std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.first.node_nm, a.first.bits) < std::make_pair(b.first.node_nm, b.first.bits);
  });
  to.sram.clear();
  for (const auto& [point, where] : points) {
    if (!to.sram.empty() && to.sram.back().node_nm == point.node_nm && to.sram.back().bits == point.bits) {
      diagnostics.error(where->where(), path + " has a memory of " + std::to_string(point.bits) + " bits at " +
                                            plain_number(point.node_nm) + " nm already (each size of a node once)");
    }
    to.sram.push_back(point);
  }
}

constexpr FigureKind kOwnArea{"um2", Scaling::area, 0.0, 1e9};
constexpr FigureKind kOwnLeakage{"mW", Scaling::energy, 0.0, 1e9};
constexpr FigureKind kOwnEnergy{"pJ", Scaling::energy, 0.0, 1e15};

void read_own(MapReader& map, const char* key, const FigureKind& kind, std::optional<Figure>& to) {
  if (const YamlNode* found = map.find(key)) to = read_figure(*found, map.path(key), kind, map.diagnostics());
}

void read_processors(const YamlNode& node, const std::string& path, CostFigures& to, Diagnostics& diagnostics) {
  MapReader types(node, path, diagnostics);
  for (std::size_t i = 0; node.is_map() && i + 1 < node.items.size(); i += 2) {
    const std::string& type = node.items[i].text;
    MapReader map(node.items[i + 1], types.path(type), diagnostics);
    OwnBlockFigures& own = to.processors[type];
    read_own(map, "area", kOwnArea, own.area);
    read_own(map, "leakage", kOwnLeakage, own.leakage);
    read_own(map, "busy_cycle", kOwnEnergy, own.cycle);
    read_own(map, "job", kOwnEnergy, own.item);
    map.finish();
  }
}

void read_host(const YamlNode& node, const std::string& path, CostFigures& to, Diagnostics& diagnostics) {
  MapReader map(node, path, diagnostics);
  read_own(map, "area", kOwnArea, to.host.area);
  read_own(map, "leakage", kOwnLeakage, to.host.leakage);
  read_own(map, "task", kOwnEnergy, to.host.item);
  map.finish();
}

constexpr FigureKind kInterfaceArea{"um2", Scaling::none, 0.0, 1e9};
constexpr FigureKind kByteEnergy{"pJ/byte", Scaling::none, 0.0, 1e6};
constexpr FigureKind kChannelRate{"GB/s", Scaling::none, kLeastChannel, kMostChannel};

void read_memory_figure(MapReader& map, const char* key, const char* what, const FigureKind& kind, bool is_new,
                        Figure& to) {
  const YamlNode* found = is_new ? needed(map, key, what) : map.find(key);
  if (found == nullptr) return;
  if (const auto figure = read_figure(*found, map.path(key), kind, map.diagnostics())) to = *figure;
}

/// A type that has figures already keeps those that the map does not name.
void read_memories(const YamlNode& node, const std::string& path, CostFigures& to, Diagnostics& diagnostics) {
  MapReader types(node, path, diagnostics);
  for (std::size_t i = 0; node.is_map() && i + 1 < node.items.size(); i += 2) {
    const std::string& type = node.items[i].text;
    if (type == kOnChipMemory) {
      diagnostics.error(node.items[i].where(), types.path(type) + " is on the chip: its figures are those of `sram`");
      continue;
    }
    const bool is_new = to.memories.find(type) == to.memories.end();
    MapReader map(node.items[i + 1], types.path(type), diagnostics);
    MemoryTypeFigures& memory = to.memories[type];
    read_memory_figure(map, "byte", "energy of a byte moved", kByteEnergy, is_new, memory.byte);
    read_memory_figure(map, "interface", "area of a channel's controller and PHY", kInterfaceArea, is_new,
                       memory.interface);
    read_memory_figure(map, "channel", "what a channel carries", kChannelRate, is_new, memory.channel);
    map.finish();
  }
}

void read_memory(const YamlNode& node, const std::string& path, CostFigures& to, Diagnostics& diagnostics) {
  MapReader map(node, path, diagnostics);
  std::vector<std::string_view> types;
  for (const auto& [type, figures] : to.memories) types.push_back(type);
  types.push_back(kOnChipMemory);
  std::size_t at = 0;
  if (needed(map, "type", "the standard of global memory") != nullptr && map.name("type", at, types))
    to.memory.type = types[at];
  const YamlNode* bytes = map.find("bytes");
  if (to.memory.type == kOnChipMemory) {
    if (needed(map, "bytes", "size of the memory on the chip") != nullptr)
      map.integer("bytes", to.memory.bytes, kLeastOnChip, kMostOnChip);
  } else if (bytes != nullptr && !to.memory.type.empty()) {
    map.error("bytes", "is of the type " + std::string(kOnChipMemory) + ", and the type here is " + to.memory.type);
  }
  map.finish();
}

std::optional<CostFigures> read_over(CostFigures figures, const YamlNode& node, const std::string& path,
                                     Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  MapReader map(node, path, diagnostics);
  if (const YamlNode* found = map.find("node_nm")) {
    const auto value = read_decimal(*found, map.path("node_nm"), kSmallestNode, kLargestNode, diagnostics);
    if (value) figures.node_nm = *value;
  }
  if (const YamlNode* found = map.find("figures")) read_figures(*found, map.path("figures"), figures, diagnostics);
  if (const YamlNode* found = map.find("sram")) read_sram(*found, map.path("sram"), figures, diagnostics);
  if (const YamlNode* found = map.find("processors"))
    read_processors(*found, map.path("processors"), figures, diagnostics);
  if (const YamlNode* found = map.find("host")) read_host(*found, map.path("host"), figures, diagnostics);
  if (const YamlNode* found = map.find("memories")) read_memories(*found, map.path("memories"), figures, diagnostics);
  if (const YamlNode* found = map.find("memory")) read_memory(*found, map.path("memory"), figures, diagnostics);
  map.finish();
  if (diagnostics.size() != before) return std::nullopt;
  return figures;
}

CostFigures read_default() {
  Diagnostics diagnostics;
  const auto node = parse_yaml(std::string(kDefaultCostText), "default.yaml", diagnostics);
  auto figures = node ? read_over({}, *node, "", diagnostics) : std::nullopt;
  if (!figures) throw std::logic_error("the default cost figures: " + diagnostics.lines().front());
  figures->own_tile_side = false;
  return *figures;
}

}  // namespace

const CostFigures& default_cost_figures() {
  static const CostFigures figures = read_default();
  return figures;
}

std::optional<CostFigures> read_cost_figures(const YamlNode& node, const std::string& path, Diagnostics& diagnostics) {
  return read_over(default_cost_figures(), node, path, diagnostics);
}

bool expand_cost(YamlNode& node, const std::string& set_beside, std::vector<std::string>& files,
                 Diagnostics& diagnostics) {
  return expand_named_map(node, "cost", "cost figures", set_beside, files, diagnostics);
}

std::optional<ArchitectureCost> read_architecture_cost(const YamlNode& architecture, const std::string& path,
                                                       const std::string& set_beside, Diagnostics& diagnostics) {
  ArchitectureCost cost;
  const YamlNode* key = architecture.find("cost");
  if (key == nullptr) {
    cost.figures = default_cost_figures();
    return cost;
  }
  YamlNode node = *key;
  const std::string own_path = path.empty() ? "cost" : path + ".cost";
  const bool is_file = node.is_scalar();
  if (!node.is_map() && !is_file) {
    diagnostics.error(node.where(), own_path + " must be a path or a map, not " + describe(node));
    return std::nullopt;
  }
  if (!expand_cost(node, set_beside, cost.files, diagnostics)) return std::nullopt;
  const auto figures = read_cost_figures(node, is_file ? "" : own_path, diagnostics);
  if (!figures) return std::nullopt;
  cost.figures = *figures;
  cost.given = std::move(node);
  return cost;
}

}  // namespace gantry
