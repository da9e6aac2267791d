// SPDX-License-Identifier: Apache-2.0
// A lone packet of F flits passes K buffers. d(k, i) is the cycle in which flit i leaves buffer k; buffer 0 is the
// terminal. It is the latest of
//
//   d(k, i - 1) + w(k)          the link is free again
//   d(k - 1, i) + forward(k)    the flit has arrived; a head also waits for its output VC
//   d(k + 1, i - b) + back(k)   one of b credits has returned
//
// With different links d is computed step by step, in O(K F). With equal links it has a closed form. d(K, F - 1) is the
// longest path of such steps from d(0, 0). Every path goes forward over all buffers; heads are slowest, so the longest
// path goes forward with the head first. Then a step back and forward is a round trip R for b flits, while waiting for
// the link costs one cycle per flit. So if R > b, the F - 1 flits take as many round trips as fit. All round trips of a
// low-latency router are equal. In a pipelined one the round trip of the terminal's link is shorter, but the one from
// the last router to the terminal has the full length, and every packet takes it.
#include "gantry/network/lone_packet.h"

#include <algorithm>

namespace gantry {
inline namespace network {

namespace {

LinkTimes usual_link(const InterconnectConfig& config) { return {config.link_cycles, 1}; }

/// Cycles from the grant of a body flit in one router to its earliest grant in the next.
Cycle forward_cycles(const InterconnectConfig& c, const LinkTimes& link) {
  if (c.router == RouterKind::low_latency) return Cycle{link.whole_flit()} + c.router_cycles;
  return Cycle{c.switch_allocation_cycles} + c.traversal_cycles + link.whole_flit();
}

/// The same from a terminal, which has no switch.
Cycle entry_cycles(const InterconnectConfig& c) {
  const Cycle forward = forward_cycles(c, usual_link(c));
  return c.router == RouterKind::pipelined ? forward - c.switch_allocation_cycles : forward;
}

/// Cycles that VC allocation adds to a head. Speculation hides one of them.
Cycle head_cycles(const InterconnectConfig& c) {
  if (c.router == RouterKind::low_latency) return 0;
  return c.channel_allocation_cycles - (c.speculative ? 1U : 0U);
}

/// The buffers of a route, for links that differ.
class Buffers {
 public:
  Buffers(const InterconnectConfig& config, const std::vector<LinkTimes>& links)
      : depth_(config.buffer_flits), head_(head_cycles(config)) {
    const bool pipelined = config.router == RouterKind::pipelined;
    const LinkTimes usual = usual_link(config);
    // The terminal, the routers with a link behind them, and the last router.
    steps_.push_back(
        {1, entry_cycles(config),
         pipelined ? credit_return_cycles(config, usual) - config.credit_cycles : Cycle{config.credit_cycles}});
    for (const LinkTimes& link : links) {
      steps_.push_back({link.flit_cycles, forward_cycles(config, link), credit_return_cycles(config, link)});
    }
    // Only the pipelined router counts credits at a terminal.
    steps_.push_back({1, 0, pipelined ? forward_cycles(config, usual) + credit_return_cycles(config, usual) : 0});
  }

  /// Returns the cycles from the first to the last flit leaving the last buffer.
  Cycle last_after(std::uint64_t flits) {
    left_.assign(flits * steps_.size(), 0);
    const std::size_t last = steps_.size() - 1;
    for (std::uint64_t i = 0; i < flits; ++i) {
      for (std::size_t k = 0; k <= last; ++k) {
        Cycle at = 0;
        if (k > 0) at = left(k - 1, i) + steps_[k - 1].forward + (i == 0 ? head_ : 0);
        if (i > 0) at = std::max(at, left(k, i - 1) + steps_[k].flit_cycles);
        if (i >= depth_) at = std::max(at, left(std::min(k + 1, last), i - depth_) + steps_[k].back);
        left(k, i) = at;
      }
    }
    return left(last, flits - 1) - left(last, 0);
  }

 private:
  struct Step {
    Cycle flit_cycles;
    Cycle forward;
    Cycle back;
  };
  Cycle& left(std::size_t buffer, std::uint64_t flit) { return left_[flit * steps_.size() + buffer]; }

  std::uint64_t depth_;
  Cycle head_;
  std::vector<Step> steps_;
  std::vector<Cycle> left_;
};

}  // namespace

Cycle credit_return_cycles(const InterconnectConfig& c, const LinkTimes& link) {
  if (c.router == RouterKind::pipelined) return Cycle{1} + link.cycles + c.credit_cycles;
  // credit_cycles contains the latency of a common link. A longer link adds the difference.
  return Cycle{c.credit_cycles} + std::max(link.cycles, c.link_cycles) - c.link_cycles;
}

LonePath::LonePath(const InterconnectConfig& config) : config_(&config) {
  const bool pipelined = config.router == RouterKind::pipelined;
  const Cycle leave = pipelined ? forward_cycles(config, usual_link(config)) : Cycle{config.link_cycles};
  first_flit_ = 1 + entry_cycles(config) + head_cycles(config) + leave;
}

void LonePath::add(const LinkTimes& link) {
  first_flit_ += link_head_cycles(*config_, link);
  uniform_ = uniform_ && link.cycles == config_->link_cycles && link.flit_cycles == 1;
  links_.push_back(link);
}

Cycle LonePath::last_flit_after(std::uint64_t flits) const {
  if (!uniform_) return Buffers(*config_, links_).last_after(flits);
  const std::uint64_t behind = flits - 1;
  const std::uint64_t credits = config_->buffer_flits;
  const LinkTimes usual = usual_link(*config_);
  const Cycle trip = forward_cycles(*config_, usual) + credit_return_cycles(*config_, usual);
  if (trip <= credits) return behind;
  return behind / credits * trip + behind % credits;
}

Cycle link_head_cycles(const InterconnectConfig& config, const LinkTimes& link) {
  return forward_cycles(config, link) + head_cycles(config);
}

Cycle first_flit_cycles(const InterconnectConfig& config, std::uint32_t hops) {
  return LonePath(config).first_flit() + hops * link_head_cycles(config, usual_link(config));
}

Cycle last_flit_after(const InterconnectConfig& config, std::uint64_t flits) {
  return LonePath(config).last_flit_after(flits);
}

}  // namespace network
}  // namespace gantry
