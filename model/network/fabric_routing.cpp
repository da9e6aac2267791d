// SPDX-License-Identifier: Apache-2.0
// Routes of packets, for routings with more than one. Each packet has a random generator of its own, seeded with its
// terminal and the number of flits that the terminal sent before. So no result depends on the order of other events.
#include "gantry/base/random.h"
#include "gantry/network/fabric.h"
#include "gantry/network/remaining_network.h"

namespace gantry {
inline namespace network {

namespace {

std::uint64_t next_draw(std::uint64_t state) { return state * 6364136223846793005U + 1442695040888963407U; }

/// Returns a number below `count`, from the upper half of a state.
std::uint32_t one_of(std::uint64_t state, std::uint32_t count) {
  return static_cast<std::uint32_t>(((state >> 32U) * count) >> 32U);
}

/// Returns the number of the set bit with index `at`, from 0. Precondition: there is one.
std::uint32_t nth_bit(std::uint64_t bits, std::uint32_t at) {
  for (; at > 0; --at) bits &= bits - 1;
  return lowest_bit(bits);
}

}  // namespace

void Fabric::add_choices() {
  choices_.assign(std::size_t{topology_.routers()} * columns_, 0);
  for (std::uint32_t column = 0; column < columns_; ++column) {
    const std::vector<std::uint64_t> ports = routing_.ports_towards(destinations_[column]);
    for (std::uint32_t r = 0; r < ports.size(); ++r) choices_[std::size_t{r} * columns_ + column] = ports[r];
  }
}

/// Draws the order and the intermediate router of a packet whose head has entered.
void Fabric::draw_route(std::uint32_t packet, std::uint32_t terminal) {
  RandomBits draws(terminal, entries_[terminal].flits);
  Packet& to = packets_[packet];
  RouteState& state = route_states_[packet];
  state = {};
  const std::uint32_t orders = routing_.orders();
  if (orders > 1) {
    const auto order = static_cast<std::uint32_t>(random_below(draws, orders));
    to.column = static_cast<std::uint16_t>(to.column + order * columns_);
    to.row = static_cast<std::uint8_t>(to.row + kPacketKinds * order);
  }
  if (routing_.has_detour()) {
    const auto column = static_cast<std::uint32_t>(random_below(draws, columns_));
    if (rest_ == nullptr || rest_->has_way(to.router, destinations_[column])) {  // else it is cut off: no detour
      state.final_router = to.router;
      state.final_column = to.column;
      to.router = destinations_[column];
      to.column = static_cast<std::uint16_t>(to.column / columns_ * columns_ + column);
    }
  }
  state.draws = draws.next();
}

/// Returns whether the packets of an input VC are restricted to escape channels.
bool Fabric::has_escaped(std::uint32_t vc) const {
  const std::uint32_t channel = vc & channel_mask_;
  return ports_[vc >> port_shift_].to_terminal == 0 && (any_adaptive_ >> channel & 1U) == 0;
}

/// Second part of start_head(): packets with several routes, and heads that wait for their allocation stage.
bool Fabric::route_head(std::uint32_t packet, std::uint32_t vc, InputVc& at, Cycle now) {
  if (!fixed_) take_route(packets_[packet], route_states_[packet], vc, at);
  if (copies_) part_ways(packet, vc);
  if (head_cycles_ == 0) return true;
  head_stage_.push(now + head_cycles_, vc);
  due_ |= std::uint64_t{1} << ((now + head_cycles_) % 64);
  return false;
}

/// Sets port and channels of the packet's route. With an adaptive routing, choose_port() may replace them.
void Fabric::take_route(Packet& front, RouteState& state, std::uint32_t vc, InputVc& at) const {
  const std::uint32_t router = router_of_vc(vc);
  ++state.routers;
  bool straight = true;  // keeps its channel class straight on
  if (front.router == router && state.final_router != kNone) {
    front.router = state.final_router;
    front.column = state.final_column;
    front.row = static_cast<std::uint8_t>(front.row + kPacketKinds * routing_.orders());
    state.final_router = kNone;
    straight = false;
  }
  if (front.router == router) {
    at.out = static_cast<std::uint16_t>(front.port << port_shift_);
    at.allowed = kind_masks_[front.row];
    return;
  }
  const std::uint8_t route = routes_[std::size_t{router} * stride_ + front.column];
  std::uint32_t port = route % kMostPorts;
  if (routing_.choice() == PortChoice::drawn) {
    const std::uint64_t ports = choices_of(router, front);
    state.draws = next_draw(state.draws);
    port = nth_bit(ports, one_of(state.draws, count_bits(ports)));
  }
  at.out = static_cast<std::uint16_t>(port << port_shift_);
  at.allowed = masks_[front.row][route / kMostPorts];
  if (straight && at.out == ports_[vc >> port_shift_].straight_on) {
    at.allowed = static_cast<std::uint16_t>(at.allowed & straight_masks_[vc & channel_mask_]);
  }
}

/// Before these routers step: heads in adaptive channels and heads from terminals choose their ports.
void Fabric::choose_ports(std::uint32_t first, std::uint64_t routers) {
  for (; routers != 0; routers &= routers - 1) {
    const std::uint32_t id = first + lowest_bit(routers);
    const RouterView r = view_of(id);
    for (std::uint32_t w = 0; w < words_per_router_; ++w) {
      for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
        choose_port(r, id, w * 64 + lowest_bit(heads));
      }
    }
  }
}

/// Chooses the port with the most credits in free adaptive channels. The packet's draw breaks ties. Without such a port
/// the head takes the escape channel of its route.
void Fabric::choose_port(const RouterView& r, std::uint32_t id, std::uint32_t vc) {
  InputVc& at = r.input_vcs[vc];
  const Packet& front = packets_[at.front.packet];
  if (front.router == id || has_escaped(r.first_vc + vc)) return;
  std::uint32_t most = 0;
  std::uint64_t best = 0;
  for (std::uint64_t ports = choices_of(id, front); ports != 0; ports &= ports - 1) {
    const std::uint32_t port = lowest_bit(ports);
    const std::uint32_t base = port << port_shift_;
    const Word& word = r.words[base / 64];
    std::uint32_t credits = 0;
    for (std::uint32_t open = channels_of(word.free & word.credits, base) & adaptive_masks_[front.row]; open != 0;
         open &= open - 1) {
      credits += r.output_vcs[base + lowest_bit(open)].credits;
    }
    if (credits == 0 || credits < most) continue;
    if (credits > most) best = 0;
    most = credits;
    best |= std::uint64_t{1} << port;
  }
  if (best == 0) {
    const std::uint8_t route = routes_[std::size_t{id} * stride_ + front.column];
    at.out = static_cast<std::uint16_t>(route % kMostPorts << port_shift_);
    at.allowed = masks_[front.row][route / kMostPorts];
    return;
  }
  const std::uint32_t port = nth_bit(best, one_of(route_states_[at.front.packet].draws, count_bits(best)));
  const std::uint32_t base = port << port_shift_;
  const Word& word = r.words[base / 64];
  at.out = static_cast<std::uint16_t>(base);
  // A credit is required with either router: of input VCs that wait for each other in a cycle one can then move.
  at.allowed = static_cast<std::uint16_t>(channels_of(word.free & word.credits, base) & adaptive_masks_[front.row]);
}

std::uint32_t Fabric::hops_of_packet(std::uint32_t packet, std::uint32_t from) const {
  if (!fixed_) return route_states_[packet].routers - 1;
  const std::uint32_t start = entries_[from].router;
  const std::uint32_t end = packets_[packet].router;
  return rest_ == nullptr ? topology_.hops(start, end) : hops_left(start, end);
}

/// Returns the ports by which the front packet of an input VC may leave a router, or may have left it.
std::uint64_t Fabric::legal_ports(std::uint32_t router, std::uint32_t packet, std::uint32_t vc) const {
  const Packet& front = packets_[packet];
  const auto towards = [&](std::uint32_t to) {
    if (to == router) return std::uint64_t{1} << front.port;
    if (rest_ != nullptr) return rest_->has_way(router, to) ? std::uint64_t{1} << rest_->port(router, to) : 0;
    return std::uint64_t{1} << routing_.next_port(front.column / columns_, router, to);
  };
  if (fixed_) return towards(front.router);
  std::uint64_t ports = 0;
  if (routing_.choice() == PortChoice::drawn && router != front.router) {
    ports = choices_of(router, front);
  } else {
    ports = towards(front.router);
    if (adaptive_ && router != front.router && !has_escaped(vc)) ports |= choices_of(router, front);
  }
  // Its head may be on the second leg, while this router is still on the first one: any intermediate router is legal.
  if (routing_.has_detour() && input_vcs_[vc].head_is_next == 0) {
    for (const std::uint32_t by : destinations_) ports |= by == router ? 0 : towards(by);
  }
  return ports;
}

}  // namespace network
}  // namespace gantry
