// SPDX-License-Identifier: Apache-2.0
// The state of a machine of inference nodes between two cycles, for checkpoints (docs/checkpoints.md).
#pragma once

#include <string>

#include "gantry/base/types.h"
#include "gantry/network/packet_record.h"

namespace gantry {
inline namespace serving {

class ServingMachine;

/// Returns why the state of the machine and its load cannot be archived, as an end of a sentence; "": it can.
[[nodiscard]] std::string why_not_archived(ServingMachine& machine);

/// Writes the state of the machine and its load, or reads it into a machine of the same configuration that has been
/// started and has run no cycle. Throws Error if the state does not fit.
/// Precondition: why_not_archived() is "", and no cycle is under way.
void archive_serving(ServingMachine& machine, Archive& state);

/// Writes or reads a packet that has arrived, whose kind is one of the machine's.
void archive_serving_packet(PacketRecord& packet, Archive& state);

}  // namespace serving
}  // namespace gantry
