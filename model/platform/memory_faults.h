// SPDX-License-Identifier: Apache-2.0
// The reads of global memory that are answered with an error. Idea: a controller looks at its next faults when it takes
// a read, so that nothing happens in the cycles of a fault. Cost: per read a comparison with the next fault's begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/platform/fault_plan.h"

namespace gantry {
inline namespace platform {

class MemoryFaults {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `controllers`: their number.
  MemoryFaults(const FaultPlan& plan, std::uint32_t controllers);

  /// Whether a read is answered with an error that the controller takes in cycle `now`. Of several faults that wait for
  /// a read the oldest one takes it. Calls for one controller come in order of `now`.
  [[nodiscard]] bool hits(std::uint32_t controller, Cycle now);

  /// Returns the faults that began up to cycle `last`, in order of their begin, then of controllers.
  [[nodiscard]] std::vector<MemoryFaultRecord> records(Cycle last);

 private:
  /// Faults still to be drawn.
  struct Draw {
    RandomBits bits;
    MemoryFault rate;
  };
  struct Line {
    std::vector<MemoryFaultRecord> faults;  ///< of one controller, in order of time
    std::size_t first = 0;                  ///< earlier ones are over
    std::optional<Draw> draw;               ///< nothing: there are no further ones
  };
  /// Whether the line has a fault of this number; draws it if it can. Throws Error if there are too many.
  [[nodiscard]] bool has(Line& line, std::size_t fault) const;

  Cycle last_;
  std::vector<Line> lines_;  ///< by controller
};

}  // namespace platform
}  // namespace gantry
