// SPDX-License-Identifier: Apache-2.0
// Observer of the dispatch core (free processor, eligible entry, pick, choice of a processor): receives all inputs and
// outputs of the model's core, so that a second implementation can be compared. It changes nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "gantry/base/types.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

/// Cycles never decrease from one call to the next. There is no call for a cycle without an event.
class DispatchWitness {
 public:
  virtual ~DispatchWitness() = default;

  // Before the round of cycle `now`, which sees the event.
  /// A job of the processor has completed.
  virtual void completed(ProcessorId p, Cycle now) = 0;
  /// The last flit of the job that locked the processor has left by the send port.
  virtual void unlocked(std::uint32_t port, ProcessorId p, Cycle now) = 0;

  // The round: a pick, and the chosen processor. Its effects are already in the processor table.
  virtual void picked(const Pick& pick, ProcessorId p, Cycle now) = 0;

  // After the round, in any order. The next round sees it, or the first one that the picker's clock allows.
  /// The entry was ordered to join. `capable`: processors that may run its jobs.
  virtual void joined(std::uint32_t entry, const PickerEntry& what, const ProcessorSet& capable, Cycle now) = 0;
  /// The entry was ordered to leave, and is no longer eligible.
  virtual void dropped(std::uint32_t entry, Cycle now) = 0;
  /// per_job: matches of `jobs` jobs of a present entry have taken effect.
  virtual void matched(std::uint32_t entry, std::uint32_t jobs, Cycle now) = 0;

  /// Notification from the owner of the machine: the run is over, `now` was its last cycle.
  virtual void finished(Cycle now) = 0;

  /// Writes the state into a checkpoint, or reads it into a new witness (gantry/base/archive.h). Returns false, and
  /// does nothing, if runs with it cannot be cut.
  virtual bool archive(Archive& /*state*/) { return false; }
};

class ProcessorTable;

/// Makes a witness of a dispatcher with these processors, which must outlive it.
using DispatchWitnessFactory = std::unique_ptr<DispatchWitness>(const ProcessorTable&);

}  // namespace scheduler
}  // namespace gantry
