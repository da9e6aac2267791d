// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

/// Looks at a machine between cycles. It may reschedule units that are due.
class CycleWatcher {
 public:
  virtual ~CycleWatcher() = default;
  /// Called by the kernel in every cycle in which a unit is due, before any unit runs in it.
  virtual void before(Cycle now) = 0;
};

}  // namespace kernel
}  // namespace gantry
