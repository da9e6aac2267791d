// SPDX-License-Identifier: Apache-2.0
// The flit level of the interconnect: wormhole switching with virtual channels (VCs) and credits, on any topology. It
// knows packets by number only. Interconnect (model/network/interconnect.h) knows their senders and content.
//
// An input VC is a buffer at a router's input, and the packet at its front. An output VC is the router's view of the
// input VC at the far end of an output: the packet that holds it, and its credits (free buffer slots). Flits and
// credits in transit are in delay lines. The state of a router is a few words with one bit per VC. So arbitration is
// bit arithmetic, and a router in which nothing can move costs nothing.
//
//   fabric_parts.h           the entries of its tables
//   fabric.cpp               a cycle: packets, injection, every active router
//   fabric_arrivals.cpp      arrivals of flits and credits
//   fabric_moves.h           how one flit moves
//   low_latency_router.cpp   the router of one cycle: a head gets its output VC and competes for the switch at once
//   pipelined_router.cpp     the router with stages for VC allocation and switch allocation
//   fabric_sweep.h, low_latency_sweep.cpp, pipelined_sweep.cpp
//                            both routers, for up to 64 small routers at a time in a few loops
//   fabric_age.h             arbitration by age instead of round robin, for both routers
//   fabric_tables.cpp        tables, filled from a topology
//   fabric_routing.cpp       routes of packets, for routings with more than one
//   fabric_reroute.cpp       routes over what is left when links and routers have died
//   fabric_copies.cpp        packets to several terminals, of which routers make copies
//   fabric_damage.cpp        packets of flits that links damage
//   fabric_links.cpp         links that are longer or narrower than others
//   fabric_traffic.cpp       counters of links and routers
//   fabric_check.cpp         invariants after every cycle
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/types.h"
#include "gantry/network/channel_use.h"
#include "gantry/network/delay_line.h"
#include "gantry/network/fabric_parts.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/round_robin.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/network/variable_latency_queue.h"

namespace gantry {
inline namespace network {

inline constexpr std::uint32_t kMostPorts = 64;  ///< per router, terminals included
inline constexpr std::uint32_t kMostGroups = 4;  ///< most groups of channels of a routing (network/routing.h)
inline constexpr std::uint32_t kMostChannelRows = kPacketKinds * kMostGroups;
inline constexpr std::uint32_t kMostWords = kMostPorts * kMostChannels / 64;
/// Template argument for "most words of a router" if a packet may be for several terminals as well.
inline constexpr std::uint32_t kWordsWithCopies = kMostWords + 1;

class RemainingNetwork;

/// Observer of the terminals of a fabric.
class FabricListener {
 public:
  virtual ~FabricListener() = default;
  /// The tail of the packet has left its last router in cycle `now`. It is at the terminal in cycle `arrival`.
  virtual void packet_left(std::uint32_t terminal, std::uint32_t packet, Cycle now, Cycle arrival) = 0;
  /// The terminal has a credit of its router again, for a channel for which it had none.
  virtual void credit_arrived(std::uint32_t terminal, Cycle now) = 0;
};

/// Flit cycles lost in one router.
struct StallCount {
  std::uint64_t switch_lost = 0;   ///< flits with a credit that lost the switch to another flit
  std::uint64_t channel_lost = 0;  ///< heads that lost an output VC to another head
};

class Fabric : FabricParts {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `routing` must outlive the fabric.
  Fabric(const InterconnectConfig& config, const Routing& routing, ChannelUse use, FabricListener& listener);

  /// Adds a terminal at a router and returns its number, from 0. Before start().
  std::uint32_t add_terminal(std::uint32_t router);
  /// Builds the tables. Throws Error when a router has more than kMostPorts ports, a class of packets
  /// has no VC, or a delay is out of range. `wide`: use the code for processors with has_wide_target().
  /// `several_words`: use the code for routers with more than 64 VCs. Neither changes a result; tests compare them.
  void start(bool wide = has_wide_target(), bool several_words = false);
  /// Returns whether this processor has the instructions of GANTRY_WIDE_TARGET (fabric_moves.h).
  [[nodiscard]] static bool has_wide_target();

  /// Registers a packet that will enter, and returns its number. The number is free again after packet_left().
  /// `destination`: a terminal. `created`: the cycle from which arbitration by age counts.
  std::uint32_t add_packet(std::uint64_t flits, std::uint32_t destination, PacketTraits traits, Cycle created);
  /// Lets packets be copied. Throws Error when the routing has more than one route. Before start().
  void allow_copies();
  /// Makes `packet` travel for itself and for `other`, a packet of the same length, kind and creation that will not
  /// enter: routers send `other` on where the routes part. Call it in the order of the destinations, before enter().
  /// Precondition: allow_copies(), and the packet fits a buffer.
  void carry(std::uint32_t packet, std::uint32_t other);
  /// Returns the flits that routers have made.
  [[nodiscard]] std::uint64_t flits_copied() const { return flits_copied_; }
  [[nodiscard]] std::uint64_t flits_of_packet(std::uint32_t packet) const { return packets_[packet].flits; }
  /// Returns the links that a packet has passed. Valid only during packet_left() for it. `from`: its source terminal.
  [[nodiscard]] std::uint32_t hops_of_packet(std::uint32_t packet, std::uint32_t from) const;

  /// First part of a cycle: flits and credits arrive at routers and terminals.
  void arrive(Cycle now);
  /// Second part of a cycle: a terminal may send one flit. Returns the channel for the head of the terminal's next
  /// packet, round robin from `pointer`; kNone: no credit.
  [[nodiscard]] std::uint32_t entry_vc(std::uint32_t terminal, std::uint32_t packet, std::uint32_t pointer) const;
  /// Sends the head of a packet. Precondition: entry_vc() returned `vc` in this cycle.
  void enter(std::uint32_t terminal, std::uint32_t vc, std::uint32_t packet, Cycle now);
  /// Sends the next flit of the packet in `vc`; returns false and sends nothing without a credit.
  bool enter_next(std::uint32_t terminal, std::uint32_t vc, Cycle now) {
    Entry& entry = entries_[terminal];
    if (((entry.credits_left >> vc) & 1U) == 0) return false;
    enter_flit(entry, vc, now);
    return true;
  }
  /// Replaces the routes of all packets to come. With an adaptive routing they are those of escape channels. `rest`
  /// has routes to destinations(), and must outlive the fabric. Precondition: holds_nothing().
  void reroute(const RemainingNetwork& rest);
  /// Before arrive() of a cycle: empties all buffers and links. Returns the packets that were in them, in order of
  /// their numbers: they are lost until restart_packet() and enter().
  std::vector<std::uint32_t> flush(Cycle now);
  /// Makes a lost packet one that will enter. It travels for no other one.
  void restart_packet(std::uint32_t packet, std::uint32_t destination, PacketTraits traits);
  /// Returns the flits of lost packets that had left the network.
  [[nodiscard]] std::uint64_t flits_wasted() const { return flits_wasted_; }
  /// Counts the flits of a packet that has left as wasted: it will be sent again.
  void waste(std::uint64_t flits) { flits_wasted_ += flits; }
  /// Returns the flits that have left a router by a port of the topology.
  [[nodiscard]] std::uint64_t flits_over(std::uint32_t router, std::uint32_t port) const;
  /// Returns the packet whose flit was the last one to leave a router by a port of the topology, and those for which it
  /// travels there. Precondition: it left in cycle `now`, and route() has returned.
  [[nodiscard]] std::vector<std::uint32_t> last_sent(std::uint32_t router, std::uint32_t port, Cycle now) const;
  /// Returns whether no flit is in the network. Not for every cycle: the effort grows with the terminals.
  [[nodiscard]] bool holds_nothing() const;
  /// Returns whether packets get from a terminal to another one. Always true before reroute().
  [[nodiscard]] bool has_way(std::uint32_t from, std::uint32_t to) const;
  /// Returns the routers with terminals. After start().
  [[nodiscard]] const std::vector<std::uint32_t>& destinations() const { return destinations_; }
  /// Third part of a cycle: the routers. Returns whether a flit moved.
  bool route(Cycle now);
  /// Returns the next cycle in which arrive() or route() has work; kNever: none.
  [[nodiscard]] Cycle next(Cycle now) const;

  [[nodiscard]] std::uint32_t router_of(std::uint32_t terminal) const { return entries_[terminal].router; }
  [[nodiscard]] std::uint64_t flit_hops() const { return flit_hops_; }
  [[nodiscard]] std::uint64_t flits_ejected() const { return flits_ejected_; }
  /// Returns flits of every link, and flits and stalls of every router, up to cycle `now`. All earlier cycles have run.
  [[nodiscard]] InterconnectTraffic traffic(Cycle now) const;
  /// Returns the flits so far of each link, in the order of traffic().
  [[nodiscard]] std::vector<std::uint64_t> link_flits() const;
  /// Returns the bytes of all tables and buffers (docs/performance.md).
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Throws std::logic_error when a flit or credit was lost or duplicated, or a buffer overflowed.
  void verify() const;

 private:
  // fabric_damage.cpp
  [[nodiscard]] Head last_head_to(std::uint32_t vc, Cycle now) const;
  void add_carried(std::uint32_t packet, std::vector<std::uint32_t>& packets) const;
  void add_travelling(std::uint32_t packet, std::uint32_t vc, Cycle now, std::vector<std::uint32_t>& packets) const;
  [[nodiscard]] RouterView view_of(std::uint32_t router) {
    const std::size_t vc = std::size_t{router} << router_shift_;
    return {static_cast<std::uint32_t>(vc),
            port_shift_,
            channel_mask_,
            &words_[std::size_t{router} * words_per_router_],
            &input_vcs_[vc],
            &output_vcs_[vc],
            &ports_[vc >> port_shift_],
            pipelined_ ? &vc_pointers_[vc] : nullptr,
            bound_to_of(router)};
  }
  /// Index of a router's first port in tables by port.
  [[nodiscard]] std::size_t first_port_of(std::uint32_t router) const {
    return (std::size_t{router} << router_shift_) >> port_shift_;
  }
  /// By output of a router of one word: input VCs that hold one of its output VCs.
  [[nodiscard]] std::uint64_t* bound_to_of(std::uint32_t router) {
    return bound_to_.data()->at + first_port_of(router);
  }
  [[nodiscard]] const std::uint64_t* bound_to_of(std::uint32_t router) const {
    return bound_to_.data()->at + first_port_of(router);
  }
  [[nodiscard]] std::uint32_t router_of_vc(std::uint32_t vc) const { return vc >> router_shift_; }
  [[nodiscard]] std::uint32_t in_router(std::uint32_t vc) const { return vc & ((1U << router_shift_) - 1U); }
  [[nodiscard]] static std::uint64_t bit_of(std::uint32_t vc) { return std::uint64_t{1} << (vc % 64); }
  /// The bits of one port in a word, one per channel. `first`: the port's first VC.
  [[nodiscard]] std::uint32_t channels_of(std::uint64_t word, std::uint32_t first) const {
    return static_cast<std::uint32_t>(word >> (first % 64)) & channels_;
  }

  void build_routers();
  void start_delay_lines();
  [[nodiscard]] std::uint16_t exit_credits_of(const Port& port) const;
  [[nodiscard]] std::uint8_t class_mask_of(std::uint32_t channel) const;
  void build_routes();
  void add_channel_masks();

  /// Processes a cycle's arrivals, for routers of one word or of several. `wide`: as start().
  using Arrivals = void (Fabric::*)(Cycle now);
  static Arrivals arrivals_of(bool one_word, bool wide);
  template <std::uint32_t kMost>
  void take_arrivals(Cycle now);
  template <std::uint32_t kMost>
  void take_arrivals_wide(Cycle now);
  template <std::uint32_t kMost>
  void take_all(Cycle now);
  template <std::uint32_t kMost, class Flits, class Heads>
  void take_flits(Flits& flits, Heads& heads, Cycle now);
  void take_credit(std::uint32_t output_vc) {
    if (output_vcs_[output_vc].credits++ == 0) see_credit(output_vc);
  }
  void see_credit(std::uint32_t output_vc);
  void enter_flit(Entry& entry, std::uint32_t vc, Cycle now) {
    if (--entry.credits[vc] == 0) {
      entry.credits_left = static_cast<std::uint8_t>(entry.credits_left & ~(1U << vc));
    }
    const Cycle arrival = now + enter_cycles_;
    flits_in_transit_[0].push(arrival, entry.first_vc + vc);
    due_ |= std::uint64_t{1} << (arrival % 64);
    ++entry.flits;
    entry.time_sum += arrival;
  }
  void take_entry_credit(std::uint32_t vc, Cycle now);
  bool start_head(std::uint32_t packet, std::uint32_t vc, InputVc& at, Cycle now);
  bool start_next_head(std::uint32_t vc, InputVc& at, Cycle now);
  // fabric_copies.cpp
  void part_ways(std::uint32_t packet, std::uint32_t vc);
  void keep_flit(const RouterView& r, Cycle now);
  /// Whether the front packet of an input VC has another branch to go. Precondition: copies_.
  [[nodiscard]] bool is_kept(std::uint32_t vc) const { return next_branch_[vc] != kNone; }
  [[nodiscard]] std::uint64_t kept_flits(std::uint32_t vc) const;
  // fabric_links.cpp
  void start_own_links();
  void arrive_over_own_links(Cycle now);
  void send_over_own_links(const Moves& begun, Moves& moves);
  void occupy_link(std::uint32_t port, Cycle now);
  void release_link(std::uint32_t port);
  void take_own_link_credit(std::uint32_t output_vc);
  [[nodiscard]] bool is_link_busy(std::uint32_t port) const { return has_own_links_ && link_timing_[port].busy != 0; }
  [[nodiscard]] Cycle hop_cycles(std::size_t port) const {
    return has_own_links_ ? link_timing_[port].hop : hop_cycles_;
  }
  // fabric_flush.cpp
  void set_packet(std::uint32_t id, std::uint64_t flits, std::uint32_t destination, PacketTraits traits);
  [[nodiscard]] std::vector<std::uint32_t> packets_inside() const;
  void count_lost(Cycle now);
  void empty_routers();
  void empty_links();
  // fabric_reroute.cpp
  void spread_channels();
  [[nodiscard]] std::uint32_t hops_left(std::uint32_t from, std::uint32_t to) const;
  // fabric_routing.cpp
  void add_choices();
  void draw_route(std::uint32_t packet, std::uint32_t terminal);
  bool route_head(std::uint32_t packet, std::uint32_t vc, InputVc& at, Cycle now);
  void take_route(Packet& front, RouteState& state, std::uint32_t vc, InputVc& at) const;
  void choose_ports(std::uint32_t first, std::uint64_t routers);
  void choose_port(const RouterView& r, std::uint32_t id, std::uint32_t vc);
  [[nodiscard]] std::uint64_t choices_of(std::uint32_t router, const Packet& packet) const {
    return choices_[std::size_t{router} * columns_ + packet.column];
  }
  [[nodiscard]] bool has_escaped(std::uint32_t vc) const;
  [[nodiscard]] std::uint64_t legal_ports(std::uint32_t router, std::uint32_t packet, std::uint32_t vc) const;
  void start_requesting(std::uint32_t vc);
  void mark_requesting(std::uint32_t router) { set_bit(requesting_, router); }
  void wake(std::uint32_t router) { set_bit(active_, router); }

  /// Steps routers first + i for every set bit i. Marks those that have work in the next cycle as active.
  using Step = void (Fabric::*)(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  /// Router by router, for routers that do not use sweeps: the step for one word or several. `wide`: as start().
  [[nodiscard]] Step low_latency_step(bool one_word, bool wide, bool by_age) const;
  [[nodiscard]] Step pipelined_step(bool one_word, bool wide, bool by_age) const;
  template <std::uint32_t kMost>
  static Step low_latency_step_of(bool wide, bool by_age);
  template <std::uint32_t kMost>
  static Step pipelined_step_of(bool wide, bool by_age);
  // Template parameters: `kMost` is the most words of a router, `kByAge` selects arbitration by age.
  template <std::uint32_t kMost>
  void step_low_latency(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost>
  void step_low_latency_wide(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost>
  void step_low_latency_by_age(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost, bool kByAge>
  void step_low_latency_routers(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost>
  void step_pipelined(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost>
  void step_pipelined_wide(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost>
  void step_pipelined_by_age(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost, bool kByAge>
  void step_pipelined_routers(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kMost, bool kByAge>
  bool step_low_latency_router(std::uint32_t id, Moves& moves, Cycle now);
  template <std::uint32_t kMost, bool kByAge>
  bool step_pipelined_router(std::uint32_t id, Moves& moves, Cycle now);

  // fabric_moves.h
  template <std::uint32_t kMost>
  static Word& word_of(const RouterView& r, std::uint32_t vc) {
    return r.words[kMost == 1 ? 0 : vc / 64];
  }
  template <std::uint32_t kMost>
  static std::uint32_t grantable(const RouterView& r, const InputVc& vc);
  template <std::uint32_t kMost>
  static void bind(const RouterView& r, std::uint32_t vc, std::uint32_t out);
  template <std::uint32_t kMost>
  struct VcRequests;  // requests of heads in a cycle of a low-latency router
  template <std::uint32_t kMost>
  static void grant_vc(const RouterView& r, std::uint32_t vc, std::uint32_t base, std::uint32_t channel);
  template <std::uint32_t kMost>
  struct Switch;  // requests of flits in that cycle
  template <std::uint32_t kMost>
  void send_flit(const RouterView& r, std::uint32_t vc, Switch<kMost>& at, Moves& moves);
  template <std::uint32_t kMost>
  void send_and_advance(const RouterView& r, std::uint32_t vc, Switch<kMost>& at, Moves& moves);
  template <std::uint32_t kMost>
  std::uint32_t arbitrate_switch(const RouterView& r, Switch<kMost>& at, Moves& moves);
  void serve_heads(std::uint32_t id);
  template <std::uint32_t kMost>
  static void grant_lone_head(const RouterView& r, std::uint32_t vc);
  template <std::uint32_t kMost>
  std::uint32_t arbitrate_channels(std::uint32_t id);
  template <std::uint32_t kMost>
  std::uint32_t arbitrate_output(const RouterView& r, std::uint32_t out, VcRequests<kMost>& requests);
  [[nodiscard]] static std::uint32_t second_offer(const RouterView& r, std::uint32_t input, std::uint32_t channels,
                                                  std::uint64_t taken);
  template <std::uint32_t kMost, bool kPipelined>
  bool move(const RouterView& r, std::uint32_t vc, Moves& moves);
  // fabric_sweep.h: routers of one word
  template <std::uint32_t kPortShift>
  struct MeshShape;
  template <class Shape>
  struct Sweep;
  [[nodiscard]] AnyShape any_shape() const { return {port_shift_, router_shift_, most_ports_}; }
  void deliver_all(std::uint32_t count, Cycle now);
  // low_latency_sweep.cpp
  [[nodiscard]] Step low_latency_sweep(bool wide) const;
  void sweep_low_latency_any(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  void sweep_low_latency_wide(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kPortShift>
  void sweep_low_latency_mesh(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <class Shape>
  void sweep_low_latency(const Shape& shape, std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <class Shape>
  void serve_head(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t vc);
  template <class Shape>
  std::uint64_t two_pass_winners(const Sweep<Shape>& sweep, std::uint32_t id, std::uint64_t ready);
  std::uint64_t second_pass_vcs(std::uint32_t id, std::uint64_t ready, std::uint64_t offers, std::uint64_t winners);
  // pipelined_sweep.cpp
  [[nodiscard]] Step pipelined_sweep(bool wide, bool by_age) const;
  template <bool kByAge>
  void sweep_pipelined_any(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  void sweep_pipelined_wide(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <std::uint32_t kPortShift>
  void sweep_pipelined_mesh(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <class Shape, bool kByAge>
  void sweep_pipelined(const Shape& shape, std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  template <class Shape>
  [[nodiscard]] std::uint32_t wanted_out(const Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t vc) const;
  template <class Shape>
  void grant_output_vc(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t vc, std::uint32_t out);
  template <class Shape>
  void bind_requesting(Sweep<Shape>& sweep, std::uint32_t id);
  template <class Shape>
  [[nodiscard]] std::uint64_t switch_winners(const Sweep<Shape>& sweep, std::uint32_t id, std::uint64_t ready) const;

  template <std::uint32_t kMost>
  void end_packet(const RouterView& r, std::uint32_t vc, Cycle now);
  void deliver(std::uint32_t terminal, std::uint32_t packet, Cycle now);

  template <std::uint32_t kMost>
  struct Grants;  // switch grants in a cycle of a pipelined router
  template <std::uint32_t kMost>
  void allocate_switch(const RouterView& r, Grants<kMost>& grants) const;
  template <std::uint32_t kMost>
  static void grant_switch(const RouterView& r, std::uint32_t vc, Grants<kMost>& grants);
  void bind_heads(std::uint32_t id);
  [[nodiscard]] std::uint64_t oldest_winners(std::uint32_t id, std::uint64_t ready);
  [[nodiscard]] static std::uint32_t offer_of(const RouterView& r, std::uint32_t input, std::uint32_t channels);
  template <std::uint32_t kMost>
  [[nodiscard]] std::uint32_t wanted_channel(const RouterView& r, std::uint32_t vc) const;
  template <std::uint32_t kMost>
  std::uint32_t allocate_channels(const RouterView& r);

  // fabric_age.h
  template <std::uint32_t kMost>
  struct ByAge;  // input VCs of a router, sorted by age
  [[nodiscard]] bool goes_before(const RouterView& r, std::uint32_t vc, std::uint32_t other) const;
  template <std::uint32_t kMost>
  ByAge<kMost> oldest_first(const RouterView& r, const std::uint64_t* vcs) const;
  template <std::uint32_t kMost>
  std::uint32_t arbitrate_channels_by_age(std::uint32_t id);
  template <std::uint32_t kMost>
  std::uint32_t arbitrate_switch_by_age(const RouterView& r, Switch<kMost>& at, Moves& moves);
  template <std::uint32_t kMost>
  void allocate_switch_by_age(const RouterView& r, Grants<kMost>& grants) const;
  template <std::uint32_t kMost>
  std::uint32_t allocate_channels_by_age(const RouterView& r);

  InterconnectConfig config_;
  const Routing& routing_;
  const Topology& topology_;
  const RemainingNetwork* rest_ = nullptr;  ///< what the routes are over; nullptr: the whole topology
  ChannelUse use_;
  FabricListener& listener_;
  std::uint32_t vcs_;
  std::uint32_t depth_;
  bool pipelined_;
  bool by_age_;
  bool fixed_;                  ///< the routing has one route per packet
  bool adaptive_;               ///< waiting heads choose ports in every cycle
  Cycle leave_cycles_;          ///< grant in the last router to arrival at the terminal
  Cycle hop_cycles_;            ///< grant in a router to the earliest grant in the next one
  Cycle enter_cycles_;          ///< sent by a terminal to the earliest grant in its router
  Cycle head_cycles_;           ///< pipelined: cycles that a head waits before it requests an output VC
  bool plain_heads_;            ///< fixed_, without copies, and heads request an output VC at once
  bool copies_ = false;         ///< a packet may be for several terminals
  bool has_own_links_ = false;  ///< some link has a shape of its own

  // The number of a VC is router, port and channel in one. Each part has as many bits as its largest value needs.
  std::uint32_t port_shift_ = 0;
  std::uint32_t router_shift_ = 0;
  std::uint32_t channel_mask_ = 0;  ///< bits of the channel in the number of a VC
  std::uint32_t channels_ = 0;      ///< one bit per channel
  std::uint32_t words_per_router_ = 1;
  bool several_words_ = false;  ///< use the code for routers of several words
  Step step_ = nullptr;
  Arrivals arrivals_ = nullptr;
  std::vector<std::uint32_t> port_counts_;  ///< ports by router
  std::vector<Word> words_;
  std::vector<Port> ports_;
  std::vector<InputVc> input_vcs_;
  std::uint8_t straight_masks_[kMostChannels] =
      {};  ///< by channel: the channels of its class, which a packet straight on keeps
  std::vector<OutputVc> output_vcs_;
  // Round robin as bit masks, for routers of one word: all VCs after the last winner.
  std::uint64_t channels_after_[3] = {};  ///< VCs whose channel is at least 1, 2 and 4
  std::uint32_t most_ports_ = 0;          ///< most ports of a router; 0: routers of several words
  std::vector<TwoPorts> port_vcs_;        ///< by input port, the same for all routers: its VCs
  std::vector<TwoPorts> bound_to_;        ///< by output port: input VCs that hold one of its output VCs
  std::vector<TwoPorts> after_last_in_;   ///< by input port: VCs after the one that moved last
  std::vector<TwoPorts> after_last_out_;  ///< by output port: VCs after the one that was served last
  // Work lists for up to 64 routers in a cycle. VCs have their numbers within the fabric.
  std::vector<std::uint32_t> moving_;         ///< input VCs whose flit moves
  std::vector<SavedPointer> saved_pointers_;  ///< low latency: pointers that the second switch pass must not move
  std::vector<Ejected> ejected_;              ///< packets whose tail left for a terminal
  bool shared_routers_ = false;               ///< some router has more than one terminal
  std::vector<VcPointers> vc_pointers_;       ///< pipelined routers
  std::vector<std::uint32_t> rings_;          ///< VC x depth + i: packets whose heads have arrived
  std::vector<Entry> entries_;
  std::uint32_t columns_ = 0;         ///< routers with terminals, which are the destinations
  std::uint32_t stride_ = 0;          ///< columns of all orders of a routing
  std::vector<std::uint8_t> routes_;  ///< router x stride + column of the destination: port + 64 x channel class
  std::uint8_t masks_[kMostChannelRows][4] = {};        ///< by row of a packet: channels of a class
  std::uint8_t kind_masks_[kMostChannelRows] = {};      ///< by row of a packet: all channels of its kind
  std::uint8_t adaptive_masks_[kMostChannelRows] = {};  ///< by row of a packet: its adaptive channels
  std::uint32_t any_adaptive_ = 0;                      ///< adaptive channels of all kinds
  std::vector<std::uint64_t> choices_;       ///< routings with a choice, router x columns + column: ports, one bit each
  std::vector<std::uint32_t> destinations_;  ///< router of a column
  std::vector<StallCount> stalls_;

  std::vector<Packet> packets_;
  std::vector<RouteState> route_states_;  ///< by packet, unless the routing is fixed
  std::vector<Cycle> created_;            ///< arbitration by age, by packet: urgent ones sort before all others
  std::vector<std::uint32_t> free_packets_;

  // With copies.
  std::vector<std::uint32_t> carried_;       ///< by packet: the next one that it travels for; kNone: none
  std::vector<std::uint32_t> last_carried_;  ///< by packet: the last one that it travels for; itself: none
  std::vector<std::uint32_t> next_branch_;   ///< by input VC: the packet that its flits are kept for; kNone: none
  std::vector<Cycle> kept_time_;             ///< by router: sum of the cycles in which flits left and were kept
  std::uint64_t flits_copied_ = 0;

  BitSet active_;        ///< routers with work
  bool sweeps_ = false;  ///< routers use sweeps (fabric_sweep.h)
  BitSet requesting_;    ///< sweeps: routers with heads that request an output VC
  /// Bit (cycle % 64): flits or credits may arrive in that cycle. No delay is longer than 63 cycles.
  std::uint64_t due_ = 0;
  std::uint64_t due_after_move_ = 0;  ///< value of due_ after a move in cycle 0
  // Input VCs to which flits are in transit, and the heads among these flits.
  DelayLine<std::uint32_t> flits_in_transit_[2];  ///< [0]: to a router; [1]: to a terminal, and its credit back
  DelayLine<Head> heads_in_transit_;
  /// Output VCs to which credits are in transit; [0]: of a router, [1]: of a terminal.
  DelayLine<std::uint32_t> credits_in_transit_[2];
  DelayLine<std::uint32_t> head_stage_;  ///< input VCs whose head waits for its allocation stage

  // Replace flits_in_transit_[0], heads_in_transit_ and credits_in_transit_[0] where links differ.
  std::vector<LinkTiming> link_timing_;  ///< by number of the port
  VariableLatencyQueue<std::uint32_t> own_link_flits_;
  VariableLatencyQueue<Head> own_link_heads_;
  VariableLatencyQueue<std::uint32_t> own_link_credits_;
  VariableLatencyQueue<std::uint32_t> busy_links_;  ///< ports whose narrow link becomes free

  std::uint64_t requests_[kMostPorts] = {};  ///< low latency, by output: inputs that request it; 0 between routers

  std::vector<Cycle> lost_time_;    ///< by router: sum of the cycles in which flits were lost; empty: none was
  std::uint64_t flits_lost_ = 0;    ///< in buffers and on links
  std::uint64_t flits_wasted_ = 0;  ///< of lost packets, that had left
  std::uint64_t flits_ejected_ = 0;
  std::uint64_t flit_hops_ = 0;
};

}  // namespace network
}  // namespace gantry
