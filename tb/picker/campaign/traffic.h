// SPDX-License-Identifier: Apache-2.0
// Random legal stimuli from a seed. Time consists of phases, each with habits of its own.
#pragma once

#include "campaign/random.h"
#include "picker/campaign/bench.h"

namespace gantry::campaign {

class Traffic {
 public:
  Traffic(Bench& bench, std::uint64_t seed);
  /// Starts a phase with random habits.
  void run_phase();

 private:
  enum class Eligible : std::uint8_t { all, most, half, few, one, flapping, held, bursts };
  enum class Weights : std::uint8_t { any, equal, extremes, small, sum_256 };
  enum class Jobs : std::uint8_t { one, few, some, many, most };
  enum class Deadlines : std::uint8_t { none, some, few, near, any };

  void draw_habits();
  void cycle();
  void reset();
  void choose_eligible();
  std::optional<std::uint32_t> choose_drop();
  std::optional<Add> choose_add(std::optional<std::uint32_t> drop);
  PickerEntry draw_entry();
  void draw_times(PickerEntry& entry);

  Bench& bench_;
  Random random_;
  EntrySet eligible_;

  std::uint32_t cycles_ = 0;
  std::uint32_t pick_percent_ = 100;
  std::uint32_t add_percent_ = 0;
  std::uint32_t drop_percent_ = 0;
  std::uint32_t most_entries_ = 0;
  std::uint32_t one_class_ = kNone;  ///< all joins are of this class; kNone: of any
  std::uint32_t equal_weight_ = 1;
  std::uint32_t until_change_ = 0;  ///< for Eligible::held and bursts
  Eligible eligible_habit_ = Eligible::all;
  Weights weights_ = Weights::any;
  Jobs jobs_ = Jobs::some;
  Deadlines deadlines_ = Deadlines::none;
};

}  // namespace gantry::campaign
