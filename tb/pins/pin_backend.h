// SPDX-License-Identifier: Apache-2.0
// A backend that computes a block's outputs behind its pins, and what a unit needs to pass it the messages of a cycle.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/error.h"
#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry {

/// A backend sent a message that no block in its place may send. The text begins with the link.
inline Error illegal_message(const std::string& text) { return Error(text, ErrorKind::illegal_message); }

class PinBackend {
 public:
  virtual ~PinBackend() = default;
  /// Cycle `now`, in which `in` is seen; `out` is seen by others in the next. Returns the cycle in which it wants the
  /// next clock if no message comes: later than `now`, or kNever. Nothing happens in cycles without a call.
  virtual Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) = 0;
  /// In cycle `now` it sent a message that no block in its place may send. Throws.
  virtual void refused(Cycle /*now*/, const Error& illegal) { throw Error(illegal); }
};

/// A unit's side of the pins: collects the inputs of a cycle, clocks the backend and hands out its outputs.
class PinExchange {
 public:
  /// `backend` outlives the last cycle.
  explicit PinExchange(PinBackend& backend) : backend_(backend) {}

  void input(const PinMessage& message) { inputs_.push_back(message); }
  /// Clocks the backend if there is an input or it asked for this cycle.
  void clock(Cycle now) {
    outputs_.clear();
    if (inputs_.empty() && now < due_) return;
    due_ = backend_.clock(now, inputs_, outputs_);
    inputs_.clear();
  }
  /// Calls `take(Pinned)` with each output of `link`, in order. `take` throws an illegal_message() to refuse it.
  template <class Pinned, class Take>
  void outputs(std::uint32_t link, Cycle now, Take take) {
    try {
      for (const PinMessage& message : outputs_) {
        if (message.link == link) take(unpack<Pinned>(message));
      }
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::illegal_message) throw;
      backend_.refused(now, error);
    }
  }
  /// The cycle of the next clock without an input; kNever: none.
  [[nodiscard]] Cycle due() const { return due_; }

 private:
  PinBackend& backend_;
  std::vector<PinMessage> inputs_;
  std::vector<PinMessage> outputs_;
  Cycle due_ = kNever;
};

}  // namespace gantry
