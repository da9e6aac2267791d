// SPDX-License-Identifier: Apache-2.0
// What processors do if something fails: their computation, or a local store (processors.h).
#include <algorithm>

#include "gantry/platform/data_flow.h"
#include "gantry/platform/processor_faults.h"
#include "gantry/platform/processors.h"

namespace gantry {
inline namespace platform {

std::vector<FaultRecord> Processors::fault_records(Cycle last) const {
  return faults_ ? faults_->records(last) : std::vector<FaultRecord>();
}

void Processors::use_faults(const FaultPlan& plan) {
  faults_ = std::make_unique<ProcessorFaults>(plan, info_.size());
  counts_streams_ = true;
  jobs_hit_ = &add_counter("jobs_hit", "with `faults`: jobs whose computation a fault has made longer or endless");
  jobs_lost_ = &add_counter("jobs_lost", "with `faults`: of these the endless ones, at processors that died");
  delay_cycles_ = &add_counter("delay_cycles", "with `faults`: cycles that faults have added to the other ones");
  const bool fails =
      std::any_of(plan.list.begin(), plan.list.end(), [](const auto& of) { return of.kind == FaultKind::fail; }) ||
      std::any_of(plan.rates.begin(), plan.rates.end(),
                  [](const auto& of) { return of.fault.kind == FaultKind::fail; });
  if (fails) jobs_failed_ = &add_counter("jobs_failed", "with faults of kind `fail`: jobs that answered so");
}

void Processors::use_store_faults(const FaultPlan& plan) {
  StoreCounters counters;
  counters.stores = &add_counter("stores_died", "with faults of stores: those that died");
  counters.parts = &add_counter("parts_in_them", "with faults of stores: parts that they had as they died");
  counters.lost =
      &add_counter("parts_lost", "with faults of stores: of these, parts to be read of which no other copy was left");
  counters.jobs = &add_counter("jobs_without_parts",
                               "with faults of stores: jobs that ended without computing, since a part is lost");
  ends_unread_ = true;
  counts_streams_ = true;
  if (data_) data_->use_faults(plan, counters);
}

void Processors::change_faults(const FaultPlan& plan) {
  faults_ = std::make_unique<ProcessorFaults>(plan, info_.size());
  ends_ = {};
  for (ProcessorId p = 0; p < processors_.size(); ++p) {
    Processor& processor = processors_[p];
    if (!processor.computing) continue;
    const LiveJob& job = jobs_[processor.queue.front().job];
    const Cycle time = info_[p].time_for(tasks_[job.task].task.job_cycles(job.record.job));
    const Cycle end = compute_end(p, job.record.started, time);
    if (counts_streams_) count_busy(processor.queue.front().job, end - processor.compute_end);
    processor.busy_cycles += end - processor.compute_end;
    processor.compute_end = end;
    if (end != kNever) ends_.push({end, p});
  }
}

Cycle Processors::compute_end(ProcessorId p, Cycle now, Cycle time) {
  const Cycle end = faults_->end(p, now, time);
  if (end == now + time) return end;
  ++*jobs_hit_;
  if (end == kNever) {
    ++*jobs_lost_;
  } else {
    *delay_cycles_ += end - (now + time);
  }
  return end;
}

void Processors::parts_gone(ProcessorId p, JobRef job) {
  Ring<Queued>& queue = processors_[p].queue;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i].job == job) ++queue[i].missing;
  }
}

}  // namespace platform
}  // namespace gantry
