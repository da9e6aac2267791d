// SPDX-License-Identifier: Apache-2.0
// Traces: explicit packets that may depend on each other, read on demand.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

struct TracePacket {
  Cycle cycle = 0;  ///< earliest creation, at least 1
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
  std::uint64_t delay = 1;           ///< cycles from the last arrival in `after` to the creation, 1..kMostTraceDelay
  std::vector<std::uint64_t> after;  ///< packets that must arrive before, by their positions in the trace, from 0
};

/// Largest TracePacket::cycle.
inline constexpr Cycle kMostTraceCycle = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kMostTraceDelay = 1000000;
/// A packet depends only on packets less than this many positions earlier.
inline constexpr std::uint64_t kTraceWindow = std::uint64_t{1} << 20;

class TraceReader {
 public:
  virtual ~TraceReader() = default;
  /// Reads the next packet into `packet`, in ascending order of `cycle`; false: end of the trace.
  virtual bool next(TracePacket& packet) = 0;
};

/// A validated trace. It can be read several times.
class Trace {
 public:
  virtual ~Trace() = default;
  /// Returns a reader at the beginning.
  [[nodiscard]] virtual std::unique_ptr<TraceReader> open() const = 0;
};

}  // namespace network
}  // namespace gantry
