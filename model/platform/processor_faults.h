// SPDX-License-Identifier: Apache-2.0
// The faults of processors. Problem: a fault changes when a job ends. Idea: all faults are known before the run or
// drawn as far as a job needs them, so that the end of a job is computed when it starts, and nothing happens in the
// cycles of a fault. Cost: per job a pass over the faults that its processor has while it computes; none per cycle.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/platform/fault_plan.h"

namespace gantry {
inline namespace platform {

class ProcessorFaults {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `processors`: their number. Precondition: the faults of one processor do not overlap.
  ProcessorFaults(const FaultPlan& plan, std::size_t processors);

  /// Returns the cycle in which a job ends that processor `p` starts in cycle `start`, and that takes `work` cycles
  /// without faults; kNever: it does not end. Calls for one processor come in order of `start`.
  [[nodiscard]] Cycle end(ProcessorId p, Cycle start, Cycle work);
  /// Whether the job fails that processor `p` ends in cycle `end`, as the last call of end() said.
  [[nodiscard]] bool fails(ProcessorId p, Cycle end);

  /// Returns the faults that began up to cycle `last`, in order of their begin, then of processors.
  [[nodiscard]] std::vector<FaultRecord> records(Cycle last);

 private:
  /// Faults still to be drawn.
  struct Draw {
    RandomBits bits;
    FaultRate rate;
  };
  struct Line {
    std::vector<FaultRecord> faults;  ///< of one processor, in order of time
    std::size_t first = 0;            ///< earlier ones are over
    std::optional<Draw> draw;         ///< nothing: there are no further ones
  };
  /// Whether the line has a fault of this number; draws it if it can. Throws Error if there are too many.
  [[nodiscard]] bool has(Line& line, std::size_t fault) const;

  Cycle last_;
  std::vector<Line> lines_;  ///< by processor
};

}  // namespace platform
}  // namespace gantry
