// SPDX-License-Identifier: Apache-2.0
// The way of one message through the interconnect, handed over when it has arrived.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/message.h"

namespace gantry {
inline namespace network {

/// What a message is about.
struct PacketSubject {
  std::uint64_t task = kNever;  ///< host number of the task, or number of the session; kNever: of none, or of several
  std::uint32_t job = kNone;    ///< of the task; kNone: the task as a whole
};

/// A message on its way through the interconnect.
struct PacketRecord {
  const MessageKind* kind = nullptr;
  TerminalId from = 0;
  TerminalId to = 0;
  std::uint64_t flits = 0;
  std::uint32_t hops = 0;  ///< links between routers
  Cycle created = 0;       ///< handed over by its block; of synthetic traffic, when it was due at its node
  Cycle sent = 0;          ///< first flit left the terminal
  Cycle arrived = 0;       ///< last flit at the other terminal
  PacketSubject subject;
};

class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// Called in order of arrival; in one cycle a terminal gets at most one packet, in no order of terminals.
  virtual void packet_done(const PacketRecord& packet) = 0;
};

}  // namespace network
}  // namespace gantry
