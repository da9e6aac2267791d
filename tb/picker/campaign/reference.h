// SPDX-License-Identifier: Apache-2.0
// Reference of the pins of gantry_picker, cycle by cycle, from parts of the model: PickTiming in front of weight_delay.
//
// A cycle has two steps, so that a stimulus knows which entry leaves before it chooses its commands:
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
  /// The reference of another policy, whose commands take effect in their own cycle.
  Reference(const RtlParameters& parameters, std::function<PickerFactory> make);

  /// Begins the next cycle. `eligible` has a bit per entry.
  void round(bool pick, const EntrySet& eligible);
  /// Ends the cycle. A drop of an entry that left in this cycle's round has no effect.
  void command(std::optional<std::uint32_t> drop, const std::optional<Add>& add);
  void reset();

  // Results of round():
  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] bool take() const { return take_; }
  [[nodiscard]] bool any_candidate() const { return any_; }
  [[nodiscard]] const EntrySet& candidates() const { return candidates_; }
  [[nodiscard]] const std::optional<Pick>& winner() const { return winner_; }
  /// Whether the state of the entries can be compared.
  [[nodiscard]] bool tells_state() const { return tells_state_; }
  /// Entries before the round.
  [[nodiscard]] const std::vector<EntryState>& before() const { return before_; }
  [[nodiscard]] bool winner_leaves() const { return winner_leaves_; }
  /// Whether the commands of this cycle may add to this entry.
  [[nodiscard]] bool may_add(std::uint32_t entry, std::optional<std::uint32_t> drop) const;
  [[nodiscard]] Place place(std::uint32_t entry) const { return places_[entry]; }
  [[nodiscard]] const PickerEntry& entry(std::uint32_t entry) const { return entries_[entry]; }
  [[nodiscard]] std::uint32_t classes_changed() const { return classes_changed_; }
  [[nodiscard]] bool owes_round() const { return owes_; }
  /// During a reweigh: whether the pins may show this W of a member. Classes are reweighed from the lowest on. An
  /// entry's W is the old one before its class's time, either one during it, and the new one in its last cycle and
  /// later. The model has the new values at once.
  [[nodiscard]] bool may_show(std::uint32_t entry, std::uint32_t expected_weight) const;

 private:
  /// Returns the state of the entries; of policies without such state, their jobs.
  void look();

  std::shared_ptr<const PickerConfig> config_;
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
  std::uint32_t classes_changed_ = 0;  ///< classes changed in the last cycle
  // The running reweigh: its classes, its first cycle, and every W before it (of a new entry its S).
  std::uint32_t reweighed_ = 0;
  Cycle reweigh_from_ = 0;
  std::vector<std::uint32_t> weight_before_;
};

}  // namespace gantry::campaign
