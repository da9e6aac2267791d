// SPDX-License-Identifier: Apache-2.0
// The entries of a fabric's tables. They are kept small, because a simulation spends most of its time in them.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/channel_use.h"
#include "gantry/network/round_robin.h"

namespace gantry {
inline namespace network {

/// Base of Fabric (model/network/fabric.h); only the fabric reads and writes these structs.
struct FabricParts {
  /// A packet in the network.
  struct Packet {
    std::uint64_t flits = 0;
    std::uint32_t router = 0;  ///< router of the destination, or the intermediate router of a detour
    std::uint16_t column = 0;  ///< column of `router` in the table of routes
    std::uint8_t port = 0;     ///< port of the destination terminal at its router
    std::uint8_t row = 0;      ///< row in the channel masks: 1 for a response + 2 if urgent + 4 x channel group
  };
  /// Routing state of a packet, for routings with more than one route.
  struct RouteState {
    std::uint64_t draws = 0;             ///< state of the packet's random generator
    std::uint32_t routers = 0;           ///< routers that its head has reached
    std::uint32_t final_router = kNone;  ///< on a detour: router of the destination; kNone: no detour ahead
    std::uint16_t final_column = 0;      ///< column of `final_router` in the table of routes
  };
  /// The head of a packet in transit to an input VC. Its flit travels beside it.
  struct Head {
    std::uint32_t vc = 0;
    std::uint32_t packet = 0;
  };
  /// An input VC: a buffer of flits, and the packet at its front.
  struct InputVc {
    std::uint64_t remaining = 0;     ///< flits of the front packet that have not left; 0: no packet
    Head front;                      ///< front packet and, while it holds an output VC, the input VC downstream
    std::uint32_t upstream = 0;      ///< output VC that feeds this buffer; at a terminal: this input VC
    std::uint16_t count = 0;         ///< flits in the buffer
    std::uint16_t first = 0;         ///< position of the front packet in the ring of packets
    std::uint16_t packets = 0;       ///< packets in the ring, the front one included
    std::uint16_t out = 0;           ///< output VC of the front packet; before allocation the first one of its port
    std::uint16_t allowed = 0;       ///< channels that the front packet may take, one bit each
    std::uint16_t head_is_next = 0;  ///< 1: the head of the front packet has not left
  };
  /// An output VC: the router's view of the input VC at the far end of an output.
  struct OutputVc {
    std::uint32_t downstream = 0;   ///< input VC that it feeds; at a terminal: this output VC
    std::uint16_t credits = 0;      ///< free buffer slots at the far end
    std::uint16_t holder = 0xFFFF;  ///< input VC of this router whose packet holds it, or held it last
  };
  /// Pipelined router: round-robin pointers of an input VC and of the output VC with the same number.
  struct VcPointers {
    std::uint16_t last_out = 0xFFFF;  ///< output VC that the input VC received last
    std::uint16_t first = 0;          ///< input VC at which the output VC's next round-robin search begins
  };
  /// State of 64 input VCs and 64 output VCs of a router, one bit each. A cache line of its own.
  struct alignas(64) Word {
    std::uint64_t present = 0;  ///< input VCs that hold a flit
    std::uint64_t heads = 0;    ///< VCs of `present` whose front packet requests an output VC
    std::uint64_t bound = 0;    ///< input VCs whose front packet holds an output VC
    std::uint64_t clear = 0;    ///< bound, with a credit downstream
    std::uint64_t free = 0;     ///< output VCs that no packet holds
    std::uint64_t credits = 0;  ///< output VCs with a credit
    /// Input VCs whose next flit may leave.
    [[nodiscard]] std::uint64_t ready() const { return present & clear; }
  };
  /// Port of a router, input and output.
  struct Port {
    // First, because one instruction adds to both.
    std::uint64_t flits = 0;         ///< flits that left by this output
    std::uint64_t time_sum = 0;      ///< sum of the cycles in which they left
    std::uint32_t terminal = kNone;  ///< terminal at this port; kNone: a link
    // Round-robin pointers. 16 bits wide: a store of 8 bits may alias everything and would make the compiler reload it.
    std::uint16_t last_in = kNoWinnerYet;   ///< input: the input VC that moved last
    std::uint16_t last_out = kNoWinnerYet;  ///< output: the input VC that was served last
    /// Pipelined: of an input, the output VC that it won last. Low latency: of an output, the channel granted last.
    std::uint16_t last_granted = kNoWinnerYet;
    std::uint16_t straight_on = 0xFFFF;  ///< first output VC of the port straight on; 0xFFFF: none
    std::uint8_t to_terminal = 0;        ///< 1: the port of a terminal
  };
  /// A word with one bit per VC for each of two ports of a router.
  struct alignas(16) TwoPorts {
    std::uint64_t at[2] = {};
  };
  /// The injection side of a terminal.
  struct Entry {
    std::uint64_t flits = 0;     ///< flits that the terminal has sent
    std::uint64_t time_sum = 0;  ///< sum of the cycles in which they arrived at the router
    std::uint32_t router = 0;
    std::uint32_t first_vc = 0;     ///< first input VC of the terminal's port
    std::uint16_t column = 0;       ///< column of its router in the table of routes
    std::uint8_t port = 0;          ///< number of the port at its router
    std::uint8_t credits_left = 0;  ///< channels with a credit, one bit each
    std::uint16_t credits[kMostChannels] = {};
  };
  /// Pointers to the tables of one router. Input VCs and output VCs have their numbers within the router.
  struct RouterView {
    std::uint32_t first_vc;  ///< number of the router's first VC in the fabric
    std::uint32_t port_shift;
    std::uint32_t channel_mask;
    Word* words;  ///< one per 64 VCs
    InputVc* input_vcs;
    OutputVc* output_vcs;
    Port* ports;
    VcPointers* pointers;     ///< pipelined routers; else nullptr
    std::uint64_t* bound_to;  ///< by output, in routers of one word: input VCs that hold one of its output VCs
    [[nodiscard]] std::uint32_t port_of(std::uint32_t vc) const { return vc >> port_shift; }
    /// The first VC of the same port.
    [[nodiscard]] std::uint32_t first_of(std::uint32_t vc) const { return vc & ~channel_mask; }
  };
  /// Times of a link with a shape of its own, by the number of its port at either end. Cycles.
  struct LinkTiming {
    std::uint16_t hop = 0;          ///< as Fabric::hop_cycles_
    std::uint16_t credit = 0;       ///< grant of a flit to its credit being usable upstream
    std::uint16_t flit_cycles = 1;  ///< between two flits
    std::uint16_t busy = 0;         ///< 1: a flit occupies this end of the link
  };
  /// Decomposition of a VC's number into router, port and channel.
  struct AnyShape {
    std::uint32_t port_shift;
    std::uint32_t router_shift;
    std::uint32_t ports;  ///< most ports of a router; 0: routers of several words
  };
  /// A round-robin mask to restore after a flit of the second switch pass.
  struct SavedPointer {
    std::uint64_t* at;
    std::uint64_t was;
    std::uint32_t vc;
  };
  /// A packet whose tail has left its last router.
  struct Ejected {
    std::uint32_t vc;   ///< input VC that it left
    std::uint32_t out;  ///< its output VC
    std::uint32_t terminal;
    std::uint32_t packet;
  };
  /// Write positions in the delay lines for a cycle's flits, heads and credits; [1]: to a terminal.
  struct Moves {
    std::uint32_t* flits[2];
    Head* heads;
    std::uint32_t* credits[2];
    Cycle now;
  };
};

}  // namespace network
}  // namespace gantry
