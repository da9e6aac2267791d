// SPDX-License-Identifier: Apache-2.0
// State of the blocks behind pins but the dispatcher, for checkpoints: that of their base classes, what they keep of
// their messages, and their backend.
#include "gantry/scheduler/archive_scheduler.h"
#include "pins/pinned_decomposer.h"
#include "pins/pinned_directory.h"
#include "pins/pinned_monitor.h"
#include "pins/pinned_task_cache.h"

namespace gantry {

// Inputs and outputs are empty between two cycles.
bool PinExchange::archive(Archive& state) {
  if (!backend_.archive(state)) return false;
  state(due_);
  return true;
}

bool PinnedTaskCache::archive(Archive& state) {
  if (!pins_.archive(state)) return false;
  state(static_cast<TaskCacheBase&>(*this));
  return true;
}

bool PinnedDecomposer::archive(Archive& state) {
  if (!pins_.archive(state)) return false;
  state(static_cast<DecomposerBase&>(*this), updates_due_, registers_of_);
  return true;
}

bool PinnedMonitor::archive(Archive& state) {
  if (!pins_.archive(state)) return false;
  state(static_cast<StateMonitorBase&>(*this), granted_, has_id_, owed_);
  return true;
}

bool PinnedDirectory::archive(Archive& state) {
  if (!pins_.archive(state)) return false;
  state(static_cast<DataDirectoryBase&>(*this), open_, jobs_);
  return true;
}

}  // namespace gantry
