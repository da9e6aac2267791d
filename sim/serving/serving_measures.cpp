// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_measures.h"

#include "gantry/serving/serving_machine.h"

namespace gantry {
namespace {

struct NoLoad final : ServingLoad {
  bool next(SessionArrival& /*arrival*/) override { return false; }
  [[nodiscard]] std::uint64_t total() const override { return 0; }
  std::uint64_t passes(NodeId /*node*/, std::uint64_t /*work*/) override { return 1; }
  Cycle service_cycles(NodeId /*node*/, std::uint32_t /*engine*/, std::uint64_t /*requests*/) override { return 1; }
};

struct NoSessions final : ServingSink {
  void session_done(const SessionRecord& /*session*/) override {}
  void batch_done(const BatchRecord& /*batch*/) override {}
  void visit_done(const VisitRecord& /*visit*/, const BatchRecord& /*batch*/) override {}
};

}  // namespace

MeasureTables serving_measures() {
  ServingConfig config;
  config.nodes.emplace_back();
  config.nodes.back().name = "NODE";
  config.nodes.back().engines = {"engine"};
  NoLoad load;
  NoSessions sessions;
  const ServingMachine machine(config, load, sessions);
  return measure_tables(machine.units());
}

}  // namespace gantry
