// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/trace_follow_ups.h"

#include <algorithm>

#include "gantry/base/archive.h"

namespace gantry {
inline namespace network {

TraceFollowUps::TraceFollowUps(std::unique_ptr<TraceReader> reader) : reader_(std::move(reader)), slots_(1024) {
  read();
}

void TraceFollowUps::read() { has_ahead_ = reader_->next(ahead_); }

/// Whether the oldest packet of the window has not arrived, so that no packet can enter.
bool TraceFollowUps::blocked() const {
  return entered_ >= kTraceWindow && slots_[entered_ & (slots_.size() - 1)].arrived == kNever;
}

Cycle TraceFollowUps::next() const {
  const Cycle ready = ready_.empty() ? kNever : ready_.top().packet.cycle;
  if (!has_ahead_ || blocked()) return ready;
  return std::min(ready, std::max(ahead_.cycle, not_before_));
}

void TraceFollowUps::advance(Cycle to) {
  while (has_ahead_ && ahead_.cycle <= to && !blocked()) enter();
}

/// Doubles the slots, up to the window, and moves the entries.
void TraceFollowUps::grow_slots() {
  const std::size_t size = slots_.size();
  if (entered_ < size || size == kTraceWindow) return;
  std::vector<Slot> larger(size * 2);
  for (std::uint64_t position = entered_ - size; position < entered_; ++position) {
    larger[position & (2 * size - 1)] = slots_[position & (size - 1)];
  }
  slots_.swap(larger);
}

template <class Item>
std::uint32_t TraceFollowUps::add(std::vector<Item>& items, std::vector<std::uint32_t>& free, const Item& item) {
  if (free.empty()) {
    items.push_back(item);
    return static_cast<std::uint32_t>(items.size() - 1);
  }
  const std::uint32_t at = free.back();
  free.pop_back();
  items[at] = item;
  return at;
}

void TraceFollowUps::enter() {
  grow_slots();
  const std::uint64_t position = entered_++;
  slot(position) = {};
  Cycle last = 0;  // last arrival that it depends on
  std::uint64_t left = 0;
  for (const std::uint64_t before : ahead_.after) {
    const Cycle arrived = slot(before).arrived;
    if (arrived == kNever) {
      ++left;
    } else {
      last = std::max(last, arrived);
    }
  }
  SyntheticPacket packet{ahead_.cycle, ahead_.from, ahead_.to, ahead_.flits};
  if (last > 0) packet.cycle = std::max(packet.cycle, last + ahead_.delay);
  if (left == 0) {
    ready_.push({packet, position});
  } else {
    const std::uint32_t waits = add(waiting_, free_waiting_, {packet, position, ahead_.delay, left});
    for (const std::uint64_t before : ahead_.after) {
      Slot& of = slot(before);
      if (of.arrived == kNever) of.waiter = add(edges_, free_edges_, {waits, of.waiter});
    }
  }
  read();
}

FollowUp TraceFollowUps::take() {
  const Ready next = ready_.top();
  ready_.pop();
  return {next.packet, false, next.position};
}

void TraceFollowUps::arrived(const Delivery& packet) {
  if (blocked()) not_before_ = packet.arrived + 1;
  Slot& of = slot(packet.tag);
  of.arrived = packet.arrived;
  for (std::uint32_t at = of.waiter; at != kNone;) {
    const Edge edge = edges_[at];
    Waiting& waits = waiting_[edge.packet];
    waits.packet.cycle = std::max(waits.packet.cycle, packet.arrived + waits.delay);
    if (--waits.left == 0) {
      ready_.push({waits.packet, waits.position});
      free_waiting_.push_back(edge.packet);
    }
    free_edges_.push_back(at);
    at = edge.next;
  }
  of.waiter = kNone;
}

void TraceFollowUps::archive(Archive& state) {
  std::uint64_t taken = entered_ + (has_ahead_ ? 1 : 0);
  const std::uint64_t here = taken;
  state(taken);
  TracePacket packet;
  for (std::uint64_t i = here; state.reads() && i < taken; ++i) {
    if (!reader_->next(packet)) state.fail("it has taken more packets than the trace has");
  }
  state(ahead_, has_ahead_, not_before_, entered_, slots_, waiting_, free_waiting_, edges_, free_edges_, ready_);
}

}  // namespace network
}  // namespace gantry
