// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/formulation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace gantry::plan {
std::vector<std::vector<bool>> ancestors(const PipelineItems& items) {
  std::vector<std::vector<bool>> before(items.size(), std::vector<bool>(items.size(), false));
  for (const std::uint32_t i : items.flow_order()) {
    for (const std::uint32_t e : items.in(i)) {
      const std::uint32_t from = items.edges()[e].from;
      before[i][from] = true;
      for (std::uint32_t k = 0; k < items.size(); ++k) {
        if (before[from][k]) before[i][k] = true;
      }
    }
  }
  return before;
}

PipelineFormulation::PipelineFormulation(const PipelineItems& items, double time_unit, std::optional<Time> at_most,
                                         bool ordered, PipelineForm form)
    : items_(items), model_(items.model()), unit_(time_unit), form_(form), resources_(items.model().resource_count()) {
  double horizon = 0;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    Time longest = 0;
    for (std::uint32_t r = 0; r < resources_; ++r) {
      if (model_.can_run(i, r)) longest = std::max(longest, model_.time(i, r));
    }
    horizon += scaled(longest);
  }
  const std::uint8_t hops = *std::max_element(model_.hops.begin(), model_.hops.end());
  const Time delay = model_.delays.empty() ? 0 : *std::max_element(model_.delays.begin(), model_.delays.end());
  for (const PipelineEdge& edge : items.edges()) horizon += 2 * hops * scaled(edge.hop) + scaled(delay);
  if (at_most) horizon = std::min(horizon, scaled(*at_most));
  objective_ = milp_.add_variable(0, horizon, 1, false, "objective");
  add_choice();
  break_symmetry();
  add_parameters();
  add_memory(form == PipelineForm::kCoarse);
  add_loads();
  if (model_.objective == PipelineObjective::kMakespan) add_completions(ordered, horizon);
}

std::string PipelineFormulation::item_name(std::uint32_t item) const {
  return std::to_string(item / model_.operation_count()) + '.' + std::to_string(item % model_.operation_count());
}

void PipelineFormulation::add_choice() {
  for (std::uint32_t u = 0; u < items_.units(); ++u) {
    const std::string name = item_name(items_.members(u)[0]);
    std::vector<Milp::Term> one;
    for (std::uint32_t r = 0; r < resources_; ++r) {
      x_.push_back(milp_.add_variable(0, items_.can_run(u, r) ? 1 : 0, 0, true, "x." + name + '.' + std::to_string(r)));
      one.push_back({x_.back(), 1});
    }
    milp_.add_row(1, 1, one, "one." + name);
  }
}

/// Of resources that are alike, a later one is used by a unit only if an earlier unit uses the one before it.
void PipelineFormulation::break_symmetry() {
  const std::vector<std::uint32_t> first = alike_resources(model_);
  for (std::uint32_t r = 0; r < resources_; ++r) {
    if (first[r] == r) continue;
    std::uint32_t previous = first[r];
    for (std::uint32_t q = first[r]; q < r; ++q) {
      if (first[q] == first[r]) previous = q;
    }
    std::vector<Milp::Term> terms;
    for (std::uint32_t u = 0; u < items_.units(); ++u) {
      const std::uint32_t item = items_.members(u)[0];
      terms.push_back({x(item, r), -1});
      milp_.add_row(0, Milp::kInfinity, terms, "alike." + item_name(item) + '.' + std::to_string(r));
      terms.back() = {x(item, previous), 1};
    }
  }
}

/// h >= x of every holder; with one holder it is that x.
void PipelineFormulation::add_parameters() {
  for (std::uint32_t p = 0; p < model_.parameters.size(); ++p) {
    copies_.emplace_back();
    for (std::uint32_t r = 0; r < resources_; ++r) {
      const std::vector<std::uint32_t>& holders = items_.holders(p);
      if (holders.size() == 1) {
        copies_[p].push_back(x(items_.members(holders[0])[0], r));
        continue;
      }
      const std::string name = "h." + std::to_string(p) + '.' + std::to_string(r);
      copies_[p].push_back(milp_.add_variable(0, 1, 0, true, name));
      for (const std::uint32_t u : holders) {
        milp_.add_row(0, Milp::kInfinity, {{copies_[p][r], 1}, {x(items_.members(u)[0], r), -1}},
                      "copy." + std::to_string(p) + '.' + std::to_string(u) + '.' + std::to_string(r));
      }
    }
  }
}

/// Parameters, and what one operation needs while it runs (source 002 claim 3). In units of the capacity, or bytes if
/// that is small.
void PipelineFormulation::add_memory(bool coarse) {
  for (std::uint32_t r = 0; r < resources_; ++r) {
    if (!model_.resources[r].memory) continue;
    const auto capacity = static_cast<double>(*model_.resources[r].memory);
    const double most = coarse ? 1024 : 1e6;
    const double unit = capacity > most ? capacity / most : 1;
    const auto scaled_bytes = [&](std::uint64_t bytes) {
      const double exact = static_cast<double>(bytes) / unit;
      return coarse ? std::ceil(exact) : exact;
    };
    std::vector<Milp::Term> held;
    for (std::uint32_t p = 0; p < model_.parameters.size(); ++p) {
      if (model_.parameters[p].bytes == 0) continue;
      held.push_back({copies_[p][r], scaled_bytes(model_.parameters[p].bytes)});
    }
    const auto add_row = [&](const std::string& name) {
      memory_rows_.push_back(milp_.add_row(-Milp::kInfinity, capacity / unit, held, name));
      memory_resource_.push_back(r);
    };
    if (!held.empty()) add_row("memory." + std::to_string(r));
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      const bool runs = model_.objective == PipelineObjective::kThroughput || model_.time(i, r) > 0;
      if (items_.footprint(i) == 0 || !runs || !model_.can_run(i, r)) continue;
      held.push_back({x(i, r), scaled_bytes(items_.footprint(i))});
      add_row("memory." + item_name(i) + '.' + std::to_string(r));
      held.pop_back();
    }
  }
}

/// The objective is at least the load of every resource; its transfers count under throughput only.
void PipelineFormulation::add_loads() {
  const bool throughput = model_.objective == PipelineObjective::kThroughput;
  for (std::uint32_t r = 0; r < resources_; ++r) {
    std::vector<Milp::Term> terms{{objective_, 1}};
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      if (model_.can_run(i, r) && model_.time(i, r) > 0) terms.push_back({x(i, r), -scaled(model_.time(i, r))});
      if (!throughput || !model_.resources[r].carries_transfers) continue;
      Time hop = 0;
      for (const std::uint32_t e : items_.out(i)) hop = std::max(hop, items_.edges()[e].hop);
      if (hop == 0) continue;
      // A result leaves r if its item is here and a reader is not, it enters if a reader is here and the item is not.
      // Edges of one producer have one hop time here (docs/planners/pipeline.md).
      const std::string tail = item_name(i) + '.' + std::to_string(r);
      const auto leaves = milp_.add_variable(0, 1, 0, false, "out." + tail);
      const auto enters = milp_.add_variable(0, 1, 0, false, "in." + tail);
      terms.push_back({leaves, -scaled(hop)});
      terms.push_back({enters, -scaled(hop)});
      for (const std::uint32_t e : items_.out(i)) {
        const std::uint32_t to = items_.edges()[e].to;
        if (items_.unit(to) == items_.unit(i)) continue;
        const std::string row = tail + '.' + item_name(to);
        milp_.add_row(0, Milp::kInfinity, {{leaves, 1}, {x(i, r), -1}, {x(to, r), 1}}, "leave." + row);
        milp_.add_row(0, Milp::kInfinity, {{enters, 1}, {x(to, r), -1}, {x(i, r), 1}}, "enter." + row);
      }
    }
    milp_.add_row(0, Milp::kInfinity, terms, "load." + std::to_string(r));
  }
}

void PipelineFormulation::add_completions(bool ordered, double horizon) {
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    completion_.push_back(milp_.add_variable(0, horizon, 0, false, "c." + item_name(i)));
  }
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    if (items_.out(i).empty()) {
      milp_.add_row(0, Milp::kInfinity, {{objective_, 1}, {completion_[i], -1}}, "last." + item_name(i));
    }
    if (!items_.in(i).empty()) continue;
    std::vector<Milp::Term> terms{{completion_[i], 1}};
    for (std::uint32_t r = 0; r < resources_; ++r) {
      if (model_.can_run(i, r)) terms.push_back({x(i, r), -scaled(model_.time(i, r))});
    }
    milp_.add_row(0, Milp::kInfinity, terms, "first." + item_name(i));
  }
  for (const PipelineEdge& edge : items_.edges()) add_transfer(edge);
  if (ordered) add_order(horizon);
}

/// Completion >= the predecessor's completion + its own time + the transfer, which for a predecessor on `a` is
/// sum over b of transfer(a, b) x(to, b), and nothing for one that is not on `a`.
void PipelineFormulation::add_transfer(const PipelineEdge& edge) {
  std::vector<Milp::Term> base{{completion_[edge.to], 1}, {completion_[edge.from], -1}};
  for (std::uint32_t r = 0; r < resources_; ++r) {
    if (model_.can_run(edge.to, r)) base.push_back({x(edge.to, r), -scaled(model_.time(edge.to, r))});
  }
  const std::string name = item_name(edge.from) + '.' + item_name(edge.to);
  if ((edge.hop == 0 && model_.delays.empty()) || items_.unit(edge.from) == items_.unit(edge.to)) {
    milp_.add_row(0, Milp::kInfinity, base, "edge." + name);
    return;
  }
  if (form_ == PipelineForm::kQuadratic) return add_quadratic_transfer(edge, std::move(base), name);
  for (std::uint32_t a = 0; a < resources_; ++a) {
    if (!items_.can_run(items_.unit(edge.from), a)) continue;
    double most = 0;
    std::vector<Milp::Term> terms = base;
    for (std::uint32_t b = 0; b < resources_; ++b) {
      const double transfer = scaled(model_.transfer(edge, a, b));
      most = std::max(most, transfer);
      if (transfer > 0) terms.push_back({x(edge.to, b), -transfer});
    }
    terms.push_back({x(edge.from, a), -most});
    milp_.add_row(-most, Milp::kInfinity, terms, "edge." + name + '.' + std::to_string(a));
  }
}

/// The transfer from a to b counts where x(from, a) x(to, b) = 1.
void PipelineFormulation::add_quadratic_transfer(const PipelineEdge& edge, std::vector<Milp::Term> base,
                                                 const std::string& name) {
  std::vector<Milp::Product> products;
  for (std::uint32_t a = 0; a < resources_; ++a) {
    if (!items_.can_run(items_.unit(edge.from), a)) continue;
    for (std::uint32_t b = 0; b < resources_; ++b) {
      const double transfer = scaled(model_.transfer(edge, a, b));
      if (transfer > 0) products.push_back({x(edge.from, a), x(edge.to, b), -transfer});
    }
  }
  milp_.add_products(milp_.add_row(0, Milp::kInfinity, std::move(base), "edge." + name), std::move(products));
}

/// With `same` = sum over r of x(i, r) x(j, r), which is 1 on one resource and else 0: c_j >= c_i + time_j - big (2 -
/// same - b), and the other way round with 1 - b.
void PipelineFormulation::add_quadratic_order(std::uint32_t i, std::uint32_t j, std::uint32_t b, double horizon) {
  const auto row = [&](std::uint32_t first, std::uint32_t second, double sign, double constant) {
    std::vector<Milp::Term> terms{{completion_[second], 1}, {completion_[first], -1}, {b, -sign * horizon}};
    std::vector<Milp::Product> products;
    for (std::uint32_t r = 0; r < resources_; ++r) {
      if (!items_.can_run(items_.unit(i), r) || !items_.can_run(items_.unit(j), r)) continue;
      const double weight = -(scaled(model_.time(second, r)) + horizon);
      if (items_.unit(i) == items_.unit(j)) {
        terms.push_back({x(i, r), weight});
      } else {
        products.push_back({x(i, r), x(j, r), weight});
      }
    }
    const std::string name = "order." + item_name(first) + '.' + item_name(second);
    milp_.add_products(milp_.add_row(-constant * horizon, Milp::kInfinity, std::move(terms), name),
                       std::move(products));
  };
  row(i, j, 1, 2);
  row(j, i, -1, 1);
}

/// Two operations on one resource: one completes before the other begins.
void PipelineFormulation::add_order(double horizon) {
  const std::vector<std::vector<bool>> before = ancestors(items_);
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    for (std::uint32_t j = i + 1; j < items_.size(); ++j) {
      if (before[i][j] || before[j][i]) continue;
      std::optional<std::uint32_t> b;
      for (std::uint32_t r = 0; r < resources_; ++r) {
        if (!items_.can_run(items_.unit(i), r) || !items_.can_run(items_.unit(j), r)) continue;
        const std::string pair = item_name(i) + '.' + item_name(j);
        if (!b) b = milp_.add_variable(0, 1, 0, true, "b." + pair);
        if (form_ == PipelineForm::kQuadratic) continue;
        // c_j >= c_i + time_j - big (3 - b - x_i - x_j), and the other way round with 1 - b.
        const auto row = [&](std::uint32_t first, std::uint32_t second, double sign, double constant) {
          const double time = scaled(model_.time(second, r));
          const double big = horizon + time;
          std::vector<Milp::Term> terms{
              {completion_[second], 1}, {completion_[first], -1}, {*b, -sign * big}, {x(i, r), -big}, {x(j, r), -big}};
          milp_.add_row(time - constant * big, Milp::kInfinity, terms,
                        "order." + item_name(first) + '.' + item_name(second) + '.' + std::to_string(r));
        };
        row(i, j, 1, 3);
        row(j, i, -1, 2);
      }
      if (b && form_ == PipelineForm::kQuadratic) add_quadratic_order(i, j, *b, horizon);
      if (b) before_.push_back({i, j, *b});
    }
  }
}

std::uint32_t PipelineFormulation::resource_of(std::uint32_t row) const {
  const auto at = std::find(memory_rows_.begin(), memory_rows_.end(), row);
  return memory_resource_[static_cast<std::size_t>(at - memory_rows_.begin())];
}

PipelineChoice PipelineFormulation::choice(const std::vector<double>& values) const {
  PipelineChoice choice;
  for (std::uint32_t u = 0; u < items_.units(); ++u) {
    std::uint32_t best = 0;
    for (std::uint32_t r = 1; r < resources_; ++r) {
      if (values[x_[u * resources_ + r]] > values[x_[u * resources_ + best]]) best = r;
    }
    choice.resource.push_back(best);
  }
  choice.order = items_.flow_order();
  if (completion_.empty()) return choice;
  // By completion; equal ones (an operation of no time) by the b variables' order and the flow.
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> first;
  for (const Before& b : before_) first[{b.first, b.second}] = values[b.variable] > 0.5;
  std::vector<std::uint32_t> waiting(items_.size());
  for (std::uint32_t i = 0; i < items_.size(); ++i) waiting[i] = static_cast<std::uint32_t>(items_.in(i).size());
  std::vector<std::vector<std::uint32_t>> after(items_.size());
  for (const auto& [pair, is_first] : first) {
    if (choice.resource[items_.unit(pair.first)] != choice.resource[items_.unit(pair.second)]) continue;
    const auto [a, b] = is_first ? pair : std::make_pair(pair.second, pair.first);
    after[a].push_back(b);
    ++waiting[b];
  }
  std::vector<std::uint32_t> order;
  std::vector<bool> done(items_.size(), false);
  while (order.size() < items_.size()) {
    // Tolerances can make a cycle of operations that take no time: then the earliest completion breaks it.
    std::uint32_t next = items_.size();
    bool next_ready = false;
    for (const std::uint32_t i : items_.flow_order()) {
      if (done[i]) continue;
      const auto& in = items_.in(i);
      if (std::any_of(in.begin(), in.end(), [&](std::uint32_t e) { return !done[items_.edges()[e].from]; })) continue;
      const bool ready = waiting[i] == 0;
      if (next == items_.size() || (ready && !next_ready) ||
          (ready == next_ready && values[completion_[i]] < values[completion_[next]])) {
        next = i;
        next_ready = ready;
      }
    }
    done[next] = true;
    order.push_back(next);
    for (const std::uint32_t e : items_.out(next)) --waiting[items_.edges()[e].to];
    for (const std::uint32_t i : after[next]) --waiting[i];
  }
  choice.order = std::move(order);
  return choice;
}

void PipelineFormulation::forbid(const PipelineChoice& choice) {
  // Sum of (1 - what is chosen) >= 1. On every resource neighbours in the order tell the whole order.
  std::vector<Milp::Term> terms;
  double count = 0;
  for (std::uint32_t u = 0; u < items_.units(); ++u) {
    terms.push_back({x_[u * resources_ + choice.resource[u]], -1});
    ++count;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> variable;
  for (const Before& b : before_) variable[{b.first, b.second}] = b.variable;
  std::vector<std::optional<std::uint32_t>> last(resources_);
  for (const std::uint32_t i : choice.order) {
    const std::uint32_t r = choice.resource[items_.unit(i)];
    if (last[r]) {
      const auto pair = std::minmax(*last[r], i);
      const auto found = variable.find({pair.first, pair.second});
      if (found != variable.end()) {
        const bool first = *last[r] == pair.first;
        terms.push_back({found->second, first ? -1.0 : 1.0});
        if (first) ++count;
      }
    }
    last[r] = i;
  }
  milp_.add_row(1 - count, Milp::kInfinity, terms, "not." + std::to_string(milp_.rows().size()));
}

}  // namespace gantry::plan
