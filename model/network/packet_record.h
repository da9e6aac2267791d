// SPDX-License-Identifier: Apache-2.0
// Record of a message that has passed the interconnect, and its observer.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/message.h"

namespace gantry {
inline namespace network {

/// The task or job that a message is about.
struct PacketSubject {
  std::uint64_t task = kNever;  ///< host number of the task, or number of the session; kNever: none, or several
  std::uint32_t job = kNone;    ///< number of the job within the task; kNone: the whole task
};

/// A message with the cycles of its stations.
struct PacketRecord {
  const MessageKind* kind = nullptr;
  TerminalId from = 0;
  TerminalId to = 0;
  std::uint64_t flits = 0;
  std::uint32_t hops = 0;  ///< links between routers on its route
  Cycle created = 0;       ///< the block handed it over; synthetic traffic: it was due at its node
  Cycle sent = 0;          ///< its first flit left the terminal
  Cycle arrived = 0;       ///< its last flit is at the destination terminal
  PacketSubject subject;
};

/// A time in which a fault of the network kept a message from its destination.
struct PacketHold {
  PacketSubject subject;
  Cycle from = 0;
  Cycle until = 0;  ///< first cycle after it
};

class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// Called in order of arrival. In one cycle a terminal receives at most one packet; the order of terminals is
  /// undefined.
  virtual void packet_done(const PacketRecord& packet) = 0;
};

}  // namespace network
}  // namespace gantry
