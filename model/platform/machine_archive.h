// SPDX-License-Identifier: Apache-2.0
// State of a whole machine between two cycles, for checkpoints (docs/checkpoints.md).
#pragma once

#include <string>

#include "gantry/base/archive.h"
#include "gantry/network/packet_record.h"

namespace gantry {
inline namespace platform {

class Machine;

/// Returns why the machine's state cannot be archived, as an end of a sentence; "": it can.
[[nodiscard]] std::string why_not_archived(Machine& machine);

/// Writes the state, or reads it into a machine of the same configuration that has been started and has run no cycle.
/// Reading takes from the task source the tasks that the host had taken, unless it is a closed loop: the caller then
/// makes all calls of the source again. Throws Error if the state does not fit.
/// Precondition: why_not_archived() is "", and no cycle is under way.
void archive_machine(Machine& machine, Archive& state);

/// Writes or reads a packet that has arrived, whose kind is one of the machine's.
void archive_packet(PacketRecord& packet, Archive& state);

}  // namespace platform
}  // namespace gantry
