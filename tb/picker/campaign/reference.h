// SPDX-License-Identifier: Apache-2.0
// What the pins of gantry_picker have to do, cycle by cycle, said by the model: PickTiming in front of weight_delay.
//
// A cycle has two steps, so that a stimulus can know who is about to leave when it chooses its commands:
//   round(pick, eligible), then command(drop, add).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/scheduler/pick_timing.h"
#include "gantry/scheduler/picker.h"
#include "picker/rtl_picker.h"

namespace gantry::campaign {

enum class Place : std::uint8_t { empty, waiting, member, leaving };

struct Add {
  std::uint32_t entry = 0;
  PickerEntry what;
};

class Reference {
 public:
  explicit Reference(const RtlParameters& parameters);
  /// Of another discipline, whose commands take effect in their own cycle.
  Reference(const RtlParameters& parameters, std::function<PickerFactory> make);

  /// Begins the next cycle. `eligible` has as many words as entries need.
  void round(bool pick, const EntrySet& eligible);
  /// Ends it. A drop of an entry that left in this cycle's round does nothing.
  void command(std::optional<std::uint32_t> drop, const std::optional<Add>& add);
  void reset();

  // Of the cycle that round() began:
  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] bool take() const { return take_; }
  [[nodiscard]] bool any_candidate() const { return any_; }
  [[nodiscard]] const EntrySet& candidates() const { return candidates_; }
  [[nodiscard]] const std::optional<Pick>& winner() const { return winner_; }
  /// Whether what the entries hold can be compared.
  [[nodiscard]] bool tells_state() const { return tells_state_; }
  /// Entries before the round.
  [[nodiscard]] const std::vector<EntryState>& before() const { return before_; }
  [[nodiscard]] bool winner_leaves() const { return winner_leaves_; }
  /// The commands of this cycle may add to this entry.
  [[nodiscard]] bool may_add(std::uint32_t entry, std::optional<std::uint32_t> drop) const;
  [[nodiscard]] Place place(std::uint32_t entry) const { return places_[entry]; }
  [[nodiscard]] const PickerEntry& entry(std::uint32_t entry) const { return entries_[entry]; }
  [[nodiscard]] std::uint32_t classes_changed() const { return classes_changed_; }
  [[nodiscard]] bool owes_round() const { return owes_; }
  /// During a reweigh: whether the pins may show this W of a member. Classes are reweighed from the lowest; an entry's
  /// W is the old one before its class's time, either one within it, and the new one in its last cycle and after. The
  /// model has the new ones at once.
  [[nodiscard]] bool may_show(std::uint32_t entry, std::uint32_t expected_weight) const;

 private:
  /// What the entries hold; of disciplines that do not tell it their jobs.
  void look();

  PickerConfig config_;
  std::function<PickerFactory> make_;
  std::vector<std::uint64_t> jobs_;
  std::unique_ptr<Picker> picker_;
  std::unique_ptr<PickTiming> timing_;
  std::vector<Place> places_;
  std::vector<PickerEntry> entries_;
  std::vector<EntryState> before_;
  EntrySet candidates_;
  std::optional<Pick> winner_;
  Cycle now_ = 0;
  bool busy_ = false;
  bool take_ = false;
  bool any_ = false;
  bool winner_leaves_ = false;
  bool owes_ = false;
  bool tells_state_ = true;
  std::uint32_t classes_changed_ = 0;  ///< in the cycle that command() ended
  // The reweigh under way: its classes, its first cycle, and every W before it (of a new entry its S).
  std::uint32_t reweighed_ = 0;
  Cycle reweigh_from_ = 0;
  std::vector<std::uint32_t> weight_before_;
};

}  // namespace gantry::campaign
