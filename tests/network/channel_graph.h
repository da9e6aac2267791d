// SPDX-License-Identifier: Apache-2.0
// Which channels packets can hold one after the other, and whether that closes a cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/network/routing.h"

namespace gantry {

/// Of a routing on a topology: a channel is a router's port with a group and a class. Of adaptive routings the escape
/// channels alone, which packets enter at every router.
class ChannelGraph {
 public:
  explicit ChannelGraph(const Routing& routing)
      : routing_(routing),
        t_(routing.topology()),
        classes_(t_.channel_classes()),
        each_(routing.groups() * classes_),
        first_(t_.routers() + 1, 0) {
    for (std::uint32_t r = 0; r < t_.routers(); ++r) first_[r + 1] = first_[r] + t_.ports(r) * each_;
    next_.resize(first_.back());
    std::vector<bool> has_nodes(t_.routers());
    for (std::uint32_t n = 0; n < t_.nodes(); ++n) has_nodes[t_.router_of(n)] = true;
    for (std::uint32_t r = 0; r < t_.routers(); ++r) {
      if (has_nodes[r]) ends_.push_back(r);
      if (has_nodes[r] || routing.choice() == PortChoice::adaptive) starts_.push_back(r);
    }
    for (std::uint32_t order = 0; order < routing.orders(); ++order) {
      for (const std::uint32_t end : ends_) walk(order, end);
    }
  }

  /// Deadlock freedom (Dally and Seitz): no cycle, and every channel on a way has a next one.
  [[nodiscard]] bool is_acyclic() const {
    if (!goes_on_) return false;
    std::vector<std::uint32_t> waiting(next_.size());
    std::vector<std::vector<std::uint32_t>> previous(next_.size());
    std::vector<std::uint32_t> free;
    for (std::uint32_t c = 0; c < next_.size(); ++c) {
      waiting[c] = static_cast<std::uint32_t>(next_[c].size());
      if (waiting[c] == 0) free.push_back(c);
      for (const std::uint32_t n : next_[c]) previous[n].push_back(c);
    }
    std::size_t gone = 0;
    for (; !free.empty(); ++gone) {
      const std::uint32_t c = free.back();
      free.pop_back();
      for (const std::uint32_t p : previous[c]) {
        if (--waiting[p] == 0) free.push_back(p);
      }
    }
    return gone == next_.size();
  }

 private:
  /// All ways to a router: as the only leg, or as the first one with all second ones behind it.
  void walk(std::uint32_t order, std::uint32_t end) {
    std::vector<bool> seen(next_.size());
    arrived_.clear();
    for (const std::uint32_t start : starts_) leave(order, 0, start, end, kNone, 0, seen);
    if (!routing_.has_detour()) return;
    const std::vector<std::uint32_t> held = arrived_;  // at the router of the detour
    for (const std::uint32_t on : ends_) {
      std::vector<bool> seen_on(next_.size());
      for (const std::uint32_t channel : held) leave(order, 1, end, on, channel, kNone, seen_on);
    }
  }

  /// From router `r`, holding `held`; `in`: the input port there in the same leg.
  void leave(std::uint32_t order, std::uint32_t leg, std::uint32_t r, std::uint32_t end, std::uint32_t held,
             std::uint32_t in, std::vector<bool>& seen) {
    if (r == end) {
      if (held != kNone) arrived_.push_back(held);
      return;
    }
    const std::vector<std::uint64_t> ports =
        routing_.choice() == PortChoice::drawn ? routing_.ports_towards(end) : std::vector<std::uint64_t>{};
    const std::uint32_t one = t_.channel_class(r, end);
    const std::uint32_t open = classes_ <= kAnyClass && one == kAnyClass ? (1U << classes_) - 1U : 1U << one;
    const std::uint32_t group = order + routing_.orders() * leg;
    const std::uint64_t ways = ports.empty() ? std::uint64_t{1} << routing_.next_port(order, r, end) : ports[r];
    for (std::uint64_t left = ways; left != 0; left &= left - 1) {
      const std::uint32_t port = lowest_bit(left);
      const bool straight = held != kNone && in != kNone && t_.straight_on(r, in) == port;
      const std::uint32_t allowed = straight ? open & (1U << (held % each_ % classes_)) : open;
      goes_on_ = goes_on_ && allowed != 0;
      for (std::uint32_t c = 0; c < classes_; ++c) {
        if (((allowed >> c) & 1U) == 0) continue;
        const std::uint32_t channel = first_[r] + port * each_ + group * classes_ + c;
        if (held != kNone) next_[held].push_back(channel);
        if (seen[channel]) continue;
        seen[channel] = true;
        const LinkEnd far = t_.neighbour(r, port);
        leave(order, leg, far.router, end, channel, far.port, seen);
      }
    }
  }

  const Routing& routing_;
  const Topology& t_;
  std::uint32_t classes_;
  std::uint32_t each_;  ///< channels of a port
  std::vector<std::uint32_t> first_;
  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> arrived_;
  bool goes_on_ = true;
};

}  // namespace gantry
