// SPDX-License-Identifier: Apache-2.0
// Something that computes what a block does, behind its pins. The block keeps stamps and counters, and gives it the
// messages of its links.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/pin_fields.h"

namespace gantry {
inline namespace scheduler {

/// It said what no block in its place may say; what() begins with the link.
class IllegalMessage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class PinEngine {
 public:
  virtual ~PinEngine() = default;
  /// Cycle `now`, in which `in` is seen; `out` is seen by others in the next. Answers when it wants to be called again
  /// although there is no message: later than `now`, or kNever. Nothing happens in cycles without a call.
  virtual Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) = 0;
  /// In cycle `now` it said what no block in its place may say. Throws.
  virtual void refused(Cycle /*now*/, const IllegalMessage& why) { throw IllegalMessage(why); }
};

class TaskScheduler;

/// What stands at a block of a run: an engine in its place, or beside it.
class BlockSeat {
 public:
  virtual ~BlockSeat() = default;
  /// The run is over, whose last cycle was `now`.
  virtual void finished(Cycle now) = 0;
};

/// A seat at a block of this scheduler, which has not begun.
using BlockSeatFactory = std::unique_ptr<BlockSeat>(TaskScheduler&);

}  // namespace scheduler
}  // namespace gantry
