// SPDX-License-Identifier: Apache-2.0
// A lone packet of F flits on its way through K buffers. Let d(k, i) be the cycle in which flit i leaves buffer k (0:
// the terminal). It is the latest of
//
//   d(k, i - 1) + w(k)          one flit in the cycles that the link takes for it
//   d(k - 1, i) + forward(k)    it has arrived; a head takes longer where it has to ask for a channel
//   d(k + 1, i - b) + back(k)   of b places behind, one is free again
//
// Where links differ d is worked out. Where all are alike d(K, F - 1) is the longest way from d(0, 0) through these
// steps. Heads are slowest, and every step forward is taken once on any way: the longest one first goes forward with
// the head. From there a step back and forward again is a round trip R for b flits, as a step of one flit is a cycle
// for one, and F - 1 flits take the most with as many round trips as they have room for, if R > b. All of a low-latency
// router's round trips are equal. Of a pipelined one that of the terminal's link is shorter, but the one between its
// last router and the terminal is as long as that of a link, and every packet passes it.
#include "gantry/network/lone_packet.h"

#include <algorithm>

namespace gantry {
inline namespace network {

namespace {

LinkTimes usual_link(const InterconnectConfig& config) { return {config.link_cycles, 1}; }

/// Granted in a router, or sent, to being able to leave the next one, of a flit that is no head.
Cycle forward_cycles(const InterconnectConfig& c, const LinkTimes& link) {
  if (c.router == RouterKind::low_latency) return Cycle{link.whole_flit()} + c.router_cycles;
  return Cycle{c.switch_allocation_cycles} + c.traversal_cycles + link.whole_flit();
}

/// The same from a terminal, which has no switch to ask for.
Cycle entry_cycles(const InterconnectConfig& c) {
  const Cycle forward = forward_cycles(c, usual_link(c));
  return c.router == RouterKind::pipelined ? forward - c.switch_allocation_cycles : forward;
}

/// Speculation hides the whole stage of heads but what is longer than a cycle.
Cycle head_cycles(const InterconnectConfig& c) {
  if (c.router == RouterKind::low_latency) return 0;
  return c.channel_allocation_cycles - (c.speculative ? 1U : 0U);
}

/// What the buffers of a way do to the flits of a packet, one after the other.
class Buffers {
 public:
  Buffers(const InterconnectConfig& config, const std::vector<LinkTimes>& links)
      : depth_(config.buffer_flits), head_(head_cycles(config)) {
    const bool pipelined = config.router == RouterKind::pipelined;
    const LinkTimes usual = usual_link(config);
    // The terminal, the routers with a link behind them, and the last one.
    steps_.push_back({1, entry_cycles(config),
                      pipelined ? place_cycles(config, usual) - config.credit_cycles : Cycle{config.credit_cycles}});
    for (const LinkTimes& link : links) {
      steps_.push_back({link.flit_cycles, forward_cycles(config, link), place_cycles(config, link)});
    }
    // Only the pipelined router counts places at a terminal.
    steps_.push_back({1, 0, pipelined ? forward_cycles(config, usual) + place_cycles(config, usual) : 0});
  }

  /// The last flit leaves the last buffer so long after the first one.
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

Cycle place_cycles(const InterconnectConfig& c, const LinkTimes& link) {
  if (c.router == RouterKind::pipelined) return Cycle{1} + link.cycles + c.credit_cycles;
  // A link like most is within credit_cycles; what is longer adds to it.
  return Cycle{c.credit_cycles} + std::max(link.cycles, c.link_cycles) - c.link_cycles;
}

LonePath::LonePath(const InterconnectConfig& config) : config_(&config) {
  const bool pipelined = config.router == RouterKind::pipelined;
  const Cycle leave = pipelined ? forward_cycles(config, usual_link(config)) : Cycle{config.link_cycles};
  first_flit_ = 1 + entry_cycles(config) + head_cycles(config) + leave;
}

void LonePath::add(const LinkTimes& link) {
  first_flit_ += link_head_cycles(*config_, link);
  even_ = even_ && link.cycles == config_->link_cycles && link.flit_cycles == 1;
  links_.push_back(link);
}

Cycle LonePath::last_flit_after(std::uint64_t flits) const {
  if (!even_) return Buffers(*config_, links_).last_after(flits);
  const std::uint64_t behind = flits - 1;
  const std::uint64_t places = config_->buffer_flits;
  const LinkTimes usual = usual_link(*config_);
  const Cycle trip = forward_cycles(*config_, usual) + place_cycles(*config_, usual);
  if (trip <= places) return behind;
  return behind / places * trip + behind % places;
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
