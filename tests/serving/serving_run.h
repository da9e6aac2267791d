// SPDX-License-Identifier: Apache-2.0
// A machine of inference nodes with a load that a test writes down, and everything that it did.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gantry/base/archive.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/serving/serving_machine.h"

namespace gantry {

/// Arrivals in order; every engine takes `cycles(node, engine, requests)`, every request `passes(node)` passes.
class ScriptedLoad final : public ServingLoad {
 public:
  std::vector<SessionArrival> arrivals;
  std::function<Cycle(NodeId, std::uint32_t, std::uint64_t)> cycles = [](NodeId, std::uint32_t, std::uint64_t) {
    return 100;
  };
  std::function<std::uint64_t(NodeId)> pass_count = [](NodeId) { return 1; };

  bool next(SessionArrival& arrival) override {
    if (given_ == arrivals.size()) return false;
    arrival = arrivals[given_++];
    return true;
  }
  [[nodiscard]] std::uint64_t total() const override { return arrivals.size(); }
  std::uint64_t passes(NodeId node, std::uint64_t /*work*/) override { return pass_count(node); }
  Cycle service_cycles(NodeId node, std::uint32_t engine, std::uint64_t requests) override {
    return cycles(node, engine, requests);
  }
  bool archive(Archive& state) override {
    state(given_);
    return true;
  }

 private:
  std::size_t given_ = 0;
};

struct ServedVisit {
  VisitRecord visit;
  NodeId node = 0;
  std::uint64_t batch = 0;
  Cycle started = 0;
  Cycle finished = 0;
};

struct ServingRecords final : ServingSink {
  std::vector<SessionRecord> sessions;
  std::vector<BatchRecord> batches;
  std::vector<ServedVisit> visits;
  std::vector<std::pair<VisitRecord, Cycle>> open;  ///< with the cycle of their start

  void session_done(const SessionRecord& session) override { sessions.push_back(session); }
  void batch_done(const BatchRecord& batch) override { batches.push_back(batch); }
  void visit_done(const VisitRecord& visit, const BatchRecord& batch) override {
    visits.push_back({visit, batch.node, batch.number, batch.started, batch.finished()});
  }
  void visit_open(const VisitRecord& visit, Cycle started, Cycle /*end*/) override {
    open.emplace_back(visit, started);
  }

  /// All of it as text, for comparisons.
  [[nodiscard]] std::string text() const {
    std::string all;
    const auto add = [&](std::initializer_list<std::uint64_t> values) {
      for (const std::uint64_t value : values) all += std::to_string(value) + ' ';
      all += '\n';
    };
    for (const SessionRecord& s : sessions) add({s.number, s.kind, s.arrived, s.completed});
    for (const BatchRecord& b : batches)
      add({b.node, b.number, b.selected, b.started, b.finished(), b.requests, b.priority_requests, b.returned});
    for (const ServedVisit& v : visits)
      add({v.visit.session, v.node, v.visit.pass, v.visit.queued, v.batch, v.visit.datum});
    return all;
  }
};

/// `count` nodes n0, n1, ... in a row with gateway and scheduler: they sit at columns 2, 3, ... of a mesh of one row,
/// so with one-flit messages L(H, 1) = 2H + 4 (docs/timing.md).
inline ServingConfig nodes_in_a_row(std::uint32_t count) {
  ServingConfig config;
  config.interconnect.own.set("columns", count + 2);
  config.interconnect.own.set("rows", 1);
  for (std::uint32_t n = 0; n < count; ++n) {
    InferenceNodeConfig node;
    node.name = 'n' + std::to_string(n);
    node.weight = to_amount({1, 0});
    node.engines = {node.name};
    config.nodes.push_back(node);
  }
  config.scheduler.rated.count = count;
  return config;
}

/// Sessions that visit these nodes one after the other.
inline SessionKind chain(const std::vector<NodeId>& nodes, bool priority = false) {
  SessionKind kind;
  kind.priority = priority;
  for (std::uint32_t v = 0; v < nodes.size(); ++v) {
    kind.visits.push_back({nodes[v], {}, {}});
    if (v > 0) {
      kind.visits[v].after.push_back(v - 1);
      kind.visits[v - 1].before.push_back(v);
    }
  }
  return kind;
}

/// Runs to the end, every invariant checked after every cycle.
inline ServingStats run_serving(const ServingConfig& config, ServingLoad& load, ServingRecords& records,
                                std::uint64_t shuffle_seed = 0, Cycle max_cycles = 0) {
  ServingMachine machine(config, load, records);
  RunControl control;
  control.max_cycles = max_cycles;
  Cycle now = 0;
  const RunEnd end = run_cycles(machine, control, {true, shuffle_seed, true}, now);
  if (end == RunEnd::complete) machine.verify_empty();
  return machine.finish(end, now);
}

}  // namespace gantry
