// SPDX-License-Identifier: Apache-2.0
// The pipeline planner's rules once more, naively, and every choice of a small model tried by them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan::naive {

/// Counts on to the next choice of a resource for every item. Returns false after the last one, and begins anew.
inline bool next_choice(std::vector<std::uint32_t>& where, std::uint32_t resources) {
  for (std::uint32_t& r : where) {
    if (++r < resources) return true;
    r = 0;
  }
  return false;
}

struct Try {
  const PipelineModel& model;
  std::vector<std::uint32_t> where;  ///< resource by item
  std::vector<std::uint32_t> order;  ///< items
  std::vector<Time> start = {};
  std::vector<Time> finish = {};

  [[nodiscard]] std::uint32_t operations() const { return model.operation_count(); }
  [[nodiscard]] std::uint32_t items() const { return model.items(); }

  [[nodiscard]] bool allowed() const {
    for (std::uint32_t i = 0; i < items(); ++i) {
      if (!model.can_run(i, where[i])) return false;
    }
    for (const PipelineParameter& parameter : model.parameters) {
      for (std::uint32_t s = 0; s < model.subtasks; ++s) {
        for (const std::uint32_t o : parameter.operations) {
          const std::uint32_t subtask = model.replicate ? s : 0;
          if (where[s * operations() + o] != where[subtask * operations() + parameter.operations[0]]) return false;
        }
      }
    }
    return true;
  }

  /// Calls it with `order` set to every order that has predecessors before successors.
  template <class Visit>
  void every_order(const Visit& visit) {
    if (order.size() == items()) return visit();
    for (std::uint32_t i = 0; i < items(); ++i) {
      if (std::find(order.begin(), order.end(), i) != order.end()) continue;
      const auto waits = [&](const PipelineEdge& e) {
        return e.to == i % operations() &&
               std::find(order.begin(), order.end(), i / operations() * operations() + e.from) == order.end();
      };
      if (std::any_of(model.edges.begin(), model.edges.end(), waits)) continue;
      order.push_back(i);
      every_order(visit);
      order.pop_back();
    }
  }

  Time run() {
    start.assign(items(), 0);
    finish.assign(items(), 0);
    std::vector<Time> release(model.resources.size(), 0);
    for (const std::uint32_t i : order) {
      const std::uint32_t s = i / operations();
      start[i] = release[where[i]];
      for (const PipelineEdge& e : model.edges) {
        if (e.to != i % operations()) continue;
        const std::uint32_t from = s * operations() + e.from;
        start[i] =
            std::max(start[i], finish[from] + model.hops[where[from] * model.resources.size() + where[i]] * e.hop);
      }
      finish[i] = release[where[i]] = start[i] + model.time(i, where[i]);
    }
    return *std::max_element(finish.begin(), finish.end());
  }

  [[nodiscard]] std::uint64_t parameters(std::uint32_t r) const {
    std::uint64_t bytes = 0;
    for (const PipelineParameter& parameter : model.parameters) {
      bool here = false;
      for (std::uint32_t s = 0; s < model.subtasks; ++s)
        here = here || where[s * operations() + parameter.operations[0]] == r;
      if (here) bytes += parameter.bytes;
    }
    return bytes;
  }

  /// What is on a resource in the cycle `t`.
  [[nodiscard]] std::uint64_t bytes_at(std::uint32_t r, Time t) const {
    std::uint64_t bytes = parameters(r);
    for (std::uint32_t i = 0; i < items(); ++i) {
      if (where[i] == r && start[i] <= t && t < finish[i]) bytes += model.operations[i % operations()].input_bytes;
      std::optional<Time> from;
      Time until = 0;
      std::uint64_t result = 0;
      for (const PipelineEdge& e : model.edges) {
        const std::uint32_t reader = i / operations() * operations() + e.to;
        if (e.from != i % operations() || where[reader] != r || e.bytes == 0) continue;
        const Time arrival = finish[i] + model.hops[where[i] * model.resources.size() + r] * e.hop;
        from = from ? std::min(*from, arrival) : arrival;
        until = std::max(until, finish[reader]);
        result = std::max(result, e.bytes);
      }
      if (from && *from <= t && t < until) bytes += result;
    }
    return bytes;
  }

  /// Whatever comes, comes at the start of an operation or with an arrival: the maximum over those cycles.
  [[nodiscard]] bool fits() const {
    std::set<Time> when(start.begin(), start.end());
    for (std::uint32_t i = 0; i < items(); ++i) {
      when.insert(finish[i]);
      for (const PipelineEdge& e : model.edges) {
        for (std::uint32_t hops = 0; hops <= 2; ++hops) when.insert(finish[i] + hops * e.hop);
      }
    }
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
      if (!model.resources[r].memory) continue;
      if (parameters(r) > *model.resources[r].memory) return false;
      for (const Time t : when) {
        if (bytes_at(r, t) > *model.resources[r].memory) return false;
      }
    }
    return true;
  }

  [[nodiscard]] Time load(std::uint32_t r) const {
    Time load = 0;
    for (std::uint32_t i = 0; i < items(); ++i) {
      Time hop = 0;
      bool leaves = false;
      bool enters = false;
      for (const PipelineEdge& e : model.edges) {
        if (e.from != i % operations()) continue;
        hop = std::max(hop, e.hop);
        const std::uint32_t reader = i / operations() * operations() + e.to;
        leaves = leaves || where[reader] != where[i];
        enters = enters || where[reader] == r;
      }
      if (where[i] == r) load += model.time(i, r);
      if (!model.resources[r].carries_transfers) continue;
      if (where[i] == r ? leaves : enters) load += hop;
    }
    return load;
  }

  [[nodiscard]] bool fits_standing() const {
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
      std::uint64_t largest = 0;
      for (std::uint32_t i = 0; i < items(); ++i) {
        if (where[i] != r) continue;
        std::uint64_t bytes = model.operations[i % operations()].input_bytes;
        for (const PipelineEdge& e : model.edges) bytes += e.to == i % operations() ? e.bytes : 0;
        largest = std::max(largest, bytes);
      }
      if (model.resources[r].memory && parameters(r) + largest > *model.resources[r].memory) return false;
    }
    return true;
  }
};

/// The best value of all choices, nothing if none is allowed.
inline std::optional<Time> best(const PipelineModel& model) {
  const std::uint32_t items = model.items();
  std::optional<Time> found;
  std::vector<std::uint32_t> where(items, 0);
  for (bool more = true; more;) {
    Try attempt{model, where, {}};
    if (attempt.allowed()) {
      if (model.objective == PipelineObjective::kThroughput) {
        Time value = 0;
        for (std::uint32_t r = 0; r < model.resource_count(); ++r) value = std::max(value, attempt.load(r));
        if ((!found || value < *found) && attempt.fits_standing()) found = value;
      } else {
        attempt.every_order([&] {
          const Time value = attempt.run();
          if ((!found || value < *found) && attempt.fits()) found = value;
        });
      }
    }
    more = next_choice(where, model.resource_count());
  }
  return found;
}

/// Layers in a row, each a forward and a backward operation that a parameter ties; equal resources or different ones.
inline PipelineModel random_training(std::mt19937& random, std::uint32_t layers, std::uint32_t subtasks) {
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  PipelineModel model;
  model.subtasks = subtasks;
  const bool alike = below(3) != 0;
  const std::uint32_t resources = 2;
  for (std::uint32_t r = 0; r < resources; ++r) model.resources.push_back({"r" + std::to_string(r), {}, false});
  for (std::uint32_t o = 0; o < 2 * layers; ++o) {
    model.operations.push_back({"o" + std::to_string(o)});
    const Time time = 1 + below(9);
    for (std::uint32_t r = 0; r < resources; ++r) model.times.push_back(alike ? time : 1 + below(9));
    if (o > 0) model.edges.push_back({o - 1, o, 0, below(3)});
  }
  for (std::uint32_t l = 0; l < layers; ++l) {
    if (below(5) != 0) model.parameters.push_back({0, {l, 2 * layers - 1 - l}});
  }
  model.hops = {0, 1, 1, 0};
  return model;
}

/// A model of few operations; `kind` chooses what it has: memory, parameters, transfers, subtasks.
inline PipelineModel random_model(std::mt19937& random, PipelineObjective objective) {
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  PipelineModel model;
  model.objective = objective;
  model.subtasks = 1 + below(2);
  const std::uint32_t most = objective == PipelineObjective::kMakespan ? 5 : 7;
  const std::uint32_t operations = 1 + below(most / model.subtasks);
  const std::uint32_t resources = 1 + below(operations * model.subtasks > 4 ? 2 : 3);
  model.replicate = model.subtasks > 1 && below(2) == 0;
  for (std::uint32_t o = 0; o < operations; ++o) {
    model.operations.push_back({"o" + std::to_string(o), below(3) == 0 ? below(6) : 0});
  }
  const bool limited = below(2) == 0;
  const bool carries = objective == PipelineObjective::kThroughput && below(2) == 0;
  for (std::uint32_t r = 0; r < resources; ++r) {
    PipelineResource resource;
    resource.name = "r" + std::to_string(r);
    if (limited && below(4) != 0) resource.memory = 4 + below(16);
    resource.carries_transfers = carries && (r == 0 || below(3) != 0);
    model.resources.push_back(resource);
  }
  const bool alike = below(2) == 0;
  for (std::uint32_t o = 0; o < operations; ++o) {
    const Time time = below(10);
    for (std::uint32_t r = 0; r < resources; ++r) {
      const Time here = alike ? time : below(10);
      model.times.push_back(!alike && r > 0 && below(8) == 0 ? TaskTimes::kCannotRun : here);
    }
  }
  for (std::uint32_t to = 1; to < operations; ++to) {
    for (std::uint32_t from = 0; from < to; ++from) {
      if (below(2) == 0) continue;
      // One hop time per producer where transfers load resources.
      Time hop = below(4);
      for (const PipelineEdge& e : model.edges) {
        if (carries && e.from == from) hop = e.hop;
      }
      model.edges.push_back({from, to, below(5), hop});
    }
  }
  for (std::uint32_t p = below(3); p > 0; --p) {
    PipelineParameter parameter{below(6), {below(operations)}};
    const std::uint32_t other = below(operations);
    if (other != parameter.operations[0]) parameter.operations.push_back(other);
    model.parameters.push_back(parameter);
  }
  const bool through_memory = below(2) == 0;
  std::vector<std::uint32_t> link(resources);
  for (auto& l : link) l = below(2);
  for (std::uint32_t a = 0; a < resources; ++a) {
    for (std::uint32_t b = 0; b < resources; ++b) {
      const std::uint32_t hops = a == b ? 0 : through_memory ? link[a] + link[b] : 1;
      model.hops.push_back(static_cast<std::uint8_t>(hops));
    }
  }
  return model;
}

}  // namespace gantry::plan::naive
