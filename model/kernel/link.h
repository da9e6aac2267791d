// SPDX-License-Identifier: Apache-2.0
// A registered wire between two units. A message sent in cycle n is seen in cycle n + 1 at the earliest. So no unit can
// observe the order in which units are evaluated within a cycle. A link carries `width` messages per cycle, one by
// default; further messages wait in order and are seen a cycle later. Its capacity covers all messages that can be
// outstanding. The bound is structural (slots, ids, processor slots), so there is no back-pressure to model.
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

/// Observer of all messages of a link.
template <class T>
class LinkTap {
 public:
  virtual ~LinkTap() = default;
  /// The message was sent in cycle `now`, and its reader sees it from cycle `visible` on.
  virtual void sent(const T& value, Cycle now, Cycle visible) = 0;
};

template <class T>
class Link {
  template <class>
  friend struct gantry::Archived;

 public:
  Link() = default;
  /// `width`: messages per cycle. A wider link stands for several wires (docs/timing.md lists them).
  explicit Link(std::uint32_t width) : width_(width) {}

  /// Sets the unit that receives the messages and is woken by them.
  void connect(Unit& reader) { reader_ = &reader; }
  /// Sets the messages per cycle. Before the first message.
  void widen(std::uint32_t width) { width_ = width; }
  /// Adds an observer, which must outlive the last message. A link may have several.
  void listen(LinkTap<T>* tap) { taps_.push_back(tap); }

  /// Sends a message, which is seen from cycle now + delay on, or later if the link is busy. Messages arrive in the
  /// order of the calls. Precondition: delay >= 1.
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

  /// Sends a message that is seen from cycle `visible` on, or later if the link is busy. For sources outside, whose
  /// calls may come in any order: a message overtakes those that are seen later. Precondition: `visible` is later than
  /// the current cycle.
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

  /// Whether a message can be seen in cycle `now`.
  [[nodiscard]] bool has(Cycle now) const { return !items_.empty() && items_.front().visible <= now; }
  /// The oldest message. Precondition: the link is not empty.
  [[nodiscard]] const T& front() const { return items_.front().value; }
  /// Removes and returns the oldest message. Precondition: has() of the current cycle.
  T take() {
    T value = std::move(items_.front().value);
    items_.drop();
    return value;
  }

  /// Delays all messages on the link by `cycles`. Neither the reader nor the observers are notified.
  void shift(Cycle cycles) {
    for (std::size_t i = 0; i < items_.size(); ++i) items_[i].visible += cycles;
    if (!items_.empty()) last_visible_ += cycles;
  }
  /// The i-th message from the oldest on, and the cycle from which on it can be seen.
  [[nodiscard]] const T& peek(std::size_t i) const { return items_[i].value; }
  [[nodiscard]] Cycle seen_from(std::size_t i) const { return items_[i].visible; }
  /// Number of messages sent and not taken, seen or not.
  [[nodiscard]] std::size_t size() const { return items_.size(); }

  /// Cycle from which on the oldest message can be seen; kNever: none. A reader returns it from step().
  [[nodiscard]] Cycle next() const { return items_.empty() ? kNever : items_.front().visible; }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  /// Cycle in which the first message that cannot be seen in cycle `now` can be seen; kNever: none. A reader that
  /// measures how many messages wait returns it from step().
  [[nodiscard]] Cycle next_after(Cycle now) const {
    const std::size_t visible = count(now);
    return visible < items_.size() ? items_[visible].visible : kNever;
  }
  /// Number of messages that can be seen in cycle `now`.
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
