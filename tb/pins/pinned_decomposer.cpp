// SPDX-License-Identifier: Apache-2.0
#include "pins/pinned_decomposer.h"

#include <algorithm>
#include <string>

#include "gantry/base/error.h"
#include "pins/block_pins.h"

namespace gantry {

namespace decomposer_pin = pins::decomposer;

Cycle PinnedDecomposer::step(Cycle now) {
  while (links_.heads.has(now)) {
    const QueueHead head = links_.heads.take();
    pins_.input(pack(decomposer_pin::heads, pins::Head(head, tasks_)));
    take_head(head, now);
  }
  while (links_.query_answers.has(now)) {
    const MonitorAnswer answer = links_.query_answers.take();
    pins_.input(pack(decomposer_pin::query_answers, pins::Answer(answer)));
    take_answer(answer, now);
  }
  while (links_.registrations.has(now)) input_registration(links_.registrations.take(), now);
  while (links_.verdicts.has(now)) input_verdict(links_.verdicts.take(), now);
  finish_splits(now);
  pins_.clock(now);
  pins_.outputs<pins::Update>(decomposer_pin::cache_updates, now,
                              [&](const pins::Update& update) { take_cache_update(update.message(), now); });
  pins_.outputs<pins::Question>(decomposer_pin::monitor_requests, now,
                                [&](const pins::Question& question) { take_question(question.message(), now); });
  pins_.outputs<pins::Request>(decomposer_pin::schedule_requests, now,
                               [&](const pins::Request& request) { take_request(request.message(), now); });
  update_gauges(now);
  return std::min({pins_.due(), links_.heads.next(), links_.query_answers.next(), links_.registrations.next(),
                   links_.verdicts.next()});
}

void PinnedDecomposer::input_registration(const MonitorAnswer& answer, Cycle now) {
  pins_.input(pack(decomposer_pin::registrations, pins::Answer(answer)));
  take_registration(answer, now);
  updates_due_.push_back({CacheUpdate::Kind::head_taken, answer.queue, answer.task});
  if (class_of(answer.queue) != TaskClass::event) return;
  updates_due_.push_back({CacheUpdate::Kind::room_freed, answer.queue, answer.task});
}

void PinnedDecomposer::input_verdict(const ScheduleVerdict& verdict, Cycle now) {
  pins_.input(pack(decomposer_pin::verdicts, pins::Verdict(verdict)));
  const std::uint32_t slot = registers_of_[verdict.slot];
  if (verdict.kind == ScheduleVerdict::Kind::match_failed) return take_failure(slot, verdict.jobs_left, now);
  updates_due_.push_back(take_all_sent(slot, now));
}

void PinnedDecomposer::take_cache_update(const CacheUpdate& update, Cycle now) {
  const auto due = std::find_if(updates_due_.begin(), updates_due_.end(), [&](const CacheUpdate& of) {
    return of.kind == update.kind && of.queue == update.queue && of.task == update.task;
  });
  if (due == updates_due_.end()) {
    throw illegal_message("cache_updates: task " + std::to_string(update.task) + " of queue " +
                          std::to_string(update.queue) +
                          (update.kind == CacheUpdate::Kind::head_taken ? " has no id that the cache has not heard of"
                                                                        : " has no room that can be freed"));
  }
  updates_due_.erase(due);
  links_.cache_updates.send(update, now);
}

void PinnedDecomposer::take_question(const MonitorRequest& request, Cycle now) {
  const auto refuse = [&](const std::string& fault) {
    throw illegal_message("monitor_requests: task " + std::to_string(request.task) + " of queue " +
                          std::to_string(request.queue) + ' ' + fault);
  };
  if (request.queue >= heads_.size()) refuse("is of no queue");
  std::vector<Head>& heads = heads_[request.queue];
  const auto head = std::find_if(heads.begin(), heads.end(), [&](const Head& h) { return h.task == request.task; });
  if (head == heads.end()) refuse("is not at its head");
  const bool query = request.kind == MonitorRequest::Kind::query_predecessors;
  if (head->state != (query ? HeadState::to_query : HeadState::to_register)) refuse("has nothing of that kind to ask");
  if (!can_ask(*head, class_of(request.queue))) refuse("is to be registered, and its class has no slot free");
  ask(request.queue, *head, now);
}

void PinnedDecomposer::take_request(const ScheduleRequest& request, Cycle now) {
  const auto refuse = [&](const std::string& fault) {
    throw illegal_message("schedule_requests: task " + std::to_string(request.task) + " in slot " +
                          std::to_string(request.slot) + ' ' + fault);
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
    count_retry();
  } else if (!leave(requests_) && leave(splits_)) {
    tasks_[request.task].record.split = now;  // before it is split in the model's time
    mark_busy(now);
  }
  registers_of_[request.slot] = slot;
  registers_.requested(slot);
  links_.schedule_requests.send(request, now);
  mark_busy(now);
}

}  // namespace gantry
