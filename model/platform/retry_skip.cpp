// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/retry_skip.h"

#include <algorithm>

namespace gantry {
inline namespace platform {

RetrySkip::RetrySkip(Cast cast, const Interconnect& interconnect, RecordSink& sink)
    : cast_(std::move(cast)), interconnect_(interconnect), sink_(sink), tallies_(cast_.acting.size()) {
  for (Unit* unit : cast_.acting) unit->watch(this);
}

bool RetrySkip::before(Cycle now) {
  if (muted_until_ != 0) {
    if (!is_over(now)) return false;
    mute(false);
  }
  if (now != cast_.matching.next_failure() || now == looked_at_) return false;
  looked_at_ = now;
  if (!build_signature(now)) {
    kept_at_ = kNever;
    patience_ = 1;
    return false;
  }
  const bool network_sleeps = sleeps(interconnect_, now);
  const bool undisturbed = kept_at_ != kNever && std::all_of(cast_.others.begin(), cast_.others.end(),
                                                             [&](const Unit* u) { return sleeps(*u, now); });
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
  const auto is_due = [](const Unit* unit) { return unit->due() != kNever; };
  if (std::any_of(cast_.others.begin(), cast_.others.end(), is_due)) return true;
  return interconnect_.packets_in_flight() != (background_ == nullptr ? 0 : background_->packets_in_flight());
}

/// Lets the kernel find that nothing is due, or will be when the background has come to its end.
void RetrySkip::give_up(Cycle now) {
  if (background_ != nullptr) background_->stop(now);
  for (Unit* unit : cast_.acting) unit->defer(kNever);
}

bool RetrySkip::build_signature(Cycle now) {
  const auto only_retries = [](const RetryPart* part) { return part->only_retries(); };
  if (!cast_.matching.only_retries() || !std::all_of(cast_.parts.begin(), cast_.parts.end(), only_retries))
    return false;
  signature_.clear();
  cast_.matching.append_signature(now, signature_);
  for (const RetryPart* part : cast_.parts) part->append_signature(now, signature_);
  return true;
}

void RetrySkip::keep(Cycle now) {
  kept_ = signature_;
  kept_at_ = now;
  kept_failures_ = cast_.matching.match_failures();
  for (std::size_t i = 0; i < tallies_.size(); ++i) cast_.acting[i]->tally(now, tallies_[i]);
  looks_ = 0;
}

bool RetrySkip::skip(Cycle now) {
  Cycle next = std::min(last_cycle_, interconnect_.due());
  if (background_ != nullptr) next = std::min(next, background_->due());
  for (const Unit* unit : cast_.others) next = std::min(next, unit->due());
  const Cycle period = now - kept_at_;
  if (next <= now + period) return false;
  const std::uint64_t times = (next - 1 - now) / period;
  const SkippedStretch stretch{now, times * period, kept_at_,
                               times * (cast_.matching.match_failures() - kept_failures_)};
  sink_.match_failures_repeated(now, now + stretch.cycles, stretch.failures);
  kept_at_ = kNever;
  patience_ = 1;
  const auto may_skip = [](const RetryPart* part) { return part->may_skip(); };
  if (runs_all_ || !std::all_of(cast_.parts.begin(), cast_.parts.end(), may_skip)) {
    muted_since_ = now;
    muted_until_ = now + stretch.cycles;
    mute(true);
    return false;
  }
  for (std::size_t i = 0; i < tallies_.size(); ++i) cast_.acting[i]->repeat(now, times, period, tallies_[i]);
  cast_.matching.shift(stretch);
  for (RetryPart* part : cast_.parts) part->shift(stretch);
  for (Unit* unit : cast_.acting) unit->defer(stretch.cycles);
  return true;
}

/// Before its end, too, if it does not repeat itself after all: what stands in a block's place may have a mind of its
/// own.
bool RetrySkip::is_over(Cycle now) const {
  return now >= muted_until_ || std::any_of(cast_.others.begin(), cast_.others.end(), [&](const Unit* unit) {
           return unit->last_run() != kNever && unit->last_run() >= muted_since_;
         });
}

void RetrySkip::mute(bool on) {
  if (!on) muted_until_ = 0;
  cast_.matching.tell_failures(!on);
  for (Unit* unit : cast_.acting) {
    for (Gauge& gauge : unit->gauges()) on ? gauge.mute() : gauge.unmute();
    for (Gauge& gauge : unit->signals()) on ? gauge.mute() : gauge.unmute();
  }
}

}  // namespace platform
}  // namespace gantry
