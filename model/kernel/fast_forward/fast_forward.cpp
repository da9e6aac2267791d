// SPDX-License-Identifier: Apache-2.0
#include "gantry/kernel/fast_forward/fast_forward.h"

#include <algorithm>

namespace gantry {
inline namespace kernel {

namespace {

/// Copies all counts.
class SavedCounts final : public CountVisitor {
 public:
  SavedCounts(std::vector<std::uint64_t>& into, Cycle now) : into_(into), now_(now) { into_.clear(); }
  void count(std::uint64_t& counter) override { into_.push_back(counter); }
  void level(Gauge& gauge) override { into_.push_back(gauge.integral(now_)); }

 private:
  std::vector<std::uint64_t>& into_;
  Cycle now_;
};

/// Adds to each count `times` its growth since it was saved.
class MultipliedCounts final : public CountVisitor {
 public:
  MultipliedCounts(const std::vector<std::uint64_t>& saved, Cycle now, std::uint64_t times, Cycle period)
      : saved_(saved.begin()), now_(now), times_(times), period_(period) {}
  void count(std::uint64_t& counter) override { counter += times_ * (counter - *saved_++); }
  void level(Gauge& gauge) override { gauge.repeat(now_, times_, period_, gauge.integral(now_) - *saved_++); }

 private:
  std::vector<std::uint64_t>::const_iterator saved_;
  Cycle now_;
  std::uint64_t times_;
  Cycle period_;
};

/// Levels change without notice to their observers.
class MutedLevels final : public CountVisitor {
 public:
  explicit MutedLevels(bool muted) : muted_(muted) {}
  void count(std::uint64_t& /*counter*/) override {}
  void level(Gauge& gauge) override { muted_ ? gauge.mute() : gauge.unmute(); }

 private:
  bool muted_;
};

}  // namespace

template <class Call>
void FastForward::for_each_participant(Call call) const {
  call(static_cast<Participant&>(cast_.recurrence));
  for (Participant* participant : cast_.participants) call(*participant);
}

void FastForward::look(Cycle now) {
  if (!take_state(now)) return forget();
  if (saved_at_ == kNever || !all_sleep(cast_.others, now)) {
    patience_ = 1;
    return save(now);
  }
  if (state_ == saved_) {
    if (!anything_left()) return give_up(now);
    return shared_sleep(now) ? repeat(now) : save(now);
  }
  if (++comparisons_ == patience_) {
    patience_ *= 2;
    save(now);
  }
}

bool FastForward::take_state(Cycle now) {
  bool only_repeats = true;
  for_each_participant([&](const Participant& of) { only_repeats = only_repeats && of.only_repeats(); });
  if (!only_repeats) return false;
  state_.clear();
  for_each_participant([&](const Participant& of) { of.append_state(now, state_); });
  return true;
}

/// Since the state was saved, and in this cycle.
bool FastForward::sleeps(const Unit& unit, Cycle now) const {
  return (unit.last_run() == kNever || unit.last_run() < saved_at_) && unit.due() > now;
}

bool FastForward::all_sleep(const std::vector<const Unit*>& units, Cycle now) const {
  return std::all_of(units.begin(), units.end(), [&](const Unit* unit) { return sleeps(*unit, now); });
}

bool FastForward::shared_sleep(Cycle now) const {
  return cast_.shared == nullptr || all_sleep(cast_.shared->units(), now);
}

/// Whether the state can ever change.
bool FastForward::anything_left() const {
  const auto is_due = [](const Unit* unit) { return unit->due() != kNever; };
  return std::any_of(cast_.others.begin(), cast_.others.end(), is_due) ||
         (cast_.shared != nullptr && cast_.shared->hold_work());
}

Cycle FastForward::next_other() const {
  Cycle next = last_cycle_;
  for (const Unit* unit : cast_.others) next = std::min(next, unit->due());
  if (cast_.shared == nullptr) return next;
  for (const Unit* unit : cast_.shared->units()) next = std::min(next, unit->due());
  return next;
}

void FastForward::visit_counts(CountVisitor& visitor) {
  for (Unit* unit : cast_.acting) unit->visit_counts(visitor);
  for_each_participant([&](Participant& of) { of.visit_other_counts(visitor); });
}

void FastForward::save(Cycle now) {
  saved_at_ = now;
  saved_ = state_;
  SavedCounts counts(saved_counts_, now);
  visit_counts(counts);
  saved_events_ = cast_.recurrence.events();
  comparisons_ = 0;
}

void FastForward::forget() {
  saved_at_ = kNever;
  patience_ = 1;
}

/// The kernel finds that nothing is due, or will be when the endless work has ended.
void FastForward::give_up(Cycle now) {
  if (cast_.shared != nullptr) cast_.shared->stop(now);
  for (Unit* unit : cast_.acting) unit->reschedule(kNever);
}

void FastForward::repeat(Cycle now) {
  const Cycle next = next_other();
  const Cycle period = now - saved_at_;
  if (next <= now + period) return;
  const std::uint64_t times = (next - 1 - now) / period;
  const Repetition repetition{saved_at_, now, times * period, times * (cast_.recurrence.events() - saved_events_)};
  cast_.recurrence.announce(repetition);
  forget();
  bool may_skip = !runs_all_;
  for_each_participant([&](const Participant& of) { may_skip = may_skip && of.may_skip(); });
  if (!may_skip) {
    muted_since_ = now;
    muted_until_ = now + repetition.cycles;
    return mute(true);
  }
  MultipliedCounts counts(saved_counts_, now, times, period);
  visit_counts(counts);
  for_each_participant([&](Participant& of) { of.shift(repetition); });
  for (Unit* unit : cast_.acting) {
    if (unit->due() != kNever) unit->reschedule(unit->due() + repetition.cycles);
  }
}

/// Also true before the end of the periods if they do not repeat after all: another backend of a block may behave
/// differently.
bool FastForward::is_over(Cycle now) const {
  return now >= muted_until_ || std::any_of(cast_.others.begin(), cast_.others.end(), [&](const Unit* unit) {
           return unit->last_run() != kNever && unit->last_run() >= muted_since_;
         });
}

void FastForward::mute(bool on) {
  if (!on) muted_until_ = 0;
  cast_.recurrence.mute(on);
  MutedLevels levels(on);
  visit_counts(levels);
}

}  // namespace kernel
}  // namespace gantry
