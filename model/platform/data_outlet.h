// SPDX-License-Identifier: Apache-2.0
// The processors as the flow of data sees them (data_flow.h).
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/message.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry {
inline namespace platform {

/// In the owner of a transfer: it is one of DataFlow, and the rest is its number there.
inline constexpr std::uint32_t kPartBit = std::uint32_t{1} << 31;

/// The processors as the flow of data sees them.
class DataOutlet {
 public:
  virtual ~DataOutlet() = default;
  /// Starts a transfer in bursts; each is sent as the message that DataFlow::burst() makes.
  virtual void start_part(ProcessorId p, const MemoryAccess& access, std::uint32_t owner, bool write) = 0;
  /// A burst of a transfer is answered. Returns whether it was the last one.
  virtual bool part_answered(ProcessorId p, std::uint32_t owner, bool write) = 0;
  virtual void send(ProcessorId from, const Message& message, Cycle now) = 0;
  /// Sends it to the directory.
  virtual void send_notice(ProcessorId from, const PartLeft& left, Cycle now) = 0;
  [[nodiscard]] virtual TerminalId terminal(ProcessorId p) const = 0;
  /// All parts that a job reads are there.
  virtual void parts_here(ProcessorId p, JobRef job, Cycle now) = 0;
  /// The opposite: some have to come again. parts_here() follows, maybe in the same cycle.
  virtual void parts_gone(ProcessorId p, JobRef job) = 0;
  /// All parts that a job writes to global memory are written.
  virtual void parts_written(ProcessorId p, JobRef job, Cycle now) = 0;
};

}  // namespace platform
}  // namespace gantry
