// SPDX-License-Identifier: Apache-2.0
// Tables of the fabric, filled from a topology before the first cycle.
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <string>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

namespace {

constexpr std::uint32_t kMostClasses = 4;

struct FabricTimes {
  Cycle enter = 0;         ///< sent by a terminal to the earliest grant in its router
  Cycle hop = 0;           ///< grant in a router to the earliest grant in the next one
  Cycle leave = 0;         ///< grant in the last router to arrival at the terminal
  Cycle credit = 0;        ///< grant in a router to its credit being usable by the previous router
  Cycle entry_credit = 0;  ///< grant in a router to its credit being usable by the terminal
  Cycle exit_credit = 1;   ///< grant in the last router to the terminal's credit being usable there
};

/// Delays of docs/timing.md, interconnect. A flit is granted in the last cycle of switch allocation.
FabricTimes times_of(const InterconnectConfig& c) {
  FabricTimes times;
  if (c.router == RouterKind::low_latency) {
    times.hop = times.enter = Cycle{c.link_cycles} + c.router_cycles;
    times.leave = c.link_cycles;
    times.credit = times.entry_credit = c.credit_cycles;
    return times;
  }
  times.hop = times.leave = Cycle{c.switch_allocation_cycles} + c.traversal_cycles + c.link_cycles;
  times.enter = Cycle{c.traversal_cycles} + c.link_cycles;
  times.entry_credit = Cycle{1} + c.link_cycles;
  times.credit = times.entry_credit + c.credit_cycles;
  times.exit_credit = times.leave + times.credit;
  return times;
}

struct ChannelSpan {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Returns the lower or upper half of a span; the upper one has the odd channel.
ChannelSpan half_of(const ChannelSpan& whole, bool upper) {
  const std::uint32_t lower = whole.count / 2;
  return upper ? ChannelSpan{whole.first + lower, whole.count - lower} : ChannelSpan{whole.first, lower};
}

/// Returns the channels of a kind of packets. `kind`: 1 for a response + 2 if urgent.
ChannelSpan span_of(ChannelUse use, std::uint32_t kind, std::uint32_t channels) {
  ChannelSpan span{0, channels};
  if (has_responses(use)) span = half_of(span, (kind & 1U) != 0);
  if (has_urgent(use)) span = half_of(span, (kind & 2U) != 0);
  return span;
}

}  // namespace

Fabric::Fabric(const InterconnectConfig& config, const Routing& routing, ChannelUse use, FabricListener& listener)
    : config_(config),
      routing_(routing),
      topology_(routing.topology()),
      use_(use),
      listener_(listener),
      vcs_(config.virtual_channels),
      depth_(config.buffer_flits),
      pipelined_(config.router == RouterKind::pipelined),
      by_age_(config.arbitration == Arbitration::age),
      fixed_(routing.is_fixed()),
      adaptive_(routing.choice() == PortChoice::adaptive),
      leave_cycles_(times_of(config).leave),
      hop_cycles_(times_of(config).hop),
      enter_cycles_(times_of(config).enter),
      head_cycles_(pipelined_ ? config.channel_allocation_cycles - 1 : 0),
      plain_heads_(fixed_ && head_cycles_ == 0) {}

std::uint32_t Fabric::add_terminal(std::uint32_t router) {
  Entry entry;
  entry.router = router;
  entries_.push_back(entry);
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

/// Divides the channels of each kind evenly among channel groups and classes. With an adaptive routing every class has
/// one channel, and the rest is adaptive.
void Fabric::add_channel_masks() {
  const std::uint32_t classes = topology_.channel_classes();
  const std::uint32_t groups = routing_.groups();
  const std::uint32_t least = routing_.least_channels();
  for (std::uint32_t kind = 0; kind < kPacketKinds; ++kind) {
    const ChannelSpan of_kind = span_of(use_, kind, vcs_);
    const std::uint32_t first = of_kind.first;
    const std::uint32_t count = of_kind.count;
    if (classes > kMostClasses || groups > kMostGroups || count < least) {
      throw Error("the topology needs " + std::to_string(least) + " virtual channels where there are " +
                  std::to_string(count));
    }
    const std::uint32_t divided = adaptive_ ? classes : count;
    const std::uint32_t parts = std::max(1U, groups * classes);
    const auto span = [&](std::uint32_t from, std::uint32_t to) {
      return static_cast<std::uint8_t>(((1U << (to - from)) - 1U) << (first + from));
    };
    for (std::uint32_t group = 0; group < groups; ++group) {
      const std::uint32_t row = kind + kPacketKinds * group;
      const auto begin = [&](std::uint32_t c) { return divided * (group * classes + c) / parts; };
      kind_masks_[row] = span(0, count);
      adaptive_masks_[row] = span(divided, count);
      any_adaptive_ |= adaptive_masks_[row];
      for (std::uint32_t c = 0; c < classes; ++c) masks_[row][c] = span(begin(c), begin(c + 1));
      if (classes <= kAnyClass) masks_[row][kAnyClass] = span(begin(0), begin(classes));
    }
  }
}

/// Initial credits of an output. A terminal accepts everything; only the pipelined router counts credits there.
std::uint16_t Fabric::exit_credits_of(const Port& port) const {
  return port.to_terminal != 0 && !pipelined_ ? 0xFFFF : static_cast<std::uint16_t>(depth_);
}

/// Returns the channels of the class of a channel.
std::uint8_t Fabric::class_mask_of(std::uint32_t channel) const {
  for (const auto& of_kind : masks_) {
    for (std::uint32_t c = 0; c < topology_.channel_classes(); ++c) {
      if (((of_kind[c] >> channel) & 1U) != 0) return of_kind[c];
    }
  }
  return 0xFF;  // adaptive channels have no class
}

void Fabric::build_routers() {
  const std::uint32_t routers = topology_.routers();
  std::vector<std::vector<std::uint32_t>> local(routers);
  for (std::uint32_t t = 0; t < entries_.size(); ++t) local[entries_[t].router].push_back(t);
  std::uint32_t most = 1;
  for (std::uint32_t r = 0; r < routers; ++r) {
    port_counts_.push_back(topology_.ports(r) + static_cast<std::uint32_t>(local[r].size()));
    most = std::max(most, port_counts_.back());
    shared_routers_ = shared_routers_ || local[r].size() > 1;
  }
  if (most > kMostPorts) {
    throw Error("a router with " + std::to_string(most) + " ports (at most " + std::to_string(kMostPorts) + ")");
  }
  while ((1U << port_shift_) < vcs_) ++port_shift_;
  router_shift_ = port_shift_;
  while ((1U << (router_shift_ - port_shift_)) < std::max(most, 2U)) ++router_shift_;
  channel_mask_ = (1U << port_shift_) - 1;
  channels_ = (1U << vcs_) - 1;
  words_per_router_ = (most * (channel_mask_ + 1) + 63) / 64;

  const std::size_t vcs = std::size_t{routers} << router_shift_;
  ports_.resize(vcs >> port_shift_);
  words_.assign(std::size_t{routers} * words_per_router_, {});
  for (std::uint32_t vc = 0; vc < 64; ++vc) {
    for (std::uint32_t i = 0; i < 3; ++i) channels_after_[i] |= std::uint64_t{(vc & channel_mask_) >= 1U << i} << vc;
  }
  most_ports_ = words_per_router_ == 1 ? most : 0;
  for (auto* each : {&bound_to_, &after_last_in_, &after_last_out_}) each->assign(ports_.size() / 2, {});
  port_vcs_.assign((most_ports_ + 1) / 2, {});
  moving_.assign(std::size_t{64} * most_ports_ + 2, 0);  // add_vcs() writes two entries at a time
  ejected_.assign(moving_.size(), {});
  saved_pointers_.reserve(std::size_t{128} * most_ports_);
  for (std::uint32_t p = 0; p < most_ports_; ++p)
    port_vcs_[p / 2].at[p % 2] = std::uint64_t{channels_} << (p << port_shift_);
  input_vcs_.assign(vcs, {});
  for (std::uint32_t v = 0; v < vcs_; ++v) straight_masks_[v] = class_mask_of(v);
  rings_.assign(vcs * depth_, kNone);
  output_vcs_.assign(vcs, {});
  if (pipelined_) vc_pointers_.assign(vcs, {});
  for (std::uint32_t r = 0; r < routers; ++r) {
    const RouterView at = view_of(r);
    for (std::uint32_t p = 0; p < port_counts_[r]; ++p) {
      Port& port = at.ports[p];
      const std::uint32_t vc = p << port_shift_;
      std::uint32_t far = at.first_vc + vc;
      if (p < topology_.ports(r)) {
        const LinkEnd end = topology_.neighbour(r, p);
        far = (end.router << router_shift_) + (end.port << port_shift_);
        const std::uint32_t on = topology_.straight_on(r, p);
        if (on != kNone) port.straight_on = static_cast<std::uint16_t>(on << port_shift_);
      } else {
        port.terminal = local[r][p - topology_.ports(r)];
        port.to_terminal = 1;
        Entry& entry = entries_[port.terminal];
        entry.port = static_cast<std::uint8_t>(p);
        entry.first_vc = at.first_vc + vc;
        entry.credits_left = static_cast<std::uint8_t>(channels_);
        for (std::uint32_t v = 0; v < vcs_; ++v) entry.credits[v] = static_cast<std::uint16_t>(depth_);
      }
      for (std::uint32_t v = 0; v < vcs_; ++v) {
        at.input_vcs[vc + v].upstream = at.output_vcs[vc + v].downstream = far + v;
        at.output_vcs[vc + v].credits = exit_credits_of(port);
      }
      at.words[vc / 64].free |= std::uint64_t{channels_} << (vc % 64);
      at.words[vc / 64].credits |= std::uint64_t{channels_} << (vc % 64);
    }
  }
}

void Fabric::start_delay_lines() {
  const FabricTimes times = times_of(config_);
  std::size_t ports = 0;
  for (const std::uint32_t count : port_counts_) ports += count;
  const std::size_t terminals = entries_.size();
  const std::size_t links = ports - terminals;
  const Cycle longest = std::max(times.enter, times.hop);
  flits_in_transit_[0].start(times.hop, ports, longest);
  flits_in_transit_[1].start(times.exit_credit, terminals);
  heads_in_transit_.start(times.hop, ports + 1, longest);  // one more: an entry that is written and then overwritten
  credits_in_transit_[0].start(times.credit, links);
  credits_in_transit_[1].start(times.entry_credit, terminals);
  for (const Cycle delay : {times.hop, times.exit_credit, times.credit, times.entry_credit}) {
    if (delay >= 64) throw Error("a router that takes longer than 63 cycles");
    due_after_move_ |= std::uint64_t{1} << delay;
  }
  start_own_links();
  // In a cycle every port can receive a head and lose a tail.
  head_stage_.start(head_cycles_ > 0 ? head_cycles_ : 1, head_cycles_ > 0 ? 2 * ports : 0);
}

/// Only routers with terminals are destinations. In a tree most have none.
void Fabric::build_routes() {
  const std::uint32_t routers = topology_.routers();
  std::vector<std::uint32_t> column_of(routers, kNone);
  std::vector<std::uint32_t> destinations;
  for (Entry& entry : entries_) {
    std::uint32_t& column = column_of[entry.router];
    if (column == kNone) {
      column = static_cast<std::uint32_t>(destinations.size());
      destinations.push_back(entry.router);
    }
    entry.column = static_cast<std::uint16_t>(column);
  }
  columns_ = static_cast<std::uint32_t>(destinations.size());
  stride_ = columns_ * routing_.orders();
  routes_.assign(std::size_t{routers} * stride_, 0);
  std::size_t at = 0;
  for (std::uint32_t r = 0; r < routers; ++r) {
    for (std::uint32_t order = 0; order < routing_.orders(); ++order) {
      for (const std::uint32_t d : destinations) {
        if (r != d) {
          const std::uint32_t route = routing_.next_port(order, r, d) + kMostPorts * topology_.channel_class(r, d);
          routes_[at] = static_cast<std::uint8_t>(route);
        }
        ++at;
      }
    }
  }
  destinations_ = std::move(destinations);
}

bool Fabric::has_wide_target() {
#if defined(__x86_64__)
  // Some compilers' __builtin_cpu_supports does not know lzcnt.
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned kLzcnt = 1U << 5U;
  return __get_cpuid(0x80000001U, &a, &b, &c, &d) != 0 && (c & kLzcnt) != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0 &&
         __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

void Fabric::start(bool wide, bool several_words) {
  add_channel_masks();
  build_routers();
  start_delay_lines();
  build_routes();
  if (routing_.choice() != PortChoice::none) add_choices();
  several_words_ = words_per_router_ > 1 || several_words || copies_;
  const bool one_word = !several_words_;
  sweeps_ = one_word && !(pipelined_ ? config_.speculative : by_age_);
  if (sweeps_) {
    step_ = pipelined_ ? pipelined_sweep(wide, by_age_) : low_latency_sweep(wide);
  } else {
    step_ = pipelined_ ? pipelined_step(one_word, wide, by_age_) : low_latency_step(one_word, wide, by_age_);
  }
  arrivals_ = arrivals_of(one_word, wide);
  stalls_.assign(port_counts_.size(), {});
  if (copies_) {
    next_branch_.assign(input_vcs_.size(), kNone);
    kept_time_.assign(port_counts_.size(), 0);
  }
  active_ = make_bit_set(port_counts_.size());
  requesting_ = make_bit_set(port_counts_.size());
}

std::size_t Fabric::memory_bytes() const {
  std::size_t bytes = port_counts_.size() * (sizeof(std::uint32_t) + sizeof(StallCount)) +
                      words_.size() * sizeof(Word) + ports_.size() * sizeof(Port) +
                      input_vcs_.size() * sizeof(InputVc) + rings_.size() * sizeof(std::uint32_t) +
                      output_vcs_.size() * sizeof(OutputVc) + vc_pointers_.size() * sizeof(VcPointers) +
                      entries_.size() * sizeof(Entry) + routes_.size() + choices_.size() * sizeof(choices_[0]) +
                      route_states_.size() * sizeof(RouteState) + 2 * active_.size() * sizeof(active_[0]) +
                      (bound_to_.size() + after_last_in_.size() + after_last_out_.size()) * sizeof(TwoPorts);
  bytes += heads_in_transit_.memory_bytes();
  for (const auto& line : flits_in_transit_) bytes += line.memory_bytes();
  for (const auto& line : credits_in_transit_) bytes += line.memory_bytes();
  bytes += link_timing_.size() * sizeof(LinkTiming) + own_link_flits_.memory_bytes() + own_link_heads_.memory_bytes() +
           own_link_credits_.memory_bytes() + busy_links_.memory_bytes();
  return bytes + head_stage_.memory_bytes();
}

}  // namespace network
}  // namespace gantry
