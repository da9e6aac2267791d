// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/local_store.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace platform {

std::uint32_t LocalStore::add(PartRef part, std::uint64_t bytes, Cycle now) {
  const std::uint32_t slot = entries_.allocate();
  Entry& entry = entries_[slot];
  entry.state = Entry::State::coming;
  entry.part = part;
  entry.bytes = bytes;
  entry.pins = 1;
  entry.reading = 0;
  entry.waiting.clear();
  entry.reserved = now;
  entry.from = kNever;
  entry.source = kNone;
  entry.written = false;
  entry.uses = 0;
  begin_change(now);
  used_ += bytes;
  return slot;
}

void LocalStore::pin(std::uint32_t slot) {
  if (entries_[slot].pins++ == 0 && entries_[slot].state == Entry::State::here) unlink(slot);
}

void LocalStore::unpin(std::uint32_t slot) {
  if (--entries_[slot].pins == 0 && entries_[slot].state == Entry::State::here) link_last(slot);
}

std::uint32_t LocalStore::first_to_leave() const {
  std::uint32_t slot = first_;
  while (slot != kNone && entries_[slot].reading > 0) slot = entries_[slot].next;
  return slot;
}

void LocalStore::begin_leaving(std::uint32_t slot) {
  unlink(slot);
  entries_[slot].state = Entry::State::leaving;
  leaving_ += entries_[slot].bytes;
}

void LocalStore::stay(std::uint32_t slot) {
  entries_[slot].state = Entry::State::here;
  leaving_ -= entries_[slot].bytes;
}

void LocalStore::remove(std::uint32_t slot, Cycle now) {
  Entry& entry = entries_[slot];
  if (entry.state == Entry::State::leaving) {
    leaving_ -= entry.bytes;
  } else if (entry.state == Entry::State::here && entry.pins == 0) {
    unlink(slot);
  }
  begin_change(now);
  used_ -= entry.bytes;
  entries_.release(slot);
}

void LocalStore::begin_change(Cycle now) {
  if (now != changed_) most_used_ = std::max(most_used_, used_);
  changed_ = now;
}

void LocalStore::link_last(std::uint32_t slot) {
  Entry& entry = entries_[slot];
  entry.previous = last_;
  entry.next = kNone;
  (last_ == kNone ? first_ : entries_[last_].next) = slot;
  last_ = slot;
}

void LocalStore::unlink(std::uint32_t slot) {
  Entry& entry = entries_[slot];
  (entry.previous == kNone ? first_ : entries_[entry.previous].next) = entry.next;
  (entry.next == kNone ? last_ : entries_[entry.next].previous) = entry.previous;
}

void LocalStore::verify() const {
  std::uint64_t bytes = 0;
  std::uint64_t leaving = 0;
  entries_.for_each([&](std::uint32_t slot) {
    bytes += entries_[slot].bytes;
    if (entries_[slot].state == Entry::State::leaving) leaving += entries_[slot].bytes;
  });
  if (bytes != used_ || leaving != leaving_ || used_ > capacity_) {
    throw std::logic_error("local store: its bytes do not add up");
  }
}

}  // namespace platform
}  // namespace gantry
