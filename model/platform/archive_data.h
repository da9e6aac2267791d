// SPDX-License-Identifier: Apache-2.0
// State of the local stores and what moves between them (gantry/base/archive.h).
#pragma once

#include "gantry/platform/data_flow.h"
#include "gantry/platform/local_store.h"
#include "gantry/scheduler/archive_scheduler.h"

namespace gantry {
inline namespace base {

template <>
struct Archived<LocalStore> {
  static void members(Archive& state, LocalStore& store) {
    state(store.used_, store.leaving_, store.most_used_, store.changed_, store.entries_, store.first_, store.last_);
  }
};

template <>
struct Archived<DataFlow> {
  static void members(Archive& state, DataFlow& flow) {
    state.expect(flow.stores_.size());
    for (auto& store : flow.stores_) {
      state(store.entries, store.waiting, store.free, store.evictions, store.bytes_written, store.bytes_read,
            store.dead);
    }
    state(flow.job_states_, flow.transfers_, flow.served_, flow.bursts_served_, flow.unread_, flow.stats_);
    state.expect(flow.deaths_.size());
    for (auto& death : flow.deaths_) state(death.jobs, death.parts, death.lost);
    state(flow.deaths_over_, flow.next_death_, flow.losses_);
    if (flow.deaths_over_ > flow.deaths_.size()) state.fail("more stores are dead than die");
  }
};

}  // namespace base
}  // namespace gantry
