// SPDX-License-Identifier: Apache-2.0
// What goes wrong in a run, and when. docs/faults.md defines each kind.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace platform {

enum class FaultKind : std::uint8_t {
  die,   ///< computes nothing any more
  hang,  ///< computes nothing for a time
  slow   ///< needs `factor` times as many cycles for what it computes
};

/// A fault of a processor in the cycles [at, at + cycles). Faults of one processor do not overlap.
struct ProcessorFault {
  ProcessorId processor = 0;
  FaultKind kind = FaultKind::die;
  Cycle at = 0;                    ///< 0..2^40
  Cycle cycles = kNever;           ///< 1..2^40; kNever: to the end of the run
  std::uint64_t factor = 1000000;  ///< of `slow`: in millionths, from 1000000 on

  /// First cycle after the fault; kNever: none.
  [[nodiscard]] Cycle until() const { return cycles == kNever ? kNever : at + cycles; }
};

}  // namespace platform
}  // namespace gantry
