// SPDX-License-Identifier: Apache-2.0
// What tests of explanations make of an experiment and of its run.
#pragma once

#include "gantry/explain/bounds.h"
#include "gantry/explain/run_history.h"
#include "recorded_run.h"

namespace gantry {

inline Bounds bounds_of(const Experiment& experiment) {
  GraphSource source(experiment.workload, experiment.architecture);
  ProcessorSets sets(experiment.architecture);
  BoundMeter meter(experiment.architecture, sets, source);
  std::vector<TaskPart> parts;
  for (Task task; source.next(task);) {
    sets.parts_of(task, parts);
    meter.add(task, parts);
  }
  return meter.bounds();
}

inline RunHistory history_of(const RecordedRun& run, std::size_t kept = RunHistory::kAll) {
  RunHistory history(kept);
  for (const TaskRecord& task : run.records.tasks) history.task_done(task);
  for (const JobRecord& job : run.records.jobs) history.job_done(job);
  for (const InterruptRecord& interrupt : run.records.interrupts) history.interrupt_taken(interrupt);
  history.keep_holds(run.stats.holds);
  history.close();
  return history;
}

}  // namespace gantry
