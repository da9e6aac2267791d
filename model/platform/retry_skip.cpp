// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/retry_skip.h"

#include <algorithm>

namespace gantry {

RetrySkip::RetrySkip(Dispatcher& dispatcher, Decomposer& decomposer, SchedulerLinks& links, const GlobalMemory& memory,
                     const Interconnect& interconnect, RecordSink& sink, std::vector<const Unit*> others)
    : dispatcher_(dispatcher),
      decomposer_(decomposer),
      links_(links),
      memory_(memory),
      interconnect_(interconnect),
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
  const bool network_sleeps = sleeps(interconnect_, now);
  const bool undisturbed =
      kept_at_ != kNever && std::all_of(others_.begin(), others_.end(), [&](const Unit* u) { return sleeps(*u, now); });
  if (!undisturbed || (!network_sleeps && background_ == nullptr)) {
    patience_ = 1;
    keep(now);
    return false;
  }
  if (signature_ == kept_) {
    if (!anything_left()) {
      give_up(now);
      return true;
    }
    if (network_sleeps) return skip(now);
    keep(now);
    return false;
  }
  if (++looks_ == patience_) {
    patience_ *= 2;
    keep(now);
  }
  return false;
}

/// Since the state was kept, and in this cycle: whether the unit has run in it already must not matter.
bool RetrySkip::sleeps(const Unit& unit, Cycle now) const {
  return (unit.last_run() == kNever || unit.last_run() < kept_at_) && unit.due() > now;
}

/// Whether anybody will ever change what the tasks wait for.
bool RetrySkip::anything_left() const {
  if (std::any_of(others_.begin(), others_.end(), [](const Unit* unit) { return unit->due() != kNever; })) return true;
  return interconnect_.packets_in_flight() != (background_ == nullptr ? 0 : background_->packets_in_flight());
}

/// Lets the kernel find that nothing is due, or will be when the background has come to its end.
void RetrySkip::give_up(Cycle now) {
  if (background_ != nullptr) background_->stop(now);
  dispatcher_.defer(kNever);
  decomposer_.defer(kNever);
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
  Cycle next = std::min(last_cycle_, interconnect_.due());
  if (background_ != nullptr) next = std::min(next, background_->due());
  for (const Unit* unit : others_) next = std::min(next, unit->due());
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
