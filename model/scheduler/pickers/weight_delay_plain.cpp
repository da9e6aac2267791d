// SPDX-License-Identifier: Apache-2.0
// The rule of weight_delay, stated plainly; serves every configuration.
#include "gantry/base/archive.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/class_candidates.h"
#include "gantry/scheduler/pickers/weight_delay.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
inline namespace scheduler {
namespace {

class PlainWeightDelay final : public Picker {
 public:
  explicit PlainWeightDelay(const PickerConfig& config)
      : frac_(config.frac),
        quant_(config.quantisation()),
        tie_(config.tie),
        rule_(weight_rule(config)),
        entries_(config.entries),
        valid_(make_bit_set(config.entries)),
        weight_sum_(config.classes, 0) {}

  void add(std::uint32_t entry, const PickerEntry& what) override {
    Entry& e = entries_[entry];
    e.cls = what.cls;
    e.weight = what.weight;
    e.jobs = what.jobs;
    e.history = std::uint64_t{what.weight} << frac_;
    set_bit(valid_, entry);
    weight_sum_[what.cls] += weight_of(e);
    changed_ |= 1U << what.cls;
  }

  void drop(std::uint32_t entry) override { leave(entry); }

  [[nodiscard]] bool reweighs() const override { return true; }

  std::optional<Pick> pick(const EntrySet& eligible) override {
    if (changed_ != 0) reweigh();
    std::uint32_t winner = kNone;
    std::int64_t best = 0;
    for (std::size_t w = 0; w < valid_.size(); ++w) {
      for (std::uint64_t word = valid_[w] & eligible[w]; word != 0; word &= word - 1) {
        const auto entry = static_cast<std::uint32_t>(w * 64 + lowest_bit(word));
        const std::int64_t target = target_of(entries_[entry]);
        if (winner == kNone || target > best || (target == best && wins_tie(entry, winner))) {
          winner = entry;
          best = target;
        }
      }
    }
    if (winner == kNone) return std::nullopt;
    const Pick pick{winner, best, entries_[winner].expected, entries_[winner].history};
    for_each_bit(valid_, [&](std::uint32_t entry) {
      Entry& e = entries_[entry];
      e.history -= e.history >> e.shift;
    });
    Entry& won = entries_[winner];
    won.history += std::uint64_t{kFullWeight >> won.shift} << frac_;
    if (rule_.over_jobs) {
      weight_sum_[won.cls] -= won.weight;
      changed_ |= 1U << won.cls;
    }
    if (--won.jobs == 0) leave(winner);
    return pick;
  }

  void candidates(const EntrySet& eligible, std::vector<Pick>& candidates) override {
    if (changed_ != 0) reweigh();
    first_of_classes(
        valid_, eligible, candidates, [this](std::uint32_t e) { return entries_[e].cls; },
        [this](std::uint32_t a, std::uint32_t b) {
          const std::int64_t target = target_of(entries_[a]);
          const std::int64_t best = target_of(entries_[b]);
          return target != best ? target > best : wins_tie(a, b);
        },
        [this](std::uint32_t e) {
          return Pick{e, target_of(entries_[e]), entries_[e].expected, entries_[e].history};
        });
  }

  void inspect(std::vector<EntryState>& entries) override {
    if (changed_ != 0) reweigh();
    entries.resize(entries_.size());
    for (EntryState& entry : entries) entry.jobs = 0;
    for_each_bit(valid_, [&](std::uint32_t entry) {
      const Entry& e = entries_[entry];
      entries[entry] = {e.jobs, e.expected, e.history};
    });
  }

  bool archive(Archive& state) override {
    state(entries_, valid_, weight_sum_, changed_);
    return true;
  }

 private:
  struct Entry {
    std::uint64_t history = 0;  ///< H_raw
    std::uint64_t jobs = 0;
    std::uint32_t weight = 0;    ///< S
    std::uint32_t expected = 0;  ///< W
    std::uint32_t shift = 0;     ///< d
    std::uint32_t cls = 0;
  };

  /// What an entry adds to the sum of its class.
  [[nodiscard]] std::uint64_t weight_of(const Entry& e) const { return rule_.over_jobs ? e.weight * e.jobs : e.weight; }

  [[nodiscard]] std::int64_t target_of(const Entry& e) const {
    // An arithmetic shift: floor, also below zero.
    return (static_cast<std::int64_t>(std::uint64_t{e.expected} << frac_) - static_cast<std::int64_t>(e.history)) >>
           quant_;
  }

  /// Precondition: equal target weights, a > b.
  [[nodiscard]] bool wins_tie(std::uint32_t a, std::uint32_t b) const {
    const Entry& x = entries_[a];
    const Entry& y = entries_[b];
    if (tie_ == TieBreak::expected_weight) {
      if (x.expected != y.expected) return x.expected > y.expected;
    } else if (x.history != y.history) {
      return x.history < y.history;
    }
    return x.cls < y.cls;
  }

  void leave(std::uint32_t entry) {
    const Entry& e = entries_[entry];
    clear_bit(valid_, entry);
    weight_sum_[e.cls] -= weight_of(e);
    changed_ |= 1U << e.cls;
  }

  /// Expected weights of the classes that changed; nothing looks at them between two picks, so once is enough.
  void reweigh() {
    for_each_bit(valid_, [&](std::uint32_t entry) {
      Entry& e = entries_[entry];
      if (((changed_ >> e.cls) & 1U) == 0) return;
      e.expected = expected_weight(e.weight, weight_sum_[e.cls]);
      e.shift = rule_.shift(e.expected);
    });
    changed_ = 0;
  }

  std::uint32_t frac_;
  std::uint32_t quant_;
  TieBreak tie_;
  WeightRule rule_;
  std::vector<Entry> entries_;
  BitSet valid_;
  std::vector<std::uint64_t> weight_sum_;  ///< T per class
  std::uint32_t changed_ = 0;              ///< classes to reweigh before the next pick
};

}  // namespace

std::unique_ptr<Picker> make_plain_weight_delay(const PickerConfig& config) {
  return std::make_unique<PlainWeightDelay>(config);
}

}  // namespace scheduler
}  // namespace gantry
