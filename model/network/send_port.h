// SPDX-License-Identifier: Apache-2.0
// A block's way out: it says what it has to say to a port, and does not know whether an interconnect stands behind it
// or somebody else's platform.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/kernel/link.h"
#include "gantry/network/message.h"

namespace gantry {
inline namespace network {

/// Hears when a message that left through its port begins and ends to enter the interconnect.
class SendListener {
 public:
  virtual ~SendListener() = default;
  virtual void first_flit_sent(const Message& message, Cycle now) = 0;
  virtual void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) = 0;
};

/// Takes what is said to ports.
class MessageSink {
 public:
  virtual ~MessageSink() = default;
  /// `source`: the port's number with the sink; `created`: when the message's latency begins.
  virtual void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) = 0;
};

/// Messages of one port leave in order.
class SendPort {
 public:
  SendPort() = default;
  SendPort(MessageSink& sink, std::uint32_t source, TerminalId terminal)
      : sink_(&sink), source_(source), terminal_(terminal) {}

  /// `created`: when its latency begins, if not with this call.
  void send(const Message& message, Cycle now, Cycle created) {
    if (tap_ != nullptr) tap_->sent(message, now, now + 1);
    sink_->send(source_, message, now, created);
  }
  void send(const Message& message, Cycle now) { send(message, now, now); }
  /// As Link::listen.
  void listen(LinkTap<Message>* tap) { tap_ = tap; }
  [[nodiscard]] TerminalId terminal() const { return terminal_; }

 private:
  MessageSink* sink_ = nullptr;
  LinkTap<Message>* tap_ = nullptr;
  std::uint32_t source_ = 0;
  TerminalId terminal_ = 0;
};

}  // namespace network
}  // namespace gantry
