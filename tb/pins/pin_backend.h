// SPDX-License-Identifier: Apache-2.0
// Interface of a backend that computes a block's outputs behind its pins, and support for units that use it.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/error.h"
#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry {

/// Returns the error for a message that no block may send. Its text begins with the link.
inline Error illegal_message(const std::string& text) { return Error(text, ErrorKind::illegal_message); }

class PinBackend {
 public:
  virtual ~PinBackend() = default;
  /// Clocks cycle `now` with the inputs `in`. Others see `out` in the next cycle. Returns the cycle of the next clock
  /// without a message: later than `now`, or kNever. The state does not change in cycles without a call.
  virtual Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) = 0;
  /// Reports an illegal message that the backend sent in cycle `now`. Throws.
  virtual void refused(Cycle /*now*/, const Error& illegal) { throw Error(illegal); }
  /// Writes the state into a checkpoint, or reads it into a new backend (gantry/base/archive.h). Returns false, and
  /// does nothing, if runs with this backend cannot be cut.
  virtual bool archive(Archive& /*state*/) { return false; }
};

/// The unit's side of the pins. It collects the inputs of a cycle, clocks the backend, and returns its outputs.
class PinExchange {
 public:
  /// `backend` must outlive the last cycle.
  explicit PinExchange(PinBackend& backend) : backend_(backend) {}

  void input(const PinMessage& message) { inputs_.push_back(message); }
  /// Clocks the backend if there is an input or it requested this cycle.
  void clock(Cycle now) {
    outputs_.clear();
    if (inputs_.empty() && now < due_) return;
    due_ = backend_.clock(now, inputs_, outputs_);
    inputs_.clear();
  }
  /// Calls `take(Pinned)` with each output of `link`, in order. `take` throws illegal_message() to refuse it.
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
  /// As PinBackend::archive, with its backend.
  bool archive(Archive& state);

 private:
  PinBackend& backend_;
  std::vector<PinMessage> inputs_;
  std::vector<PinMessage> outputs_;
  Cycle due_ = kNever;
};

}  // namespace gantry
