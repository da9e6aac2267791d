// SPDX-License-Identifier: Apache-2.0
// The decomposer whose decisions are somebody else's: what comes and goes is what an engine behind pins is told and
// says; stamps, counters and what waits for what are kept as ever.
#include <algorithm>

#include "gantry/scheduler/block_pins.h"
#include "gantry/scheduler/decomposer.h"

namespace gantry {
inline namespace scheduler {

namespace decomposer_pin = pins::decomposer;

void Decomposer::use(PinEngine* engine) {
  engine_.take(engine);
  registers_of_.assign(config_.slots, kNone);
}

Cycle Decomposer::step_engine(Cycle now) {
  while (links_.heads.has(now)) {
    const QueueHead head = links_.heads.take();
    engine_.hear(pack(decomposer_pin::heads, pins::Head(head, tasks_)));
    take_head(head, now);
  }
  while (links_.query_answers.has(now)) {
    const MonitorAnswer answer = links_.query_answers.take();
    engine_.hear(pack(decomposer_pin::query_answers, pins::Answer(answer)));
    take_answer(answer, now);
  }
  while (links_.registrations.has(now)) {
    const MonitorAnswer answer = links_.registrations.take();
    engine_.hear(pack(decomposer_pin::registrations, pins::Answer(answer)));
    take_registration(answer, now);
  }
  while (links_.verdicts.has(now)) {
    const ScheduleVerdict verdict = links_.verdicts.take();
    engine_.hear(pack(decomposer_pin::verdicts, pins::Verdict(verdict)));
    take_verdict(verdict, now);
  }
  finish_splits(now);
  engine_.clock(now);
  engine_.said(decomposer_pin::cache_updates, now,
               [&](const PinMessage& message) { take_cache_update(unpack<pins::Update>(message).message(), now); });
  engine_.said(decomposer_pin::monitor_requests, now,
               [&](const PinMessage& message) { take_question(unpack<pins::Question>(message).message(), now); });
  engine_.said(decomposer_pin::schedule_requests, now,
               [&](const PinMessage& message) { take_request(unpack<pins::Request>(message).message(), now); });
  occupancy_.set(now, slots_.used());
  count_stalls(now);
  return std::min({engine_.due(), links_.heads.next(), links_.query_answers.next(), links_.registrations.next(),
                   links_.verdicts.next()});
}

void Decomposer::take_cache_update(const CacheUpdate& update, Cycle now) {
  const auto due = std::find_if(updates_due_.begin(), updates_due_.end(), [&](const CacheUpdate& of) {
    return of.kind == update.kind && of.queue == update.queue && of.task == update.task;
  });
  if (due == updates_due_.end()) {
    throw IllegalMessage("cache_updates: task " + std::to_string(update.task) + " of queue " +
                         std::to_string(update.queue) +
                         (update.kind == CacheUpdate::Kind::head_taken ? " has no id that the cache has not heard of"
                                                                       : " has no room that can be freed"));
  }
  updates_due_.erase(due);
  links_.cache_updates.send(update, now);
}

void Decomposer::take_question(const MonitorRequest& request, Cycle now) {
  const auto refuse = [&](const std::string& why) {
    throw IllegalMessage("monitor_requests: task " + std::to_string(request.task) + " of queue " +
                         std::to_string(request.queue) + ' ' + why);
  };
  if (request.queue >= queues_.size()) refuse("is of no queue");
  std::vector<Head>& heads = queues_[request.queue].heads;
  const auto head = std::find_if(heads.begin(), heads.end(), [&](const Head& h) { return h.task == request.task; });
  if (head == heads.end()) refuse("is not at its head");
  const bool query = request.kind == MonitorRequest::Kind::query_predecessors;
  if (head->state != (query ? HeadState::to_query : HeadState::to_register)) refuse("has nothing of that kind to ask");
  if (!can_ask(*head, numbers_.cls(request.queue))) refuse("is to be registered, and its class has no slot free");
  ask(request.queue, *head, now);
}

void Decomposer::take_request(const ScheduleRequest& request, Cycle now) {
  const auto refuse = [&](const std::string& why) {
    throw IllegalMessage("schedule_requests: task " + std::to_string(request.task) + " in slot " +
                         std::to_string(request.slot) + ' ' + why);
  };
  if (request.slot >= config_.slots) refuse("is in none of the slots");
  std::uint32_t slot = 0;
  while (slot < registers_.slots() &&
         (registers_[slot].state == TaskState::free || registers_[slot].task != request.task)) {
    ++slot;
  }
  if (slot == registers_.slots()) refuse("is not registered");
  if (registers_[slot].state == TaskState::scheduling) refuse("is being scheduled");
  if (registers_[slot].jobs_left != request.jobs) {
    refuse("has " + std::to_string(registers_[slot].jobs_left) + " jobs, not " + std::to_string(request.jobs));
  }
  const auto leave = [&](Ring<Timer>& timers) {
    for (std::size_t i = 0; i < timers.size(); ++i) {
      if (timers[i].slot != slot) continue;
      timers.take(i);
      return true;
    }
    return false;
  };
  if (leave(retries_)) {
    ++retry_count_;
  } else if (!leave(requests_) && leave(splits_)) {
    tasks_[request.task].record.split = now;  // before it is split in the model's time
    mark_busy(now);
  }
  registers_of_[request.slot] = slot;
  registers_.requested(slot);
  links_.schedule_requests.send(request, now);
  mark_busy(now);
}

}  // namespace scheduler
}  // namespace gantry
