// SPDX-License-Identifier: Apache-2.0
// The TLM-2.0 memory of docs/extending.md in the place of Gantry's.
#include "catch.h"
#include "examples/own_memory.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/sc/platform.h"
#include "gantry/scheduler/descriptor_config.h"
#include "recorded_run.h"

namespace gantry::sc_extending_test {

TEST_CASE("a TLM-2.0 memory of one's own answers the machine") {
  constexpr Cycle kLatency = 25;
  Experiment experiment;
  experiment.architecture.processors->push_back({});
  experiment.workload.tasks.resize(1);
  experiment.workload.tasks[0].id = "only";
  experiment.workload.tasks[0].cycles = 10;
  experiment.workload.tasks[0].output_bytes = 64;
  GraphSource source(experiment.workload, experiment.architecture);
  Records records;
  Machine machine(experiment.architecture, {}, source, records);

  const sc::ClockPeriod clock(experiment.architecture.clock_mhz);
  sc::Platform platform("gantry", machine, clock);
  sc::ConstantMemory memory("own_memory", clock.at(kLatency));
  platform.memory_initiator.socket(0).bind(memory.socket);
  Cycle now = 0;
  REQUIRE(platform.simulate({}, now) == RunEnd::complete);
  machine.verify_empty();
  // One descriptor written and read, one output written.
  CHECK(memory.requests == 3);

  // The default memory takes latency + ceil(bytes / bytes_per_cycle) cycles to write, and its data set out when the
  // first are there, latency + 1; this one takes 25: write, read and output are as much earlier.
  const MemoryConfig& config = *experiment.architecture.memory;
  const RecordedRun built_in = record_run(experiment, {});
  const Cycle write =
      config.latency_cycles + config.bytes_per_cycle.time_for(experiment.architecture.descriptor->full_bytes);
  const Cycle read = config.latency_cycles + 1;
  const Cycle output = config.latency_cycles + config.bytes_per_cycle.time_for(64);
  const Cycle earlier = built_in.records.tasks.at(0).completed - records.tasks.at(0).completed;
  CHECK(earlier == (write - kLatency) + (read - kLatency) + (output - kLatency));
}

TEST_CASE("a clock may have any period of at least two units of time") {
  const sc::ClockPeriod clock = sc::ClockPeriod::of(sc_core::sc_time(1.5, sc_core::SC_NS));
  CHECK(clock.at(3) == sc_core::sc_time(4500, sc_core::SC_PS));
  CHECK(clock.first_at(sc_core::sc_time(3001, sc_core::SC_PS)) == 3);
  CHECK_THROWS_AS(sc::ClockPeriod::of(sc_core::sc_time::from_value(1)), Error);
}

}  // namespace gantry::sc_extending_test
