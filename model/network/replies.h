// SPDX-License-Identifier: Apache-2.0
// Replies to requests. A destination creates a reply a fixed time after the last flit of a request, and sends it back
// to the source. Its queue of replies is unbounded, so it accepts every request. Requests and replies have separate
// virtual channels. So they cannot block each other.
#pragma once

#include <cstdint>

#include "gantry/base/archive.h"
#include "gantry/base/ring.h"
#include "gantry/network/follow_ups.h"

namespace gantry {
inline namespace network {

/// Follow-ups of request-reply traffic: a reply for every packet that arrives. The tag of a reply is the creation cycle
/// of its request; its priority is that of the request.
class Replies final : public FollowUps {
 public:
  explicit Replies(const Reply& reply) : reply_(reply) {}

  [[nodiscard]] Cycle next() const override { return due_.empty() ? kNever : due_.front().packet.cycle; }
  FollowUp take() override { return due_.pop(); }
  void arrived(const Delivery& packet) override {
    if (packet.tag != kNever) return;  // this is a reply
    due_.push(
        {{packet.arrived + reply_.cycles, packet.to, packet.from, reply_.flits}, true, packet.created, packet.urgent});
  }
  void archive(Archive& state) override { state(due_); }

 private:
  Reply reply_;
  Ring<FollowUp> due_;  ///< in order of creation: arrivals are in order, and the delay is constant
};

}  // namespace network
}  // namespace gantry
