// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/zero_load.h"

#include <algorithm>
#include <map>
#include <memory>

#include "gantry/network/lone_packet.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/platform/seats.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry {
inline namespace explain {

ZeroLoad::ZeroLoad(const Architecture& architecture)
    : architecture_(architecture),
      cut_through_(architecture.interconnect.flit_bytes, architecture.interconnect.header_bytes,
                   architecture.memory.bytes_per_cycle) {
  const std::unique_ptr<Topology> topology = make_topology(architecture_);
  const Seats seats = seat_endpoints(architecture_, topology->nodes());
  const auto routing = make_routing(architecture_.interconnect, *topology);
  std::map<std::uint32_t, std::vector<std::uint32_t>> shortest;  // by the router that links lead to
  const auto links = [&](std::uint32_t from, std::uint32_t to) {
    const std::uint32_t a = topology->router_of(from);
    const std::uint32_t b = topology->router_of(to);
    if (routing->is_fixed()) return topology->hops(a, b);
    std::vector<std::uint32_t>& to_b = shortest[b];
    if (to_b.empty()) to_b = links_to(*topology, b);
    return to_b[a];
  };
  // On one route there and back need not be as far.
  const auto between = [&](std::uint32_t a, std::uint32_t block) {
    return routing->is_fixed() ? std::min(links(a, block), links(block, a)) : links(a, block);
  };
  const auto to_nearest_memory = [&](std::uint32_t node) {
    std::uint32_t least = kNone;
    for (const std::uint32_t memory : seats.memory) least = std::min(least, between(node, memory));
    return least;
  };
  hops_.host_memory = to_nearest_memory(seats.host);
  hops_.memory_scheduler = to_nearest_memory(seats.scheduler);
  hops_.scheduler_host = between(seats.host, seats.scheduler);
  for (const std::uint32_t node : seats.processors) {
    to_scheduler_.push_back(between(node, seats.scheduler));
    to_memory_.push_back(to_nearest_memory(node));
  }
}

std::uint64_t ZeroLoad::flits(std::uint64_t payload) const {
  const InterconnectConfig& net = architecture_.interconnect;
  return std::max<std::uint64_t>(1, ceil_div(net.header_bytes + payload, net.flit_bytes));
}

/// Flits that follow each other may be those of several packets, on channels of their own: shallow buffers hold up
/// those of one packet alone.
Cycle ZeroLoad::message(std::uint32_t hops, std::uint64_t flits) const {
  return first_flit_cycles(architecture_.interconnect, hops) + flits - 1;
}

ZeroLoad::Hops ZeroLoad::hops(const ProcessorSet& set) const {
  Hops nearest = hops_;
  nearest.scheduler_job = nearest.memory_job = kNone;
  for_each_bit(set, [&](ProcessorId p) {
    nearest.scheduler_job = std::min(nearest.scheduler_job, to_scheduler_[p]);
    nearest.memory_job = std::min(nearest.memory_job, to_memory_[p]);
  });
  return nearest;
}

/// All flits of the data follow each other at best, and none comes before the bytes of the first one are read.
Cycle ZeroLoad::read(std::uint32_t hops, std::uint64_t bytes) const {
  if (bytes == 0) return 0;
  const MemoryConfig& memory = architecture_.memory;
  const std::uint64_t first = std::min<std::uint64_t>(bytes, memory.burst_bytes);
  const Cycle asked = message(hops, flits(kPointerBytes));
  const auto departs = [&](std::uint64_t burst) {
    const Cycle begins = asked + memory.latency_cycles;
    return cut_through_.departure(begins, begins + ceil_div(burst, memory.bytes_per_cycle), burst);
  };
  const Cycle alone = departs(first) + message(hops, flits(first));
  if (first == bytes) return alone;
  const std::uint64_t bursts = ceil_div(bytes, memory.burst_bytes);
  const std::uint64_t last = bytes - (bursts - 1) * memory.burst_bytes;
  const std::uint64_t all = (bursts - 1) * flits(first) + flits(last);
  const Cycle after_first = asked + memory.latency_cycles + message(hops, all);
  const Cycle of_last = bursts - 1 + departs(last) + message(hops, flits(last));
  return std::max({alone, after_first, of_last});
}

/// All flits of the data leave the requester one by one, then the last burst is written.
Cycle ZeroLoad::write(std::uint32_t hops, std::uint64_t bytes) const {
  if (bytes == 0) return 0;
  const MemoryConfig& memory = architecture_.memory;
  const std::uint64_t bursts = ceil_div(bytes, memory.burst_bytes);
  const std::uint64_t last = bytes - (bursts - 1) * memory.burst_bytes;
  const std::uint64_t all = (bursts - 1) * flits(memory.burst_bytes) + flits(last);
  return message(hops, all) + memory.latency_cycles + ceil_div(last, memory.bytes_per_cycle) + message(hops, flits(0));
}

}  // namespace explain
}  // namespace gantry
