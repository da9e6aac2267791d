// SPDX-License-Identifier: Apache-2.0
// The dispatcher whose decisions are somebody else's: what comes and goes is what an engine behind pins is told and
// says, and what is booked follows from these messages alone. A job takes a place of its processor, and locks it, when
// it stands at its port; it was picked as many cycles earlier as the configuration says. Rounds, entries and matches no
// pin tells: of them there are no stamps and no counters.
#include <algorithm>

#include "gantry/scheduler/dispatcher.h"
#include "gantry/scheduler/dispatcher_pins.h"

namespace gantry {
inline namespace scheduler {

namespace dispatcher_pin = pins::dispatcher;

namespace {

[[noreturn]] void refuse_job(const pins::Job& job, const std::string& why) {
  throw IllegalMessage("jobs: job " + std::to_string(job.job) + " of task " + std::to_string(job.task) + " in slot " +
                       std::to_string(job.slot) + ' ' + why);
}

}  // namespace

void Dispatcher::use(PinEngine* engine) {
  engine_.take(engine);
  counted_.resize(config_.picker.classes);
  // From here on nobody sets them, so that nobody shall read them.
  gauges().clear();
  signals().clear();
}

Cycle Dispatcher::step_engine(Cycle now) {
  while (links_.processor_updates.has(now)) {
    const ProcessorUpdate update = links_.processor_updates.take();
    engine_.hear(pack(dispatcher_pin::processor_updates, pins::FreeProcessor(update)));
    processors_.complete(update.processor);
    mark_busy(now);
  }
  while (begun_.has(now)) {
    const Sent begun = begun_.take();
    engine_.hear(pack(dispatcher_pin::first_flits, pins::Flit{begun.port, begun.slot, begun.processor}));
  }
  while (sent_.has(now)) {
    const Sent sent = sent_.take();
    engine_.hear(pack(dispatcher_pin::last_flits, pins::Flit{sent.port, sent.slot, sent.processor}));
    processors_.unlock(sent.processor);
    ++asked_[sent.slot].sent;
    mark_busy(now);
  }
  while (links_.schedule_requests.has(now)) take_request(links_.schedule_requests.take(), now);
  engine_.clock(now);
  engine_.said(dispatcher_pin::jobs, now, [&](const PinMessage& message) { take_job(message, now); });
  engine_.said(dispatcher_pin::verdicts, now,
               [&](const PinMessage& message) { take_verdict(unpack<pins::Verdict>(message).message(), now); });
  return std::min(
      {engine_.due(), links_.schedule_requests.next(), links_.processor_updates.next(), begun_.next(), sent_.next()});
}

void Dispatcher::take_request(const ScheduleRequest& request, Cycle now) {
  LiveTask& live = tasks_[request.task];
  live.record.requested = now;
  mark_busy(now);
  Asked& asked = asked_[request.slot];
  if (asked.task != request.task) {
    asked = Asked();
    asked.task = request.task;
    asked.may_run = pins::may_run(live.task, processors_);
  }
  asked.open = true;
  asked.asked = live.task.jobs;
  pins::tell_request(request, live.task, asked.may_run, [&](const PinMessage& message) { engine_.hear(message); });
}

void Dispatcher::take_job(const PinMessage& message, Cycle now) {
  const auto job = unpack<pins::Job>(message);
  // What was picked before a request failed comes to its port behind the failure.
  if (job.slot >= asked_.size() || asked_[job.slot].task != job.task) refuse_job(job, "is not asked for");
  Asked& asked = asked_[job.slot];
  if (asked.next_job == asked.asked) refuse_job(job, "is one more than were asked for");
  if (job.job != asked.next_job) refuse_job(job, "goes before job " + std::to_string(asked.next_job));
  if (job.port >= ports_.size()) refuse_job(job, "is for port " + std::to_string(job.port) + ", which there is not");
  const std::string processor = "is for processor " + std::to_string(job.processor) + ", which ";
  if (job.processor >= processors_.count()) refuse_job(job, processor + "there is not");
  if (!test_bit(asked.may_run, job.processor)) refuse_job(job, processor + "may not run it");
  if (!test_bit(processors_.unlocked(), job.processor)) refuse_job(job, processor + "is locked");
  if (!test_bit(processors_.free(), job.processor)) refuse_job(job, processor + "has no place free");
  ++asked.next_job;

  const LiveTask& live = tasks_[job.task];
  processors_.pick(job.processor, false, live.task.job_cycles(), now);
  processors_.lock(job.processor);
  const Message sent = begin_job(job.task, job.slot, job.job, job.processor, job.port);
  JobRecord& record = jobs_[sent.content<JobMessage>().job].record;
  record.picked = std::max(live.record.requested, now - std::min(now, from_pick_to_port()));
  ++picks_;
  std::vector<std::uint64_t>& by_weight = counted_[config_.class_map[index(live.task.cls)]];
  if (by_weight.size() <= live.task.weight) by_weight.resize(live.task.weight + 1, 0);
  ++by_weight[live.task.weight];
  ports_[job.port].send(sent, now);
  mark_busy(now);
}

void Dispatcher::take_verdict(const ScheduleVerdict& verdict, Cycle now) {
  const auto refuse = [&](const std::string& why) {
    throw IllegalMessage("verdicts: slot " + std::to_string(verdict.slot) + ' ' + why);
  };
  if (verdict.slot >= asked_.size() || !asked_[verdict.slot].open) refuse("has no request");
  Asked& asked = asked_[verdict.slot];
  const std::uint32_t jobs = tasks_[asked.task].task.jobs;
  if (verdict.kind == ScheduleVerdict::Kind::all_sent) {
    if (asked.sent < jobs) refuse("has " + std::to_string(jobs - asked.sent) + " jobs that are not sent");
    asked.task = kNone;
  } else {
    if (verdict.jobs_left == 0 || verdict.jobs_left > jobs - asked.next_job) {
      refuse("has " + std::to_string(jobs - asked.next_job) + " jobs that are not at their ports, and fails with " +
             std::to_string(verdict.jobs_left) + " left");
    }
    asked.asked = jobs - verdict.jobs_left;
    ++match_failures_;
    sink_.match_failed(tasks_[asked.task].record.number, now);
  }
  asked.open = false;
  links_.verdicts.send(verdict, now);
  mark_busy(now);
}

std::vector<ShareStats> Dispatcher::counted_shares() const {
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

std::string Dispatcher::engine_state() const {
  std::string text = std::to_string(processors_.places_taken()) + " processor places taken, " +
                     std::to_string(match_failures_) + " matching failures";
  for (const Asked& asked : asked_) {
    if (!asked.open) continue;
    const LiveTask& live = tasks_[asked.task];
    text += "; task " + std::to_string(live.record.number) + " has " + std::to_string(live.task.jobs - asked.next_job) +
            " of " + std::to_string(live.task.jobs) + " jobs that are not at their ports";
  }
  return text;
}

}  // namespace scheduler
}  // namespace gantry
