// SPDX-License-Identifier: Apache-2.0
#include "run/without_faults.h"

#include <memory>
#include <optional>

#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "output/tenant_statistics.h"
#include "run/tenants.h"

namespace gantry {
namespace {

class UnusedRecords final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

RunSummary::WithoutFaults run_without_faults(const Experiment& experiment, const SimulationOptions& options) {
  UnusedRecords unused;
  std::optional<TenantStatistics> streams;
  if (!experiment.streams.empty()) streams.emplace(tenants_of(experiment, options.tenant_picker_engine, false));
  RecordSink& records = streams ? static_cast<RecordSink&>(*streams) : unused;
  const std::unique_ptr<TaskSource> source = make_task_source(experiment);
  Machine machine(experiment.architecture,
                  {experiment.picker, experiment.processor_choice, options.tenant_picker_engine}, *source, records,
                  experiment.background);
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  control.stop = options.stop;
  Cycle now = 0;
  const RunEnd end = run_cycles(machine, control, {}, now);
  RunSummary::WithoutFaults without;
  if (end == RunEnd::complete) without.cycles = machine.finish(end, now).cycles;
  if (!streams) return without;
  for (const TenantStats& stream : streams->stats().tenants)
    without.streams.push_back({stream.tenant.name, stream.mean_of_all, {}, {}});
  return without;
}

}  // namespace

std::function<void(RunInfo&)> adding_run_without_faults(const Experiment& experiment,
                                                        const SimulationOptions& options) {
  const FaultPlan& faults = experiment.faults;
  if (faults.empty() && faults.network.empty() && faults.memory.empty() && faults.stores.empty()) return {};
  return [&](RunInfo& info) { info.without_faults = run_without_faults(experiment, options); };
}

}  // namespace gantry
