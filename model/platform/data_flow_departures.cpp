// SPDX-License-Identifier: Apache-2.0
// How parts leave stores: evicted, written back before, or dead.
#include <algorithm>

#include "gantry/platform/data_flow.h"

namespace gantry {
inline namespace platform {

using State = LocalStore::Entry::State;

void DataFlow::evict(StoreId store, std::uint32_t slot, ProcessorId p, Cycle now) {
  LocalStore& entries = stores_[store].entries;
  const PartRef part = entries[slot].part;
  if (!data_[part].in_memory && !directory_.knows_other(part, store, now)) {
    entries.begin_leaving(slot);
    entries[slot].written_back = false;
    write_part(kNone, p, part, slot);
    return;
  }
  leave(store, slot, PartEnd::dropped, now);
}

void DataFlow::leave(StoreId store, std::uint32_t slot, PartEnd end, Cycle now) {
  LocalStore& entries = stores_[store].entries;
  const LocalStore::Entry& entry = entries[slot];
  const PartRef part = entry.part;
  const bool dead = data_.dead(part);
  if (dead && end == PartEnd::dropped) end = PartEnd::dead;
  LivePart& live = data_[part];
  const auto copy = std::find_if(live.copies.begin(), live.copies.end(),
                                 [&](const Copy& of) { return of.store == store && of.stay == entry.stay; });
  copy->entry = kNone;
  copy->notice = !dead;
  if (!dead) {
    const ProcessorId home = map_.home(store);
    outlet_.send_notice(home, PartLeft{part, store, entry.stay}, now);
  } else if (live.known_readers == 0) {
    live.copies.erase(copy);
  }
  if (end == PartEnd::dead) stats_.dead.add(entry.bytes);
  if (end == PartEnd::dropped) stats_.dropped.add(entry.bytes);
  if (end == PartEnd::dropped || end == PartEnd::written_back) ++stores_[store].evictions;
  report_stay(store, entry, end, now);
  entries.remove(slot, now);
  data_.check_over(part);
}

void DataFlow::take_acknowledgement(ProcessorId p, std::uint32_t slot, Cycle now) {
  if (!outlet_.part_answered(p, slot | kPartBit, true)) return;
  const Transfer transfer = transfers_[slot];
  transfers_.release(slot);
  if (transfer.job == kNone && transfer.entry == kNone) return;  // its store has died meanwhile
  data_[transfer.part].in_memory = true;
  if (transfer.job != kNone) {
    if (--job_states_[transfer.job].writes == 0) outlet_.parts_written(p, transfer.job, now);
    return;
  }
  const StoreId store = map_.of(p);
  LocalStore& entries = stores_[store].entries;
  LocalStore::Entry& entry = entries[transfer.entry];
  stats_.written_back.add(entry.bytes);
  if (entry.pins > 0) {
    entries.stay(transfer.entry);
  } else if (entry.reading > 0) {
    entry.written_back = true;
    return;
  } else {
    leave(store, transfer.entry, PartEnd::written_back, now);
  }
  serve_waiting(store, now);
}

/// Removes a dead part from all stores.
void DataFlow::drop_dead(PartRef part, Cycle now) {
  held_ = data_[part].copies;
  for (const Copy& copy : held_) {
    if (copy.entry == kNone) continue;
    const LocalStore::Entry& entry = stores_[copy.store].entries[copy.entry];
    if (entry.state != State::here) continue;  // it leaves when it is written back
    leave(copy.store, copy.entry, PartEnd::dropped, now);
    freed_.push_back(copy.store);
  }
}

}  // namespace platform
}  // namespace gantry
