// SPDX-License-Identifier: Apache-2.0
// The latency of a packet that is alone, from the numbers of the interconnect (docs/timing.md).
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/interconnect_config.h"

namespace gantry {
inline namespace network {

/// Handed over to the first flit at the destination, over `hops` links. Long packets or shallow buffers do not change
/// it: before its first flit all places are free.
[[nodiscard]] Cycle first_flit_cycles(const InterconnectConfig& config, std::uint32_t hops);

/// How long after its first flit the last one of `flits` follows. A place is written again a round trip after it was
/// written, so of every `buffer_flits` flits in a row the last are held up if that is longer.
[[nodiscard]] Cycle last_flit_after(const InterconnectConfig& config, std::uint64_t flits);

}  // namespace network
}  // namespace gantry
