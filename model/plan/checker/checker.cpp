// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/checker/checker.h"

#include <algorithm>
#include <optional>

namespace gantry::plan {
namespace {

__extension__ using Signed = __int128;

class GeneralRules {
 public:
  GeneralRules(const Checked& checked, Diagnostics& faults) : checked_(checked), plan_(checked.plan), faults_(faults) {}

  void run() {
    copies_ = whole(plan_.metrics, "unroll").value_or(1);
    period_ = whole(plan_.metrics, "period");
    check_copies();
    if (!faults_.ok()) return;
    for (const Placement& place : plan_.placement) check_place(place);
    check_all_or_none();
    if (!faults_.ok()) return;
    if (timed()) {
      check_exclusive();
      check_dependences();
      check_releases();
    }
    check_metrics();
  }

 private:
  [[nodiscard]] std::string name(const Placement& place) const {
    return "task '" + checked_.name(place.task) + "'" +
           (copies_ > 1 ? " copy " + std::to_string(place.copy) : std::string());
  }
  [[nodiscard]] bool timed() const { return !plan_.placement.empty() && plan_.placement.front().start.has_value(); }
  /// A part without processors counts as one.
  [[nodiscard]] static std::uint32_t where(const Placement& place) {
    return place.processors.empty() ? place.part.value_or(0) : place.processors[0];
  }
  [[nodiscard]] const Placement& at(std::uint32_t task, std::uint32_t copy) const {
    return plan_.placement[where_[task * copies_ + copy]];
  }

  void check_copies() {
    const std::uint64_t tasks = checked_.graph.tasks();
    // Far too many copies are not looked for one by one.
    if (copies_ == 0 || tasks == 0 || copies_ > (2 * plan_.placement.size() + tasks) / tasks) {
      faults_.error(checked_.where, "unroll is " + std::to_string(copies_) + " for " + std::to_string(tasks) +
                                        " tasks and " + std::to_string(plan_.placement.size()) + " placements");
      return;
    }
    where_.assign(tasks * copies_, kNone);
    for (std::uint32_t i = 0; i < plan_.placement.size(); ++i) {
      const Placement& place = plan_.placement[i];
      if (place.task >= tasks) {
        faults_.error(checked_.where,
                      "placement " + std::to_string(i) + " is of a task that the workload does not have");
      } else if (place.copy >= copies_) {
        faults_.error(checked_.where, "task '" + checked_.name(place.task) + "' has a copy " +
                                          std::to_string(place.copy) + " of " + std::to_string(copies_));
      } else if (where_[place.task * copies_ + place.copy] != kNone) {
        faults_.error(checked_.where, name(place) + " is placed twice");
      } else {
        where_[place.task * copies_ + place.copy] = i;
      }
    }
    for (std::uint32_t t = 0; t < tasks; ++t) {
      for (std::uint32_t k = 0; k < copies_; ++k) {
        if (where_[t * copies_ + k] != kNone) continue;
        Placement missing;
        missing.task = t;
        missing.copy = k;
        faults_.error(checked_.where, name(missing) + " is not placed");
      }
    }
  }

  void check_place(const Placement& place) {
    const std::uint64_t parts = whole(plan_.parameters, "parts").value_or(0);
    if (place.part && *place.part >= parts) {
      faults_.error(checked_.where,
                    name(place) + " is in part " + std::to_string(*place.part) + " of " + std::to_string(parts));
    }
    if (place.processors.empty() && !place.part) faults_.error(checked_.where, name(place) + " has no processor");
    std::vector<std::uint32_t> sorted = place.processors;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      faults_.error(checked_.where, name(place) + " names a processor twice");
    }
    if (sorted.empty() && place.part && *place.part < parts && place.start) sorted = {*place.part};
    for (const std::uint32_t p : sorted) {
      if (p >= checked_.times.processors()) {
        faults_.error(checked_.where, name(place) + " is on processor " + std::to_string(p) + " of " +
                                          std::to_string(checked_.times.processors()));
      } else if (checked_.times(place.task, p) == TaskTimes::kCannotRun) {
        faults_.error(checked_.where, name(place) + " is on processor " + std::to_string(p) + ", which cannot run it");
      } else if (place.start && place.finish && sorted.size() == 1 &&
                 add(*place.start, checked_.times(place.task, p)) != *place.finish) {
        faults_.error(checked_.where, name(place) + " runs from " + std::to_string(*place.start) + " to " +
                                          std::to_string(*place.finish) + " and takes " +
                                          std::to_string(checked_.times(place.task, p)));
      }
    }
    if (place.start.has_value() != place.finish.has_value()) {
      faults_.error(checked_.where, name(place) + " has a start or a finish without the other");
    }
    if (place.start && sorted.size() != 1)
      faults_.error(checked_.where, name(place) + " has a start and not one processor");
    if (period_ && place.start && *place.start >= *period_) {
      faults_.error(checked_.where, name(place) + " starts at " + std::to_string(*place.start) +
                                        ", not within the period of " + std::to_string(*period_));
    }
    if (period_ && place.finish && *place.finish > *period_) {
      faults_.error(checked_.where, name(place) + " ends at " + std::to_string(*place.finish) +
                                        ", after the period of " + std::to_string(*period_));
    }
  }

  void check_all_or_none() {
    const auto count = [&](auto has) { return std::count_if(plan_.placement.begin(), plan_.placement.end(), has); };
    const auto all = static_cast<std::ptrdiff_t>(plan_.placement.size());
    const auto starts = count([](const Placement& p) { return p.start.has_value(); });
    if (starts != 0 && starts != all) faults_.error(checked_.where, "some copies have a start and some have none");
    const auto retimed = count([](const Placement& p) { return p.retiming.has_value(); });
    if (retimed != 0 && retimed != all) faults_.error(checked_.where, "some copies have a retiming and some have none");
    if (period_ && retimed != all) faults_.error(checked_.where, "a periodic plan needs a retiming for every copy");
  }

  void check_exclusive() {
    std::vector<const Placement*> order;
    for (const Placement& place : plan_.placement) {
      if (*place.start < *place.finish) order.push_back(&place);
    }
    std::sort(order.begin(), order.end(), [](const Placement* a, const Placement* b) {
      return where(*a) != where(*b) ? where(*a) < where(*b) : *a->start < *b->start;
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (where(*order[i]) != where(*order[i - 1]) || *order[i]->start >= *order[i - 1]->finish) continue;
      faults_.error(checked_.where, "processor " + std::to_string(where(*order[i])) + " runs " + name(*order[i - 1]) +
                                        " until " + std::to_string(*order[i - 1]->finish) + " and " + name(*order[i]) +
                                        " from " + std::to_string(*order[i]->start));
    }
  }

  void check_dependences() {
    for (const Edge& edge : checked_.graph.edges()) {
      for (std::uint32_t k = 0; k < copies_; ++k) {
        const Placement& from = at(edge.from, k);
        const Placement& to = at(edge.to, k);
        const Time transfer = where(from) == where(to) ? 0 : checked_.transfer(edge, where(from), where(to));
        Signed arrival = Signed{*from.finish} + transfer;
        if (period_) {
          arrival -= (Signed{from.retiming.value_or(0)} - Signed{to.retiming.value_or(0)}) * *period_;
        }
        if (arrival <= Signed{*to.start}) continue;
        faults_.error(checked_.where,
                      name(to) + " starts at " + std::to_string(*to.start) + " and the data of " + name(from) +
                          (arrival < 0 ? "" : " comes at " + std::to_string(static_cast<Time>(arrival))));
      }
    }
  }

  void check_releases() {
    for (const Placement& place : plan_.placement) {
      if (checked_.releases.empty() || *place.start >= checked_.releases[place.task]) continue;
      faults_.error(checked_.where, name(place) + " starts at " + std::to_string(*place.start) +
                                        " and is submitted at " + std::to_string(checked_.releases[place.task]));
    }
  }

  void check_metrics() {
    Time last = 0;
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    for (const Placement& place : plan_.placement) {
      last = std::max(last, place.finish.value_or(0));
      least = std::min(least, place.retiming.value_or(0));
      most = std::max(most, place.retiming.value_or(0));
    }
    if (timed() && !period_) check_metric("makespan", last);
    if (!period_) return;
    if (least != 0) faults_.error(checked_.where, "the least retiming is " + std::to_string(least) + ", not 0");
    check_metric("max_retiming", most);
    check_metric("prologue", most * *period_);
  }

  void check_metric(const char* metric, std::uint64_t is) {
    const auto said = whole(plan_.metrics, metric);
    if (said && *said != is) {
      faults_.error(checked_.where,
                    std::string(metric) + " is " + std::to_string(is) + ", not " + std::to_string(*said));
    }
  }

  const Checked& checked_;
  const Plan& plan_;
  Diagnostics& faults_;
  std::uint64_t copies_ = 1;
  std::optional<std::uint64_t> period_;
  std::vector<std::uint32_t> where_;  ///< placement of task x copies + copy
};

}  // namespace

TransferTime transfer_time(const TransferCost& cost) {
  return [cost](const Edge& edge, std::uint32_t from, std::uint32_t to) {
    return from == to ? Time{0} : cost.cycles(edge.bytes);
  };
}

Diagnostics check_plan(const Checked& checked, const MethodRulesCatalogue& method_rules) {
  Diagnostics faults;
  GeneralRules(checked, faults).run();
  const auto* rules = method_rules.find(checked.plan.method);
  if (rules != nullptr && faults.ok()) rules->make(checked, faults);
  return faults;
}

}  // namespace gantry::plan
