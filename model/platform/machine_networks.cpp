// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/machine_networks.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "gantry/network/control_config.h"
#include "gantry/network/star_network.h"
#include "gantry/platform/placement.h"

namespace gantry {
inline namespace platform {

namespace {

/// Node of the centre of a star, on which nodes are but names.
constexpr std::uint32_t kCentre = 0;

}  // namespace

MachineNetworks::MachineNetworks(const Architecture& architecture, Interconnect& data, const Topology& topology,
                                 const TopologyCatalogue& topologies, const RoutingCatalogue& routings)
    : topology_(topology), data_(data) {
  const ControlConfig& control = *architecture.control;
  if (!control.on()) return;
  scheduler_node_ = place_endpoints(architecture, topology.nodes()).scheduler;
  if (control.is_star()) {
    auto star = std::make_unique<StarNetwork>(control, kCentre);
    star_ = star.get();
    control_ = std::move(star);
  } else {
    control_topology_ = make_control_topology(architecture, topologies);
    control_ = std::make_unique<Interconnect>(control, *control_topology_, ChannelUse::shared, routings, "control");
  }
  from_data_.owner = from_control_.owner = this;
}

TerminalId MachineNetworks::add_to_star(const std::string& name, std::uint32_t node, EndpointKind kind,
                                        Receiver* receiver) {
  const bool centre = kind == EndpointKind::scheduler || kind == EndpointKind::send_port;
  const TerminalId id = star_->add_terminal(name, centre ? kCentre : kCentre + 1, receiver);
  if (kind == EndpointKind::processor) star_->share_inlet(id);
  // Half a tile at both ends, as entries and exits of routers have, and what is between the routers.
  const Spot here = topology_.spot(topology_.router_of(node));
  const Spot there = topology_.spot(topology_.router_of(scheduler_node_));
  star_->set_length(id, 1.0 + std::abs(here.column - there.column) + std::abs(here.row - there.row));
  return id;
}

TerminalId MachineNetworks::add_terminal(const std::string& name, std::uint32_t node, EndpointKind kind,
                                         Receiver* receiver, Receiver* control_receiver) {
  if (!control_) return data_.add_terminal(name, node, receiver);
  const auto id = static_cast<TerminalId>(ends_.size());
  End end{name, kNone, kNone};
  if (kind != EndpointKind::send_port) {
    end.data = data_.add_terminal(name, node, receiver);
    if (end.data != id) throw std::logic_error("send ports are not the last terminals");
    from_data_.number_of.push_back(id);
  }
  if (kind != EndpointKind::memory) {
    if (star_ != nullptr) {
      end.control = add_to_star(name, node, kind, control_receiver);
    } else {
      // Nodes in order of the endpoints; the scheduler's send ports are at its node.
      const std::uint32_t at = kind == EndpointKind::send_port ? scheduler_control_node_ : next_node_++;
      if (kind == EndpointKind::scheduler) scheduler_control_node_ = at;
      end.control = control_->add_terminal(name, at, control_receiver);
    }
    from_control_.number_of.push_back(id);
  }
  ends_.push_back(std::move(end));
  return id;
}

SendPort MachineNetworks::add_port(TerminalId terminal, SendListener* listener, std::uint32_t number) {
  if (!control_) return data_.add_port(terminal, listener, number);
  const End& end = ends_[terminal];
  Ports ports;
  if (end.data != kNone) ports.data = data_.add_port(end.data, listener, number);
  if (end.control != kNone) ports.control = control_->add_port(end.control, listener, number);
  ports_.push_back(ports);
  return SendPort(*this, static_cast<std::uint32_t>(ports_.size() - 1), terminal);
}

void MachineNetworks::start() {
  data_.start();
  if (control_topology_ != nullptr) static_cast<Interconnect&>(*control_).start();
}

void MachineNetworks::send(std::uint32_t source, const Message& message, Cycle now, Cycle created) {
  if (!message.kind().control) return ports_[source].data.send(message, now, created);
  Message renamed = message;
  renamed.destination = ends_[message.destination].control;
  ports_[source].control.send(renamed, now, created);
}

void MachineNetworks::send_copies(std::uint32_t source, const Message* copies, std::size_t count, Cycle now) {
  renamed_.assign(copies, copies + count);
  for (Message& copy : renamed_) copy.destination = ends_[copy.destination].control;
  ports_[source].control.send_copies(renamed_.data(), count, now);
}

void MachineNetworks::Renamer::packet_done(const PacketRecord& packet) {
  const auto name = [&](TerminalId number) {
    if (number < number_of.size()) return number_of[number];
    return static_cast<TerminalId>(owner->ends_.size() + number - number_of.size());
  };
  PacketRecord renamed = packet;
  renamed.from = name(packet.from);
  renamed.to = name(packet.to);
  owner->merge_.add(renamed);
}

std::vector<std::string> MachineNetworks::terminal_names() const {
  const std::vector<std::string> of_data = data_.terminal_names();
  if (!control_) return of_data;
  std::vector<std::string> names;
  for (const End& end : ends_) names.push_back(end.name);
  for (std::size_t i = from_data_.number_of.size(); i < of_data.size(); ++i) names.push_back(of_data[i]);
  return names;
}

void MachineNetworks::allow_copies() {
  if (control_) {
    control_->allow_copies();
  } else {
    data_.allow_copies();
  }
}

void MachineNetworks::listen(PacketSink* packets, const SubjectOf& subject_of) {
  if (!control_) return data_.listen(packets, subject_of);
  merge_.listen(packets);
  data_.listen(&from_data_, subject_of);
  control_->listen(&from_control_, subject_of);
}

void MachineNetworks::keep_history() {
  data_.keep_history();
  if (control_) control_->keep_history();
}

}  // namespace platform
}  // namespace gantry
