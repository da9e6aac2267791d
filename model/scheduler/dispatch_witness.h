// SPDX-License-Identifier: Apache-2.0
// The seam at which a second implementation of the dispatch core (free processor, eligible entry, pick, choice of a
// processor, busy) hears what the dispatcher's own does, so that it can be held to it: all that goes into the core, and
// what comes out. Who listens changes nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "gantry/base/types.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

/// Cycles do not decrease from one call to the next; there is none for a cycle in which nothing happens.
class DispatchWitness {
 public:
  virtual ~DispatchWitness() = default;

  // Before the round of cycle `now`, which sees it.
  /// A job of the processor has completed.
  virtual void completed(ProcessorId p, Cycle now) = 0;
  /// The last flit of the job that held the processor's lock has left by the send port.
  virtual void unlocked(std::uint32_t port, ProcessorId p, Cycle now) = 0;

  // The round: a pick, and the processor that was chosen for it; it is booked already.
  virtual void picked(const Pick& pick, ProcessorId p, Cycle now) = 0;

  // Behind the round, in any order; the next round sees it, or the first that the picker's clock lets see it.
  /// The entry has been told to join; `capable` processors may run its jobs.
  virtual void joined(std::uint32_t entry, const PickerEntry& what, const ProcessorSet& capable, Cycle now) = 0;
  /// The entry has been told to leave, and is not eligible any more.
  virtual void dropped(std::uint32_t entry, Cycle now) = 0;
  /// Matches of `jobs` jobs have taken effect of an entry that joined before them (per_job).
  virtual void matched(std::uint32_t entry, std::uint32_t jobs, Cycle now) = 0;

  /// The run is over, whose last cycle was `now`; said by who runs the machine.
  virtual void finished(Cycle now) = 0;
};

class ProcessorTable;

/// A witness of a dispatcher with these processors, which outlive it.
using DispatchWitnessFactory = std::unique_ptr<DispatchWitness>(const ProcessorTable&);

}  // namespace scheduler
}  // namespace gantry
