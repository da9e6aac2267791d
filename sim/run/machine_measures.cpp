// SPDX-License-Identifier: Apache-2.0
#include "run/machine_measures.h"

#include "gantry/platform/fault_plan.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry {
namespace {

/// No tasks, and those that there might be have data.
struct NoTasks final : TaskSource {
  bool next(Task& /*task*/) override { return false; }
  [[nodiscard]] std::uint64_t total() const override { return 0; }
  [[nodiscard]] std::string name(std::uint64_t /*number*/) const override { return {}; }
  [[nodiscard]] const std::vector<ObjectShape>* objects() const override { return &none_; }

 private:
  const std::vector<ObjectShape> none_ = {};
};

struct NoRecords final : RecordSink {
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

}  // namespace

MeasureTables machine_measures() {
  Architecture architecture;
  architecture.processors->emplace_back();
  architecture.monitor->early_registration = true;  // its monitor counts more
  architecture.monitor->job_timeout = 1;            // it and the dispatcher count more
  architecture.dispatcher->preload = true;
  architecture.dispatcher->max_retries = 1;  // the same
  NoTasks tasks;
  NoRecords records;
  Machine machine(architecture, {}, tasks, records);
  FaultPlan plan{{ProcessorFault{}}, {}};
  plan.memory = {MemoryFault{}};
  plan.stores = {StoreFault{}};
  machine.use_faults(plan);  // its processors and its memory count more
  return measure_tables(machine.units());
}

}  // namespace gantry
