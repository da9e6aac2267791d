// SPDX-License-Identifier: Apache-2.0
// The flits of the interconnect: wormhole switching with virtual channels and credits on any topology. It knows
// packets by number only; who sends them and what they say is the Interconnect's (model/network/interconnect.h).
//
// A lane is a virtual channel at a router's input: a buffer and the packet at its front. An out lane is what a router
// knows of the lane at the far end of an output: whether a packet holds it and how many places are free there. Flits
// and credits on their way stand in delay lines; the state of a router is a few words with one bit per lane, so
// arbitration is arithmetic on words, and a router in which nothing can move is not looked at.
//
//   fabric_parts.h           what its tables are made of
//   fabric.cpp               a cycle: packets, entries, every active router
//   fabric_arrivals.cpp      what arrives before
//   fabric_moves.h           how one flit moves
//   low_latency_router.cpp   the router of one cycle: a head gets its out lane and goes for the switch in it
//   pipelined_router.cpp     the router with stages for virtual channel and switch allocation
//   fabric_sweep.h, low_latency_sweep.cpp, pipelined_sweep.cpp
//                            both for up to 64 small routers at a time, in a few loops
//   fabric_age.h             both routers' choices by age instead of in turn
//   fabric_tables.cpp        tables from a topology
//   fabric_routing.cpp       ways of packets where there is more than one
//   fabric_links.cpp         links that are longer or narrower than others
//   fabric_traffic.cpp       what links and routers have counted
//   fabric_check.cpp         what must hold after every cycle
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/types.h"
#include "gantry/network/channel_use.h"
#include "gantry/network/delay_line.h"
#include "gantry/network/fabric_parts.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/late_line.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/network/turn.h"

namespace gantry {
inline namespace network {

inline constexpr std::uint32_t kMostPorts = 64;  ///< per router, terminals included
inline constexpr std::uint32_t kMostGroups = 4;  ///< of channels (network/routing.h)
inline constexpr std::uint32_t kMostChannelRows = kPacketKinds * kMostGroups;
inline constexpr std::uint32_t kMostWords = kMostPorts * kMostChannels / 64;

/// Hears of what concerns terminals.
class FabricListener {
 public:
  virtual ~FabricListener() = default;
  /// The last flit of the packet has left its last router in cycle `now` and is at the terminal in cycle `arrival`.
  virtual void packet_left(std::uint32_t terminal, std::uint32_t packet, Cycle now, Cycle arrival) = 0;
  /// The first router of a terminal has a place again.
  virtual void place_came_free(std::uint32_t terminal, Cycle now) = 0;
};

/// Flit cycles lost in a router.
struct StallCount {
  std::uint64_t switch_lost = 0;   ///< a flit with a place ahead of it lost the switch to another one
  std::uint64_t channel_lost = 0;  ///< heads that lost an out lane to another one
};

class Fabric : FabricParts {
 public:
  /// `routing` has to outlive it.
  Fabric(const InterconnectConfig& config, const Routing& routing, ChannelUse use, FabricListener& listener);

  /// Before start(): a terminal at a router, numbered from 0.
  std::uint32_t add_terminal(std::uint32_t router);
  /// Builds the tables. Throws std::invalid_argument when a router has more than 64 ports or a class of packets has no
  /// lane of its own. `wide`: the routers' code for processors of which has_wide_target() holds; the answers are the
  /// same. `several_words`: their code for more than 64 lanes, even where there are fewer, which makes the same
  /// of it, too.
  void start(bool wide = has_wide_target(), bool several_words = false);
  /// Whether this processor has the instructions that GANTRY_WIDE_TARGET (fabric_moves.h) names.
  [[nodiscard]] static bool has_wide_target();

  /// A packet that will enter; its number may be used again after packet_left(). `created`: what its age counts from.
  std::uint32_t add_packet(std::uint64_t flits, std::uint32_t destination, PacketTraits traits, Cycle created);
  [[nodiscard]] std::uint64_t flits_of_packet(std::uint32_t packet) const { return packets_[packet].flits; }
  /// Links that the packet has gone over, while packet_left() is being called for it; `from`: the terminal that sent
  /// it.
  [[nodiscard]] std::uint32_t hops_of_packet(std::uint32_t packet, std::uint32_t from) const;

  /// First part of a cycle: flits and credits arrive.
  void arrive(Cycle now);
  /// Second part: a terminal may send one flit. A lane for a head of the terminal's next packet, in turn from `turn`;
  /// kNone when there is no place.
  [[nodiscard]] std::uint32_t entry_lane(std::uint32_t terminal, std::uint32_t packet, std::uint32_t turn) const;
  /// The head of a packet enters where there is a place.
  void enter(std::uint32_t terminal, std::uint32_t lane, std::uint32_t packet, Cycle now);
  /// The next flit of a packet enters behind it; false: there is no place.
  bool enter_next(std::uint32_t terminal, std::uint32_t lane, Cycle now) {
    Entry& entry = entries_[terminal];
    if (((entry.places_left >> lane) & 1U) == 0) return false;
    enter_flit(entry, lane, now);
    return true;
  }
  /// Third part: the routers. Whether a flit moved.
  bool route(Cycle now);
  /// The next cycle in which arrive() or route() have something to do.
  [[nodiscard]] Cycle next(Cycle now) const;

  [[nodiscard]] std::uint32_t router_of(std::uint32_t terminal) const { return entries_[terminal].router; }
  [[nodiscard]] std::uint64_t flit_hops() const { return flit_hops_; }
  [[nodiscard]] std::uint64_t flits_left() const { return flits_left_; }
  /// Flits of every link, flits and stalls of every router up to cycle `now`, with all before it run.
  [[nodiscard]] InterconnectTraffic traffic(Cycle now) const;
  /// So far, of each of traffic()'s links.
  [[nodiscard]] std::vector<std::uint64_t> link_flits() const;
  /// Bytes of all tables and buffers, for the documentation.
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Throws std::logic_error when a flit or credit was lost or made up, or a buffer overflowed.
  void verify() const;

 private:
  [[nodiscard]] Here here(std::uint32_t router) {
    const std::size_t lane = std::size_t{router} << router_shift_;
    return {static_cast<std::uint32_t>(lane),
            port_shift_,
            channel_mask_,
            &words_[std::size_t{router} * words_per_router_],
            &lanes_[lane],
            &outs_[lane],
            &ports_[lane >> port_shift_],
            pipelined_ ? &turns_[lane] : nullptr,
            wants_of(router)};
  }
  /// In tables by port.
  [[nodiscard]] std::size_t first_port_of(std::uint32_t router) const {
    return (std::size_t{router} << router_shift_) >> port_shift_;
  }
  /// By output: lanes whose packets hold one of its out lanes, in routers of one word.
  [[nodiscard]] std::uint64_t* wants_of(std::uint32_t router) { return wants_.data()->at + first_port_of(router); }
  [[nodiscard]] const std::uint64_t* wants_of(std::uint32_t router) const {
    return wants_.data()->at + first_port_of(router);
  }
  [[nodiscard]] std::uint32_t router_of_lane(std::uint32_t lane) const { return lane >> router_shift_; }
  [[nodiscard]] std::uint32_t in_router(std::uint32_t lane) const { return lane & ((1U << router_shift_) - 1U); }
  [[nodiscard]] static std::uint64_t bit_of(std::uint32_t lane) { return std::uint64_t{1} << (lane % 64); }
  /// The channels of the port whose first lane is `first`, out of a word.
  [[nodiscard]] std::uint32_t channels_of(std::uint64_t word, std::uint32_t first) const {
    return static_cast<std::uint32_t>(word >> (first % 64)) & channels_;
  }

  void build_routers();
  void start_lines();
  [[nodiscard]] std::uint16_t exit_places_of(const Port& port) const;
  [[nodiscard]] std::uint8_t class_around(std::uint32_t channel) const;
  void build_routes();
  void add_channel_masks();

  /// Takes what arrives, for routers of one word or of several; `wide` as below.
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
  void take_place(std::uint32_t out_lane) {
    if (outs_[out_lane].places++ == 0) see_place(out_lane);
  }
  void see_place(std::uint32_t out_lane);
  void enter_flit(Entry& entry, std::uint32_t lane, Cycle now) {
    if (--entry.places[lane] == 0) {
      entry.places_left = static_cast<std::uint8_t>(entry.places_left & ~(1U << lane));
    }
    const Cycle arrival = now + enter_cycles_;
    leaving_[0].push(arrival, entry.first_lane + lane);
    due_ |= std::uint64_t{1} << (arrival % 64);
    ++entry.flits;
    entry.stays += arrival;
  }
  void take_entry_place(std::uint32_t lane, Cycle now);
  bool look_at(std::uint32_t packet, std::uint32_t lane, Lane& at, Cycle now);
  bool look_at_next(std::uint32_t lane, Lane& at, Cycle now);
  // fabric_links.cpp
  void start_own_lines();
  void arrive_late(Cycle now);
  void send_late(const Moves& begun, Moves& moves);
  void take_link(std::uint32_t port, Cycle now);
  void leave_link(std::uint32_t port);
  void take_late_place(std::uint32_t out_lane);
  [[nodiscard]] bool is_taken(std::uint32_t port) const { return uneven_ && own_times_[port].taken != 0; }
  [[nodiscard]] Cycle hop_cycles(std::size_t port) const { return uneven_ ? own_times_[port].hop : hop_cycles_; }
  // fabric_routing.cpp
  void add_choices();
  void set_out(std::uint32_t packet, std::uint32_t terminal);
  bool look_on(std::uint32_t packet, std::uint32_t lane, Lane& at, Cycle now);
  void take_way(Packet& front, Journey& way, std::uint32_t lane, Lane& at) const;
  void choose_ports(std::uint32_t first, std::uint64_t routers);
  void choose_port(const Here& r, std::uint32_t id, std::uint32_t lane);
  [[nodiscard]] std::uint64_t choices_of(std::uint32_t router, const Packet& packet) const {
    return choices_[std::size_t{router} * columns_ + packet.column];
  }
  [[nodiscard]] bool has_escaped(std::uint32_t lane) const;
  [[nodiscard]] std::uint64_t legal_ports(std::uint32_t router, std::uint32_t packet, std::uint32_t lane) const;
  void start_looking(std::uint32_t lane);
  void seek(std::uint32_t router) { set_bit(seeking_, router); }
  void wake(std::uint32_t router) { set_bit(active_, router); }

  /// Routers first + i for every bit i that is set; those that have more to do are looked at in the next cycle.
  using Step = void (Fabric::*)(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
  /// For routers that do not go by sweeps, of one word or of several; `wide`: for processors that have what
  /// GANTRY_WIDE_TARGET names, in turn.
  [[nodiscard]] Step low_latency_step(bool one_word, bool wide, bool by_age) const;
  [[nodiscard]] Step pipelined_step(bool one_word, bool wide, bool by_age) const;
  // `kMost`: words that a router has at most; `kByAge`: who goes first.
  void step_low_latency(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
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
  static Word& word_of(const Here& r, std::uint32_t lane) {
    return r.words[kMost == 1 ? 0 : lane / 64];
  }
  template <std::uint32_t kMost>
  static std::uint32_t takeable(const Here& r, const Lane& lane);
  template <std::uint32_t kMost>
  static void bind(const Here& r, std::uint32_t lane, std::uint32_t out);
  template <std::uint32_t kMost>
  struct Seekers;  // of a low-latency router in a cycle
  template <std::uint32_t kMost>
  static void give(const Here& r, std::uint32_t lane, std::uint32_t base, std::uint32_t channel);
  template <std::uint32_t kMost>
  struct Switch;  // the same
  template <std::uint32_t kMost>
  void pass(const Here& r, std::uint32_t lane, Switch<kMost>& at, Moves& moves);
  template <std::uint32_t kMost>
  void pass_in_turn(const Here& r, std::uint32_t lane, Switch<kMost>& at, Moves& moves);
  template <std::uint32_t kMost>
  std::uint32_t share_switch(const Here& r, Switch<kMost>& at, Moves& moves);
  void serve_heads(std::uint32_t id);
  template <std::uint32_t kMost>
  static void give_first(const Here& r, std::uint32_t lane);
  template <std::uint32_t kMost>
  std::uint32_t share_channels(std::uint32_t id);
  template <std::uint32_t kMost>
  std::uint32_t share_output(const Here& r, std::uint32_t out, Seekers<kMost>& seekers);
  [[nodiscard]] static std::uint32_t second_offer(const Here& r, std::uint32_t input, std::uint32_t channels,
                                                  std::uint64_t taken);
  template <std::uint32_t kMost, bool kPipelined>
  bool move(const Here& r, std::uint32_t lane, Moves& moves);
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
  void serve_head(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t lane);
  template <class Shape>
  std::uint64_t winners_in_two_turns(const Sweep<Shape>& sweep, std::uint32_t id, std::uint64_t ready);
  std::uint64_t second_lanes(std::uint32_t id, std::uint64_t ready, std::uint64_t offers, std::uint64_t winners);
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
  [[nodiscard]] std::uint32_t wanted_out(const Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t lane) const;
  template <class Shape>
  void give_out(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t lane, std::uint32_t out);
  template <class Shape>
  void bind_asking(Sweep<Shape>& sweep, std::uint32_t id);
  template <class Shape>
  [[nodiscard]] std::uint64_t winners_in_turn(const Sweep<Shape>& sweep, std::uint32_t id, std::uint64_t ready) const;

  template <std::uint32_t kMost>
  void end_packet(const Here& r, std::uint32_t lane, Cycle now);
  void deliver(std::uint32_t terminal, std::uint32_t packet, Cycle now);

  template <std::uint32_t kMost>
  struct Grants;  // of a pipelined router in a cycle
  template <std::uint32_t kMost>
  void allocate_switch(const Here& r, Grants<kMost>& grants) const;
  template <std::uint32_t kMost>
  static void grant_switch(const Here& r, std::uint32_t lane, Grants<kMost>& grants);
  void bind_heads(std::uint32_t id);
  [[nodiscard]] std::uint64_t oldest_winners(std::uint32_t id, std::uint64_t ready);
  [[nodiscard]] static std::uint32_t offer_of(const Here& r, std::uint32_t input, std::uint32_t channels);
  template <std::uint32_t kMost>
  [[nodiscard]] std::uint32_t wanted_channel(const Here& r, std::uint32_t lane) const;
  template <std::uint32_t kMost>
  std::uint32_t allocate_channels(const Here& r);

  // fabric_age.h
  template <std::uint32_t kMost>
  struct ByAge;  // lanes of a router with their ages
  [[nodiscard]] bool goes_before(const Here& r, std::uint32_t lane, std::uint32_t other) const;
  template <std::uint32_t kMost>
  ByAge<kMost> oldest_first(const Here& r, const std::uint64_t* lanes) const;
  template <std::uint32_t kMost>
  std::uint32_t share_channels_by_age(std::uint32_t id);
  template <std::uint32_t kMost>
  std::uint32_t share_switch_by_age(const Here& r, Switch<kMost>& at, Moves& moves);
  template <std::uint32_t kMost>
  void allocate_switch_by_age(const Here& r, Grants<kMost>& grants) const;
  template <std::uint32_t kMost>
  std::uint32_t allocate_channels_by_age(const Here& r);

  InterconnectConfig config_;
  const Routing& routing_;
  const Topology& topology_;
  ChannelUse use_;
  FabricListener& listener_;
  std::uint32_t vcs_;
  std::uint32_t depth_;
  bool pipelined_;
  bool by_age_;
  bool fixed_;           ///< one route for every packet
  bool adaptive_;        ///< heads choose ports while they wait
  Cycle leave_cycles_;   ///< granted in the last router to at the terminal
  Cycle hop_cycles_;     ///< granted in a router to being in the next one
  Cycle enter_cycles_;   ///< sent by a terminal to being in its first router
  Cycle head_cycles_;    ///< pipelined: a head waits so long before it asks for an out lane
  bool plain_heads_;     ///< fixed, and heads look for an out lane at once
  bool uneven_ = false;  ///< links differ

  // A lane's number is router, port and channel in one, each in as many bits as the largest needs.
  std::uint32_t port_shift_ = 0;
  std::uint32_t router_shift_ = 0;
  std::uint32_t channel_mask_ = 0;  ///< bits of the channel in a lane's number
  std::uint32_t channels_ = 0;      ///< one bit per channel
  std::uint32_t words_per_router_ = 1;
  bool several_words_ = false;  ///< routers go the way of those that have more than one
  Step step_ = nullptr;
  Arrivals arrivals_ = nullptr;
  std::vector<std::uint32_t> port_counts_;  ///< per router
  std::vector<Word> words_;
  std::vector<Port> ports_;
  std::vector<Lane> lanes_;
  std::uint8_t stays_[kMostChannels] = {};  ///< by channel: those that packets may take straight on, of its class
  std::vector<OutLane> outs_;
  // Of routers of one word. A port's turn goes on behind a lane: all that are behind it.
  std::uint64_t behind_[3] = {};      ///< lanes at least 1, 2 and 4 channels behind the first of their port
  std::uint32_t most_ports_ = 0;      ///< of a router
  std::vector<TwoPorts> inputs_;      ///< of any router, by input: its lanes
  std::vector<TwoPorts> wants_;       ///< by output: lanes whose packets hold one of its out lanes
  std::vector<TwoPorts> behind_in_;   ///< by input: lanes behind the one that moved last
  std::vector<TwoPorts> behind_out_;  ///< by output: lanes behind the one that was served last
  // Of up to 64 routers in a cycle; lanes by their numbers in the whole fabric.
  std::vector<std::uint32_t> moving_;  ///< whose flits move
  std::vector<Turn> kept_;             ///< low latency: turns of those that move out of turn
  std::vector<Arrived> arrived_;       ///< of those that have ended, at a terminal
  bool shared_routers_ = false;        ///< some have more than one terminal
  std::vector<ChannelTurn> turns_;     ///< pipelined
  std::vector<std::uint32_t> rings_;   ///< lane x depth + i: packets whose heads have arrived
  std::vector<Entry> entries_;
  std::uint32_t columns_ = 0;         ///< routers with terminals: destinations
  std::uint32_t stride_ = 0;          ///< columns of all orders
  std::vector<std::uint8_t> routes_;  ///< router x stride + destination's column: port + 64 x class of channels
  std::uint8_t masks_[kMostChannelRows][4] = {};        ///< by a packet's row: channels of a class
  std::uint8_t kind_masks_[kMostChannelRows] = {};      ///< the same: all channels of its kind
  std::uint8_t adaptive_masks_[kMostChannelRows] = {};  ///< adaptive channels of these
  std::uint32_t any_adaptive_ = 0;                      ///< of any kind
  std::vector<std::uint64_t> choices_;       ///< with a choice: router x columns + column: ports, one bit each
  std::vector<std::uint32_t> destinations_;  ///< router of a column
  std::vector<StallCount> stalls_;

  std::vector<Packet> packets_;
  std::vector<Journey> journeys_;  ///< of the packets, unless there is one route
  std::vector<Cycle> created_;     ///< by age: of the packets, urgent ones before all others
  std::vector<std::uint32_t> free_packets_;

  BitSet active_;        ///< routers to look at
  bool sweeps_ = false;  ///< routers go by sweeps (fabric_sweep.h)
  BitSet seeking_;       ///< then: those with heads that look for out lanes
  /// Bit (cycle % 64): flits or places may arrive then, none of which takes longer than that.
  std::uint64_t due_ = 0;
  std::uint64_t due_after_move_ = 0;  ///< what a move in cycle 0 adds to it
  // Lanes that flits are on their way to, and the heads among them.
  DelayLine<std::uint32_t> leaving_[2];  ///< to a router; [1]: to a terminal, and its place back again
  DelayLine<Head> leaving_heads_;
  /// Places on their way back to a router; [1]: to a terminal.
  DelayLine<std::uint32_t> places_[2];
  DelayLine<std::uint32_t> looking_;  ///< lanes whose head will ask for an out lane

  // Instead of leaving_[0], leaving_heads_ and places_[0] where links differ.
  std::vector<OwnTimes> own_times_;  ///< by number of the port
  LateLine<std::uint32_t> late_flits_;
  LateLine<Head> late_heads_;
  LateLine<std::uint32_t> late_places_;
  LateLine<std::uint32_t> late_links_;  ///< ports whose link will be free

  std::uint64_t requests_[kMostPorts] =
      {};  ///< low latency, per output: inputs that offer it a flit; 0 between routers

  std::uint64_t flits_left_ = 0;
  std::uint64_t flit_hops_ = 0;
};

}  // namespace network
}  // namespace gantry
