// SPDX-License-Identifier: Apache-2.0
#include "cost/cost_schemas.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "cost/cost_file.h"
#include "cost/cost_units.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;

Json map_of(Json properties, const std::vector<std::string>& required) {
  Json map = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) map["required"] = required;
  return map;
}

Json number_schema(double min, double max) { return {{"type", "number"}, {"minimum", min}, {"maximum", max}}; }

Json range_schema() {
  return {{"type", "array"},
          {"items", Json::array({number_schema(0.0, 1.0), number_schema(1.0, kMostOff)})},
          {"minItems", 2},
          {"maxItems", 2}};
}

Json figure_schema(std::string_view unit) {
  return map_of({{"value", {{"type", "number"}}},
                 {"unit", {{"enum", units_of(unit)}}},
                 {"source", {{"type", "string"}, {"minLength", 1}}},
                 {"node_nm", number_schema(kLeastNode, kMostNode)},
                 {"range", range_schema()}},
                {"value", "unit", "source", "node_nm", "range"});
}

Json sram_schema() {
  const Json amount = {{"type", "number"}, {"exclusiveMinimum", 0}};
  const Json count = {{"type", "integer"}, {"minimum", 1}};
  return map_of({{"bits", count},
                 {"word_bits", count},
                 {"area_um2", amount},
                 {"access_pj", amount},
                 {"leakage_mw", amount},
                 {"source", {{"type", "string"}, {"minLength", 1}}},
                 {"node_nm", number_schema(kSmallestNode, kLargestNode)},
                 {"range", range_schema()}},
                {"bits", "word_bits", "area_um2", "access_pj", "leakage_mw", "source", "node_nm", "range"});
}

}  // namespace

std::vector<SchemaKind> cost_schemas() {
  Json figures = Json::object();
  for (const FigureLine& line : kFigureLines) figures[std::string(line.name)] = figure_schema(line.unit);
  const Json area = figure_schema("um2");
  const Json leakage = figure_schema("mW");
  const Json energy = figure_schema("pJ");
  const Json processor = map_of({{"area", area}, {"leakage", leakage}, {"busy_cycle", energy}, {"job", energy}}, {});
  const Json memory =
      map_of({{"byte", figure_schema("pJ/byte")}, {"interface", area}, {"channel", figure_schema("GB/s")}}, {});
  const Json bytes = {{"type", "integer"}, {"minimum", kLeastOnChip}, {"maximum", kMostOnChip}};
  const Json schema = map_of({{"node_nm", number_schema(kSmallestNode, kLargestNode)},
                              {"figures", map_of(std::move(figures), {})},
                              {"sram", {{"type", "array"}, {"items", sram_schema()}, {"minItems", 1}}},
                              {"processors", {{"type", "object"}, {"additionalProperties", processor}}},
                              {"host", map_of({{"area", area}, {"leakage", leakage}, {"task", energy}}, {})},
                              {"memories", {{"type", "object"}, {"additionalProperties", memory}}},
                              {"memory", map_of({{"type", {{"type", "string"}}}, {"bytes", bytes}}, {"type"})}},
                             {});
  return {{"cost", "figures of area and energy", schema_text("Gantry cost figures", schema)}};
}

std::vector<KeySection> cost_key_tables() {
  const CostFigures& usual = default_cost_figures();
  KeySection section{"cost.md", "Keys", {}};
  const auto row = [&](const std::string& key, const std::string& value, const std::string& range,
                       const std::string& meaning) {
    section.rows.push_back("| `" + key + "` | " + value + " | " + range + " | " + meaning + " |");
  };
  row("node_nm", plain_number(usual.node_nm), plain_number(kSmallestNode) + " to " + plain_number(kLargestNode) + " nm",
      "the process node that every figure is scaled to");
  for (std::size_t i = 0; i < kFigureCount; ++i) {
    const FigureLine& line = kFigureLines[i];
    const Figure& figure = usual.figures[i];
    const std::string unit = ' ' + std::string(line.unit);
    row("figures." + std::string(line.name),
        plain_number(figure.value) + unit + " at " + plain_number(figure.node_nm) + " nm, × " +
            plain_number(figure.range.low) + " to " + plain_number(figure.range.high),
        plain_number(line.min) + " to " + plain_number(line.max) + unit,
        std::string(line.meaning) + "; " + figure.source);
  }
  row("sram", "below", "a list of maps", "measured memories with one port; yours stand in place of all of them");
  row("processors.TYPE.area", "not modelled", "a figure in um2, mm2", "of one processor of the type");
  row("processors.TYPE.leakage", "not modelled", "a figure in nW, uW, mW, W", "of one processor of the type");
  row("processors.TYPE.busy_cycle", "not modelled", "a figure in fJ, pJ, nJ", "a cycle in which it computes");
  row("processors.TYPE.job", "not modelled", "a figure in fJ, pJ, nJ", "a job, beside its cycles or in their place");
  row("host.area", "not modelled", "a figure in um2, mm2", "of the host");
  row("host.leakage", "not modelled", "a figure in nW, uW, mW, W", "of the host");
  row("host.task", "not modelled", "a figure in fJ, pJ, nJ", "a task that it submits");
  std::string types;
  for (const auto& [type, memory] : usual.memories) types += "`" + type + "`, ";
  row("memory.type", "not known", types + "`" + std::string(kOnChipMemory) + "`, a name of `memories`",
      "type of [global memory](#global-memory); without it its area is left out");
  row("memory.bytes", "*required* with `" + std::string(kOnChipMemory) + "`",
      std::to_string(kLeastOnChip) + " to 2^40 bytes", "size of memory on the chip, of all controllers together");
  row("memories.TYPE.byte", "[below](#global-memory)", "a figure in fJ/byte, pJ/byte, nJ/byte", "a byte moved");
  row("memories.TYPE.interface", "[below](#global-memory)", "a figure in um2, mm2",
      "controller, PHY and pads of a channel; not scaled");
  row("memories.TYPE.channel", "[below](#global-memory)", "a figure in MB/s, GB/s, TB/s", "what a channel carries");
  return {section};
}

}  // namespace gantry
