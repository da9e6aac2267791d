// SPDX-License-Identifier: Apache-2.0
#include "run/without_faults.h"

#include <memory>

#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"

namespace gantry {
namespace {

class UnusedRecords final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

std::optional<Cycle> run_without_faults(const Experiment& experiment, const SimulationOptions& options) {
  UnusedRecords records;
  const std::unique_ptr<TaskSource> source = make_task_source(experiment);
  Machine machine(experiment.architecture,
                  {experiment.picker, experiment.processor_choice, options.tenant_picker_engine}, *source, records,
                  experiment.background);
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  control.stop = options.stop;
  Cycle now = 0;
  if (run_cycles(machine, control, {}, now) != RunEnd::complete) return std::nullopt;
  return machine.finish(RunEnd::complete, now).cycles;
}

}  // namespace

std::function<std::optional<Cycle>()> cycles_without_faults(const Experiment& experiment,
                                                            const SimulationOptions& options) {
  const FaultPlan& faults = experiment.faults;
  if (faults.empty() && faults.network.empty() && faults.memory.empty() && faults.stores.empty()) return {};
  return [&] { return run_without_faults(experiment, options); };
}

}  // namespace gantry
