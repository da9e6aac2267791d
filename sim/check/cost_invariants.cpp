// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "check/invariants.h"
#include "result/output_names.h"
#include "result/result_walk.h"

namespace gantry {
namespace {

/// Numbers are written with nine digits; a sum of many may be off by as many last ones.
constexpr double kSameShare = 1e-7;

constexpr std::string_view kOfType = "processors of type ";
constexpr std::string_view kOfStores = "data.stores of ";
constexpr std::string_view kPlus = " + ";

/// What the summary has under the names of counters.
class Counters {
 public:
  explicit Counters(const RunSummary& summary) : summary_(summary) {
    for (const ResultNumber& number : numbers_of(summary)) {
      if (number.whole) counts_.emplace(number.path, number.count);
    }
  }
  /// A sum of paths, `processors of type TYPE: KEY`, or `data.stores of N bytes: ...`. Nothing: the tables have it, or
  /// nobody.
  [[nodiscard]] std::optional<std::uint64_t> counted(std::string_view counter) const {
    if (counter.substr(0, kOfType.size()) == kOfType) return of_processors(counter.substr(kOfType.size()));
    if (counter.substr(0, kOfStores.size()) == kOfStores) return of_stores(counter.substr(kOfStores.size()));
    std::uint64_t sum = 0;
    while (true) {
      const std::size_t plus = counter.find(kPlus);
      const auto one = counts_.find(std::string(counter.substr(0, plus)));
      if (one == counts_.end()) return std::nullopt;
      sum += one->second;
      if (plus == std::string_view::npos) return sum;
      counter.remove_prefix(plus + kPlus.size());
    }
  }

 private:
  /// `type: key` of all processors.
  [[nodiscard]] std::optional<std::uint64_t> of_processors(std::string_view what) const {
    const std::size_t colon = what.rfind(": ");
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string key = '.' + std::string(what.substr(colon + 2));
    std::uint64_t sum = 0;
    for (std::size_t p = 0; p < summary_.processors.size(); ++p) {
      if (summary_.processors[p].type != what.substr(0, colon)) continue;
      const auto one = counts_.find("processors[" + std::to_string(p) + ']' + key);
      if (one != counts_.end()) sum += one->second;
    }
    return sum;
  }

  /// `N bytes: ...` of all stores of this size.
  [[nodiscard]] std::uint64_t of_stores(std::string_view what) const {
    std::uint64_t sum = 0;
    if (!summary_.data) return sum;
    const std::string bytes(what.substr(0, what.find(' ')));
    for (const StoreStats& store : summary_.data->stores) {
      if (std::to_string(store.capacity) == bytes) sum += store.bytes_read + store.bytes_written;
    }
    return sum;
  }

  const RunSummary& summary_;
  std::map<std::string, std::uint64_t> counts_;
};

class CostCheck {
 public:
  CostCheck(const RunFiles& run, const CostResults::Figures& cost, Findings& findings)
      : run_(run.summary), cost_(cost), file_(run.path(kSummaryFile)), findings_(findings) {}

  void check();

 private:
  void same(const std::string& what, double told, double right) {
    if (std::abs(told - right) <= kSameShare * std::max(std::abs(told), std::abs(right))) return;
    findings_.add(file_, 0, what + " is " + std::to_string(told) + " (expected " + std::to_string(right) + ")");
  }
  void check_parts();
  void check_events();

  const RunSummary& run_;
  const CostResults::Figures& cost_;
  const std::string file_;
  Findings& findings_;
  double microseconds_ = 0.0;
};

void CostCheck::check() {
  microseconds_ = static_cast<double>(run_.cycles) / run_.clock_mhz;
  check_parts();
  check_events();
  same("cost.energy_uj", cost_.energy_uj.value, cost_.dynamic_uj.value + cost_.leakage_uj.value);
  if (run_.cycles > 0) same("cost.power_mw", cost_.power_mw.value, cost_.energy_uj.value / microseconds_ * 1000.0);
}

void CostCheck::check_parts() {
  double area = 0.0;
  double leakage = 0.0;
  for (const auto& part : cost_.parts) {
    area += part.area_um2.value_or(0.0);
    leakage += part.leakage_mw.value_or(0.0);
    if (!part.leakage_mw || !part.leakage_pj) continue;
    same("cost: leakage_pj of " + part.block, *part.leakage_pj, *part.leakage_mw * microseconds_ * 1000.0);
  }
  same("cost.area_mm2", cost_.area_mm2.value, area / 1e6);
  same("cost.leakage_mw", cost_.leakage_mw.value, leakage);
  same("cost.leakage_uj", cost_.leakage_uj.value, leakage * microseconds_ / 1000.0);
}

void CostCheck::check_events() {
  double dynamic = 0.0;
  std::uint64_t router_flits = 0;
  const Counters counters(run_);
  for (const auto& event : cost_.events) {
    const std::optional<std::uint64_t> counted = counters.counted(event.counter);
    const std::string name = "cost: " + event.block + ", " + event.event;
    if (counted && *counted != event.count) {
      findings_.add(file_, 0,
                    name + ": count is " + std::to_string(event.count) + " (expected " + std::to_string(*counted) +
                        " by " + event.counter + ")");
    }
    if (event.block.rfind("routers of ", 0) == 0) router_flits += event.count;
    if (!event.pj || !event.energy_pj) continue;
    same(name + ": energy_pj", *event.energy_pj, static_cast<double>(event.count) * *event.pj);
    dynamic += *event.energy_pj;
  }
  same("cost.dynamic_uj", cost_.dynamic_uj.value, dynamic / 1e6);
  if (router_flits != run_.interconnect.flit_hops) {
    findings_.add(file_, 0,
                  "cost: flits through routers are " + std::to_string(router_flits) + " (expected " +
                      std::to_string(run_.interconnect.flit_hops) + " by interconnect.flit_hops)");
  }
}

}  // namespace

void check_cost(const RunFiles& run, Findings& findings) {
  if (run.summary.cost.figures) CostCheck(run, *run.summary.cost.figures, findings).check();
}

}  // namespace gantry
