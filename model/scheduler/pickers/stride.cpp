// SPDX-License-Identifier: Apache-2.0
// stride: proportional share. While the same entries are eligible, no entry is ever a complete job behind or ahead of
// its share. Virtual time advances by 1 / (weights of all eligible entries) per round. An entry's k-th job since it
// joined starts at k / weight and must be picked by (k + 1) / weight. Of the eligible entries whose next job starts
// before the end of this round, the one with the earliest deadline wins. Earliest deadline first meets all deadlines
// that can be met, and an equal flow in proportion to the weights would meet them all. Ties: larger weight, lower
// class, lower entry.
#include <utility>

#include "gantry/base/archive.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/class_candidates.h"

namespace gantry {
inline namespace scheduler {
namespace {

/// One unit of virtual time, a job of weight 1, in ticks.
constexpr std::uint64_t kUnit = std::uint64_t{1} << 40;

/// A point in virtual time: ticks and a fraction part / `of` of a tick. `of` is a weight or a sum of weights, below
/// 2^29. Ticks wrap around; all points in use are within 2^63 of each other.
struct Point {
  std::uint64_t ticks = 0;
  std::uint64_t part = 0;

  /// 1 / of units later, exactly.
  [[nodiscard]] Point after_share(std::uint64_t of) const {
    Point sum{ticks + kUnit / of, part + kUnit % of};
    if (sum.part >= of) {
      sum.part -= of;
      ++sum.ticks;
    }
    return sum;
  }
  /// The same point in fractions of another size, rounded down by less than a tick.
  [[nodiscard]] Point rescaled(std::uint64_t of, std::uint64_t to) const { return {ticks, part * to / of}; }
};

/// Sign of a - b.
int compare(const Point& a, std::uint64_t a_of, const Point& b, std::uint64_t b_of) {
  if (a.ticks != b.ticks) return static_cast<std::int64_t>(a.ticks - b.ticks) < 0 ? -1 : 1;
  const std::uint64_t left = a.part * b_of;
  const std::uint64_t right = b.part * a_of;
  return left == right ? 0 : left < right ? -1 : 1;
}

class Stride final : public Picker {
 public:
  explicit Stride(const PickerConfig& config) : entries_(config.entries), valid_(make_bit_set(config.entries)) {}

  void add(std::uint32_t entry, const PickerEntry& what) override {
    const Point start = now_.rescaled(sum_, what.weight);
    entries_[entry] = {start, start.after_share(what.weight), what.jobs, what.weight, what.cls};
    set_bit(valid_, entry);
  }

  void drop(std::uint32_t entry) override { clear_bit(valid_, entry); }

  std::optional<Pick> pick(const EntrySet& eligible) override {
    const Round round = next_round(eligible);
    if (round.sum == 0) return std::nullopt;
    std::uint32_t winner = kNone;
    for_each_contender(eligible, [&](std::uint32_t e) {
      if (!is_due(e, round)) return;
      if (winner == kNone || goes_before(entries_[e], entries_[winner])) winner = e;
    });
    const std::uint64_t before = now_.ticks;
    now_ = round.end;
    sum_ = round.sum;
    hold_back(eligible, now_.ticks - before);

    Entry& won = entries_[winner];
    won.start = std::exchange(won.deadline, won.deadline.after_share(won.weight));
    if (--won.jobs == 0) clear_bit(valid_, winner);
    return Pick{winner, 0, 0, 0};
  }

  void candidates(const EntrySet& eligible, std::vector<Pick>& candidates) override {
    const Round round = next_round(eligible);
    BitSet due = valid_;
    for_each_contender(eligible, [&](std::uint32_t e) { assign_bit(due, e, is_due(e, round)); });
    first_of_classes(
        due, eligible, candidates, [this](std::uint32_t e) { return entries_[e].cls; },
        [this](std::uint32_t a, std::uint32_t b) { return goes_before(entries_[a], entries_[b]); },
        [](std::uint32_t e) {
          return Pick{e, 0, 0, 0};
        });
  }

  bool archive(Archive& state) override {
    state(entries_, valid_, now_, sum_);
    return true;
  }

 private:
  struct Entry {
    Point start;     ///< of the next job; of = weight
    Point deadline;  ///< of the next job; of = weight
    std::uint64_t jobs = 0;
    std::uint32_t weight = 1;
    std::uint32_t cls = 0;
  };

  /// Where virtual time is after a round.
  struct Round {
    Point end;              ///< of = sum
    std::uint64_t sum = 0;  ///< weights that take part; 0: none does
  };

  [[nodiscard]] Round next_round(const EntrySet& eligible) const {
    std::uint64_t sum = 0;
    std::uint32_t first = kNone;
    for_each_contender(eligible, [&](std::uint32_t e) {
      sum += entries_[e].weight;
      if (first == kNone || starts_before(entries_[e], entries_[first])) first = e;
    });
    if (first == kNone) return {};
    const Point end = now_.rescaled(sum_, sum).after_share(sum);
    const Entry& earliest = entries_[first];
    if (compare(earliest.start, earliest.weight, end, sum) < 0) return {end, sum};
    // All present entries have had more than their share, because one that had had less has left. Continue from the
    // first start.
    return {earliest.start.rescaled(earliest.weight, sum).after_share(sum), sum};
  }

  /// Whether the entry's next job starts before the round ends.
  [[nodiscard]] bool is_due(std::uint32_t e, const Round& round) const {
    return compare(entries_[e].start, entries_[e].weight, round.end, round.sum) < 0;
  }

  template <class F>
  void for_each_contender(const EntrySet& eligible, const F& f) const {
    for (std::size_t w = 0; w < valid_.size(); ++w) {
      for (std::uint64_t word = valid_[w] & eligible[w]; word != 0; word &= word - 1)
        f(static_cast<std::uint32_t>(w * 64 + lowest_bit(word)));
    }
  }

  static bool starts_before(const Entry& a, const Entry& b) {
    return compare(a.start, a.weight, b.start, b.weight) < 0;
  }

  static bool goes_before(const Entry& a, const Entry& b) {
    if (const int order = compare(a.deadline, a.weight, b.deadline, b.weight)) return order < 0;
    if (a.weight != b.weight) return a.weight > b.weight;
    return a.cls < b.cls;
  }

  /// Stops the time of entries that could not have been picked: their claim stays as it was.
  void hold_back(const EntrySet& eligible, std::uint64_t ticks) {
    for (std::size_t w = 0; w < valid_.size(); ++w) {
      for (std::uint64_t word = valid_[w] & ~eligible[w]; word != 0; word &= word - 1) {
        Entry& entry = entries_[w * 64 + lowest_bit(word)];
        entry.start.ticks += ticks;
        entry.deadline.ticks += ticks;
      }
    }
  }

  std::vector<Entry> entries_;
  BitSet valid_;
  /// Virtual time; of = sum_. It begins shortly before the ticks wrap around, so that no run is special.
  Point now_{0 - 16 * kUnit, 0};
  std::uint64_t sum_ = 1;  ///< weights that took part in the last round
};

}  // namespace

void add_stride(PickerCatalogue& pickers) {
  pickers.add("stride", "proportional share, service lag below one job",
              [](const PickerConfig& config) { return std::make_unique<Stride>(config); });
}

}  // namespace scheduler
}  // namespace gantry
