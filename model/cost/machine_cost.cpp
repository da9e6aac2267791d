// SPDX-License-Identifier: Apache-2.0
#include "gantry/cost/machine_cost.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "gantry/cost/estimators.h"
#include "gantry/cost/process_node.h"
#include "gantry/network/control_config.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processors_config.h"
#include "gantry/platform/store_list.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace cost {

namespace {

// Widths of fields that no key sets.
constexpr std::uint64_t kJobBits = 17;
constexpr std::uint64_t kTaskNumberBits = 32;
constexpr std::uint64_t kWeightBits = 9;
constexpr std::uint64_t kClassBits = 3;
constexpr std::uint64_t kStateBits = 2;
constexpr std::uint64_t kPartBits = 48;  // object and part of an entry of the data directory
constexpr std::uint32_t kMostRtlEntries = 256;

/// Bits of a number from 0 to `count` - 1.
std::uint64_t bits_for(std::uint64_t count) {
  std::uint64_t bits = 1;
  while (bits < 63 && (std::uint64_t{1} << bits) < count) ++bits;
  return bits;
}

const char* const kMemoryBlock = "memory";

/// Channels that a controller needs for its `bytes_per_cycle`. The product of millionths of a byte per cycle and of MHz
/// is in bytes per second.
std::uint64_t channels_of(const MemoryTypeFigures& memory, const MemoryConfig& config, std::uint32_t clock_mhz) {
  constexpr double kBytesPerGigabyte = 1e9;
  const auto channel = static_cast<std::uint64_t>(std::llround(memory.channel.value * kBytesPerGigabyte));
  const std::uint64_t needed = config.bytes_per_cycle.millionths * clock_mhz;
  return (needed + channel - 1) / channel;
}

/// Estimates by number of bits, and their accuracy.
const char* const kByBits = "bits of state, SRAM and flip-flops (docs/cost.md)";

class MachineEstimate {
 public:
  MachineEstimate(const Architecture& architecture, const std::string& picker, const CostFigures& figures)
      : architecture_(architecture), picker_(picker), figures_(figures), estimators_(figures) {
    result_.node_nm = figures.node_nm;
  }

  MachineCost make() {
    add_scheduler();
    add_picker();
    add_network();
    add_control();
    add_memory();
    add_stores();
    add_processors();
    add_host();
    place_tiles();
    add_links();
    add_control_links();
    return std::move(result_);
  }

 private:
  struct Bits {
    std::uint64_t bits;
    std::uint32_t ports;
  };

  void add_block(const std::string& block, const std::vector<Bits>& memories);
  void add_part(const std::string& block, std::uint64_t count, const BlockEstimate& estimate,
                const std::string& estimator);
  void leave_out(const std::string& block, std::uint64_t count, const std::string& reason) {
    result_.parts.push_back({block, count, std::nullopt, std::nullopt, {}, {}, reason});
  }
  EventPrice& add_price(const std::string& block, const std::string& event, Counted counted, const std::string& counter,
                        Estimated pj, const std::string& estimator);
  void add_scheduler();
  void add_picker();
  void add_network();
  void add_control();
  void add_control_links();
  void add_memory();
  void add_stores();
  void add_processors();
  void add_host();
  void add_own_block(const std::string& block, std::uint64_t count, const OwnBlockFigures* own, const std::string& key);
  void add_own_price(const std::string& block, const std::string& event, Counted counted, const std::string& counter,
                     const std::optional<Figure>* figure, const std::string& key);
  void place_tiles();
  void add_links();

  const Architecture& architecture_;
  const std::string& picker_;
  const CostFigures& figures_;
  const Estimators estimators_;
  MachineCost result_;
  std::uint32_t nodes_ = 1;
  std::uint32_t routers_with_nodes_ = 1;
  Range tile_range_;
};

void MachineEstimate::add_part(const std::string& block, std::uint64_t count, const BlockEstimate& estimate,
                               const std::string& estimator) {
  const auto all = static_cast<double>(count);
  result_.parts.push_back({block, count, rounded(all * estimate.area_um2), rounded(all * estimate.leakage_mw),
                           estimate.area_range, estimate.leakage_range, estimator});
}

/// Its memories, each on its own; the bits are counted from its fields, so that `state_bits` has a range of its own.
void MachineEstimate::add_block(const std::string& block, const std::vector<Bits>& memories) {
  const Estimated state = estimators_.at(FigureId::state_bits);
  std::optional<BlockEstimate> sum;
  for (const Bits& memory : memories) {
    const BlockEstimate one = estimators_.memory(memory.bits, memory.ports);
    if (!sum) {
      sum = BlockEstimate{0.0, 0.0, one.area_range, one.leakage_range};
    }
    sum->area_um2 += one.area_um2 * state.value;
    sum->leakage_mw += one.leakage_mw * state.value;
    sum->area_range = widest(sum->area_range, one.area_range);
    sum->leakage_range = widest(sum->leakage_range, one.leakage_range);
  }
  sum->area_range = sum->area_range * state.range;
  sum->leakage_range = sum->leakage_range * state.range;
  add_part(block, 1, *sum, kByBits);
}

EventPrice& MachineEstimate::add_price(const std::string& block, const std::string& event, Counted counted,
                                       const std::string& counter, Estimated pj, const std::string& estimator) {
  result_.prices.push_back({block, event, counted, counter, rounded(pj.value), pj.range, estimator, 0, ""});
  return result_.prices.back();
}

void MachineEstimate::add_scheduler() {
  const Architecture& a = architecture_;
  const std::uint64_t slots = a.decomposer->slots;
  const std::uint64_t slot_bits = bits_for(slots);
  const std::uint64_t id_bits = bits_for(a.monitor->task_ids);
  const std::uint64_t full_bits = a.descriptor->full_bytes * std::uint64_t{8};
  const std::uint64_t cache_bits = a.task_cache->capacity * full_bits;
  const std::uint64_t pointers =
      a.host->push ? 0 : std::uint64_t{a.task_cache->queues()} * 2 * (bits_for(a.host->ring_entries) + 1);
  add_block("task_cache", {{cache_bits, 2}, {pointers, 1}});
  add_price("task_cache", "descriptor written", Counted::descriptors_read,
            "blocks.task_cache.counters.descriptors_read", estimators_.access(cache_bits, full_bits), kByBits);
  add_price("task_cache", "descriptor read for a job", Counted::jobs_issued, "jobs.issued",
            estimators_.access(cache_bits, full_bits), kByBits);

  const std::uint64_t slot = id_bits + kWeightBits + kClassBits + kStateBits;
  add_block("decomposer", {{slots * slot, 1}});

  const std::uint64_t register_bits = kSplitInfoBytes * 8 + 2 * kJobBits;
  add_block("register_file", {{slots * register_bits, 2}});
  add_price("register_file", "split information read for a job", Counted::jobs_issued, "jobs.issued",
            estimators_.access(slots * register_bits, register_bits), kByBits);

  const std::uint64_t ids = a.monitor->task_ids * (kTaskNumberBits + kJobBits);
  std::vector<Bits> monitor = {{a.monitor->completion_window, 2}, {ids, 2}};
  if (a.monitor->early_registration) {
    // Items of lists for predecessors of tasks that are visible or have ids, the ends of these lists, and counts.
    const std::uint64_t predecessors = std::max<std::uint64_t>(1, a.descriptor->predecessors);
    const std::uint64_t tasks = a.monitor->task_ids + std::uint64_t{a.task_cache->queues()} * a.task_cache->window;
    const std::uint64_t item_bits = bits_for(tasks * predecessors);
    monitor.push_back({tasks * predecessors * (bits_for(tasks) + item_bits), 2});
    monitor.push_back({std::uint64_t{a.monitor->completion_window} * 2 * item_bits, 2});
    monitor.push_back({tasks * bits_for(predecessors), 2});
  }
  add_block("monitor", monitor);
  add_price("monitor", "predecessors looked up", Counted::predecessor_looks,
            "blocks.decomposer.counters.predecessor_queries + blocks.monitor.counters.wakes",
            estimators_.access(a.monitor->completion_window, a.monitor->predecessors_per_cycle), kByBits);
  add_price("monitor", "job recorded as done", Counted::jobs_completed, "jobs.completed",
            estimators_.access(ids, 2 * (kTaskNumberBits + kJobBits)), kByBits);

  const std::uint64_t entry = id_bits + slot_bits + 2 * kJobBits;
  std::uint64_t table = 0;
  std::uint64_t places = 0;
  for (const ProcessorGroup& group : *a.processors) {
    table += group.count * (bits_for(std::uint64_t{group.queue_depth} + 1) + 1);
    places += std::uint64_t{group.count} * group.queue_depth * slot_bits;
  }
  const std::uint64_t entries = a.dispatcher->picker->entries * entry;
  add_block("dispatcher", {{entries, 2}, {table, 1}, {places, 1}});
  add_price("dispatcher", "entry and place updated for a job", Counted::jobs_issued, "jobs.issued",
            estimators_.access(entries, 2 * entry), kByBits);
  leave_out("scheduler control", 1,
            "the logic that steers cache, decomposer, monitor and dispatcher has not been synthesised");
}

void MachineEstimate::add_picker() {
  const PickerConfig& picker = *architecture_.dispatcher->picker;
  if (picker_ != kSourcePicker) {
    leave_out("picker", 1, "the picker " + picker_ + " has not been synthesised; " + kSourcePicker + " has");
    result_.prices.push_back({"picker",
                              "round",
                              Counted::picker_rounds,
                              "picker.rounds",
                              std::nullopt,
                              {},
                              result_.parts.back().estimator,
                              0,
                              ""});
    return;
  }
  const PickerTimes unit = reweigh_unit(picker);
  Estimated gates = estimators_.picker_gates(picker, unit);
  std::string estimator = std::string("gate equivalents of Gantry's synthesis, ") +
                          (unit == PickerTimes::rtl_parallel    ? "a divider per entry"
                           : unit == PickerTimes::rtl_pipelined ? "one divider, pipelined"
                                                                : "one divider for all");
  if (picker.entries > kMostRtlEntries || picker.entries < 4) {
    gates.range = gates.range * Range{0.7, 1.5};
    estimator += ", beyond the 4 to 256 entries of the RTL";
  }
  add_part("picker", 1, estimators_.logic(gates), estimator);
  const Estimated gate = estimators_.at(FigureId::gate_energy);
  add_price("picker", "round", Counted::picker_rounds, "picker.rounds",
            {gates.value * gate.value, gates.range * gate.range}, estimator);
}

void MachineEstimate::add_network() {
  const InterconnectConfig& net = architecture_.interconnect;
  const auto topology = make_topology(architecture_);
  std::vector<std::uint32_t> ports(topology->routers());
  for (std::uint32_t r = 0; r < ports.size(); ++r) ports[r] = topology->ports(r);
  for (const std::uint32_t node : terminal_nodes(architecture_, *topology)) ++ports[topology->router_of(node)];
  std::set<std::uint32_t> with_nodes;
  nodes_ = topology->nodes();
  for (std::uint32_t node = 0; node < nodes_; ++node) with_nodes.insert(topology->router_of(node));
  routers_with_nodes_ = static_cast<std::uint32_t>(std::max<std::size_t>(1, with_nodes.size()));
  std::map<std::uint32_t, std::uint64_t> of_ports;
  for (const std::uint32_t count : ports) ++of_ports[count];
  for (const auto& [count, routers] : of_ports) {
    const std::string with = "of " + std::to_string(count) + " ports";
    add_part("routers " + with, routers, estimators_.router(net, count),
             "buffers by bits, crossbar and allocators by gates (docs/cost.md)");
    add_price("routers " + with, "flit", Counted::router_flits, "links.csv: flits of routers " + with,
              estimators_.router_flit(net, count), figures_[FigureId::router_energy].source)
        .ports = count;
  }
  result_.router_ports = std::move(ports);
}

/// Of routers: parts and flits by ports, as those of the interconnect. Of a star: wires alone.
void MachineEstimate::add_control() {
  const ControlConfig& control = *architecture_.control;
  if (!control.on() || control.is_star()) return;
  const auto topology = make_control_topology(architecture_);
  std::vector<std::uint32_t> ports(topology->routers());
  for (std::uint32_t r = 0; r < ports.size(); ++r) ports[r] = topology->ports(r);
  for (const std::uint32_t node : control_terminal_nodes(architecture_)) ++ports[topology->router_of(node)];
  std::map<std::uint32_t, std::uint64_t> of_ports;
  for (const std::uint32_t count : ports) ++of_ports[count];
  for (const auto& [count, routers] : of_ports) {
    const std::string with = "of " + std::to_string(count) + " ports";
    add_part("control routers " + with, routers, estimators_.router(control, count),
             "buffers by bits, crossbar and allocators by gates (docs/cost.md)");
    add_price("control routers " + with, "flit", Counted::control_router_flits,
              "control_links.csv: flits of routers " + with, estimators_.router_flit(control, count),
              figures_[FigureId::router_energy].source)
        .ports = count;
  }
  result_.control_router_ports = std::move(ports);
}

void MachineEstimate::add_control_links() {
  const ControlConfig& control = *architecture_.control;
  if (!control.on()) return;
  leave_out("control links", 1, "wires run above the logic");
  InterconnectConfig carried = control;
  if (control.is_star()) carried.flit_bytes = 1;
  const Estimated wire = estimators_.link_flit_um(carried);
  const Estimated um{wire.value, wire.range * tile_range_};
  const std::string& source = figures_[FigureId::wire_energy].source;
  if (control.is_star()) {
    add_price("control links", "byte over 1 um", Counted::control_byte_um,
              "bytes of control messages, with headers, times the lengths of their wires in um", um, source);
  } else {
    add_price("control links", "flit over 1 um", Counted::control_flit_um,
              "control_links.csv: flits of entries, links and exits times their lengths in um", um, source);
  }
}

/// Interfaces of memory behind pins by channels, memory on the chip by its bytes. The area of an unknown type is left
/// out.
void MachineEstimate::add_memory() {
  const std::uint32_t controllers = architecture_.memory->controllers;
  const std::string& type = figures_.memory.type;
  Estimated byte = estimators_.at(FigureId::memory_byte);
  std::string source = figures_[FigureId::memory_byte].source;
  if (type == kOnChipMemory) {
    const std::uint64_t bits = std::max<std::uint64_t>(figures_.memory.bytes / controllers, 1) * 8;
    add_part(kMemoryBlock, controllers, estimators_.memory(bits, 1), kByBits);
    byte = estimators_.access(bits, 8);
    source = kByBits;
  } else if (const auto known = figures_.memories.find(type); known != figures_.memories.end()) {
    const MemoryTypeFigures& memory = known->second;
    const std::uint64_t channels = controllers * channels_of(memory, *architecture_.memory, architecture_.clock_mhz);
    result_.parts.push_back({kMemoryBlock,
                             channels,
                             rounded(static_cast<double>(channels) * memory.interface.value),
                             std::nullopt,
                             memory.interface.range,
                             {},
                             "channels of " + type + ": " + memory.interface.source});
    byte = {memory.byte.value, memory.byte.range};
    source = type + ": " + memory.byte.source;
  } else {
    leave_out(kMemoryBlock, controllers, "no type of memory: cost.memory.type");
  }
  add_price(kMemoryBlock, "byte moved", Counted::memory_bytes,
            "blocks.memory.counters.bytes_read + blocks.memory.counters.bytes_written", byte, source);
}

/// Local stores by size, and the data directory: an entry is the part's number and a bit per store.
void MachineEstimate::add_stores() {
  const std::vector<StoreInfo> stores = list_stores(architecture_).stores;
  if (stores.empty()) return;
  std::map<std::uint64_t, std::uint64_t> of_bytes;
  for (const StoreInfo& store : stores) ++of_bytes[store.bytes];
  for (const auto& [bytes, count] : of_bytes) {
    const std::string with = "of " + std::to_string(bytes) + " bytes";
    add_part("stores " + with, count, estimators_.memory(bytes * 8, 1), kByBits);
    add_price("stores " + with, "byte read or written", Counted::store_bytes,
              "data.stores " + with + ": bytes_read + bytes_written", estimators_.access(bytes * 8, 8), kByBits)
        .bytes = bytes;
  }
  const std::uint64_t entry = kPartBits + stores.size();
  const std::uint64_t entries = architecture_.directory->entries * entry;
  add_block("directory", {{entries, 2}});
  add_price("directory", "part looked up", Counted::part_looks, "blocks.directory.counters.lookups",
            estimators_.access(entries, entry), kByBits);
  leave_out("directory search", 1, "how the entry of a part is found, by tags or a hash, has not been synthesised");
}

void MachineEstimate::add_own_block(const std::string& block, std::uint64_t count, const OwnBlockFigures* own,
                                    const std::string& key) {
  leave_out(block, count, "no figures: cost." + key + ".area, leakage");
  CostPart& part = result_.parts.back();
  if (own == nullptr) return;
  std::string sources;
  const auto take = [&](const std::optional<Figure>& figure, Scaling scaling, std::optional<double>& to, Range& range) {
    if (!figure) return;
    to = rounded(static_cast<double>(count) * estimators_.scaled(*figure, scaling).value);
    range = figure->range;
    if (sources != figure->source) sources += (sources.empty() ? "" : "; ") + figure->source;
  };
  take(own->area, Scaling::area, part.area_um2, part.area_range);
  take(own->leakage, Scaling::energy, part.leakage_mw, part.leakage_range);
  if (!sources.empty()) part.estimator = sources;
}

void MachineEstimate::add_own_price(const std::string& block, const std::string& event, Counted counted,
                                    const std::string& counter, const std::optional<Figure>* figure,
                                    const std::string& key) {
  if (figure != nullptr && figure->has_value()) {
    add_price(block, event, counted, counter, estimators_.scaled(**figure, Scaling::energy), (*figure)->source);
  } else {
    result_.prices.push_back({block, event, counted, counter, std::nullopt, {}, "no figure: cost." + key, 0, ""});
  }
}

void MachineEstimate::add_processors() {
  std::map<std::string, std::uint64_t> types;
  for (const ProcessorGroup& group : *architecture_.processors) types[group.type] += group.count;
  for (const auto& [type, count] : types) {
    const auto found = figures_.processors.find(type);
    const OwnBlockFigures* own = found == figures_.processors.end() ? nullptr : &found->second;
    const std::string block = "processors " + type;
    const std::string key = "processors." + type;
    add_own_block(block, count, own, key);
    // A figure per job does not imply one per cycle, nor the other way round.
    const bool by_job = own != nullptr && own->item;
    const bool by_cycle = own != nullptr && own->cycle;
    if (by_cycle || !by_job) {
      add_own_price(block, "busy cycle", Counted::busy_cycles, "processors of type " + type + ": busy_cycles",
                    own == nullptr ? nullptr : &own->cycle, key + ".busy_cycle");
      result_.prices.back().type = type;
    }
    if (by_job) {
      add_own_price(block, "job", Counted::jobs, "processors of type " + type + ": jobs", &own->item, key + ".job");
      result_.prices.back().type = type;
    }
  }
}

void MachineEstimate::add_host() {
  add_own_block("host", 1, &figures_.host, "host");
  add_own_price("host", "task", Counted::tasks_submitted, "tasks.submitted", &figures_.host.item, "host.task");
}

/// An endpoint gets an equal share of all areas if those of all processors are known. Global memory and its interfaces
/// are at the edge of the chip.
void MachineEstimate::place_tiles() {
  const Figure& given = figures_[FigureId::tile_side];
  double side = given.value * 1000.0;
  result_.tile_from = given.source;
  tile_range_ = given.range;
  const bool known = std::all_of(result_.parts.begin(), result_.parts.end(), [](const CostPart& part) {
    return part.area_um2.has_value() || part.block.rfind("processors ", 0) != 0;
  });
  if (!figures_.own_tile_side && known) {
    CostSum all;
    for (const CostPart& part : result_.parts) {
      if (part.area_um2 && part.block != kMemoryBlock) all.add(*part.area_um2, part.area_range);
    }
    side = std::sqrt(all.value / nodes_);
    tile_range_ = {};
    if (all.value > 0.0) tile_range_ = {std::sqrt(all.low / all.value), std::sqrt(all.high / all.value)};
    result_.tile_from = "area of all parts but memory over the places of endpoints";
  }
  result_.tile_um = static_cast<std::uint64_t>(std::llround(side));
  result_.pitch_um = router_pitch_um(side, nodes_, routers_with_nodes_);
}

void MachineEstimate::add_links() {
  leave_out("links", 1, "wires run above the logic");
  const Estimated wire = estimators_.link_flit_um(architecture_.interconnect);
  add_price("links", "flit over 1 um", Counted::link_flit_um,
            "links.csv: flits of entries, links and exits times their lengths in um",
            {wire.value, wire.range * tile_range_}, figures_[FigureId::wire_energy].source);
  leave_out("clock tree", 1, "no figures");
}

}  // namespace

CostSum area_um2(const MachineCost& machine) {
  CostSum sum;
  for (const CostPart& part : machine.parts) {
    if (part.area_um2) sum.add(*part.area_um2, part.area_range);
  }
  return sum;
}

CostSum leakage_mw(const MachineCost& machine) {
  CostSum sum;
  for (const CostPart& part : machine.parts) {
    if (part.leakage_mw) sum.add(*part.leakage_mw, part.leakage_range);
  }
  return sum;
}

std::vector<NotModelled> MachineCost::not_modelled() const {
  std::vector<NotModelled> list;
  for (const CostPart& part : parts) {
    if (part.area_um2 && part.leakage_mw) continue;
    const char* what = part.area_um2 ? "leakage" : part.leakage_mw ? "area" : "area, leakage";
    list.push_back({part.block, what, part.estimator});
  }
  for (const EventPrice& price : prices) {
    if (!price.pj) list.push_back({price.block, "energy of a " + price.event, price.estimator});
  }
  return list;
}

MachineCost machine_cost(const Architecture& architecture, const std::string& picker, const CostFigures& figures) {
  return MachineEstimate(architecture, picker, figures).make();
}

}  // namespace cost
}  // namespace gantry
