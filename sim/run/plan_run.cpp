// SPDX-License-Identifier: Apache-2.0
#include "run/plan_run.h"

#include <memory>

#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "run/ideal_replay.h"

namespace gantry {
namespace {

class Unheard final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

}  // namespace

PlanRun run_plan(const Experiment& experiment, const std::atomic<bool>* stop) {
  Unheard records;
  if (experiment.timing == Timing::ideal) return {replay_ideally(experiment, records).cycles, RunEnd::complete};
  const std::unique_ptr<TaskSource> source = make_task_source(experiment);
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice, {}}, *source, records,
                  experiment.background);
  machine.use_faults(fault_plan(experiment));
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  control.stop = stop;
  Cycle now = 0;
  RunEnd end = run_cycles(machine, control, {}, now);
  if (machine.cut_off()) end = RunEnd::cut_off;
  if (end == RunEnd::complete) machine.verify_empty();
  return {machine.finish(end, now).cycles, end};
}

}  // namespace gantry
