// SPDX-License-Identifier: Apache-2.0
#include "picker/campaign/traffic.h"

#include <algorithm>

#include "gantry/base/bits.h"

namespace gantry::campaign {

Traffic::Traffic(Bench& bench, std::uint64_t seed)
    : bench_(bench), random_(seed), eligible_((bench.parameters().entries + 63) / 64) {}

void Traffic::draw_habits() {
  const std::uint32_t entries = bench_.parameters().entries;
  const bool calm = random_.percent(60);
  eligible_habit_ = static_cast<Eligible>(random_.below(8));
  weights_ = static_cast<Weights>(random_.below(5));
  equal_weight_ = random_.between(1, 256);
  one_class_ = random_.percent(30) ? random_.below(bench_.parameters().classes) : kNone;
  most_entries_ = random_.percent(40) ? entries : random_.between(1, entries);
  pick_percent_ = random_.percent(60) ? 100 : random_.between(20, 90);
  until_change_ = 0;
  if (bench_.kind().times) deadlines_ = static_cast<Deadlines>(random_.below(5));
  if (calm) {
    // Entries that stay: rounds in all cycles.
    cycles_ = random_.between(500, 4000);
    jobs_ = random_.percent(50) ? Jobs::most : Jobs::many;
    add_percent_ = random_.percent(80) ? 1 : 0;
    drop_percent_ = 0;
  } else {
    cycles_ = random_.between(200, 1500);
    jobs_ = static_cast<Jobs>(random_.below(5));
    add_percent_ = random_.between(1, 90);
    drop_percent_ = random_.percent(30) ? 0 : random_.between(1, 50);
  }
}

void Traffic::run_phase() {
  draw_habits();
  if (random_.percent(15)) reset();
  for (std::uint32_t i = 0; i < cycles_; ++i) {
    cycle();
    if (random_.below(3000) == 0) reset();
  }
}

/// One cycle of it or four, with commands that must not matter, legal or not.
void Traffic::reset() {
  PickerInputs live;
  for (std::uint32_t cycles = random_.percent(50) ? 1 : 4; cycles > 0; --cycles) {
    live.add = random_.percent(50);
    live.drop = random_.percent(50);
    live.add_entry = static_cast<std::uint8_t>(random_.below(256));
    live.drop_entry = random_.percent(50) ? live.add_entry : static_cast<std::uint8_t>(random_.below(256));
    live.add_class = static_cast<std::uint8_t>(random_.below(bench_.parameters().classes));
    live.add_weight = static_cast<std::uint16_t>(random_.between(1, 256));
    live.add_jobs = random_.between(1, 3);
    bench_.reset(random_.percent(50), eligible_, live);
  }
}

void Traffic::choose_eligible() {
  const std::uint32_t entries = bench_.parameters().entries;
  const auto fill = [&](std::uint32_t ands, std::uint32_t ors) {
    for (std::uint64_t& word : eligible_) {
      std::uint64_t bits = random_.bits();
      for (std::uint32_t i = 0; i < ands; ++i) bits &= random_.bits();
      for (std::uint32_t i = 0; i < ors; ++i) bits |= random_.bits();
      word = bits;
    }
  };
  const auto everything = [&] {
    for (std::uint64_t& word : eligible_) word = ~std::uint64_t{0};
  };
  switch (eligible_habit_) {
    case Eligible::all:
      everything();
      break;
    case Eligible::most:
      fill(0, 2);
      break;
    case Eligible::half:
      fill(0, 0);
      break;
    case Eligible::few:
      fill(3, 0);
      break;
    case Eligible::one:
      for (std::uint64_t& word : eligible_) word = 0;
      set_bit(eligible_, random_.below(entries));
      break;
    case Eligible::flapping: {
      // One entry in, the next cycle out.
      const std::uint32_t entry = random_.below(entries);
      eligible_[entry / 64] ^= std::uint64_t{1} << (entry % 64);
      break;
    }
    case Eligible::held:
      if (until_change_-- == 0) {
        until_change_ = random_.between(5, 200);
        fill(0, 0);
      }
      break;
    case Eligible::bursts:
      if (until_change_-- == 0) {
        until_change_ = random_.between(2, 60);
        if (eligible_[0] == 0) {
          everything();
        } else {
          for (std::uint64_t& word : eligible_) word = 0;
        }
      }
      break;
  }
  // No bits beyond the last entry.
  if (entries % 64 != 0) eligible_.back() &= (std::uint64_t{1} << (entries % 64)) - 1;
}

void Traffic::cycle() {
  choose_eligible();
  bench_.begin(random_.percent(pick_percent_), eligible_);
  const std::optional<std::uint32_t> drop = choose_drop();
  const std::optional<Add> add = choose_add(drop);
  std::optional<std::uint32_t> read;
  if (random_.percent(10)) read = random_.below(bench_.parameters().entries);
  bench_.end(drop, add, read);
}

std::optional<std::uint32_t> Traffic::choose_drop() {
  if (!random_.percent(drop_percent_)) return std::nullopt;
  const Reference& reference = bench_.reference();
  const auto droppable = [&](std::uint32_t e) {
    return reference.place(e) == Place::member || reference.place(e) == Place::waiting;
  };
  // The winner of this cycle more often than chance would have it; also one that has just left by its last pick.
  if (reference.winner() && random_.percent(40)) {
    const std::uint32_t e = reference.winner()->entry;
    if (droppable(e) || reference.winner_leaves()) return e;
  }
  const std::uint32_t entries = bench_.parameters().entries;
  const std::uint32_t first = random_.below(entries);
  // Also one that is not there, or was dropped already: that does nothing.
  if (random_.percent(15)) return first;
  for (std::uint32_t i = 0; i < entries; ++i) {
    const std::uint32_t e = (first + i) % entries;
    if (droppable(e)) return e;
  }
  return std::nullopt;
}

std::optional<Add> Traffic::choose_add(std::optional<std::uint32_t> drop) {
  const Reference& reference = bench_.reference();
  const std::uint32_t entries = bench_.parameters().entries;
  std::uint32_t used = 0;
  for (std::uint32_t e = 0; e < entries; ++e) used += reference.place(e) != Place::empty ? 1 : 0;
  // A calm phase fills up at once and then hardly changes.
  const bool filling = drop_percent_ == 0 && add_percent_ == 1 && used * 2 < most_entries_;
  if (!filling && (used >= most_entries_ || !random_.percent(add_percent_))) return std::nullopt;
  if (reference.winner_leaves() && random_.percent(40) && reference.may_add(reference.winner()->entry, drop)) {
    return Add{reference.winner()->entry, draw_entry()};
  }
  if (drop && random_.percent(30) && reference.may_add(*drop, drop)) return Add{*drop, draw_entry()};
  const std::uint32_t first = random_.below(entries);
  if (reference.take() && random_.percent(40)) {
    for (std::uint32_t i = 0; i < entries; ++i) {
      const std::uint32_t e = (first + i) % entries;
      if (reference.place(e) == Place::leaving) return Add{e, draw_entry()};
    }
  }
  for (std::uint32_t i = 0; i < entries; ++i) {
    const std::uint32_t e = (first + i) % entries;
    if (reference.may_add(e, drop)) return Add{e, draw_entry()};
  }
  return std::nullopt;
}

void Traffic::draw_times(PickerEntry& entry) {
  entry.job_cycles = random_.percent(50) ? random_.below(4) : random_.bits() >> random_.between(1, 63);
  switch (deadlines_) {
    case Deadlines::none:
      break;
    case Deadlines::some:
      if (random_.percent(50)) entry.deadline = bench_.cycles() + random_.below(1000);
      break;
    case Deadlines::few:
      entry.deadline = random_.below(3);
      break;
    case Deadlines::near:
      entry.deadline = bench_.cycles() + random_.below(8);
      break;
    case Deadlines::any:
      entry.deadline = random_.bits() >> random_.between(1, 63);
      break;
  }
}

PickerEntry Traffic::draw_entry() {
  const RtlParameters& p = bench_.parameters();
  PickerEntry entry;
  entry.cls = one_class_ != kNone ? one_class_ : random_.below(p.classes);
  switch (weights_) {
    case Weights::any:
      entry.weight = random_.between(1, 256);
      break;
    case Weights::equal:
      entry.weight = equal_weight_;
      break;
    case Weights::extremes:
      entry.weight = random_.percent(50) ? 1 : 256;
      break;
    case Weights::small:
      entry.weight = random_.between(1, 4);
      break;
    case Weights::sum_256: {
      // T is 0 for all entries of a class whose weights sum to 256.
      static constexpr std::uint32_t kPowers[] = {1, 1, 2, 4, 8, 16, 32, 64, 128};
      entry.weight = kPowers[random_.below(9)];
      break;
    }
  }
  const auto most = static_cast<std::uint32_t>(p.most_jobs());
  switch (jobs_) {
    case Jobs::one:
      entry.jobs = 1;
      break;
    case Jobs::few:
      entry.jobs = random_.between(1, std::min<std::uint32_t>(3, most));
      break;
    case Jobs::some:
      entry.jobs = random_.between(1, std::min<std::uint32_t>(30, most));
      break;
    case Jobs::many:
      entry.jobs = random_.between(1, std::min<std::uint32_t>(1000, most));
      break;
    case Jobs::most:
      entry.jobs = most;
      break;
  }
  if (bench_.kind().times) draw_times(entry);
  return entry;
}

}  // namespace gantry::campaign
