// SPDX-License-Identifier: Apache-2.0
#include "picker/campaign/reference.h"

#include <utility>

#include "gantry/base/bits.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"

namespace gantry::campaign {
namespace {

std::shared_ptr<PickerConfig> config_of(const RtlParameters& p, std::uint32_t reweigh_cycles) {
  auto config = std::make_shared<PickerConfig>();
  config->entries = p.entries;
  config->classes = p.classes;
  config->frac = p.frac;
  config->quant = p.quant;
  config->tie = p.tie;
  config->pick_latency_cycles = p.pick_latency;
  config->reweigh_cycles = reweigh_cycles;
  return config;
}

}  // namespace

Reference::Reference(const RtlParameters& parameters)
    : config_(config_of(parameters, parameters.reweigh_cycles())), make_(make_plain_weight_delay) {
  reset();
}

Reference::Reference(const RtlParameters& parameters, std::function<PickerFactory> make)
    : config_(config_of(parameters, 0)), make_(std::move(make)) {
  reset();
}

void Reference::reset() {
  timing_.reset();
  picker_ = make_(*config_);
  jobs_.assign(config_->entries, 0);
  timing_ = std::make_unique<PickTiming>(*config_, *picker_);
  places_.assign(config_->entries, Place::empty);
  entries_.assign(config_->entries, {});
  before_.assign(config_->entries, {});
  candidates_ = make_bit_set(config_->entries);
  winner_.reset();
  now_ = 0;
  busy_ = take_ = any_ = winner_leaves_ = owes_ = false;
  classes_changed_ = reweighed_ = 0;
  weight_before_.assign(config_->entries, 0);
}

void Reference::look() {
  picker_->inspect(before_);
  tells_state_ = !before_.empty();
  if (tells_state_) return;
  for (const std::uint64_t jobs : jobs_) before_.push_back({jobs, 0, 0});
}

void Reference::round(bool pick, const EntrySet& eligible) {
  ++now_;
  look();
  busy_ = timing_->reweighing(now_);
  if (busy_) owes_ = true;
  for (std::uint32_t e = 0; !busy_ && e < config_->entries; ++e) {
    if (before_[e].jobs != 0) weight_before_[e] = before_[e].expected_weight;
  }
  any_ = false;
  for (std::size_t w = 0; w < candidates_.size(); ++w) candidates_[w] = eligible[w];
  for (std::uint32_t e = 0; e < config_->entries; ++e) {
    if (places_[e] != Place::member) clear_bit(candidates_, e);
  }
  for (const std::uint64_t word : candidates_) any_ = any_ || word != 0;
  winner_.reset();
  winner_leaves_ = false;
  classes_changed_ = 0;
  if (pick && any_ && timing_->round_may_start(now_)) {
    timing_->round_started(now_);
    owes_ = false;
    winner_ = picker_->pick(candidates_);
    winner_leaves_ = before_[winner_->entry].jobs == 1;
    --jobs_[winner_->entry];
    if (winner_leaves_) {
      timing_->entry_left(entries_[winner_->entry].cls);
      classes_changed_ |= 1U << entries_[winner_->entry].cls;
      places_[winner_->entry] = Place::empty;
    }
  }
  take_ = timing_->may_apply(now_, any_ && !winner_);
}

bool Reference::may_add(std::uint32_t entry, std::optional<std::uint32_t> drop) const {
  switch (places_[entry]) {
    case Place::empty:
      return true;
    case Place::waiting:
      return drop == entry;
    case Place::member:
      return take_ && drop == entry;
    case Place::leaving:
      return take_;
  }
  return false;
}

void Reference::command(std::optional<std::uint32_t> drop, const std::optional<Add>& add) {
  if (drop && places_[*drop] == Place::waiting) {
    timing_->cancel_join(*drop);
    places_[*drop] = Place::empty;
  } else if (drop && places_[*drop] == Place::member) {
    timing_->drop(*drop, entries_[*drop].cls);
    places_[*drop] = Place::leaving;
  }
  std::uint32_t changed = 0;
  std::vector<std::uint32_t> left;
  if (add) timing_->join(add->entry, add->what);
  if (take_) {
    // Classes of those that leave are known before an add overwrites its entry.
    for (std::uint32_t e = 0; e < config_->entries; ++e) {
      if (places_[e] == Place::leaving || places_[e] == Place::waiting) changed |= 1U << entries_[e].cls;
    }
    if (add) changed |= 1U << add->what.cls;
    if (add) entries_[add->entry] = add->what;
    timing_->apply(
        now_,
        [&](std::uint32_t e) {
          places_[e] = Place::empty;
          jobs_[e] = 0;
        },
        [&](std::uint32_t e) {
          places_[e] = Place::member;
          jobs_[e] = entries_[e].jobs;
        });
    classes_changed_ |= changed;
  } else if (add) {
    entries_[add->entry] = add->what;
    places_[add->entry] = Place::waiting;
  }
  if (add) weight_before_[add->entry] = add->what.weight;
  if (classes_changed_ != 0) {
    reweighed_ = classes_changed_;
    reweigh_from_ = now_ + 1;
  }
}

bool Reference::may_show(std::uint32_t entry, std::uint32_t expected_weight) const {
  const std::uint32_t old_weight = weight_before_[entry];
  const std::uint32_t new_weight = before_[entry].expected_weight;
  const std::uint32_t cls = entries_[entry].cls;
  if (((reweighed_ >> cls) & 1U) == 0) return expected_weight == old_weight;
  const Cycle cycles = config_->reweigh_cycles;
  const Cycle begins = reweigh_from_ + count_bits(reweighed_ & ((1U << cls) - 1U)) * cycles;
  if (now_ <= begins) return expected_weight == old_weight;
  if (now_ + 1 >= begins + cycles) return expected_weight == new_weight;
  return expected_weight == old_weight || expected_weight == new_weight;
}

}  // namespace gantry::campaign
