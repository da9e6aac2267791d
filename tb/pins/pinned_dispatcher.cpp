// SPDX-License-Identifier: Apache-2.0
#include "pins/pinned_dispatcher.h"

#include <algorithm>

#include "gantry/base/error.h"
#include "gantry/scheduler/archive_dispatcher.h"
#include "gantry/scheduler/picker_config.h"
#include "pins/dispatcher_pins.h"

namespace gantry {

namespace dispatcher_pin = pins::dispatcher;

namespace {

[[noreturn]] void refuse_job(const pins::Job& job, const std::string& fault) {
  throw illegal_message("jobs: job " + std::to_string(job.job) + " of task " + std::to_string(job.task) + " in slot " +
                        std::to_string(job.slot) + ' ' + fault);
}

}  // namespace

PinnedDispatcher::PinnedDispatcher(const DispatcherParts& parts, ProcessorTable processors, PinBackend& backend)
    : DispatcherBase(parts, std::move(processors)),
      pins_(backend),
      begun_(config_.send_ports),
      slots_(parts.slots),
      can_have_(processors_.count(), 0),
      counted_(config_.picker->classes) {
  begun_.connect(*this);
}

void PinnedDispatcher::first_flit_sent(const Message& message, Cycle now) {
  const auto content = message.content<JobMessage>();
  begun_.post({jobs_[content.job].record.port, content.slot, content.processor}, now + 1);
  DispatcherBase::first_flit_sent(message, now);
}

PickerStats PinnedDispatcher::picker_stats(std::string policy) const {
  PickerStats stats;
  stats.policy = std::move(policy);
  stats.picks = picks_;
  stats.rounds_seen = false;
  return stats;
}

Cycle PinnedDispatcher::step(Cycle now) {
  while (links_.processor_updates.has(now)) {
    const ProcessorUpdate update = links_.processor_updates.take();
    pins_.input(pack(dispatcher_pin::processor_updates, pins::FreeProcessor(update)));
    if (!test_bit(processors_.free(), update.processor)) can_have_[update.processor] = now;
    processors_.complete(update.processor);
    mark_busy(now);
  }
  while (begun_.has(now)) {
    const Sent begun = begun_.take();
    pins_.input(pack(dispatcher_pin::first_flits, pins::Flit{begun.port, begun.slot, begun.processor}));
  }
  while (sent_.has(now)) {
    const Sent sent = sent_.take();
    pins_.input(pack(dispatcher_pin::last_flits, pins::Flit{sent.port, sent.slot, sent.processor}));
    processors_.unlock(sent.processor);
    can_have_[sent.processor] = now;
    ++slots_[sent.slot].sent;
    mark_busy(now);
  }
  while (links_.schedule_requests.has(now)) take_request(links_.schedule_requests.take(), now);
  pins_.clock(now);
  pins_.outputs<pins::Job>(dispatcher_pin::jobs, now, [&](const pins::Job& job) { take_job(job, now); });
  pins_.outputs<pins::Verdict>(dispatcher_pin::verdicts, now,
                               [&](const pins::Verdict& verdict) { take_verdict(verdict.message(), now); });
  return std::min(
      {pins_.due(), links_.schedule_requests.next(), links_.processor_updates.next(), begun_.next(), sent_.next()});
}

void PinnedDispatcher::take_request(const ScheduleRequest& request, Cycle now) {
  LiveTask& live = tasks_[request.task];
  live.record.requested = now;
  mark_busy(now);
  Slot& slot = slots_[request.slot];
  if (slot.task != request.task) {
    slot = Slot();
    slot.task = request.task;
    slot.may_run = pins::may_run(live.task, processors_);
  }
  slot.open = true;
  slot.jobs = live.task.jobs;
  pins::tell_request(request, live.task, slot.may_run, [&](const PinMessage& message) { pins_.input(message); });
}

void PinnedDispatcher::take_job(const pins::Job& job, Cycle now) {
  // Jobs picked before a request failed reach their port after the failure.
  if (job.slot >= slots_.size() || slots_[job.slot].task != job.task) refuse_job(job, "is not asked for");
  Slot& slot = slots_[job.slot];
  if (slot.next_job == slot.jobs) refuse_job(job, "is one more than were asked for");
  if (job.job != slot.next_job) refuse_job(job, "goes before job " + std::to_string(slot.next_job));
  if (job.port >= ports_.size()) refuse_job(job, "is for port " + std::to_string(job.port) + ", which there is not");
  const std::string processor = "is for processor " + std::to_string(job.processor) + ", which ";
  if (job.processor >= processors_.count()) refuse_job(job, processor + "there is not");
  if (!test_bit(slot.may_run, job.processor)) refuse_job(job, processor + "may not run it");
  if (!test_bit(processors_.unlocked(), job.processor)) refuse_job(job, processor + "is locked");
  if (!test_bit(processors_.free(), job.processor)) refuse_job(job, processor + "has no place free");
  ++slot.next_job;

  const LiveTask& live = tasks_[job.task];
  processors_.pick(job.processor, false, live.task.job_cycles(job.job), now);
  processors_.lock(job.processor);
  const Message sent = begin_job(job.task, job.slot, job.job, job.processor, job.port);
  JobRecord& record = jobs_[sent.content<JobMessage>().job].record;
  // A job on its way to the port may belong to a request that has failed since.
  const TaskRecord& task = live.record;
  const Cycle asked = task.counts.match_failures > 0 ? task.split : task.requested;
  note_pick(record, std::max({asked, can_have_[job.processor], now - std::min(now, from_pick_to_port())}));
  ++picks_;
  std::vector<std::uint64_t>& by_weight = counted_[config_.class_map[index(live.task.cls)]];
  if (by_weight.size() <= live.task.weight) by_weight.resize(live.task.weight + 1, 0);
  ++by_weight[live.task.weight];
  ports_[job.port].send(sent, now);
  mark_busy(now);
}

void PinnedDispatcher::take_verdict(const ScheduleVerdict& verdict, Cycle now) {
  const auto refuse = [&](const std::string& fault) {
    throw illegal_message("verdicts: slot " + std::to_string(verdict.slot) + ' ' + fault);
  };
  if (verdict.slot >= slots_.size() || !slots_[verdict.slot].open) refuse("has no request");
  Slot& slot = slots_[verdict.slot];
  const TaskRef task = slot.task;
  const std::uint32_t jobs = tasks_[task].task.jobs;
  if (verdict.kind == ScheduleVerdict::Kind::all_sent) {
    if (slot.sent < jobs) refuse("has " + std::to_string(jobs - slot.sent) + " jobs that are not sent");
    slot.task = kNone;
  } else {
    if (verdict.jobs_left == 0 || verdict.jobs_left > jobs - slot.next_job) {
      refuse("has " + std::to_string(jobs - slot.next_job) + " jobs that are not at their ports, and fails with " +
             std::to_string(verdict.jobs_left) + " left");
    }
    slot.jobs = jobs - verdict.jobs_left;
    count_failure(slot.task, now);
  }
  slot.open = false;
  if (verdict.kind == ScheduleVerdict::Kind::all_sent) {
    all_sent(verdict.slot, task, now);
  } else {
    links_.verdicts.send(verdict, now);
  }
  mark_busy(now);
}

std::vector<ShareStats> PinnedDispatcher::shares(Cycle /*now*/) {
  const std::vector<std::string> names = class_names();
  std::vector<ShareStats> rows;
  for (std::uint32_t cls = 0; cls < counted_.size(); ++cls) {
    std::uint64_t all = 0;
    for (const std::uint64_t picks : counted_[cls]) all += picks;
    for (std::uint32_t weight = 0; weight < counted_[cls].size(); ++weight) {
      const std::uint64_t picks = counted_[cls][weight];
      if (picks == 0) continue;
      ShareStats& row = rows.emplace_back();
      row.cls = names[cls];
      row.weight = weight;
      row.number = cls;
      row.picks = picks;
      row.share = static_cast<double>(picks) / static_cast<double>(all);
      row.only_picks = true;
    }
  }
  return rows;
}

bool PinnedDispatcher::archive(Archive& state) {
  if (!pins_.archive(state)) return false;
  state(static_cast<DispatcherBase&>(*this), begun_, slots_, can_have_, counted_);
  return true;
}

std::string PinnedDispatcher::state() const {
  std::string text = std::to_string(processors_.places_taken()) + " processor slots taken, " +
                     std::to_string(match_failures_) + " matching failures";
  for (const Slot& slot : slots_) {
    if (!slot.open) continue;
    const LiveTask& live = tasks_[slot.task];
    text += "; task " + std::to_string(live.record.number) + " has " + std::to_string(live.task.jobs - slot.next_job) +
            " of " + std::to_string(live.task.jobs) + " jobs that are not at their ports";
  }
  return text;
}

}  // namespace gantry
