// SPDX-License-Identifier: Apache-2.0
// The interconnect between TLM-2.0 sockets. A request at a target socket becomes a message to the terminal that the
// address map names, and leaves by that terminal's initiator socket. The response returns the same way. Lengths are
// those of docs/timing.md: a write carries its bytes and its response none; a read request has 8 bytes, and its
// response the data. Data stay in the payload.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/network/interconnect.h"
#include "gantry/sc/address_map.h"
#include "gantry/sc/unit_module.h"

namespace gantry::sc {

/// A terminal of the network.
struct NetworkTerminal {
  std::string name;
  std::uint32_t node = 0;        ///< node of the topology
  std::uint32_t initiators = 1;  ///< number of target sockets, which share the terminal round-robin, packet by packet
};

class Network : public sc_core::sc_module, private SendListener, private tlm::tlm_mm_interface {
 public:
  Network(const sc_core::sc_module_name& name, const InterconnectConfig& config, std::unique_ptr<Topology> topology,
          const std::vector<NetworkTerminal>& terminals, GatedClock& clock,
          const RoutingCatalogue& routings = builtin_routings());
  ~Network() override;

  using TargetSocket = tlm_utils::simple_target_socket_tagged<Network>;
  using InitiatorSocket = tlm_utils::simple_initiator_socket_tagged_optional<Network, 32, tlm::tlm_base_protocol_types>;
  /// Target socket for initiator `k` of a terminal, 0..NetworkTerminal::initiators - 1. Throws Error if the terminal
  /// has no such initiator, and std::out_of_range if there is no such terminal.
  [[nodiscard]] TargetSocket& from(TerminalId terminal, std::uint32_t k = 0);
  /// Initiator socket for the target at a terminal; may stay unbound.
  [[nodiscard]] InitiatorSocket& to(TerminalId terminal);
  /// Maps addresses to terminals. Before the simulation starts.
  [[nodiscard]] AddressMap& map() { return map_; }
  [[nodiscard]] Interconnect& interconnect() { return interconnect_; }

 private:
  struct Door;
  struct Exit;
  struct RequestMessage;
  struct ResponseMessage;
  /// A transaction in the network.
  struct Letter {
    tlm::tlm_generic_payload* payload = nullptr;
    sc_core::sc_event* blocked = nullptr;  ///< event of its blocked caller
    std::uint64_t address = 0;             ///< address of the request
    std::uint64_t offset = 0;              ///< offset in the range of the target
    std::uint32_t door = 0;
    TerminalId exit = 0;
    Cycle first_flit = 0;
  };

  void end_of_elaboration() override;

  /// The payload of a blocked caller: only the caller holds it.
  void free(tlm::tlm_generic_payload* /*payload*/) override {}
  tlm::tlm_sync_enum transport_forward(int door, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);
  void transport_blocking(int door, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_debug(int door, tlm::tlm_generic_payload& payload);
  tlm::tlm_sync_enum transport_backward(int exit, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay);

  bool take(std::uint32_t door, tlm::tlm_generic_payload& payload, sc_core::sc_event* blocked,
            const sc_core::sc_time& delay);
  void set_out(std::uint32_t letter, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void at_time(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void hand_over(std::uint32_t letter, const tlm::tlm_phase& phase, Cycle seen);
  void arrive(const Message& message, Cycle visible);
  void forward(std::uint32_t letter, const sc_core::sc_time& delay);
  void take_answer(std::uint32_t letter, const sc_core::sc_time& delay);
  void give_answer(std::uint32_t letter, const sc_core::sc_time& delay);
  void respond(Door& door);
  void first_flit_sent(const Message& message, Cycle now) override;
  void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) override;

  const ClockPeriod clock_;
  std::unique_ptr<Topology> topology_;
  Interconnect interconnect_;
  AddressMap map_;
  std::vector<std::unique_ptr<Door>> doors_;
  std::vector<std::unique_ptr<Exit>> exits_;  ///< initiator side of each terminal
  std::vector<std::uint32_t> first_door_;     ///< by terminal
  std::vector<Letter> letters_;
  std::vector<std::uint32_t> free_letters_;
  std::unordered_map<const tlm::tlm_generic_payload*, std::uint32_t> letter_of_;
  tlm_utils::peq_with_cb_and_phase<Network> later_;
  UnitModule unit_;
  Cycle last_sent_ = 0;
  bool delivering_ = false;
};

}  // namespace gantry::sc
