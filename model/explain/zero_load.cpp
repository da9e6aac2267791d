// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/zero_load.h"

#include <algorithm>
#include <map>
#include <memory>

#include "gantry/network/control_config.h"
#include "gantry/network/lone_packet.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry {
inline namespace explain {

namespace {

/// From router to router, for a head that is alone.
class WayMeter {
 public:
  WayMeter(const InterconnectConfig& config, const Topology& topology)
      : topology_(topology), routing_(make_routing(config, topology)), links_(topology.routers()) {
    for (std::uint32_t r = 0; r < topology.routers(); ++r) {
      for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
        links_[r].push_back(link_head_cycles(config, link_times(config, topology, r, p)));
        least_ = std::min(least_, links_[r].back());
      }
    }
  }

  [[nodiscard]] Cycle cycles(std::uint32_t from, std::uint32_t to) const {
    if (from == to) return 0;
    if (!routing_->is_fixed()) {
      std::vector<std::uint32_t>& links = links_to_[to];
      if (links.empty()) links = links_to(topology_, to);
      return links[from] * least_;
    }
    Cycle sum = 0;
    while (from != to) {
      const std::uint32_t port = topology_.next_port(from, to);
      sum += links_[from][port];
      from = topology_.neighbour(from, port).router;
    }
    return sum;
  }

 private:
  const Topology& topology_;
  std::unique_ptr<Routing> routing_;
  std::vector<std::vector<Cycle>> links_;  ///< by router and port
  Cycle least_ = kNever;
  mutable std::map<std::uint32_t, std::vector<std::uint32_t>> links_to_;  ///< by router, computed on first use
};

}  // namespace

ZeroLoad::ZeroLoad(const Architecture& architecture)
    : architecture_(architecture),
      cut_through_(architecture.interconnect.flit_bytes, architecture.interconnect.header_bytes,
                   architecture.memory->bytes_per_cycle) {
  const std::unique_ptr<Topology> topology = make_topology(architecture_);
  const EndpointPlacement placement = place_endpoints(architecture_, topology->nodes());
  const WayMeter meter(architecture_.interconnect, *topology);
  // There and back need not be as far.
  const auto between = [&](std::uint32_t a, std::uint32_t b) {
    return std::min(meter.cycles(topology->router_of(a), topology->router_of(b)),
                    meter.cycles(topology->router_of(b), topology->router_of(a)));
  };
  const auto to_nearest_memory = [&](std::uint32_t node) {
    Cycle least = kNever;
    for (const std::uint32_t memory : placement.memory) least = std::min(least, between(node, memory));
    return least;
  };
  ways_.host_memory = to_nearest_memory(placement.host);
  ways_.memory_scheduler = to_nearest_memory(placement.scheduler);
  ways_.scheduler_host = between(placement.host, placement.scheduler);
  for (const std::uint32_t node : placement.processors) {
    to_scheduler_.push_back(between(node, placement.scheduler));
    to_memory_.push_back(to_nearest_memory(node));
  }
  if (architecture_.control->on()) find_control_ways();
}

/// The wires of a star are in control_message().
void ZeroLoad::find_control_ways() {
  ways_.scheduler_host = 0;
  std::fill(to_scheduler_.begin(), to_scheduler_.end(), 0);
  if (architecture_.control->is_star()) return;
  const std::unique_ptr<Topology> topology = make_control_topology(architecture_);
  const WayMeter meter(*architecture_.control, *topology);
  const std::vector<std::uint32_t> nodes = control_terminal_nodes(architecture_);  // host, scheduler, processors
  const auto to_scheduler = [&](std::uint32_t node) {
    const std::uint32_t a = topology->router_of(node);
    const std::uint32_t b = topology->router_of(nodes[1]);
    return std::min(meter.cycles(a, b), meter.cycles(b, a));
  };
  ways_.scheduler_host = to_scheduler(nodes[0]);
  for (std::size_t p = 0; p < to_scheduler_.size(); ++p) to_scheduler_[p] = to_scheduler(nodes[2 + p]);
}

namespace {

std::uint64_t flits_of(const InterconnectConfig& net, std::uint64_t payload) {
  return std::max<std::uint64_t>(1, ceil_div(net.header_bytes + payload, net.flit_bytes));
}

}  // namespace

std::uint64_t ZeroLoad::flits(std::uint64_t payload) const { return flits_of(architecture_.interconnect, payload); }

std::uint64_t ZeroLoad::control_flits(std::uint64_t payload) const {
  return architecture_.control->is_star() ? 1 : flits_of(control_config(), payload);
}

const InterconnectConfig& ZeroLoad::control_config() const {
  return architecture_.control->on() ? *architecture_.control : architecture_.interconnect;
}

Cycle ZeroLoad::control_sending(std::uint64_t messages, std::uint64_t flits) const {
  return messages * flits - (architecture_.control->is_star() ? 1 : 0);
}

Cycle ZeroLoad::control_message(Cycle way, std::uint64_t flits) const {
  if (architecture_.control->is_star()) return architecture_.control->link_cycles;
  return first_flit_cycles(control_config(), 0) + way + flits - 1;
}

/// Flits that follow each other may be those of several packets, on channels of their own: shallow buffers hold up
/// those of one packet alone.
Cycle ZeroLoad::message(Cycle way, std::uint64_t flits) const {
  return first_flit_cycles(architecture_.interconnect, 0) + way + flits - 1;
}

ZeroLoad::Ways ZeroLoad::ways(const ProcessorSet& set) const {
  Ways nearest = ways_;
  nearest.scheduler_job = nearest.memory_job = kNever;
  for_each_bit(set, [&](ProcessorId p) {
    nearest.scheduler_job = std::min(nearest.scheduler_job, to_scheduler_[p]);
    nearest.memory_job = std::min(nearest.memory_job, to_memory_[p]);
  });
  return nearest;
}

/// All flits of the data follow each other at best, and none comes before the bytes of the first one are read.
Cycle ZeroLoad::read(Cycle way, std::uint64_t bytes) const {
  if (bytes == 0) return 0;
  const MemoryConfig& memory = *architecture_.memory;
  const std::uint64_t first = std::min<std::uint64_t>(bytes, memory.burst_bytes);
  const Cycle asked = message(way, flits(kPointerBytes));
  const auto departs = [&](std::uint64_t burst) {
    const Cycle begins = asked + memory.latency_cycles;
    return cut_through_.departure(begins, begins + memory.bytes_per_cycle.time_for(burst), burst);
  };
  const Cycle alone = departs(first) + message(way, flits(first));
  if (first == bytes) return alone;
  const std::uint64_t bursts = ceil_div(bytes, memory.burst_bytes);
  const std::uint64_t last = bytes - (bursts - 1) * memory.burst_bytes;
  const std::uint64_t all = (bursts - 1) * flits(first) + flits(last);
  const Cycle after_first = asked + memory.latency_cycles + message(way, all);
  const Cycle of_last = bursts - 1 + departs(last) + message(way, flits(last));
  return std::max({alone, after_first, of_last});
}

/// All flits of the data leave the requester one by one, then the last burst is written.
Cycle ZeroLoad::write(Cycle way, std::uint64_t bytes) const {
  if (bytes == 0) return 0;
  const MemoryConfig& memory = *architecture_.memory;
  const std::uint64_t bursts = ceil_div(bytes, memory.burst_bytes);
  const std::uint64_t last = bytes - (bursts - 1) * memory.burst_bytes;
  const std::uint64_t all = (bursts - 1) * flits(memory.burst_bytes) + flits(last);
  return message(way, all) + memory.latency_cycles + memory.bytes_per_cycle.time_for(last) + message(way, flits(0));
}

}  // namespace explain
}  // namespace gantry
