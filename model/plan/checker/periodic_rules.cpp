// SPDX-License-Identifier: Apache-2.0
// Rules of `periodic` (source 001, claims 3 to 5): the number of unrollings, and the result of the longest-first
// assignment. Dependences, exclusivity and retiming belong to the general rules.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gantry/plan/checker/checker.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kMostPlaced = std::uint64_t{1} << 24;
constexpr std::uint64_t kMostCopiesInPeriod = 1024;

/// A decimal below 10 with at most nine fraction digits, in billionths.
std::optional<std::uint64_t> billionths(const Values& values, const char* name) {
  const Value* found = values.find(name);
  const std::string* text = found == nullptr ? nullptr : std::get_if<std::string>(found);
  if (text == nullptr || text->empty() || text->size() > 11) return std::nullopt;
  std::uint64_t number = 0;
  int fraction = -1;
  for (const char c : *text) {
    if (c == '.' && fraction < 0) {
      fraction = 0;
    } else if (c >= '0' && c <= '9') {
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
      if (fraction >= 0) ++fraction;
    } else {
      return std::nullopt;
    }
  }
  for (int digits = std::max(fraction, 0); digits < 9; ++digits) number *= 10;
  return number;
}

bool flag(const Values& values, const char* name) {
  const Value* found = values.find(name);
  const bool* set = found == nullptr ? nullptr : std::get_if<bool>(found);
  return set != nullptr && *set;
}

struct Assignment {
  std::vector<std::uint32_t> processor;  ///< of task x unroll + copy
  Time period = 0;
};

class PeriodicRules {
 public:
  PeriodicRules(const Checked& checked, Diagnostics& faults)
      : checked_(checked), plan_(checked.plan), faults_(faults) {}

  void run() {
    const auto unroll = whole(plan_.metrics, "unroll");
    const auto period = whole(plan_.metrics, "period");
    const auto most = whole(plan_.parameters, "max_unroll");
    const auto limit = billionths(plan_.parameters, "utilization");
    if (!unroll || !period) faults_.error(checked_.where, "a plan of `periodic` has the metrics unroll and period");
    if (!most || !limit)
      faults_.error(checked_.where, "a plan of `periodic` has the parameters max_unroll and utilization");
    if (!faults_.ok()) return;
    for (std::uint32_t t = 0; t < checked_.graph.tasks(); ++t) total_ = add(total_, checked_.times(t, 0));
    check_unrolling(*unroll, *period, *most, *limit);
    check_numbers(*unroll, *period);
  }

 private:
  [[nodiscard]] Time time(std::uint32_t task) const { return checked_.times(task, 0); }

  /// By definition: sorted by time, then task, then copy; each to the least (free time, number).
  [[nodiscard]] Assignment longest_first(std::uint32_t unroll) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> copies;
    for (std::uint32_t t = 0; t < checked_.graph.tasks(); ++t) {
      for (std::uint32_t k = 0; k < unroll; ++k) copies.emplace_back(t, k);
    }
    std::stable_sort(copies.begin(), copies.end(),
                     [&](const auto& a, const auto& b) { return time(a.first) > time(b.first); });
    std::set<std::pair<Time, std::uint32_t>> free;
    for (std::uint32_t p = 0; p < checked_.times.processors(); ++p) free.insert({0, p});
    Assignment made;
    made.processor.resize(copies.size());
    for (const auto& [task, copy] : copies) {
      const auto first = *free.begin();
      free.erase(free.begin());
      free.insert({first.first + time(task), first.second});
      made.processor[std::size_t{task} * unroll + copy] = first.second;
    }
    for (const auto& [until, p] : free) made.period = std::max(made.period, until);
    return made;
  }

  void check_unrolling(std::uint64_t unroll, std::uint64_t period, std::uint64_t most, std::uint64_t limit) {
    if (most > kMostCopiesInPeriod) {
      faults_.error(checked_.where,
                    "max_unroll is " + std::to_string(most) + ", above " + std::to_string(kMostCopiesInPeriod));
      return;
    }
    if (unroll > most) {
      faults_.error(checked_.where,
                    "unroll is " + std::to_string(unroll) + ", above max_unroll " + std::to_string(most));
      return;
    }
    std::uint64_t best = 0;
    Assignment chosen;
    for (std::uint64_t x = 1; x <= most && (x == 1 || x * checked_.graph.tasks() <= kMostPlaced); ++x) {
      Assignment tried = longest_first(static_cast<std::uint32_t>(x));
      const bool above = Wide{total_} * x * 1000000000 > Wide{tried.period} * checked_.times.processors() * limit;
      // more copies per cycle is more utilisation
      if (above || best == 0 || Wide{x} * chosen.period > Wide{best} * tried.period) {
        best = x;
        chosen = std::move(tried);
      }
      if (above) break;
    }
    if (unroll != best) {
      faults_.error(checked_.where, "unroll is " + std::to_string(unroll) +
                                        ", and the first above the utilization, or else the best, is " +
                                        std::to_string(best));
      return;
    }
    if (period != chosen.period) {
      faults_.error(checked_.where, "period is " + std::to_string(period) + ", and longest first makes " +
                                        std::to_string(chosen.period));
    }
    if (flag(plan_.parameters, "reassign")) return;
    for (const Placement& place : plan_.placement) {
      const std::uint32_t right = chosen.processor[place.task * unroll + place.copy];
      if (place.processors[0] == right) continue;
      faults_.error(checked_.where, "task '" + checked_.name(place.task) + "' copy " + std::to_string(place.copy) +
                                        " is on processor " + std::to_string(place.processors[0]) +
                                        ", and longest first puts it on " + std::to_string(right));
    }
  }

  void check_numbers(std::uint64_t unroll, std::uint64_t period) {
    const double share = static_cast<double>(total_) * static_cast<double>(unroll) /
                         (static_cast<double>(period) * checked_.times.processors());
    const Value* found = plan_.metrics.find("utilization");
    const double* said = found == nullptr ? nullptr : std::get_if<double>(found);
    const auto* as_whole = found == nullptr ? nullptr : std::get_if<std::uint64_t>(found);
    const double value = said != nullptr ? *said : as_whole != nullptr ? static_cast<double>(*as_whole) : -1;
    if (!(std::abs(value - share) <= 1e-9 * share)) {
      faults_.error(checked_.where,
                    "the metric utilization is not the busy share of the processors, " + std::to_string(share));
    }
    const auto largest = whole(plan_.metrics, "max_retiming");
    const auto prologue = whole(plan_.metrics, "prologue");
    if (!largest || !prologue)
      faults_.error(checked_.where, "a plan of `periodic` has the metrics max_retiming and prologue");
    for (const char* bound : {"least_retiming", "exact_bound"}) {
      const auto least = whole(plan_.metrics, bound);
      if (largest && least && *largest < *least) {
        faults_.error(checked_.where, "max_retiming is " + std::to_string(*largest) + ", below " + bound + " " +
                                          std::to_string(*least));
      }
    }
    const auto above = whole(plan_.metrics, "above_least_retiming");
    const auto least_retiming = whole(plan_.metrics, "least_retiming");
    if (above && least_retiming && largest && *largest != *least_retiming + *above)
      faults_.error(checked_.where, "above_least_retiming is not max_retiming - least_retiming");
    // A search keeps what is better; the schemes of the source are what they are.
    const auto before = whole(plan_.metrics, "max_retiming_before");
    if (plan_.parameters.find("until") == nullptr && largest && before && *largest > *before) {
      faults_.error(checked_.where, "max_retiming is " + std::to_string(*largest) +
                                        ", more than before the adjustment, " + std::to_string(*before));
    }
  }

  const Checked& checked_;
  const Plan& plan_;
  Diagnostics& faults_;
  Time total_ = 0;
};

}  // namespace

void add_periodic_rules(MethodRulesCatalogue& rules) {
  rules.add("periodic", "longest-first assignment, unrolled until the processors are busy",
            [](const Checked& checked, Diagnostics& faults) { PeriodicRules(checked, faults).run(); });
}

}  // namespace gantry::plan
