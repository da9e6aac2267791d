// SPDX-License-Identifier: Apache-2.0
// Packets that are given one by one and may wait for each other, read as they are needed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

struct TracePacket {
  Cycle cycle = 0;  ///< it is not created before this one, 1 at least
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
  std::uint64_t delay = 1;           ///< cycles that it follows the last arrival at least, 1..kMostTraceDelay
  std::vector<std::uint64_t> after;  ///< packets that have to arrive before, by their places in the trace, from 0
};

inline constexpr Cycle kMostTraceCycle = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kMostTraceDelay = 1000000;
/// Fewer packets than these back is one that another waits for.
inline constexpr std::uint64_t kTraceWindow = std::uint64_t{1} << 20;

class TraceReader {
 public:
  virtual ~TraceReader() = default;
  /// The next packet, in order of cycles; false: there is none any more.
  virtual bool next(TracePacket& packet) = 0;
};

/// A trace that is known to be right; it can be read again and again.
class Trace {
 public:
  virtual ~Trace() = default;
  /// From its beginning.
  [[nodiscard]] virtual std::unique_ptr<TraceReader> open() const = 0;
};

}  // namespace network
}  // namespace gantry
