// SPDX-License-Identifier: Apache-2.0
// The ways of packets where there is more than one. What is drawn comes from a generator of the packet's own, which
// begins with its terminal and how many flits that has sent before: nothing depends on the order in which anything else
// happens.
#include "gantry/base/random.h"
#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

namespace {

std::uint64_t next_draw(std::uint64_t state) { return state * 6364136223846793005U + 1442695040888963407U; }

/// One of `count` by the upper half of a state.
std::uint32_t one_of(std::uint64_t state, std::uint32_t count) {
  return static_cast<std::uint32_t>(((state >> 32U) * count) >> 32U);
}

/// Bit number `at` of those that are set. Precondition: there is one.
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

/// The head of a packet has entered: its order and the router by which it goes are drawn.
void Fabric::set_out(std::uint32_t packet, std::uint32_t terminal) {
  RandomBits draws(terminal, entries_[terminal].flits);
  Packet& to = packets_[packet];
  Journey& way = journeys_[packet];
  way = {};
  const std::uint32_t orders = routing_.orders();
  if (orders > 1) {
    const auto order = static_cast<std::uint32_t>(random_below(draws, orders));
    to.column = static_cast<std::uint16_t>(to.column + order * columns_);
    to.row = static_cast<std::uint8_t>(to.row + kPacketKinds * order);
  }
  if (routing_.has_detour()) {
    way.onward = to.router;
    way.onward_column = to.column;
    const auto column = static_cast<std::uint32_t>(random_below(draws, columns_));
    to.router = destinations_[column];
    to.column = static_cast<std::uint16_t>(to.column / columns_ * columns_ + column);
  }
  way.draws = draws.next();
}

/// Whether the packets of a lane are bound to escape channels.
bool Fabric::has_escaped(std::uint32_t lane) const {
  const std::uint32_t channel = lane & channel_mask_;
  return ports_[lane >> port_shift_].to_terminal == 0 && (any_adaptive_ >> channel & 1U) == 0;
}

/// The rest of look_at(), of packets with more than one way and of heads that wait before they look for an out lane.
bool Fabric::look_on(std::uint32_t packet, std::uint32_t lane, Lane& at, Cycle now) {
  if (!fixed_) take_way(packets_[packet], journeys_[packet], lane, at);
  if (head_cycles_ == 0) return true;
  looking_.push(now + head_cycles_, lane);
  due_ |= std::uint64_t{1} << ((now + head_cycles_) % 64);
  return false;
}

/// The port and the channels of its route. Where that is adaptive, choose_port() looks for something better.
void Fabric::take_way(Packet& front, Journey& way, std::uint32_t lane, Lane& at) const {
  const std::uint32_t router = router_of_lane(lane);
  ++way.routers;
  bool stays = true;  // in its class straight on
  if (front.router == router && way.onward != kNone) {
    front.router = way.onward;
    front.column = way.onward_column;
    front.row = static_cast<std::uint8_t>(front.row + kPacketKinds * routing_.orders());
    way.onward = kNone;
    stays = false;
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
    way.draws = next_draw(way.draws);
    port = nth_bit(ports, one_of(way.draws, count_bits(ports)));
  }
  at.out = static_cast<std::uint16_t>(port << port_shift_);
  at.allowed = masks_[front.row][route / kMostPorts];
  if (stays && at.out == ports_[lane >> port_shift_].ahead) {
    at.allowed = static_cast<std::uint16_t>(at.allowed & stays_[lane & channel_mask_]);
  }
}

/// Before these routers act: heads in adaptive channels and from terminals choose.
void Fabric::choose_ports(std::uint32_t first, std::uint64_t routers) {
  for (; routers != 0; routers &= routers - 1) {
    const std::uint32_t id = first + lowest_bit(routers);
    const Here r = here(id);
    for (std::uint32_t w = 0; w < words_per_router_; ++w) {
      for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
        choose_port(r, id, w * 64 + lowest_bit(heads));
      }
    }
  }
}

/// The port with the most free places in free adaptive channels with a place behind, of several the packet's draw; if
/// there is none, the escape channel of the route.
void Fabric::choose_port(const Here& r, std::uint32_t id, std::uint32_t lane) {
  Lane& at = r.lanes[lane];
  const Packet& front = packets_[at.front.packet];
  if (front.router == id || has_escaped(r.first_lane + lane)) return;
  std::uint32_t most = 0;
  std::uint64_t best = 0;
  for (std::uint64_t ports = choices_of(id, front); ports != 0; ports &= ports - 1) {
    const std::uint32_t port = lowest_bit(ports);
    const std::uint32_t base = port << port_shift_;
    const Word& word = r.words[base / 64];
    std::uint32_t places = 0;
    for (std::uint32_t open = channels_of(word.free & word.places, base) & adaptive_masks_[front.row]; open != 0;
         open &= open - 1) {
      places += r.outs[base + lowest_bit(open)].places;
    }
    if (places == 0 || places < most) continue;
    if (places > most) best = 0;
    most = places;
    best |= std::uint64_t{1} << port;
  }
  if (best == 0) {
    const std::uint8_t route = routes_[std::size_t{id} * stride_ + front.column];
    at.out = static_cast<std::uint16_t>(route % kMostPorts << port_shift_);
    at.allowed = masks_[front.row][route / kMostPorts];
    return;
  }
  const std::uint32_t port = nth_bit(best, one_of(journeys_[at.front.packet].draws, count_bits(best)));
  const std::uint32_t base = port << port_shift_;
  const Word& word = r.words[base / 64];
  at.out = static_cast<std::uint16_t>(base);
  // A place behind is a must with either router: lanes that wait for each other in a circle then have one to move on.
  at.allowed = static_cast<std::uint16_t>(channels_of(word.free & word.places, base) & adaptive_masks_[front.row]);
}

std::uint32_t Fabric::hops_of_packet(std::uint32_t packet, std::uint32_t from) const {
  if (!fixed_) return journeys_[packet].routers - 1;
  return topology_.hops(entries_[from].router, packets_[packet].router);
}

/// Ports by which the front packet of a lane may leave, or have left, a router.
std::uint64_t Fabric::legal_ports(std::uint32_t router, std::uint32_t packet, std::uint32_t lane) const {
  const Packet& front = packets_[packet];
  const auto towards = [&](std::uint32_t to) {
    const std::uint32_t order = front.column / columns_;
    return std::uint64_t{1} << (to == router ? std::uint32_t{front.port} : routing_.next_port(order, router, to));
  };
  if (fixed_) return towards(front.router);
  std::uint64_t ports = 0;
  if (routing_.choice() == PortChoice::drawn && router != front.router) {
    ports = choices_of(router, front);
  } else {
    ports = towards(front.router);
    if (adaptive_ && router != front.router && !has_escaped(lane)) ports |= choices_of(router, front);
  }
  // It may be on its second leg where its head is, and still on the first one here: wherever that led.
  if (routing_.has_detour() && lanes_[lane].head_is_next == 0) {
    for (const std::uint32_t by : destinations_) ports |= by == router ? 0 : towards(by);
  }
  return ports;
}

}  // namespace network
}  // namespace gantry
