// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "check/invariants.h"
#include "result/output_names.h"

namespace gantry {
namespace {

/// Numbers are written with nine digits; a sum of many may be off by as many last ones.
constexpr double kSameShare = 1e-7;

class CostCheck {
 public:
  CostCheck(const RunFiles& run, const WrittenCost& cost, Findings& findings)
      : cost_(cost), cycles_(run.summary.cycles), file_(run.path(kSummaryFile)), findings_(findings) {}

  void check();

 private:
  void same(const std::string& what, double told, double right) {
    if (std::abs(told - right) <= kSameShare * std::max(std::abs(told), std::abs(right))) return;
    findings_.add(file_, 0, what + " is " + std::to_string(told) + " (would be " + std::to_string(right) + ")");
  }
  void check_parts();
  void check_events();

  const WrittenCost& cost_;
  const std::uint64_t cycles_;
  const std::string file_;
  Findings& findings_;
  double microseconds_ = 0.0;
};

void CostCheck::check() {
  microseconds_ = static_cast<double>(cycles_) / static_cast<double>(cost_.clock_mhz);
  check_parts();
  check_events();
  same("cost.energy_uj", cost_.energy_uj, cost_.dynamic_uj + cost_.leakage_uj);
  if (cycles_ > 0) same("cost.power_mw", cost_.power_mw, cost_.energy_uj / microseconds_ * 1000.0);
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
  same("cost.area_mm2", cost_.area_mm2, area / 1e6);
  same("cost.leakage_mw", cost_.leakage_mw, leakage);
  same("cost.leakage_uj", cost_.leakage_uj, leakage * microseconds_ / 1000.0);
}

void CostCheck::check_events() {
  double dynamic = 0.0;
  std::uint64_t router_flits = 0;
  for (const auto& event : cost_.events) {
    const std::string name = "cost: " + event.block + ", " + event.event;
    if (event.counted && *event.counted != event.count) {
      findings_.add(file_, 0,
                    name + ": count is " + std::to_string(event.count) + " (would be " +
                        std::to_string(*event.counted) + " by " + event.counter + ")");
    }
    if (event.block.rfind("routers of ", 0) == 0) router_flits += event.count;
    if (!event.pj || !event.energy_pj) continue;
    same(name + ": energy_pj", *event.energy_pj, static_cast<double>(event.count) * *event.pj);
    dynamic += *event.energy_pj;
  }
  same("cost.dynamic_uj", cost_.dynamic_uj, dynamic / 1e6);
  if (router_flits != cost_.router_flits) {
    findings_.add(file_, 0,
                  "cost: flits through routers are " + std::to_string(router_flits) + " (would be " +
                      std::to_string(cost_.router_flits) + " by interconnect.flit_hops)");
  }
}

}  // namespace

void check_cost(const RunFiles& run, Findings& findings) {
  if (run.summary.cost) CostCheck(run, *run.summary.cost, findings).check();
}

}  // namespace gantry
