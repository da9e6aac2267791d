// SPDX-License-Identifier: Apache-2.0
// weight_delay with one 32-bit key per entry: target weight, then expected weight, then inverted class, then inverted
// entry number, so that the maximum of the keys is the winner.
#include <algorithm>
#include <limits>

#include "gantry/base/archive.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/class_candidates.h"
#include "gantry/scheduler/pickers/keyed_round.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
inline namespace scheduler {
namespace {

constexpr std::uint32_t kWeightBits = 8;  // W - 1
constexpr std::uint32_t kClassBits = 3;

std::uint32_t bits_for(std::uint64_t values) {
  std::uint32_t bits = 0;
  while ((std::uint64_t{1} << bits) < values) ++bits;
  return bits;
}

/// Bits of a target weight as a signed number. Its range is +-(256 << frac) >> quant.
std::uint32_t target_bits(const PickerConfig& config) {
  const std::uint64_t largest = ((std::uint64_t{kFullWeight} << config.frac) >> config.quantisation()) + 1;
  return bits_for(2 * largest + 1);
}

class KeyedWeightDelay final : public Picker {
 public:
  KeyedWeightDelay(const PickerConfig& config, Vectors vectors)
      : run_(keyed_round(vectors)),
        frac_(config.frac),
        entry_bits_(bits_for(config.entries)),
        size_(std::size_t{(config.entries + kLanes - 1) / kLanes} * kLanes),
        weight_(size_, 0),
        tie_(size_, 0),
        cap_(size_, kNotEligible),
        history_(size_, 0),
        decay_(size_, 0),
        entries_(config.entries),
        valid_(make_bit_set(config.entries)),
        offered_(make_bit_set(config.entries)),
        weight_sum_(config.classes, 0) {
    round_.quant = config.quantisation();
    round_.tie_bits = kWeightBits + kClassBits + entry_bits_;
  }

  void add(std::uint32_t entry, const PickerEntry& what) override {
    settle();
    entries_[entry] = {what.jobs, what.weight, 0, what.cls, 0};
    history_[entry] = static_cast<std::int32_t>(what.weight << frac_);
    set_bit(valid_, entry);
    used_ = std::max(used_, (entry + kLanes) / kLanes * kLanes);
    weight_sum_[what.cls] += what.weight;
    changed_ |= 1U << what.cls;
  }

  void drop(std::uint32_t entry) override { leave(entry); }

  [[nodiscard]] bool reweighs() const override { return true; }

  std::optional<Pick> pick(const EntrySet& eligible) override {
    if (changed_ != 0) reweigh();
    offer(eligible);
    const std::int32_t best =
        run_({weight_.data(), tie_.data(), cap_.data(), history_.data(), decay_.data(), used_}, round_);
    round_.winner = kNone;
    if (best == kNotEligible) return std::nullopt;
    const std::uint32_t inverted = static_cast<std::uint32_t>(best) & ((1U << entry_bits_) - 1U);
    const std::uint32_t winner = ((1U << entry_bits_) - 1U) - inverted;
    Entry& won = entries_[winner];
    const Pick pick = told(winner);
    round_.winner = winner;
    round_.credit = won.credit;
    if (--won.jobs == 0) leave(winner);
    return pick;
  }

  void candidates(const EntrySet& eligible, std::vector<Pick>& candidates) override {
    if (changed_ != 0) reweigh();
    settle();
    first_of_classes(
        valid_, eligible, candidates, [this](std::uint32_t e) { return entries_[e].cls; },
        [this](std::uint32_t a, std::uint32_t b) {
          const std::int32_t target = target_of(a);
          const std::int32_t best = target_of(b);
          return target != best ? target > best : entries_[a].expected > entries_[b].expected;
        },
        [this](std::uint32_t e) { return told(e); });
  }

  void inspect(std::vector<EntryState>& entries) override {
    if (changed_ != 0) reweigh();
    settle();
    entries.resize(entries_.size());
    for (EntryState& entry : entries) entry.jobs = 0;
    for_each_bit(valid_, [&](std::uint32_t entry) {
      const Entry& e = entries_[entry];
      entries[entry] = {e.jobs, e.expected, static_cast<std::uint64_t>(history_[entry])};
    });
  }

  bool archive(Archive& state) override {
    state(round_, used_, weight_, tie_, cap_, history_, decay_, entries_, valid_, offered_, weight_sum_, changed_);
    return true;
  }

 private:
  struct Entry {
    std::uint64_t jobs = 0;
    std::uint32_t weight = 0;    ///< S
    std::uint32_t expected = 0;  ///< W
    std::uint32_t cls = 0;
    std::int32_t credit = 0;  ///< amount that a win adds to the history
  };

  [[nodiscard]] std::int32_t target_of(std::uint32_t entry) const {
    return (weight_[entry] - history_[entry]) >> round_.quant;
  }
  [[nodiscard]] Pick told(std::uint32_t entry) const {
    return {entry, target_of(entry), entries_[entry].expected, static_cast<std::uint64_t>(history_[entry])};
  }

  /// A round ages every history. The next round walks the same arrays and does the ageing, unless a command before it
  /// changes what the ageing depends on.
  void settle() {
    if (round_.winner == kNone) return;
    for (std::uint32_t i = 0; i < used_; ++i) history_[i] = aged(history_[i], decay_[i]);
    history_[round_.winner] += round_.credit;
    round_.winner = kNone;
  }

  /// Brings the caps up to date; between two rounds few entries change.
  void offer(const EntrySet& eligible) {
    for (std::size_t w = 0; w < valid_.size(); ++w) {
      const std::uint64_t now = valid_[w] & eligible[w];
      for (std::uint64_t changed = now ^ offered_[w]; changed != 0; changed &= changed - 1) {
        const std::uint32_t bit = lowest_bit(changed);
        cap_[w * 64 + bit] = ((now >> bit) & 1U) != 0 ? std::numeric_limits<std::int32_t>::max() : kNotEligible;
      }
      offered_[w] = now;
    }
  }

  void leave(std::uint32_t entry) {
    const Entry& e = entries_[entry];
    clear_bit(valid_, entry);
    weight_sum_[e.cls] -= e.weight;
    changed_ |= 1U << e.cls;
  }

  /// Expected weights of the classes that changed; nothing looks at them between two picks, so once is enough.
  void reweigh() {
    settle();
    for_each_bit(valid_, [&](std::uint32_t entry) {
      Entry& e = entries_[entry];
      if (((changed_ >> e.cls) & 1U) == 0) return;
      e.expected = expected_weight(e.weight, weight_sum_[e.cls]);
      weight_[entry] = static_cast<std::int32_t>(e.expected << frac_);
      decay_[entry] = 1 << (8U - delay_shift(e.expected));
      e.credit = static_cast<std::int32_t>((kFullWeight >> delay_shift(e.expected)) << frac_);
      const std::uint32_t inverted_class = (1U << kClassBits) - 1U - e.cls;
      const std::uint32_t inverted_entry = (1U << entry_bits_) - 1U - entry;
      tie_[entry] = static_cast<std::int32_t>(((e.expected - 1U) << (kClassBits + entry_bits_)) |
                                              (inverted_class << entry_bits_) | inverted_entry);
    });
    changed_ = 0;
  }

  KeyedRoundFunction* run_;
  KeyedRound round_;  ///< `winner` is that of the last round, while its ageing waits
  std::uint32_t frac_;
  std::uint32_t entry_bits_;
  std::size_t size_;
  std::uint32_t used_ = 0;             ///< entries beyond this have never been used
  std::vector<std::int32_t> weight_;   ///< W << frac
  std::vector<std::int32_t> tie_;      ///< breaks ties between equal target weights
  std::vector<std::int32_t> cap_;      ///< kNotEligible unless present and eligible
  std::vector<std::int32_t> history_;  ///< H_raw
  std::vector<std::int32_t> decay_;    ///< 2^(8 - d)
  std::vector<Entry> entries_;
  BitSet valid_;
  BitSet offered_;
  std::vector<std::uint64_t> weight_sum_;  ///< T per class
  std::uint32_t changed_ = 0;              ///< classes to reweigh before the next pick
};

}  // namespace

bool fits_one_key(const PickerConfig& config) {
  return weight_rule(config).is_usual() && config.tie == TieBreak::expected_weight &&
         target_bits(config) + kWeightBits + kClassBits + bits_for(config.entries) <= 32;
}

std::unique_ptr<Picker> make_keyed_weight_delay(const PickerConfig& config, Vectors vectors) {
  return std::make_unique<KeyedWeightDelay>(config, vectors);
}

}  // namespace scheduler
}  // namespace gantry
