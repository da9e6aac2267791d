// SPDX-License-Identifier: Apache-2.0
// State that all backends of the dispatcher share (gantry/base/archive.h).
#pragma once

#include "gantry/scheduler/archive_scheduler.h"
#include "gantry/scheduler/dispatcher_base.h"

namespace gantry {
inline namespace base {

template <>
struct Archived<DispatcherBase> {
  static void members(Archive& state, DispatcherBase& dispatcher) {
    state(static_cast<Unit&>(dispatcher), dispatcher.processors_, dispatcher.sent_, dispatcher.last_pick_,
          dispatcher.order_, dispatcher.muted_);
  }
};

}  // namespace base
}  // namespace gantry
