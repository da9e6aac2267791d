// SPDX-License-Identifier: Apache-2.0
// fifo: the eligible entry that was admitted first; entries admitted together in order of number.
#include "core/bits.h"
#include "core/picker.h"

namespace gantry {
namespace {

class Fifo final : public Picker {
 public:
  explicit Fifo(const PickerConfig& config)
      : admitted_(config.entries, 0), jobs_(config.entries, 0), valid_(make_bit_set(config.entries)) {}

  void add(std::uint32_t entry, const PickerEntry& what) override {
    admitted_[entry] = next_++;
    jobs_[entry] = what.jobs;
    set_bit(valid_, entry);
  }

  void drop(std::uint32_t entry) override { clear_bit(valid_, entry); }

  std::optional<Pick> pick(const EntrySet& eligible) override {
    std::uint32_t winner = kNone;
    for (std::size_t w = 0; w < valid_.size(); ++w) {
      for (std::uint64_t word = valid_[w] & eligible[w]; word != 0; word &= word - 1) {
        const auto entry = static_cast<std::uint32_t>(w * 64 + lowest_bit(word));
        if (winner == kNone || admitted_[entry] < admitted_[winner]) winner = entry;
      }
    }
    if (winner == kNone) return std::nullopt;
    if (--jobs_[winner] == 0) clear_bit(valid_, winner);
    return Pick{winner, 0, 0, 0};
  }

 private:
  std::vector<std::uint64_t> admitted_;
  std::vector<std::uint64_t> jobs_;
  BitSet valid_;
  std::uint64_t next_ = 0;
};

const bool kRegistered = PickerRegistry::instance().add(
    "fifo", "the task admitted first", [](const PickerConfig& config) { return std::make_unique<Fifo>(config); });

}  // namespace
}  // namespace gantry
