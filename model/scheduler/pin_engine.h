// SPDX-License-Identifier: Apache-2.0
// Something that computes what a block does, behind its pins, and its place in a block. The block gives it the messages
// of its links, sends what it says, and keeps the books of both: stamps, counters, and what is under way.
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

/// The place of an engine in a block: what was heard in a cycle and what it said then, and when it wants its next
/// clock.
class EnginePlace {
 public:
  /// From now on, which is before the first cycle; `engine` outlives the last one.
  void take(PinEngine* engine) { engine_ = engine; }
  [[nodiscard]] bool taken() const { return engine_ != nullptr; }

  /// Of this cycle.
  void hear(const PinMessage& message) { heard_.push_back(message); }
  /// Its clock, if something was heard or it asked for one.
  void clock(Cycle now) {
    said_.clear();
    if (heard_.empty() && now < due_) return;
    due_ = engine_->clock(now, heard_, said_);
    heard_.clear();
  }
  /// Calls `book(message)` for each message of the output `link`; what that throws, the engine may explain.
  template <class Book>
  void said(std::uint32_t link, Cycle now, Book book) {
    try {
      for (const PinMessage& message : said_) {
        if (message.link == link) book(message);
      }
    } catch (const IllegalMessage& why) {
      engine_->refused(now, why);
    }
  }
  [[nodiscard]] Cycle due() const { return due_; }

 private:
  PinEngine* engine_ = nullptr;
  std::vector<PinMessage> heard_;
  std::vector<PinMessage> said_;
  Cycle due_ = kNever;
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
