// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/store_reuse.h"

namespace gantry {
inline namespace explain {

void StoreReuse::read(std::uint32_t store, std::uint64_t part, std::uint64_t bytes, bool written) {
  const auto copies = copies_.find(part);
  const bool somewhere = copies != copies_.end() && copies->second > 0;
  const bool here = stores_[store].find.count(part) > 0;
  if (!here && !(written && somewhere)) from_memory_ += bytes;
  keep(store, part, bytes);
}

void StoreReuse::keep(std::uint32_t number, std::uint64_t part, std::uint64_t bytes) {
  Store& store = stores_[number];
  if (const auto at = store.find.find(part); at != store.find.end()) {
    store.kept.splice(store.kept.end(), store.kept, at->second);
    return;
  }
  if (bytes > bytes_) return;
  while (store.used + bytes > bytes_) {
    const Kept& first = store.kept.front();
    store.used -= first.bytes;
    --copies_[first.part];
    store.find.erase(first.part);
    store.kept.pop_front();
  }
  store.find[part] = store.kept.insert(store.kept.end(), {part, bytes});
  store.used += bytes;
  ++copies_[part];
}

}  // namespace explain
}  // namespace gantry
