// SPDX-License-Identifier: Apache-2.0
// The networks of a machine: the interconnect, and the control network if the machine has one. Blocks have one port
// each and do not know which network a message takes; the kind of a message decides (MessageKind::control).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/network/interconnect.h"
#include "gantry/network/message_network.h"
#include "gantry/network/packet_merge.h"
#include "gantry/network/send_port.h"
#include "gantry/network/topology.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace network {

class StarNetwork;

}  // namespace network
}  // namespace gantry

namespace gantry {
inline namespace platform {

/// What is at a terminal. With a control network, memory controllers are on the interconnect alone, send ports on the
/// control network alone, and the others on both.
enum class EndpointKind : std::uint8_t { host, scheduler, memory, processor, send_port };

class MachineNetworks final : private MessageSink {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `data` and its `topology` must outlive it.
  MachineNetworks(const Architecture& architecture, Interconnect& data, const Topology& topology,
                  const TopologyCatalogue& topologies, const RoutingCatalogue& routings);

  /// The control network; nullptr: all messages go over the interconnect.
  [[nodiscard]] MessageNetwork* control() { return control_.get(); }
  [[nodiscard]] const MessageNetwork* control() const { return control_.get(); }
  /// The same as a network of routers; nullptr: there is none, or it is a star.
  [[nodiscard]] Interconnect* routed_control() const {
    return control_topology_ != nullptr ? static_cast<Interconnect*>(control_.get()) : nullptr;
  }

  /// Adds a terminal at a node of the interconnect. `control_receiver`: of control messages, if there is a network for
  /// them. Send ports are the last ones.
  TerminalId add_terminal(const std::string& name, std::uint32_t node, EndpointKind kind, Receiver* receiver,
                          Receiver* control_receiver);
  /// Adds a port, as Interconnect::add_port() does.
  SendPort add_port(TerminalId terminal, SendListener* listener = nullptr, std::uint32_t number = 0);
  /// Lets send ports send messages to several processors. Throws Error if the network of jobs cannot copy messages.
  void allow_copies();
  /// Builds the tables, after the last terminal.
  void start();

  /// Returns the names of all terminals, by the numbers in the packets that listen() reports.
  [[nodiscard]] std::vector<std::string> terminal_names() const;
  /// Sets the observer of the packets of both networks.
  void listen(PacketSink* packets, const SubjectOf& subject_of);
  /// Makes both keep the load of links over time.
  void keep_history();
  /// Hands the last packets to the observer.
  void finish() { merge_.finish(); }
  [[nodiscard]] std::uint64_t packets_in_flight() const {
    return data_.packets_in_flight() + (control_ ? control_->packets_in_flight() : 0);
  }

 private:
  struct End {
    std::string name;
    TerminalId data = kNone;
    TerminalId control = kNone;
  };
  /// Translates the numbers of terminals.
  struct Renamer final : PacketSink {
    void packet_done(const PacketRecord& packet) override;
    MachineNetworks* owner = nullptr;
    std::vector<TerminalId> number_of;  ///< by the network's number; further terminals follow the machine's
  };
  struct Ports {
    SendPort data;
    SendPort control;
  };

  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void send_copies(std::uint32_t source, const Message* copies, std::size_t count, Cycle now) override;
  [[nodiscard]] TerminalId add_to_star(const std::string& name, std::uint32_t node, EndpointKind kind,
                                       Receiver* receiver);

  const Topology& topology_;
  Interconnect& data_;
  std::unique_ptr<Topology> control_topology_;  ///< nullptr: none, or a star
  std::unique_ptr<MessageNetwork> control_;
  StarNetwork* star_ = nullptr;  ///< control_, if it is a star
  std::uint32_t scheduler_node_ = 0;
  std::uint32_t next_node_ = 0;  ///< of the control network
  std::uint32_t scheduler_control_node_ = kNone;
  std::vector<End> ends_;
  std::vector<Ports> ports_;
  std::vector<Message> renamed_;  ///< copies of the message that is sent
  Renamer from_data_;
  Renamer from_control_;
  PacketMerge merge_;
};

}  // namespace platform
}  // namespace gantry
