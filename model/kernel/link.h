// SPDX-License-Identifier: Apache-2.0
// A registered wire between two units: what is sent in cycle n is seen in cycle n + 1 at the earliest, so the order in
// which units are evaluated within a cycle cannot be observed. A link carries one message a cycle, or as many as its
// width says: what is sent while it is taken waits in front of it, in order, and is seen a cycle later. There is room
// for all that can be outstanding (the bound is structural: slots, ids, processor places), so there is no back-pressure
// to model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/kernel/unit.h"

namespace gantry {
inline namespace kernel {

/// Hears of every message of a link.
template <class T>
class LinkTap {
 public:
  virtual ~LinkTap() = default;
  /// Sent in cycle `now`, seen in cycle `visible`.
  virtual void sent(const T& value, Cycle now, Cycle visible) = 0;
};

template <class T>
class Link {
 public:
  Link() = default;
  /// `width`: messages a cycle. More than one stands for as many links side by side (docs/timing.md lists them).
  explicit Link(std::uint32_t width) : width_(width) {}

  void connect(Unit& reader) { reader_ = &reader; }
  /// `tap` outlives the last message. Who listens changes nothing, and neither end is alone in doing so.
  void listen(LinkTap<T>* tap) { taps_.push_back(tap); }

  /// Seen from cycle now + delay on, later if the link is taken; delays on one link never decrease arrival order.
  /// Precondition: delay >= 1.
  void send(const T& value, Cycle now, Cycle delay = 1) {
    Cycle visible = now + delay;
    if (visible <= last_visible_) visible = last_visible_ + (carried_ == width_ ? 1 : 0);
    carried_ = visible == last_visible_ ? carried_ + 1 : 1;
    last_visible_ = visible;
    Item& item = items_.extend();
    item.value = value;
    item.visible = visible;
    for (LinkTap<T>* tap : taps_) tap->sent(value, now, visible);
    if (reader_ != nullptr) reader_->wake(visible);
  }

  /// The same for what comes from elsewhere, and in any order: seen from cycle `visible` on, later if the link is
  /// taken. What has been announced for a later cycle does not hold it up.
  void post(const T& value, Cycle visible) {
    std::size_t at = items_.size();
    while (at > 0 && items_[at - 1].visible > visible) --at;
    for (std::size_t first = at;; first = at) {
      while (first > 0 && items_[first - 1].visible == visible) --first;
      if (at - first < width_) break;
      ++visible;
      while (at < items_.size() && items_[at].visible == visible) ++at;
    }
    if (visible >= last_visible_) return send(value, visible - 1);
    items_.push({value, visible});
    for (std::size_t i = items_.size() - 1; i > at; --i) std::swap(items_[i], items_[i - 1]);
    for (LinkTap<T>* tap : taps_) tap->sent(value, visible - 1, visible);
    if (reader_ != nullptr) reader_->wake(visible);
  }

  [[nodiscard]] bool has(Cycle now) const { return !items_.empty() && items_.front().visible <= now; }
  [[nodiscard]] const T& front() const { return items_.front().value; }
  T take() {
    T value = std::move(items_.front().value);
    items_.drop();
    return value;
  }

  /// Everything on the link is seen `cycles` later.
  void shift(Cycle cycles) {
    for (std::size_t i = 0; i < items_.size(); ++i) items_[i].visible += cycles;
    if (!items_.empty()) last_visible_ += cycles;
  }
  /// The i-th item and the cycle from which on it can be seen.
  [[nodiscard]] const T& peek(std::size_t i) const { return items_[i].value; }
  [[nodiscard]] Cycle seen_from(std::size_t i) const { return items_[i].visible; }
  [[nodiscard]] std::size_t size() const { return items_.size(); }

  /// When the oldest item can be seen; kNever when there is none. A reader that leaves items behind returns it.
  [[nodiscard]] Cycle next() const { return items_.empty() ? kNever : items_.front().visible; }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  /// When the next item that cannot be seen in cycle `now` can be; kNever when there is none. A reader that measures
  /// how many wait returns it.
  [[nodiscard]] Cycle next_after(Cycle now) const {
    const std::size_t visible = count(now);
    return visible < items_.size() ? items_[visible].visible : kNever;
  }
  /// Items that can be seen in cycle `now`.
  [[nodiscard]] std::size_t count(Cycle now) const {
    std::size_t visible = items_.size();
    while (visible > 0 && items_[visible - 1].visible > now) --visible;
    return visible;
  }

 private:
  struct Item {
    T value{};
    Cycle visible = 0;
  };
  Ring<Item> items_;
  Unit* reader_ = nullptr;
  std::vector<LinkTap<T>*> taps_;
  std::uint32_t width_ = 1;
  std::uint32_t carried_ = 0;  ///< messages that are seen from last_visible_ on
  Cycle last_visible_ = 0;
};

}  // namespace kernel
}  // namespace gantry
