// SPDX-License-Identifier: Apache-2.0
// What a fabric's tables are made of. Their sizes count: most of a simulation's time goes by in them.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/channel_use.h"
#include "gantry/network/turn.h"

namespace gantry {
inline namespace network {

/// For model/network/fabric.h alone.
struct FabricParts {
  struct Packet {
    std::uint64_t flits = 0;
    std::uint32_t router = 0;  ///< of its destination, or the one by which it goes there
    std::uint16_t column = 0;  ///< of that router in the table of routes
    std::uint8_t port = 0;     ///< of its destination there
    std::uint8_t row = 0;      ///< of the table of channels: 1 for a response, 2 if urgent, and 4 for each group
  };
  /// Of a packet that has more than one way.
  struct Journey {
    std::uint64_t draws = 0;       ///< state of its generator
    std::uint32_t routers = 0;     ///< that it has come to
    std::uint32_t onward = kNone;  ///< the router of its destination, while it goes to another one first
    std::uint16_t onward_column = 0;
  };
  /// The head of a packet on its way to a lane, beside its flit.
  struct Head {
    std::uint32_t lane = 0;
    std::uint32_t packet = 0;
  };
  struct Lane {
    std::uint64_t remaining = 0;     ///< flits of the front packet still to leave; 0: none
    Head front;                      ///< its packet and, while it is bound, the lane behind its out lane
    std::uint32_t before = 0;        ///< the out lane that fills it; behind a terminal the lane itself
    std::uint16_t count = 0;         ///< flits that have arrived and not left
    std::uint16_t first = 0;         ///< place of the front packet in the lane's ring of packets
    std::uint16_t packets = 0;       ///< packets in the ring, the one at the front included
    std::uint16_t out = 0;           ///< out lane; while none is bound the first one of the output port
    std::uint16_t allowed = 0;       ///< channels that the front packet may take
    std::uint16_t head_is_next = 0;  ///< 1: the head of the front packet has not left
  };
  struct OutLane {
    std::uint32_t behind = 0;       ///< the lane that it fills; before a terminal the out lane itself
    std::uint16_t places = 0;       ///< free places at the far end
    std::uint16_t holder = 0xFFFF;  ///< lane of this router whose packet holds it, or did last
  };
  /// Of a lane and the out lane of the same number, in pipelined routers.
  struct ChannelTurn {
    std::uint16_t last_out = 0xFFFF;  ///< the out lane that the lane got last
    std::uint16_t first = 0;          ///< the lane that the out lane serves first
  };
  /// One bit per lane or out lane of a router. On a line of its own.
  struct alignas(64) Word {
    std::uint64_t present = 0;  ///< lanes that hold a flit
    std::uint64_t heads = 0;    ///< of these: the front packet looks for an out lane
    std::uint64_t bound = 0;    ///< the front packet holds an out lane
    std::uint64_t clear = 0;    ///< bound, with a place at the far end
    std::uint64_t free = 0;     ///< out lanes that no packet holds
    std::uint64_t places = 0;   ///< out lanes with a place at the far end
    [[nodiscard]] std::uint64_t ready() const { return present & clear; }
  };
  struct Port {
    // Both first, for they are added to at once.
    std::uint64_t flits = 0;         ///< that left here
    std::uint64_t stays = 0;         ///< sum of the cycles in which they did
    std::uint32_t terminal = kNone;  ///< kNone: the port of a link
    // Whose turn it was, of 16 bits: a store of 8 could be to anything, and the compiler would load all of it again.
    std::uint16_t last_in = kNobody;   ///< input: the lane that moved last
    std::uint16_t last_out = kNobody;  ///< output: the lane that was served last
    /// Pipelined: of an input, the out lane that was won last. Low latency: of an output, the channel handed out last.
    std::uint16_t last_beyond = kNobody;
    std::uint16_t ahead = 0xFFFF;  ///< first out lane of the port straight on; 0xFFFF: there is none
    std::uint8_t to_terminal = 0;  ///< 1: the port of a terminal
  };
  /// A word with one bit per lane for each of two ports of a router.
  struct alignas(16) TwoPorts {
    std::uint64_t at[2] = {};
  };
  /// Where a terminal's flits enter.
  struct Entry {
    std::uint64_t flits = 0;  ///< that the terminal has sent
    std::uint64_t stays = 0;  ///< sum of the cycles in which they arrived
    std::uint32_t router = 0;
    std::uint32_t first_lane = 0;  ///< of its port
    std::uint16_t column = 0;      ///< of its router in the table of routes
    std::uint8_t port = 0;
    std::uint8_t places_left = 0;  ///< channels with a place
    std::uint16_t places[kMostChannels] = {};
  };
  /// What a router works on; lanes and out lanes by their numbers within it.
  struct Here {
    std::uint32_t first_lane;
    std::uint32_t port_shift;
    std::uint32_t channel_mask;
    Word* words;
    Lane* lanes;
    OutLane* outs;
    Port* ports;
    ChannelTurn* turns;
    std::uint64_t* wants;  ///< by output; of routers of one word
    [[nodiscard]] std::uint32_t port_of(std::uint32_t lane) const { return lane >> port_shift; }
    /// The first lane of the same port.
    [[nodiscard]] std::uint32_t first_of(std::uint32_t lane) const { return lane & ~channel_mask; }
  };
  /// Of a link that is not like others, by the number of its port at either end.
  struct OwnTimes {
    std::uint16_t hop = 0;          ///< as hop_cycles_
    std::uint16_t place = 0;        ///< granted to its place being usable by the router before
    std::uint16_t flit_cycles = 1;  ///< between two flits
    std::uint16_t taken = 0;        ///< 1: a flit is setting out from this end, and no other one can
  };
  /// How the number of a lane is made of router, port and channel.
  struct AnyShape {
    std::uint32_t port_shift;
    std::uint32_t router_shift;
    std::uint32_t ports;  ///< that a router has at most; 0: routers of several words
  };
  /// What a port's turn was before a lane moved out of turn.
  struct Turn {
    std::uint64_t* at;
    std::uint64_t was;
    std::uint32_t lane;
  };
  /// A packet that has left its last router.
  struct Arrived {
    std::uint32_t lane;
    std::uint32_t out;
    std::uint32_t terminal;
    std::uint32_t packet;
  };
  /// Where what sets out in a cycle is put down; [1]: to a terminal.
  struct Moves {
    std::uint32_t* leaving[2];
    Head* heads;
    std::uint32_t* places[2];
    Cycle now;
  };
};

}  // namespace network
}  // namespace gantry
