// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

/// Observer of a machine between cycles. It may reschedule units.
class CycleWatcher {
 public:
  virtual ~CycleWatcher() = default;
  /// Kernels call it in every cycle in which a unit is due, before any unit runs.
  virtual void before(Cycle now) = 0;
};

}  // namespace kernel
}  // namespace gantry
