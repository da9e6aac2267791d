// SPDX-License-Identifier: Apache-2.0
// Who looks on while a network runs.
#pragma once

#include <functional>

#include "gantry/base/types.h"
#include "gantry/network/packet_record.h"

namespace gantry {

struct LoadWatch {
  PacketSink* packets = nullptr;                ///< hears of every packet that arrives
  std::function<bool(Cycle now)> goes_on = {};  ///< asked now and then; false ends the run at once
  std::function<PacketSink*()> again = {};  ///< called when another run is to be told instead: who hears of its packets
};

}  // namespace gantry
