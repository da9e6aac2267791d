// SPDX-License-Identifier: Apache-2.0
// Packets that nodes create because other packets have arrived: replies, and dependent packets of a trace.
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
  std::uint64_t tag = 0;  ///< returned in the Delivery of the packet; not kNever
  bool urgent = false;
};

/// Packets that are created because of the arrival of others, such as replies and packets of a trace.
class FollowUps {
 public:
  virtual ~FollowUps() = default;
  /// Returns the creation cycle of the next packet, or an earlier cycle; kNever: none until something arrives.
  [[nodiscard]] virtual Cycle next() const = 0;
  /// Prepares the packets that are created up to cycle `to`. Afterwards next() is exact up to that cycle.
  virtual void advance(Cycle /*to*/) {}
  /// Removes and returns the next packet. Precondition: after advance(to), next() is at most `to`.
  virtual FollowUp take() = 0;
  /// Notification of every arrival. Packets that it causes are created in later cycles.
  virtual void arrived(const Delivery& packet) = 0;
  /// Writes the state into a checkpoint, or reads it into new follow-ups of the same traffic (gantry/base/archive.h).
  virtual void archive(Archive& state) = 0;
};

/// Returns the follow-ups of a traffic; nullptr: it has none.
std::unique_ptr<FollowUps> make_follow_ups(const TrafficSpec& traffic);

}  // namespace network
}  // namespace gantry
