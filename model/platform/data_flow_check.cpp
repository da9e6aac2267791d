// SPDX-License-Identifier: Apache-2.0
// Reports and checks of the flow of data.
#include <stdexcept>
#include <string>

#include "gantry/platform/data_flow.h"

namespace gantry {
inline namespace platform {

void DataFlow::report_stay(StoreId store, const LocalStore::Entry& entry, PartEnd end, Cycle now) {
  const LiveObject& object = data_[entry.part.object];
  PartStay stay;
  stay.object = object.shape;
  stay.writer = object.writer;
  stay.instance = object.instance;
  stay.part = entry.part.part;
  stay.bytes = entry.bytes;
  stay.store = store;
  stay.reserved = entry.reserved;
  stay.from = entry.from;
  stay.until = now;
  stay.written = entry.written;
  stay.source = entry.source;
  stay.uses = entry.uses;
  stay.end = end;
  sink_.part_left(stay);
}

void DataFlow::end(Cycle now) {
  for (StoreId store = 0; store < stores_.size(); ++store) {
    const LocalStore& entries = stores_[store].entries;
    entries.for_each([&](std::uint32_t slot) { report_stay(store, entries[slot], PartEnd::run, now); });
  }
}

DataStats DataFlow::stats() const {
  DataStats stats = stats_;
  stats.unknown += directory_.unknown();
  for (StoreId store = 0; store < stores_.size(); ++store) {
    const LocalStore& entries = stores_[store].entries;
    stats.stores.push_back({info_[store].name, entries.capacity(), entries.most_used(), stores_[store].evictions,
                            stores_[store].bytes_written, stores_[store].bytes_read});
  }
  return stats;
}

std::string DataFlow::state() const {
  std::string text = std::to_string(transfers_.live()) + " parts under way";
  for (StoreId store = 0; store < stores_.size(); ++store) {
    const std::size_t waiting = stores_[store].waiting.size();
    if (waiting == 0) continue;
    text += "; " + std::to_string(waiting) + " jobs wait for capacity of the store of " + info_[store].name;
  }
  for (const std::uint32_t slot : unread_) {
    const JobRecord& job = jobs_[transfers_[slot].job].record;
    text += "; job " + std::to_string(job.job) + " of task " + std::to_string(job.task) +
            " waits for a part that memory could not read";
  }
  return text;
}

void DataFlow::verify() const {
  for (const Store& store : stores_) store.entries.verify();
}

void DataFlow::verify_empty() const {
  if (transfers_.live() > 0 || !served_.empty()) throw std::logic_error("data: transfers are left");
  for (const Store& store : stores_) {
    if (!store.waiting.empty()) throw std::logic_error("data: jobs wait for capacity");
    store.entries.for_each([&](std::uint32_t slot) {
      const std::uint32_t own = data_.shape(store.entries[slot].part.object).stays ? 1 : 0;
      if (store.entries[slot].pins > own) throw std::logic_error("data: a part is still pinned");
    });
  }
}

}  // namespace platform
}  // namespace gantry
