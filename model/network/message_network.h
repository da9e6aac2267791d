// SPDX-License-Identifier: Apache-2.0
// What a machine asks of a network, whatever moves its messages: the interconnect, or the wires of a star.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gantry/kernel/unit.h"
#include "gantry/network/message.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/packet_record.h"

namespace gantry {
inline namespace network {

class SendListener;
class SendPort;

/// Returns the task or job of a message. Called in the cycle in which it is sent, because its task may be gone later.
using SubjectOf = std::function<PacketSubject(const Message&)>;

class MessageNetwork : public Unit {
 public:
  /// Adds a terminal at `node` and returns its number. `receiver` gets the arriving messages; it must outlive the last
  /// one. nullptr: a message for it throws std::logic_error. Before the first message.
  virtual TerminalId add_terminal(std::string name, std::uint32_t node, Receiver* receiver) = 0;
  /// Adds an unbounded queue in front of a terminal. `listener` observes its messages, which have port number `number`;
  /// it must outlive the last one; nullptr: none. Before the first message.
  virtual SendPort add_port(TerminalId terminal, SendListener* listener, std::uint32_t number) = 0;
  /// Sets the observer of arriving packets. Without `subject_of` their subjects are empty. Before the first packet.
  virtual void listen(PacketSink* packets, SubjectOf subject_of) = 0;
  /// Lets ports send messages to several terminals (SendPort::send_copies()), and makes stats() count copies. Throws
  /// Error if the network cannot make any. Before any traffic.
  virtual void allow_copies() = 0;
  /// Makes traffic() contain the load of each link over time. Before any traffic.
  virtual void keep_history() = 0;

  /// Returns the names by terminal number.
  [[nodiscard]] virtual std::vector<std::string> terminal_names() const = 0;
  /// Returns the totals so far.
  [[nodiscard]] virtual InterconnectStats stats() const = 0;
  /// Returns the traffic per link and router up to cycle `now`. All earlier cycles have run.
  [[nodiscard]] virtual InterconnectTraffic traffic(Cycle now) const = 0;
  /// Number of messages that were handed over and have not arrived.
  [[nodiscard]] virtual std::uint64_t packets_in_flight() const = 0;

 protected:
  using Unit::Unit;
};

}  // namespace network
}  // namespace gantry
