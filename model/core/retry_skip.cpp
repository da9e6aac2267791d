// SPDX-License-Identifier: Apache-2.0
#include "core/retry_skip.h"

#include <algorithm>

namespace gantry {

RetrySkip::RetrySkip(Dispatcher& dispatcher, Decomposer& decomposer, SchedulerLinks& links, const GlobalMemory& memory,
                     RecordSink& sink, std::vector<const Unit*> others)
    : dispatcher_(dispatcher),
      decomposer_(decomposer),
      links_(links),
      memory_(memory),
      sink_(sink),
      others_(std::move(others)) {
  dispatcher_.watch(this);
  decomposer_.watch(this);
}

bool RetrySkip::before(Cycle now) {
  if (!enabled_ || now != dispatcher_.next_failure() || now == looked_at_) return false;
  looked_at_ = now;
  if (!build_signature(now)) {
    kept_at_ = kNever;
    patience_ = 1;
    return false;
  }
  bool undisturbed = kept_at_ != kNever;
  for (const Unit* unit : others_) {
    undisturbed = undisturbed && (unit->last_run() == kNever || unit->last_run() < kept_at_);
  }
  if (!undisturbed) {
    patience_ = 1;
    keep(now);
    return false;
  }
  if (signature_ == kept_) return skip(now);
  if (++looks_ == patience_) {
    patience_ *= 2;
    keep(now);
  }
  return false;
}

bool RetrySkip::build_signature(Cycle now) {
  if (!dispatcher_.only_matching() || !decomposer_.only_retrying() || memory_.in_service() > 0) return false;
  if (!links_.heads.empty() || !links_.query_answers.empty() || !links_.registrations.empty() ||
      !links_.monitor_requests.empty() || !links_.cache_updates.empty() || !links_.processor_updates.empty()) {
    return false;
  }
  signature_.clear();
  dispatcher_.append_signature(now, signature_);
  decomposer_.append_signature(now, signature_);
  for (std::size_t i = 0; i < links_.schedule_requests.size(); ++i) {
    signature_.insert(signature_.end(),
                      {links_.schedule_requests.peek(i).slot, links_.schedule_requests.seen_from(i) - now});
  }
  signature_.push_back(kNever);  // where one list ends
  for (std::size_t i = 0; i < links_.verdicts.size(); ++i) {
    signature_.insert(signature_.end(), {links_.verdicts.peek(i).slot, links_.verdicts.seen_from(i) - now});
  }
  return true;
}

void RetrySkip::keep(Cycle now) {
  kept_ = signature_;
  kept_at_ = now;
  kept_failures_ = dispatcher_.match_failures();
  dispatcher_.tally(now, dispatcher_tally_);
  decomposer_.tally(now, decomposer_tally_);
  looks_ = 0;
}

bool RetrySkip::skip(Cycle now) {
  Cycle next = last_cycle_;
  bool anything_left = false;
  for (const Unit* unit : others_) {
    next = std::min(next, unit->due());
    anything_left = anything_left || unit->due() != kNever;
  }
  if (!anything_left) {
    // Nobody will ever change what the tasks wait for: let the kernel find that nothing is due.
    dispatcher_.defer(kNever);
    decomposer_.defer(kNever);
    return true;
  }
  const Cycle period = now - kept_at_;
  if (next <= now + period) return false;
  const std::uint64_t times = (next - 1 - now) / period;
  const std::uint64_t failures = times * (dispatcher_.match_failures() - kept_failures_);
  const Cycle cycles = times * period;
  dispatcher_.repeat(now, times, period, dispatcher_tally_);
  decomposer_.repeat(now, times, period, decomposer_tally_);
  dispatcher_.defer_matching(now, cycles, failures, kept_at_);
  decomposer_.defer_retries(cycles);
  links_.schedule_requests.defer(cycles);
  links_.verdicts.defer(cycles);
  dispatcher_.defer(cycles);
  decomposer_.defer(cycles);
  sink_.match_failures_repeated(now, now + cycles, failures);
  kept_at_ = kNever;
  patience_ = 1;
  return true;
}

}  // namespace gantry
