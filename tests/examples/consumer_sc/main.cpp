// SPDX-License-Identifier: Apache-2.0
// The machine as a module among one's own: SystemC gives it time, and its memory hangs on TLM-2.0 sockets.
#include <iostream>
#include <string>
#include <systemc>

#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/processors_config.h"
#include "gantry/sc/memory_target.h"
#include "gantry/sc/platform.h"

namespace {

/// The same task a few times, ready when the run begins.
class Copies final : public gantry::workload::TaskSource {
 public:
  explicit Copies(std::uint64_t count) : count_(count) {}

  bool next(gantry::workload::Task& task) override {
    task = {};
    task.jobs = 4;
    task.cycles = 1000;
    return given_++ < count_;
  }
  [[nodiscard]] std::uint64_t total() const override { return count_; }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }

 private:
  std::uint64_t count_;
  std::uint64_t given_ = 0;
};

class Silent final : public gantry::scheduler::RecordSink {
 public:
  void task_done(const gantry::scheduler::TaskRecord& /*task*/) override {}
  void job_done(const gantry::scheduler::JobRecord& /*job*/) override {}
};

}  // namespace

int sc_main(int /*argc*/, char** /*argv*/) {
  gantry::platform::Architecture architecture;
  architecture.processors->resize(1);
  architecture.processors->at(0).count = 2;
  Copies tasks(3);
  Silent records;
  gantry::platform::Machine machine(architecture, {}, tasks, records);

  const gantry::sc::ClockPeriod clock(architecture.clock_mhz);
  gantry::sc::Platform platform("gantry", machine, clock);
  gantry::sc::MemoryTarget memory("memory", *architecture.memory, clock);
  for (std::uint32_t c = 0; c < architecture.memory->controllers; ++c) {
    platform.memory_initiator.socket(c).bind(memory.socket(c));
  }
  gantry::base::Cycle now = 0;
  const gantry::kernel::RunEnd end = platform.simulate({}, now);
  std::cout << "makespan " << machine.finish(end, now).cycles << '\n';
  return end == gantry::kernel::RunEnd::complete ? 0 : 1;
}
