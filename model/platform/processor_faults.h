// SPDX-License-Identifier: Apache-2.0
// The faults of processors. Problem: a fault changes when a job ends. Idea: all faults are known before the run, so
// that the end of a job is computed when it starts, and nothing happens in the cycles of a fault. Cost: per job a pass
// over the faults that its processor has while it computes; none per cycle.
#pragma once

#include <cstddef>
#include <vector>

#include "gantry/platform/fault_plan.h"

namespace gantry {
inline namespace platform {

class ProcessorFaults {
 public:
  /// `processors`: their number. Precondition: the faults of one processor do not overlap.
  ProcessorFaults(const std::vector<ProcessorFault>& faults, std::size_t processors);

  /// Returns the cycle in which a job ends that processor `p` starts in cycle `start`, and that takes `work` cycles
  /// without faults; kNever: it does not end. Calls for one processor come in order of `start`.
  [[nodiscard]] Cycle end(ProcessorId p, Cycle start, Cycle work);

 private:
  struct Line {
    std::vector<ProcessorFault> faults;  ///< of one processor, in order of time
    std::size_t first = 0;               ///< earlier ones are over
  };
  std::vector<Line> lines_;  ///< by processor
};

}  // namespace platform
}  // namespace gantry
