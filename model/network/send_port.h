// SPDX-License-Identifier: Apache-2.0
// The output of a block. A block sends messages to a port and does not know what receives them: an interconnect, or the
// platform of another simulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "gantry/base/types.h"
#include "gantry/kernel/link.h"
#include "gantry/network/message.h"

namespace gantry {
inline namespace network {

/// Observer of a port: notified when the first and the last flit of a message enter the interconnect.
class SendListener {
 public:
  virtual ~SendListener() = default;
  /// Both are called in the cycle in which the flit leaves the terminal. first_flit_sent() must not send messages,
  /// because that would invalidate `message`. `port`: number given to Interconnect::add_port().
  virtual void first_flit_sent(const Message& message, Cycle now) = 0;
  virtual void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) = 0;
};

/// Receiver of all messages that blocks send to its ports.
class MessageSink {
 public:
  virtual ~MessageSink() = default;
  /// `source`: number of the port in this sink. `created`: cycle from which the message's latency counts.
  virtual void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) = 0;
  /// Sends one message that the network copies to several terminals: `copies` has what each of them receives, and how
  /// long the message is. By default a network makes no copies: throws std::logic_error.
  virtual void send_copies(std::uint32_t source, const Message* copies, std::size_t count, Cycle now);
};

inline void MessageSink::send_copies(std::uint32_t /*source*/, const Message* /*copies*/, std::size_t /*count*/,
                                     Cycle /*now*/) {
  throw std::logic_error("a message for several terminals, and the network makes no copies");
}

/// A port of a block. Its messages leave in the order of the calls. In an interconnect with urgent packets this holds
/// among urgent messages and among all others.
class SendPort {
 public:
  SendPort() = default;
  SendPort(MessageSink& sink, std::uint32_t source, TerminalId terminal)
      : sink_(&sink), source_(source), terminal_(terminal) {}

  /// Queues a message; its first flit leaves in the next cycle at the earliest. `created`: cycle from which the latency
  /// counts, if not `now`. Precondition: the port was not made by the default constructor.
  void send(const Message& message, Cycle now, Cycle created) {
    if (tap_ != nullptr) tap_->sent(message, now, now + 1);
    sink_->send(source_, message, now, created);
  }
  void send(const Message& message, Cycle now) { send(message, now, now); }
  /// Queues one message to several terminals, as MessageSink::send_copies() does. Precondition: count >= 1.
  void send_copies(const Message* copies, std::size_t count, Cycle now) {
    if (count == 1) return send(*copies, now);
    for (std::size_t i = 0; tap_ != nullptr && i < count; ++i) tap_->sent(copies[i], now, now + 1);
    sink_->send_copies(source_, copies, count, now);
  }
  /// Sets the observer of sent messages in place of any other; nullptr: none.
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
