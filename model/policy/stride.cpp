// SPDX-License-Identifier: Apache-2.0
// stride: proportional share with a service lag below one job. Every entry advances by 1/weight per pick; the eligible
// entry that is furthest behind goes next. A new entry starts at the position of the last winner, so that it neither
// owes nor is owed anything for the time before it joined. Ties: larger weight, lower class, lower entry.
#include <algorithm>

#include "core/bits.h"
#include "core/picker.h"

namespace gantry {
namespace {

/// Divisible by every weight up to 16 and large enough that the rounding of the others does not accumulate: a pass
/// grows by at most 2^43 per pick, so 2^20 picks of weight 1 use no more than 63 bits before they are rebased.
constexpr std::uint64_t kStrideOne = 720720ULL << 23;

class Stride final : public Picker {
 public:
  explicit Stride(const PickerConfig& config) : entries_(config.entries), valid_(make_bit_set(config.entries)) {}

  void add(std::uint32_t entry, const PickerEntry& what) override {
    const std::uint64_t step = kStrideOne / what.weight;
    entries_[entry] = {now_ + step, step, what.jobs, what.weight, what.cls};
    set_bit(valid_, entry);
  }

  void drop(std::uint32_t entry) override { clear_bit(valid_, entry); }

  std::optional<Pick> pick(const EntrySet& eligible) override {
    std::uint32_t winner = kNone;
    for (std::size_t w = 0; w < valid_.size(); ++w) {
      for (std::uint64_t word = valid_[w] & eligible[w]; word != 0; word &= word - 1) {
        const auto entry = static_cast<std::uint32_t>(w * 64 + lowest_bit(word));
        if (winner == kNone || goes_before(entries_[entry], entries_[winner])) winner = entry;
      }
    }
    if (winner == kNone) return std::nullopt;
    Entry& won = entries_[winner];
    now_ = std::max(now_, won.pass - won.step);
    won.pass += won.step;
    if (--won.jobs == 0) clear_bit(valid_, winner);
    if (now_ >= kRebase) rebase();
    return Pick{winner, 0, 0, 0};
  }

 private:
  static constexpr std::uint64_t kRebase = std::uint64_t{1} << 62;

  struct Entry {
    std::uint64_t pass = 0;  ///< virtual finish of the next job
    std::uint64_t step = 0;
    std::uint64_t jobs = 0;
    std::uint32_t weight = 0;
    std::uint32_t cls = 0;
  };

  static bool goes_before(const Entry& a, const Entry& b) {
    if (a.pass != b.pass) return a.pass < b.pass;
    if (a.weight != b.weight) return a.weight > b.weight;
    return a.cls < b.cls;
  }

  /// Only differences matter: take the same amount from everyone before the numbers run out.
  void rebase() {
    std::uint64_t least = now_;
    for_each_bit(valid_, [&](std::uint32_t e) { least = std::min(least, entries_[e].pass - entries_[e].step); });
    for_each_bit(valid_, [&](std::uint32_t e) { entries_[e].pass -= least; });
    now_ -= least;
  }

  std::vector<Entry> entries_;
  BitSet valid_;
  std::uint64_t now_ = 0;  ///< virtual time
};

const bool kRegistered =
    PickerRegistry::instance().add("stride", "proportional share, service lag below one job",
                                   [](const PickerConfig& config) { return std::make_unique<Stride>(config); });

}  // namespace
}  // namespace gantry
