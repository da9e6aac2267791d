// SPDX-License-Identifier: Apache-2.0
#include "gantry/cost/run_energy.h"

#include <cmath>
#include <string_view>
#include <utility>

namespace gantry {
inline namespace cost {

namespace {

std::uint64_t counter(const RunStats& stats, std::string_view block, std::string_view name) {
  for (const BlockStats& of : stats.blocks) {
    if (of.name != block) continue;
    for (const auto& [what, count] : of.counters) {
      if (what == name) return count;
    }
  }
  return 0;
}

std::uint64_t of_processors(const RunStats& stats, const std::string& type, std::uint64_t ProcessorStats::*member) {
  std::uint64_t sum = 0;
  for (const ProcessorStats& processor : stats.processors) {
    if (processor.type == type) sum += processor.*member;
  }
  return sum;
}

std::uint64_t router_flits(const InterconnectTraffic& traffic, const std::vector<std::uint32_t>& router_ports,
                           std::uint32_t ports) {
  std::uint64_t sum = 0;
  for (std::size_t r = 0; r < router_ports.size(); ++r) {
    if (router_ports[r] == ports) sum += traffic.routers[r].flits;
  }
  return sum;
}

std::uint64_t wire_byte_um(const InterconnectTraffic& traffic, std::uint64_t pitch_um) {
  std::uint64_t sum = 0;
  for (const LinkStats& wire : traffic.links) sum += wire.bytes * link_um(wire, pitch_um);
  return sum;
}

std::uint64_t link_flit_um(const InterconnectTraffic& traffic, std::uint64_t pitch_um) {
  std::uint64_t sum = 0;
  for (const LinkStats& link : traffic.links) sum += link.flits * link_um(link, pitch_um);
  return sum;
}

std::uint64_t store_bytes(const RunStats& stats, std::uint64_t capacity) {
  std::uint64_t sum = 0;
  if (!stats.data) return sum;
  for (const StoreStats& store : stats.data->stores) {
    if (store.capacity == capacity) sum += store.bytes_read + store.bytes_written;
  }
  return sum;
}

std::uint64_t count_of(const EventPrice& price, const MachineCost& machine, const RunStats& stats) {
  switch (price.counted) {
    case Counted::descriptors_read:
      return counter(stats, "task_cache", "descriptors_read");
    case Counted::predecessor_looks:
      return counter(stats, "decomposer", "predecessor_queries") + counter(stats, "monitor", "wakes");
    case Counted::jobs_issued:
      return stats.jobs_issued;
    case Counted::jobs_completed:
      return stats.jobs_completed;
    case Counted::picker_rounds:
      return stats.picker.rounds;
    case Counted::router_flits:
      return router_flits(stats.traffic, machine.router_ports, price.ports);
    case Counted::control_router_flits:
      return stats.control ? router_flits(stats.control->traffic, machine.control_router_ports, price.ports) : 0;
    case Counted::control_flit_um:
      return stats.control ? link_flit_um(stats.control->traffic, machine.pitch_um) : 0;
    case Counted::control_byte_um:
      return stats.control ? wire_byte_um(stats.control->traffic, machine.pitch_um) : 0;
    case Counted::link_flit_um:
      return link_flit_um(stats.traffic, machine.pitch_um);
    case Counted::memory_bytes:
      return counter(stats, "memory", "bytes_read") + counter(stats, "memory", "bytes_written");
    case Counted::busy_cycles:
      return of_processors(stats, price.type, &ProcessorStats::busy_cycles);
    case Counted::jobs:
      return of_processors(stats, price.type, &ProcessorStats::jobs);
    case Counted::tasks_submitted:
      return stats.tasks_submitted;
    case Counted::part_looks:
      return counter(stats, "directory", "lookups");
    case Counted::store_bytes:
      return store_bytes(stats, price.bytes);
  }
  return 0;
}

}  // namespace

std::uint64_t link_um(const LinkStats& link, std::uint64_t pitch_um) {
  if (link.kind == LinkKind::entry || link.kind == LinkKind::exit) return pitch_um / 2;
  return static_cast<std::uint64_t>(std::llround(link.tiles * static_cast<double>(pitch_um)));
}

std::optional<double> RunCost::energy_pj(std::size_t price) const {
  const std::optional<double>& one = machine.prices[price].pj;
  if (!one) return std::nullopt;
  return static_cast<double>(counts[price]) * *one;
}

CostSum RunCost::dynamic_pj() const {
  CostSum sum;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (const auto energy = energy_pj(i)) sum.add(*energy, machine.prices[i].range);
  }
  return sum;
}

CostSum RunCost::leakage_pj() const {
  CostSum sum = leakage_mw(machine);
  const double times = microseconds() * 1000.0;  // mW in us are nJ
  return {sum.value * times, sum.low * times, sum.high * times};
}

RunCost run_cost(MachineCost machine, const RunStats& stats, std::uint32_t clock_mhz) {
  RunCost result{std::move(machine), {}, stats.cycles, clock_mhz};
  for (EventPrice& price : result.machine.prices) {
    if (price.counted == Counted::picker_rounds && !stats.picker.rounds_seen) price.pj.reset();
    result.counts.push_back(count_of(price, result.machine, stats));
  }
  return result;
}

}  // namespace cost
}  // namespace gantry
