// SPDX-License-Identifier: Apache-2.0
#include "output/cost_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

constexpr double kUm2PerMm2 = 1e6;
constexpr double kPjPerUj = 1e6;

/// To nine significant digits: a sum of exact products has more only by the way it is added up.
double significant(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, 8);
  double result = value;
  std::from_chars(text.data(), end.ptr, result);
  return result;
}

std::optional<double> significant(const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return significant(*value);
}

std::array<double, 2> factors(Range range) { return {significant(range.low), significant(range.high)}; }

CostResults::Sum sum_of(const CostSum& sum, double per) {
  return {significant(sum.value / per), {significant(sum.low / per), significant(sum.high / per)}};
}

CostSum operator+(const CostSum& a, const CostSum& b) { return {a.value + b.value, a.low + b.low, a.high + b.high}; }

/// Energy over time: pJ in us are uW.
CostSum power_mw(const RunCost& cost) {
  const CostSum energy = cost.dynamic_pj() + cost.leakage_pj();
  const double per = cost.microseconds() * 1000.0;
  if (per == 0.0) return {};
  return {energy.value / per, energy.low / per, energy.high / per};
}

std::vector<CostResults::Part> parts_of(const RunCost& cost) {
  std::vector<CostResults::Part> parts;
  for (const CostPart& part : cost.machine.parts) {
    std::optional<double> leakage;
    if (part.leakage_mw) leakage = *part.leakage_mw * cost.microseconds() * 1000.0;
    parts.push_back({part.block, part.count, significant(part.area_um2), significant(part.leakage_mw),
                     significant(leakage), factors(part.area_range), factors(part.leakage_range), part.estimator});
  }
  return parts;
}

std::vector<CostResults::Event> events_of(const RunCost& cost) {
  std::vector<CostResults::Event> events;
  for (std::size_t i = 0; i < cost.counts.size(); ++i) {
    const EventPrice& price = cost.machine.prices[i];
    events.push_back({price.block, price.event, cost.counts[i], price.counter, significant(price.pj),
                      significant(cost.energy_pj(i)), factors(price.range), price.estimator});
  }
  return events;
}

/// Whether any part of a block has a figure.
bool has_number(const MachineCost& machine, const std::string& block) {
  for (const CostPart& part : machine.parts) {
    if (part.block == block && (part.area_um2 || part.leakage_mw)) return true;
  }
  for (const EventPrice& price : machine.prices) {
    if (price.block == block && price.pj) return true;
  }
  return false;
}

/// Returns the blocks without figures, then missing parts of the others.
std::string left_out(const MachineCost& machine) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lists = {
      {"", {}}, {"area of ", {}}, {"energy of ", {}}};
  for (const NotModelled& of : machine.not_modelled()) {
    const bool energy = of.what.rfind("energy", 0) == 0;
    auto& list = lists[!has_number(machine, of.block) ? 0 : energy ? 2 : 1].second;
    if (std::find(list.begin(), list.end(), of.block) == list.end()) list.push_back(of.block);
  }
  std::string text;
  for (const auto& [what, blocks] : lists) {
    if (blocks.empty()) continue;
    text += (text.empty() ? "" : "; ") + what;
    for (const std::string& block : blocks) text += (&block == &blocks.front() ? "" : ", ") + one_line(block);
  }
  return text;
}

std::string digits(double value) { return fmt::format("{:.4g}", value); }

std::vector<std::string> sum_cells(const CostSum& sum, double per) {
  return {digits(sum.value / per), digits(sum.low / per), digits(sum.high / per)};
}

std::string parts_text(const MachineCost& machine) {
  TextTable table(
      {{"block", Align::left}, {"count"}, {"area mm2"}, {"from"}, {"to"}, {"leakage mW"}, {"from"}, {"to"}});
  const auto add = [&](const std::string& block, const std::string& count, const std::optional<CostSum>& area,
                       const std::optional<CostSum>& leakage) {
    std::vector<std::string> row = {block, count};
    for (const auto& [sum, per] : {std::make_pair(area, kUm2PerMm2), std::make_pair(leakage, 1.0)}) {
      const auto cells = sum ? sum_cells(*sum, per) : std::vector<std::string>{"not modelled", "", ""};
      row.insert(row.end(), cells.begin(), cells.end());
    }
    table.add(std::move(row));
  };
  for (const CostPart& part : machine.parts) {
    const auto sum = [](const std::optional<double>& value, Range range) {
      std::optional<CostSum> of;
      if (value) of.emplace().add(*value, range);
      return of;
    };
    add(part.block, grouped(part.count), sum(part.area_um2, part.area_range), sum(part.leakage_mw, part.leakage_range));
  }
  add("all that is modelled", "", area_um2(machine), leakage_mw(machine));
  return table.text();
}

std::string prices_text(const MachineCost& machine) {
  TextTable table({{"energy of", Align::left}, {"a", Align::left}, {"pJ"}, {"from"}, {"to"}});
  for (const EventPrice& price : machine.prices) {
    if (price.pj) {
      CostSum sum;
      sum.add(*price.pj, price.range);
      table.add({price.block, price.event, digits(sum.value), digits(sum.low), digits(sum.high)});
    } else {
      table.add({price.block, price.event, "not modelled", "", ""});
    }
  }
  return table.text();
}

/// Returns each estimator once, with its sources.
std::string sources_text(const MachineCost& machine) {
  struct Source {
    std::string who;
    std::vector<std::string> of;
  };
  std::vector<Source> sources;
  const auto add = [&](const std::string& who, const std::string& of) {
    auto at = std::find_if(sources.begin(), sources.end(), [&](const Source& s) { return s.who == who; });
    if (at == sources.end()) at = sources.insert(at, {who, {}});
    if (std::find(at->of.begin(), at->of.end(), of) == at->of.end()) at->of.push_back(of);
  };
  for (const CostPart& part : machine.parts) {
    if (part.area_um2 || part.leakage_mw) add(part.estimator, "area of " + part.block);
  }
  for (const EventPrice& price : machine.prices) {
    if (price.pj) add(price.estimator, "energy of " + price.block);
  }
  std::string text;
  for (const Source& source : sources) {
    std::string of;
    for (const std::string& what : source.of) of += (of.empty() ? "" : ", ") + one_line(what);
    text += paragraph(one_line(source.who) + ": " + of);
  }
  return text;
}

/// A number with the unit in which it has one to three digits before the point.
std::string quantity(double value, const std::vector<std::string>& units) {
  std::size_t unit = 0;
  for (; unit + 1 < units.size() && value >= 1000.0; ++unit) value /= 1000.0;
  return digits(value) + ' ' + units[unit];
}

/// The block that takes most of the dynamic energy.
std::string most_of(const RunCost& cost) {
  std::vector<std::pair<std::string, double>> blocks;
  for (std::size_t i = 0; i < cost.counts.size(); ++i) {
    const std::string& block = cost.machine.prices[i].block;
    auto at = std::find_if(blocks.begin(), blocks.end(), [&](const auto& of) { return of.first == block; });
    if (at == blocks.end()) at = blocks.insert(at, {block, 0.0});
    at->second += cost.energy_pj(i).value_or(0.0);
  }
  const auto most =
      std::max_element(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == blocks.end() || most->second == 0.0) return "";
  return fmt::format("{} {}, ", one_line(most->first),
                     percent(most->second, (cost.dynamic_pj() + cost.leakage_pj()).value));
}

}  // namespace

CostResults cost_results(const RunCost& cost) {
  const MachineCost& machine = cost.machine;
  const CostSum dynamic = cost.dynamic_pj();
  const CostSum leakage = cost.leakage_pj();
  CostResults results;
  results.figures = CostResults::Figures();
  CostResults::Figures& to = *results.figures;
  to.node_nm = machine.node_nm;
  to.area_mm2 = sum_of(area_um2(machine), kUm2PerMm2);
  to.leakage_mw = sum_of(leakage_mw(machine), 1.0);
  to.energy_uj = sum_of(dynamic + leakage, kPjPerUj);
  to.dynamic_uj = sum_of(dynamic, kPjPerUj);
  to.leakage_uj = sum_of(leakage, kPjPerUj);
  to.power_mw = sum_of(power_mw(cost), 1.0);
  to.tile_um = machine.tile_um;
  to.tile_from = machine.tile_from;
  to.router_pitch_um = machine.pitch_um;
  to.parts = parts_of(cost);
  to.events = events_of(cost);
  for (const NotModelled& of : machine.not_modelled()) results.not_modelled.push_back({of.block, of.what, of.why});
  return results;
}

CostResults no_cost(const std::string& reason) { return {std::nullopt, {{"machine", "area, energy, power", reason}}}; }

std::string cost_lines(const RunCost& cost) {
  const CostSum dynamic = cost.dynamic_pj();
  const CostSum leakage = cost.leakage_pj();
  const std::vector<std::string> joule = {"pJ", "nJ", "uJ", "mJ", "J", "kJ"};
  const std::vector<std::string> watt = {"uW", "mW", "W", "kW"};
  const CostSum energy = dynamic + leakage;
  std::string text = fmt::format("{} mm2 at {} nm; {} ({}leakage {}); {} in the mean",
                                 digits(area_um2(cost.machine).value / kUm2PerMm2), digits(cost.machine.node_nm),
                                 quantity(energy.value, joule), most_of(cost), percent(leakage.value, energy.value),
                                 quantity(power_mw(cost).value * 1000.0, watt));
  const std::string without = left_out(cost.machine);
  if (!without.empty()) text += "\n            without: " + without;
  return text;
}

std::string cost_tables(const std::string& title, const MachineCost& machine) {
  std::string text = fmt::format("{}  at {} nm\n\n", one_line(title), digits(machine.node_nm));
  text += parts_text(machine) + '\n' + prices_text(machine);
  text += fmt::format("\n  an endpoint has a square of {} um: {}; routers are {} um apart\n", grouped(machine.tile_um),
                      one_line(machine.tile_from), grouped(machine.pitch_um));
  text += "\n  who says so\n" + sources_text(machine) + "\n  not modelled, and not 0\n";
  for (const NotModelled& of : machine.not_modelled()) {
    text += "  " + one_line(of.block) + ": " + of.what + " (" + one_line(of.why) + ")\n";
  }
  return text;
}

}  // namespace gantry
