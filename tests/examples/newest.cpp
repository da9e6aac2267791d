// SPDX-License-Identifier: Apache-2.0
// newest: the eligible entry that was admitted last.
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry {
inline namespace scheduler {
namespace {

class Newest final : public Picker {
 public:
  explicit Newest(const PickerConfig& config) : entries_(config.entries) {}

  void add(std::uint32_t entry, const PickerEntry& what) override { entries_[entry] = {what.jobs, ++admissions_}; }

  void drop(std::uint32_t entry) override { entries_[entry].jobs = 0; }

  std::optional<Pick> pick(const EntrySet& eligible) override {
    std::uint32_t winner = kNone;
    for_each_bit(eligible, [&](std::uint32_t entry) {
      if (entries_[entry].jobs == 0) return;  // not present
      if (winner == kNone || entries_[entry].admission > entries_[winner].admission) winner = entry;
    });
    if (winner == kNone) return std::nullopt;
    --entries_[winner].jobs;  // at zero the entry has left
    return Pick{winner, 0, 0, 0};
  }

 private:
  struct Entry {
    std::uint64_t jobs = 0;
    std::uint64_t admission = 0;
  };
  std::vector<Entry> entries_;
  std::uint64_t admissions_ = 0;
};

}  // namespace

void add_newest(PickerCatalogue& pickers) {
  pickers.add("newest", "the task admitted last",
              [](const PickerConfig& config) { return std::make_unique<Newest>(config); });
}

}  // namespace scheduler
}  // namespace gantry
