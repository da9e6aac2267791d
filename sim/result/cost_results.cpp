// SPDX-License-Identifier: Apache-2.0
#include "result/cost_results.h"

#include "result/result_visitor.h"

namespace gantry {
namespace {

constexpr const char* kFactors = "factors between which the truth is expected";

/// `<name>_<unit>` and `<name>_range_<unit>`.
void describe_sum(ResultVisitor& results, const std::string& name, const char* suffix, CostResults::Sum& sum,
                  std::string_view unit, std::string_view meaning) {
  results.amount(name + '_' + suffix, sum.value, unit, meaning);
  results.interval(name + "_range_" + suffix, sum.range, unit, "the least and the most that the figures allow");
}

void describe(ResultVisitor& results, CostResults::Part& part) {
  results.text("block", part.block, "part of the machine");
  results.count("count", part.count, "", "how many of it");
  results.amount_or_null("area_um2", part.area_um2, "µm²", "of all of them together; null: not modelled");
  results.amount_or_null("leakage_mw", part.leakage_mw, "mW", "of all of them together; null: not modelled");
  results.amount_or_null("leakage_pj", part.leakage_pj, "pJ", "leaked in the run's time; null: not modelled");
  results.interval("area_range", part.area_range, "", kFactors);
  results.interval("leakage_range", part.leakage_range, "", kFactors);
  results.text("estimator", part.estimator, "source of the figures; of what is not modelled the reason");
}

void describe(ResultVisitor& results, CostResults::Event& event) {
  results.text("block", event.block, "part of the machine");
  results.text("event", event.event, "what happened");
  results.count("count", event.count, "", "how often");
  results.text("counter", event.counter, "where this count comes from: a path in the summary, or a table");
  results.amount_or_null("pj", event.pj, "pJ", "of one event; null: not modelled");
  results.amount_or_null("energy_pj", event.energy_pj, "pJ", "of all of them; null: not modelled");
  results.interval("range", event.range, "", kFactors);
  results.text("estimator", event.estimator, "source of the figure; of what is not modelled the reason");
}

void describe(ResultVisitor& results, CostResults::Figures& cost) {
  results.amount("node_nm", cost.node_nm, "nm", "the process node that all figures are scaled to", {7, 130});
  describe_sum(results, "area", "mm2", cost.area_mm2, "mm²", "of all blocks");
  describe_sum(results, "leakage", "mw", cost.leakage_mw, "mW", "of all blocks");
  describe_sum(results, "energy", "uj", cost.energy_uj, "µJ", "`dynamic_uj` + `leakage_uj`");
  describe_sum(results, "dynamic", "uj", cost.dynamic_uj, "µJ", "of what happened in the run");
  describe_sum(results, "leakage", "uj", cost.leakage_uj, "µJ", "leaked in the run's time");
  describe_sum(results, "power", "mw", cost.power_mw, "mW", "energy over time");
  results.count("tile_um", cost.tile_um, "µm", "side of an endpoint's square");
  results.text("tile_from", cost.tile_from, "source of that side");
  results.count("router_pitch_um", cost.router_pitch_um, "µm", "between neighbouring routers");
  results.list("blocks", cost.parts, "", [&](CostResults::Part& part) { describe(results, part); });
  results.list("events", cost.events, "", [&](CostResults::Event& event) { describe(results, event); });
}

}  // namespace

void describe_not_modelled(ResultVisitor& results, CostResults& cost) {
  results.list("not_modelled", cost.not_modelled, "", [&](CostResults::Missing& missing) {
    results.text("block", missing.block, "part of the machine");
    results.text("what", missing.what, "what has no number");
    results.text("why", missing.why, "the reason");
  });
}

void describe(ResultVisitor& results, CostResults& cost) {
  results.group_if_any("node_nm", cost.figures, [&](CostResults::Figures& figures) { describe(results, figures); });
  describe_not_modelled(results, cost);
}

}  // namespace gantry
