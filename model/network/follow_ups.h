// SPDX-License-Identifier: Apache-2.0
// Packets that nodes send because others have arrived: replies, and what a trace says.
#pragma once

#include <cstdint>
#include <memory>

#include "gantry/base/types.h"
#include "gantry/network/delivery.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

struct FollowUp {
  SyntheticPacket packet;
  bool response = false;
  std::uint64_t tag = 0;  ///< comes back with its delivery
  bool urgent = false;
};

class FollowUps {
 public:
  virtual ~FollowUps() = default;
  /// Creation cycle of the packet that is next, or an earlier one; kNever: there is none unless something arrives.
  [[nodiscard]] virtual Cycle next() const = 0;
  /// What is created up to cycle `to` is about to be taken. Afterwards next() is exact as far as that.
  virtual void advance(Cycle /*to*/) {}
  /// Takes that packet.
  virtual FollowUp take() = 0;
  /// Told of every arrival. What follows from it is created behind its cycle.
  virtual void arrived(const Delivery& packet) = 0;
};

/// Those of the traffic; nullptr if it has none.
std::unique_ptr<FollowUps> make_follow_ups(const TrafficSpec& traffic);

}  // namespace network
}  // namespace gantry
