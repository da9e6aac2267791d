// SPDX-License-Identifier: Apache-2.0
// Reference of the pins of gantry_dispatch_core, cycle by cycle, from parts of the model: the picker's reference, a
// ProcessorTable and a ProcessorChoice.
//
// A cycle has two steps, so that a stimulus knows which entry leaves before it chooses its commands:
//   round(hold), then end(inputs).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dispatch_core/rtl_dispatch_core.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/processor_table.h"
#include "picker/campaign/reference.h"

namespace gantry::campaign {

/// The result of a round.
struct Dispatch {
  Pick pick;
  ProcessorId processor = 0;
};

class CoreReference {
 public:
  CoreReference(const CoreParameters& parameters, std::vector<CoreProcessor> processors);

  /// Begins the next cycle and runs its round.
  void round(bool hold);
  /// Ends the cycle.
  void end(const CoreInputs& inputs);
  void reset();

  // Results of round():
  [[nodiscard]] const Reference& picker() const { return picker_; }
  [[nodiscard]] const std::optional<Dispatch>& dispatch() const { return dispatch_; }
  /// Places before the round.
  [[nodiscard]] const CorePlaces& places() const { return places_; }
  [[nodiscard]] const EntrySet& eligible() const { return eligible_; }
  /// Places after the round.
  [[nodiscard]] const ProcessorTable& table() const { return *table_; }
  [[nodiscard]] const ProcessorSet& of_type(std::uint32_t type) const { return of_type_[type]; }
  [[nodiscard]] const std::vector<CoreProcessor>& processors() const { return processors_; }
  /// Type of an entry that was added and has not left.
  [[nodiscard]] std::uint32_t type(std::uint32_t entry) const { return entries_[entry].type; }
  [[nodiscard]] std::uint64_t unmatched(std::uint32_t entry) const { return entries_[entry].unmatched; }
  [[nodiscard]] std::uint64_t pickable(std::uint32_t entry) const { return entries_[entry].pickable; }

 private:
  struct Entry {
    std::uint32_t type = 0;
    std::uint64_t unmatched = 0;
    std::uint64_t pickable = 0;
  };

  CoreParameters parameters_;
  std::vector<CoreProcessor> processors_;
  std::vector<ProcessorSet> of_type_;
  std::unique_ptr<ProcessorChoice> choice_;
  Reference picker_;
  std::unique_ptr<ProcessorTable> table_;
  std::vector<Entry> entries_;
  EntrySet eligible_;
  CorePlaces places_;
  std::optional<Dispatch> dispatch_;
  ProcessorSet candidates_;
};

}  // namespace gantry::campaign
