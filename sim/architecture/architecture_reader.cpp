// SPDX-License-Identifier: Apache-2.0
#include "architecture/architecture_reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "architecture/graph_reader.h"
#include "architecture/link_reader.h"
#include "cost/cost_file.h"
#include "gantry/network/control_config.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/platform/store_list.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/rtl_times.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "text/file_kind.h"
#include "text/key_places.h"
#include "text/key_reader.h"
#include "text/set_option.h"
#include "text/text_file.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 12> kSections = {"clock_mhz",  "interconnect", "host",       "memory",
                                                        "descriptor", "task_cache",   "decomposer", "monitor",
                                                        "dispatcher", "directory",    "processors", "placement"};

/// Refuses a key that has no effect with the value of `deciding`. If --set gave that value, a key in a file is dropped
/// instead.
void refuse_or_drop(MapReader& map, const std::string& key, std::string_view deciding, const std::string& what) {
  const YamlNode* decides = map.node().find(deciding);
  const YamlNode* value = map.node().find(key);
  if (decides != nullptr && is_set(*decides) && !is_set(*value)) {
    map.diagnostics().note(value->where(), map.path(key) + " falls away: it " + what);
  } else {
    map.error(key, what);
  }
}

/// Keys that other topologies have for themselves would be without effect.
void check_topology_keys(MapReader& map, const std::string& topology) {
  const auto& entries = builtin_topologies().entries();
  const auto* here = builtin_topologies().find(topology);
  const YamlNode& node = map.node();
  for (std::size_t i = 0; node.is_map() && here != nullptr && i + 1 < node.items.size(); i += 2) {
    const std::string& key = node.items[i].text;
    if (has_key(here->keys, key)) continue;
    std::vector<std::string_view> others;
    for (const auto& entry : entries) {
      if (has_key(entry.keys, key)) others.push_back(entry.name);
    }
    if (others.empty()) continue;
    refuse_or_drop(map, key, "topology",
                   std::string("is of the ") + (others.size() == 1 ? "topology " : "topologies ") +
                       alternatives(others, " and ") + ", and the topology here is " + topology);
  }
}

/// Keys of one kind of router; they are without effect on the other.
void check_router_keys(MapReader& map, RouterKind router) {
  const bool pipelined = router == RouterKind::pipelined;
  const auto belongs = [&](const char* key, bool to_pipelined) {
    if (map.node().find(key) != nullptr && to_pipelined != pipelined) {
      refuse_or_drop(map, key, "router",
                     std::string("is of the router ") + (to_pipelined ? "pipelined" : "low_latency") +
                         ", and the router here is " + (pipelined ? "pipelined" : "low_latency"));
    }
  };
  belongs("router_cycles", false);
  belongs("speculative", true);
  belongs("channel_allocation_cycles", true);
  belongs("switch_allocation_cycles", true);
  belongs("traversal_cycles", true);
}

void read_graph_key(MapReader& map, InterconnectConfig& net) {
  const YamlNode* given = map.node().find("graph");
  if (given == nullptr || net.topology != "graph" || names_unread_graph(&map.node())) return;
  const YamlNode& section = map.node();
  const bool own_file = given->file && section.file && *given->file != *section.file && !is_set(*given);
  net.graph = read_graph(*given, own_file ? "" : map.path("graph"), map.diagnostics());
}

void check_own_keys(MapReader& map, const InterconnectConfig& net) {
  OwnKeyList checked;
  for (const auto& entry : builtin_topologies().entries()) {
    for (const OwnKey& key : entry.keys) {
      const std::uint32_t value = key.of(net.own);
      if (key.right == nullptr || key.right(value) || has_key(checked, key.name)) continue;
      map.error(key.name, "must be " + std::string(key.right_ones) + ", not " + std::to_string(value));
      checked.push_back(key);
    }
  }
}

void check_interconnect(MapReader& map, InterconnectConfig& net) {
  check_own_keys(map, net);
  read_graph_key(map, net);
  read_links_key(map, net);
  check_router_keys(map, net.router);
  const YamlNode* topology = map.node().find("topology");
  if (topology == nullptr || topology->text == net.topology) check_topology_keys(map, net.topology);
}

/// Keys of a control network that its topology does not have.
void check_control(MapReader& map, const ControlConfig& control) {
  if (control.on() && !control.is_star()) {
    InterconnectConfig net = control;
    check_own_keys(map, net);
    check_router_keys(map, net.router);
    return check_topology_keys(map, net.topology);
  }
  const YamlNode& node = map.node();
  for (std::size_t i = 0; node.is_map() && i + 1 < node.items.size(); i += 2) {
    const std::string& key = node.items[i].text;
    if (key == "topology" || (control.is_star() && (key == "link_cycles" || key == "header_bytes"))) continue;
    if (place_in<ControlConfig>(node.items[i], false).empty()) continue;  // no key at all, which is told
    refuse_or_drop(map, key, "topology",
                   control.is_star() ? "is of networks with routers, and the topology here is star"
                                     : "is of a control network, and the topology here is none");
  }
}

/// Takes a key of earlier versions, which changed nothing.
class ArchitectureKeys final : public KeyReader {
 public:
  using KeyReader::KeyReader;

 private:
  bool begin_section(const Key& key) override {
    if (!KeyReader::begin_section(key)) return false;
    const YamlNode* basic = key.name == "descriptor" ? here().find("basic_bytes") : nullptr;
    if (basic != nullptr) {
      here().diagnostics().note(basic->where(), here().path("basic_bytes") +
                                                    " has no effect: a descriptor is written and read in one piece of "
                                                    "full_bytes (leave it out)");
    }
    return true;
  }
};

void check_task_cache(MapReader& map, const TaskCacheConfig& cache) {
  if (cache.capacity >= cache.queues()) return;
  const std::string_view key = map.node().find("queues_per_class") != nullptr ? "queues_per_class" : "capacity";
  map.error(key, "does not fit: capacity is " + std::to_string(cache.capacity) + " and must be at least " +
                     std::to_string(cache.queues()) + ", a place for each queue of " + std::to_string(kTaskClasses) +
                     " classes");
}

void check_memory(MapReader& map, const MemoryConfig& memory) {
  if (memory.interleave() % memory.burst_bytes == 0) return;
  map.error("interleave_bytes", "must be a multiple of burst_bytes, which is " + std::to_string(memory.burst_bytes) +
                                    ", not " + std::to_string(memory.interleave_bytes));
}

/// Notes a key of reads beside `push`, where --set gives it. A file may be for machines with and without.
void note_reads(MapReader& map, const HostConfig& host) {
  const YamlNode* reads = map.node().find("reads_in_flight");
  if (!host.push || reads == nullptr || !is_set(*reads)) return;
  map.diagnostics().note(reads->where(), map.path("reads_in_flight") + " changes nothing: host.push is true");
}

/// Keys of rings beside `push`, and keys of `push` without it.
void check_host(MapReader& map, const HostConfig& host) {
  for (const char* key : {"ring_entries", "outstanding_writes"}) {
    if (host.push && map.node().find(key) != nullptr) {
      refuse_or_drop(map, key, "push", "is of rings in memory, and with push: true there are none");
    }
  }
  if (!host.push && map.node().find("credit_cycles") != nullptr) {
    refuse_or_drop(map, "credit_cycles", "push", "is of pushed descriptors, and push is false");
  }
}

/// Several jobs in one message need a decision that picks several, and a network that copies.
void check_multicast(MapReader& map, const Architecture& architecture) {
  const DispatcherConfig& dispatcher = *architecture.dispatcher;
  if (!dispatcher.multicast) return;
  if (dispatcher.decisions_per_round == 1) {
    map.error("multicast", "needs decisions_per_round above 1: a message has jobs that one decision picks");
  }
  const ControlConfig& control = *architecture.control;
  if (control.is_star()) return;
  const InterconnectConfig& net = control.on() ? control : architecture.interconnect;
  const std::string name = control.on() ? "interconnect.control" : "interconnect";
  if (net.routing != "fixed") {
    map.error("multicast", "needs the routing fixed of " + name + ", not " + net.routing +
                               ": routers copy a message where its routes part, and there each has one");
  }
  const std::uint64_t bytes = net.header_bytes + architecture.descriptor->full_bytes + 2 * kSplitInfoBytes;
  if (ceil_div(bytes, net.flit_bytes) > net.buffer_flits) {
    map.error("multicast", "needs buffer_flits of " + std::to_string(ceil_div(bytes, net.flit_bytes)) + " or more in " +
                               name + ", not " + std::to_string(net.buffer_flits) +
                               ": routers copy a message that fits a buffer, and one of two jobs has as many flits");
  }
}

void check_class_map(const DispatcherConfig& dispatcher, const MapReader& map, Diagnostics& diagnostics) {
  const YamlNode* class_map = map.node().find("class_map");
  for (std::size_t i = 0; i < dispatcher.class_map.size(); ++i) {
    if (dispatcher.class_map[i] < dispatcher.picker->classes) continue;
    const YamlNode* value = class_map != nullptr ? class_map->find(kTaskClassNames[i]) : nullptr;
    // A default that no longer fits is the fault of the class count.
    const YamlNode* picker = map.node().find("picker");
    const YamlNode* classes = picker != nullptr ? picker->find("classes") : nullptr;
    const YamlNode& at = value != nullptr ? *value : classes != nullptr ? *classes : map.node();
    diagnostics.error(at.where(), map.path("class_map." + std::string(kTaskClassNames[i])) + " is " +
                                      std::to_string(dispatcher.class_map[i]) +
                                      " and must be below picker.classes, which is " +
                                      std::to_string(dispatcher.picker->classes));
  }
}

/// Takes the times that `timing` names; keys beside it may say the same.
void take_times(MapReader& map, PickerConfig& picker) {
  const RtlTimes* times = rtl_times(picker.times);
  if (times == nullptr) return;
  const std::string name(times->name);
  if (picker.entries > RtlTimes::kMostEntries) {
    map.error("entries", "must be at most " + std::to_string(RtlTimes::kMostEntries) + " with the timing " + name +
                             ", not " + std::to_string(picker.entries));
    return;
  }
  const PickerConfig given = picker;
  take_rtl_times(picker);
  const auto check = [&](const char* key, std::uint32_t said, std::uint32_t taken) {
    if (map.node().find(key) == nullptr || said == taken) return;
    refuse_or_drop(map, key, "timing",
                   "must be " + std::to_string(taken) + " with the timing " + name + " and " +
                       std::to_string(picker.entries) + " entries, not " + std::to_string(said) +
                       " (timing: explicit goes by the keys)");
  };
  check("pick_interval_cycles", given.pick_interval_cycles, picker.pick_interval_cycles);
  check("pick_latency_cycles", given.pick_latency_cycles, picker.pick_latency_cycles);
  check("reweigh_cycles", given.reweigh_cycles, picker.reweigh_cycles);
}

/// Names of processors consist of their group's name and a number. They must differ from memory0, scheduler.send0,
/// background0 and the like, by which traffic tables identify terminals.
bool belongs_to_terminals(const std::string& group) {
  const std::string stem = group.substr(0, group.find_last_not_of("0123456789") + 1);
  return stem == "memory" || stem == "scheduler.send" || stem == "background";
}

void check_processors(const YamlNode& list, const std::string& list_path, const std::vector<ProcessorGroup>& groups,
                      Diagnostics& diagnostics) {
  std::map<std::string, std::size_t> names;
  std::set<std::string> processors;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const YamlNode& node = list.items[i];
    const ProcessorGroup& group = groups[i];
    const std::string path = list_path + '[' + std::to_string(i) + ']';
    if (belongs_to_terminals(group.name)) {
      const YamlNode* name = node.find("name");
      diagnostics.error(name != nullptr ? name->where() : node.where(),
                        path + ".name is " + in_quotes(group.name) +
                            ", and with a number that is how the interconnect's other terminals are called (another "
                            "`name`; without one it is the group's type)");
    }
    const auto [same, fresh] = names.emplace(group.name, i);
    if (!fresh) {
      const YamlNode* name = node.find("name");
      diagnostics.error(name != nullptr ? name->where() : node.where(),
                        path + " has the same name " + in_quotes(group.name) + " as processors[" +
                            std::to_string(same->second) +
                            "] (give each group a `name` of its own; without one it is its type)");
    }
    for (std::uint32_t n = 0; fresh && n < group.count && total + n < kMaxProcessors; ++n) {
      const std::string name = group.name + std::to_string(n);
      if (processors.insert(name).second) continue;
      diagnostics.error(node.where(), path + " has a processor called " + in_quotes(name) +
                                          ", and so has an earlier group (a processor is called by the name of its "
                                          "group and its number within it)");
      break;
    }
    const std::uint64_t before = total;
    total += group.count;
    if (before <= kMaxProcessors && total > kMaxProcessors) {
      diagnostics.error(node.where(), list_path + " must have at most " + std::to_string(kMaxProcessors) +
                                          " processors in all; with this group there are " + std::to_string(total));
    }
  }
}

/// A store is called by its processor, or by the cluster that shares it. `shared`: the clusters with such a store.
void check_store_names(const YamlNode& list, const std::string& list_path, const std::vector<ProcessorGroup>& groups,
                       const std::map<std::uint32_t, std::size_t>& shared, Diagnostics& diagnostics) {
  std::map<std::string, std::uint32_t> names;
  for (const auto& [cluster, group] : shared) names.emplace(cluster_store_name(cluster), cluster);
  if (names.empty()) return;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const ProcessorGroup& group = groups[i];
    if (group.local.bytes == 0 || group.local.per == LocalStoreConfig::Per::cluster) continue;
    for (std::uint32_t n = 0; n < group.count && n < kMaxProcessors; ++n) {
      const auto same = names.find(group.name + std::to_string(n));
      if (same == names.end()) continue;
      const YamlNode* name = list.items[i].find("name");
      diagnostics.error(name != nullptr ? name->where() : list.items[i].where(),
                        list_path + '[' + std::to_string(i) + "] has a local store called " + in_quotes(same->first) +
                            ", as is that of cluster " + std::to_string(same->second) +
                            " (another `name`; a store is called by its processor, or by the cluster that shares it)");
      break;
    }
  }
}

/// A local store has a size and a rate, and those who share one agree.
void check_stores(const YamlNode& list, const std::string& list_path, const std::vector<ProcessorGroup>& groups,
                  Diagnostics& diagnostics) {
  std::map<std::uint32_t, std::size_t> first_of;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const LocalStoreConfig& local = groups[i].local;
    const YamlNode* node = list.items[i].find("local");
    if (node == nullptr) continue;
    const std::string path = list_path + '[' + std::to_string(i) + "].local";
    if (local.bytes > 0 && local.bytes_per_cycle == 0) {
      diagnostics.error(node->where(),
                        path + " has no bytes_per_cycle (what the store reads out for others, from 1 on)");
    } else if (local.bytes == 0 && node->is_map() && !node->items.empty() && node->find("bytes") == nullptr) {
      diagnostics.error(node->where(), path + " has no bytes (how much the store holds)");
    }
    if (local.bytes == 0 || local.per != LocalStoreConfig::Per::cluster) continue;
    const auto [first, fresh] = first_of.emplace(groups[i].cluster, i);
    const LocalStoreConfig& other = groups[first->second].local;
    if (fresh || (other.bytes == local.bytes && other.bytes_per_cycle == local.bytes_per_cycle)) continue;
    diagnostics.error(node->where(), path + " differs from that of processors[" + std::to_string(first->second) +
                                         "], and cluster " + std::to_string(groups[i].cluster) +
                                         " shares one store (the same bytes and bytes_per_cycle)");
  }
  check_store_names(list, list_path, groups, first_of, diagnostics);
}

/// Checks keys of a section against each other, and derives values from them.
void check_sections(Architecture& architecture, MapReader& map) {
  Diagnostics& diagnostics = map.diagnostics();
  const auto section = [&map](std::string_view key, auto check) {
    const YamlNode* found = map.node().find(key);
    if (found == nullptr || !found->is_map()) return;
    MapReader again = MapReader::again(*found, map.path(key), map.diagnostics());
    check(again);
  };
  section("interconnect", [&](MapReader& net) {
    check_interconnect(net, architecture.interconnect);
    const YamlNode* control = net.node().find("control");
    if (control == nullptr || !control->is_map()) return;
    MapReader again = MapReader::again(*control, net.path("control"), diagnostics);
    check_control(again, *architecture.control);
  });
  section("task_cache", [&](MapReader& cache) {
    check_task_cache(cache, *architecture.task_cache);
    note_reads(cache, *architecture.host);
  });
  section("host", [&](MapReader& host) { check_host(host, *architecture.host); });
  section("memory", [&](MapReader& memory) { check_memory(memory, *architecture.memory); });
  section("monitor", [&](MapReader& monitor) {
    check_failures(*architecture.monitor, architecture.loses_jobs(), has_local_stores(*architecture.processors),
                   [&](std::string_view key, std::string_view text) { monitor.error(key, std::string(text)); });
  });
  section("dispatcher", [&](MapReader& dispatcher) {
    check_class_map(*architecture.dispatcher, dispatcher, diagnostics);
    check_multicast(dispatcher, architecture);
    check_preload(*architecture.dispatcher, has_local_stores(*architecture.processors),
                  [&](std::string_view key, std::string_view text) { dispatcher.error(key, std::string(text)); });
    check_retries(*architecture.dispatcher, architecture.monitor->job_timeout > 0,
                  [&](std::string_view text) { dispatcher.error("max_retries", std::string(text)); });
    const YamlNode* picker = dispatcher.node().find("picker");
    if (picker == nullptr || !picker->is_map()) return;
    MapReader again = MapReader::again(*picker, dispatcher.path("picker"), diagnostics);
    take_times(again, *architecture.dispatcher->picker);
  });
  const YamlNode* processors = map.node().find("processors");
  if (processors != nullptr && processors->is_sequence()) {
    check_processors(*processors, map.path("processors"), *architecture.processors, diagnostics);
    check_stores(*processors, map.path("processors"), *architecture.processors, diagnostics);
  }
}

/// The clock of an architecture whose keys have not been read, in MHz. The default stands in for a wrong one, which is
/// reported where it is read.
std::uint32_t clock_of(const YamlNode& architecture) {
  Architecture usual;
  const YamlNode* given = architecture.find("clock_mhz");
  if (given == nullptr || !given->is_scalar()) return usual.clock_mhz;
  const auto mhz = whole_number(given->text, std::numeric_limits<std::uint32_t>::max());
  return mhz && *mhz > 0 ? static_cast<std::uint32_t>(*mhz) : usual.clock_mhz;
}

}  // namespace

void read_interconnect(MapReader& map, ChannelUse use, InterconnectConfig& to) {
  KeyReader reader(map);
  if (use == ChannelUse::shared) {
    OneKindInterconnect one{to};
    describe(reader, one);
  } else {
    describe(reader, to);
  }
  check_interconnect(map, to);
}

std::string group_name(const YamlNode& group) {
  for (const char* key : {"name", "type"}) {
    const YamlNode* found = group.find(key);
    if (found != nullptr && found->is_scalar()) return found->text;
  }
  return ProcessorGroup().type;
}

bool has_architecture_section(const YamlNode& document) {
  return std::any_of(kSections.begin(), kSections.end(),
                     [&](std::string_view key) { return document.find(key) != nullptr; });
}

std::string in_architecture(const YamlNode& key, bool close) { return place_in<Architecture>(key, close); }

std::optional<Architecture> read_architecture(const YamlNode& node, const std::string& path, Diagnostics& diagnostics,
                                              const KeyHint& elsewhere) {
  const std::size_t before = diagnostics.size();
  Architecture architecture;
  MapReader map(node, path, diagnostics);
  if (diagnostics.size() != before && !node.is_map()) return std::nullopt;
  ArchitectureKeys reader(map, elsewhere, clock_of(node));
  describe(reader, architecture);
  map.finish(elsewhere);
  for (ProcessorGroup& group : *architecture.processors) {
    if (group.name.empty()) group.name = group.type;
  }
  check_sections(architecture, map);
  // Nodes are counted only on a machine with valid numbers, so that no mistake is reported twice.
  if (diagnostics.size() == before) check_placement(architecture, node, path, diagnostics);
  if (diagnostics.size() != before || names_unread_graph(node.find("interconnect"))) return std::nullopt;
  return architecture;
}

std::optional<Architecture> load_architecture(const std::string& file, Diagnostics& diagnostics) {
  const auto text = read_text_file(file, diagnostics);
  if (!text) return std::nullopt;
  auto node = parse_yaml(*text, shown_path(file), diagnostics);
  if (!node || refuse_other_kind(*node, FileKind::architecture, diagnostics)) return std::nullopt;
  const std::size_t before = diagnostics.size();
  std::vector<std::string> files;
  expand_graph(node->find("interconnect"), file, files, diagnostics);
  auto architecture = read_architecture(*node, "", diagnostics);
  read_architecture_cost(*node, "", file, diagnostics);
  if (diagnostics.size() != before) return std::nullopt;
  return architecture;
}

}  // namespace gantry
