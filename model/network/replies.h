// SPDX-License-Identifier: Apache-2.0
// Every destination answers what it gets: a reply is created a fixed time after the last flit of its request arrived,
// and goes back to where the request came from. A node keeps replies without bound, so it takes requests whatever
// becomes of its replies, and with channels of their own neither waits for the other in the network.
#pragma once

#include <cstdint>

#include "gantry/base/ring.h"
#include "gantry/network/follow_ups.h"

namespace gantry {
inline namespace network {

/// A reply's tag is the creation cycle of its request, and it is as urgent.
class Replies final : public FollowUps {
 public:
  explicit Replies(const Reply& reply) : reply_(reply) {}

  [[nodiscard]] Cycle next() const override { return due_.empty() ? kNever : due_.front().packet.cycle; }
  FollowUp take() override { return due_.pop(); }
  void arrived(const Delivery& packet) override {
    if (packet.tag != kNever) return;  // a reply
    due_.push(
        {{packet.arrived + reply_.cycles, packet.to, packet.from, reply_.flits}, true, packet.created, packet.urgent});
  }

 private:
  Reply reply_;
  Ring<FollowUp> due_;  ///< in order of creation, for arrivals come in order and all wait for as long
};

}  // namespace network
}  // namespace gantry
