// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/decomposer.h"

#include <algorithm>

namespace gantry {
inline namespace scheduler {

[[gnu::flatten]] Cycle Decomposer::step(Cycle now) {
  while (links_.heads.has(now)) take_head(links_.heads.take(), now);
  while (links_.query_answers.has(now)) answer_query(links_.query_answers.take(), now);
  while (links_.registrations.has(now)) answer_registration(links_.registrations.take(), now);
  while (links_.verdicts.has(now)) answer_verdict(links_.verdicts.take(), now);
  finish_splits(now);
  ask_monitor(now);
  send_request(now);
  const bool asks = update_gauges(now);

  if (asks || !requests_.empty()) return now + 1;
  Cycle next =
      std::min({links_.heads.next(), links_.query_answers.next(), links_.registrations.next(), links_.verdicts.next()});
  if (!splits_.empty()) next = std::min(next, splits_.front().due);
  if (!retries_.empty()) next = std::min(next, std::max(retries_.front().due, now + 1));
  return next;
}

void Decomposer::answer_query(const MonitorAnswer& answer, Cycle now) {
  if (!answer.cancelled) return take_answer(answer, now);
  remove_head(answer, now);
  links_.cache_updates.send({CacheUpdate::Kind::head_taken, answer.queue, answer.task}, now);
  links_.cache_updates.send({CacheUpdate::Kind::room_freed, answer.queue, answer.task}, now);
}

void Decomposer::answer_registration(const MonitorAnswer& answer, Cycle now) {
  take_registration(answer, now);
  links_.cache_updates.send({CacheUpdate::Kind::head_taken, answer.queue, answer.task}, now);
  if (class_of(answer.queue) != TaskClass::event) return;
  links_.cache_updates.send({CacheUpdate::Kind::room_freed, answer.queue, answer.task}, now);
}

void Decomposer::answer_verdict(const ScheduleVerdict& verdict, Cycle now) {
  if (verdict.kind == ScheduleVerdict::Kind::match_failed) return take_failure(verdict.slot, verdict.jobs_left, now);
  links_.cache_updates.send(take_all_sent(verdict.slot, now), now);
}

Decomposer::Head* Decomposer::first_to_ask(QueueId id) {
  for (Head& head : heads_[id]) {
    if (can_ask(head, class_of(id))) return &head;
  }
  return nullptr;
}

void Decomposer::ask_monitor(Cycle now) {
  if (is_empty(with_heads_)) return;
  const auto count = static_cast<QueueId>(heads_.size());
  QueueId id = next_queue_;
  for (std::uint32_t i = 0; i < count; ++i) {
    const QueueId next = id + 1 == count ? 0 : id + 1;
    if (Head* head = first_to_ask(id); head != nullptr) {
      ask(id, *head, now);
      next_queue_ = next;
      return;  // one request per cycle
    }
    id = next;
  }
}

void Decomposer::send_request(Cycle now) {
  // The oldest first. A first request precedes a retry of the same cycle.
  const bool retry_due = !retries_.empty() && retries_.front().due <= now;
  if (requests_.empty() && !retry_due) return;
  const bool retry = requests_.empty() || (retry_due && retries_.front().due < requests_.front().due);
  const std::uint32_t slot = (retry ? retries_ : requests_).pop().slot;
  if (retry) count_retry();
  const RegisterFile::Register& of = registers_[slot];
  links_.schedule_requests.send({of.task, slot, of.jobs_left, of.waits}, now);
  registers_.requested(slot);
  mark_busy(now);
}

void Decomposer::append_state(Cycle now, std::vector<std::uint64_t>& state) const {
  state.push_back(retries_.size());
  for (std::size_t i = 0; i < retries_.size(); ++i) {
    // Of an overdue retry only the position in the queue matters, not for how long it is overdue.
    state.insert(state.end(), {retries_[i].slot, retries_[i].due > now ? retries_[i].due - now : 0});
  }
  const Link<ScheduleVerdict>& verdicts = links_.verdicts;
  state.push_back(verdicts.size());
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    state.insert(state.end(), {static_cast<std::uint64_t>(verdicts.peek(i).kind), verdicts.peek(i).slot,
                               verdicts.seen_from(i) - now});
  }
}

void Decomposer::shift(const Repetition& repetition) {
  for (std::size_t i = 0; i < retries_.size(); ++i) retries_[i].due += repetition.cycles;
  links_.verdicts.shift(repetition.cycles);
}

}  // namespace scheduler
}  // namespace gantry
