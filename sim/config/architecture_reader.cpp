// SPDX-License-Identifier: Apache-2.0
#include "config/architecture_reader.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "config/text_file.h"
#include "config/yaml_reader.h"
#include "core/topology.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 11> kSections = {"clock_mhz",  "interconnect", "host",       "memory",
                                                        "descriptor", "task_cache",   "decomposer", "monitor",
                                                        "dispatcher", "processors",   "placement"};

/// Keys that other topologies have for themselves would be without effect.
void check_topology_keys(MapReader& map, const std::string& topology) {
  const auto& entries = TopologyRegistry::instance().entries();
  const auto has = [](const std::string& key) {
    return
        [&key](const auto& entry) { return std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end(); };
  };
  const auto* here = TopologyRegistry::instance().find(topology);
  const YamlNode& node = map.node();
  for (std::size_t i = 0; node.is_map() && here != nullptr && i + 1 < node.items.size(); i += 2) {
    const std::string& key = node.items[i].text;
    if (has(key)(*here)) continue;
    std::vector<std::string_view> others;
    for (const auto& entry : entries) {
      if (has(key)(entry)) others.push_back(entry.name);
    }
    if (others.empty()) continue;
    map.error(key, std::string("is of the ") + (others.size() == 1 ? "topology " : "topologies ") +
                       alternatives(others, " and ") + ", and the topology here is " + topology);
  }
}

/// Keys of one kind of router; they are without effect on the other.
void read_router(MapReader& map, InterconnectConfig& to) {
  map.choice("router", to.router, {{"low_latency", RouterKind::low_latency}, {"pipelined", RouterKind::pipelined}});
  const bool pipelined = to.router == RouterKind::pipelined;
  const auto belongs = [&](bool set, const char* key, bool to_pipelined) {
    if (set && to_pipelined != pipelined) {
      map.error(key, std::string("is of the router ") + (to_pipelined ? "pipelined" : "low_latency") +
                         ", and the router here is " + (pipelined ? "pipelined" : "low_latency"));
    }
  };
  belongs(map.integer("router_cycles", to.router_cycles, 1, 16), "router_cycles", false);
  belongs(map.boolean("speculative", to.speculative), "speculative", true);
  belongs(map.integer("channel_allocation_cycles", to.channel_allocation_cycles, 1, 16), "channel_allocation_cycles",
          true);
  belongs(map.integer("switch_allocation_cycles", to.switch_allocation_cycles, 1, 4), "switch_allocation_cycles", true);
  belongs(map.integer("traversal_cycles", to.traversal_cycles, 1, 4), "traversal_cycles", true);
}

void read(MapReader& map, InterconnectConfig& to) { read_interconnect(map, ChannelUse::request_response, to); }

void read(MapReader& map, HostConfig& to) {
  map.integer("ring_entries", to.ring_entries, 1, 65536);
  map.integer("outstanding_writes", to.outstanding_writes, 1, 1024);
  map.integer("submit_cycles", to.submit_cycles, 1, 1000000);
  map.integer("interrupt_cycles", to.interrupt_cycles, 1, 1000000);
}

void read(MapReader& map, MemoryConfig& to) {
  map.integer("controllers", to.controllers, 1, 64);
  map.integer("latency_cycles", to.latency_cycles, 1, 100000);
  map.integer("bytes_per_cycle", to.bytes_per_cycle, 1, 65536);
  map.integer("outstanding", to.outstanding, 1, 4096);
  map.integer("interleave_bytes", to.interleave_bytes, 1, 1U << 30);
}

void read(MapReader& map, DescriptorConfig& to) {
  map.integer("basic_bytes", to.basic_bytes, 1, 65536);
  map.integer("full_bytes", to.full_bytes, 1, 65536);
  if (to.full_bytes < to.basic_bytes) {
    const std::string_view key = map.node().find("full_bytes") != nullptr ? "full_bytes" : "basic_bytes";
    map.error(key, "does not fit: full_bytes is " + std::to_string(to.full_bytes) +
                       " and must be at least basic_bytes, which is " + std::to_string(to.basic_bytes));
  }
}

void read(MapReader& map, TaskCacheConfig& to) { map.integer("capacity", to.capacity, 5, 65536); }

void read(MapReader& map, DecomposerConfig& to) {
  map.integer("slots", to.slots, 4, 4096);
  map.integer("split_cycles", to.split_cycles, 1, 100000);
  map.integer("retry_cycles", to.retry_cycles, 1, 1000000);
}

void read(MapReader& map, MonitorConfig& to) {
  map.integer("task_ids", to.task_ids, 1, 65536);
  map.integer("query_cycles", to.query_cycles, 1, 1000);
  map.integer("register_cycles", to.register_cycles, 1, 1000);
}

void read(MapReader& map, PickerConfig& to) {
  map.integer("entries", to.entries, 1, 4096);
  map.integer("classes", to.classes, 1, 5);
  map.integer("frac", to.frac, 0, 16);
  std::uint32_t quant = 0;
  if (map.integer("quant", quant, 0, to.frac + 8)) to.quant = quant;
  map.choice("tie", to.tie,
             {{"expected_weight", TieBreak::expected_weight}, {"history_weight", TieBreak::history_weight}});
  map.integer("pick_interval_cycles", to.pick_interval_cycles, 1, 1000);
  map.integer("pick_latency_cycles", to.pick_latency_cycles, 0, 1000);
  map.integer("reweigh_cycles", to.reweigh_cycles, 0, 10000);
  if (const YamlNode* found = map.find("preset")) {
    MapReader section(*found, map.path("preset"), map.diagnostics());
    for (std::size_t c = 0; c < to.preset.size(); ++c) section.integer(kPickerClassLetters[c], to.preset[c], 0, 65535);
    section.finish();
  }
}

template <class Section>
void read_section(MapReader& map, std::string_view key, Section& to, Diagnostics& diagnostics) {
  const YamlNode* found = map.find(key);
  if (found == nullptr) return;
  MapReader section(*found, map.path(key), diagnostics);
  read(section, to);
  section.finish();
}

void check_class_map(const DispatcherConfig& dispatcher, const MapReader& map, Diagnostics& diagnostics) {
  const YamlNode* class_map = map.node().find("class_map");
  for (std::size_t i = 0; i < dispatcher.class_map.size(); ++i) {
    if (dispatcher.class_map[i] < dispatcher.picker.classes) continue;
    const YamlNode* value = class_map != nullptr ? class_map->find(kTaskClassNames[i]) : nullptr;
    // A default that no longer fits is the fault of the class count.
    const YamlNode* picker = map.node().find("picker");
    const YamlNode* classes = picker != nullptr ? picker->find("classes") : nullptr;
    const YamlNode& at = value != nullptr ? *value : classes != nullptr ? *classes : map.node();
    diagnostics.error(at.where(), map.path("class_map." + std::string(kTaskClassNames[i])) + " is " +
                                      std::to_string(dispatcher.class_map[i]) +
                                      " and must be below picker.classes, which is " +
                                      std::to_string(dispatcher.picker.classes));
  }
}

void read_dispatcher(MapReader& map, DispatcherConfig& to, Diagnostics& diagnostics) {
  map.choice("mode", to.mode, {{"gang", MatchMode::gang}, {"per_job", MatchMode::per_job}});
  map.choice("match_against", to.match_against, {{"idle", MatchAgainst::idle}, {"capable", MatchAgainst::capable}});
  map.integer("match_jobs_per_cycle", to.match_jobs_per_cycle, 1, 65536);
  map.choice("match_timeout", to.match_timeout, {{"128", 128U}, {"256", 256U}});
  map.integer("decisions_per_round", to.decisions_per_round, 1, 64);
  map.integer("send_ports", to.send_ports, 1, 8);
  map.integer("collect_cycles", to.collect_cycles, 1, 1000);
  read_section(map, "picker", to.picker, diagnostics);
  if (const YamlNode* found = map.find("class_map")) {
    MapReader section(*found, map.path("class_map"), diagnostics);
    for (std::size_t i = 0; i < to.class_map.size(); ++i) section.integer(kTaskClassNames[i], to.class_map[i], 0, 4);
    section.finish();
  }
  if (const YamlNode* found = map.find("colocation")) {
    MapReader section(*found, map.path("colocation"), diagnostics);
    for (std::size_t i = 0; i < to.colocation.size(); ++i) {
      section.choice(kTaskClassNames[i], to.colocation[i],
                     {{"none", Colocation::none},
                      {"one_cluster", Colocation::one_cluster},
                      {"all_clusters", Colocation::all_clusters}});
    }
    section.finish();
  }
  check_class_map(to, map, diagnostics);
}

ProcessorGroup read_group(const YamlNode& node, const std::string& path, Diagnostics& diagnostics) {
  ProcessorGroup group;
  MapReader map(node, path, diagnostics);
  if (node.is_null()) diagnostics.error(node.where(), path + " must be a map of keys, not nothing");
  map.text("type", group.type);
  map.text("name", group.name);
  if (group.name.empty()) group.name = group.type;
  map.integer("count", group.count, 1, kMaxProcessors);
  if (const YamlNode* found = map.find("speed")) {
    const auto speed = found->is_scalar() && !found->quoted ? parse_speed(found->text) : std::nullopt;
    if (speed) {
      group.speed = *speed;
    } else {
      map.error("speed", "must be a decimal number from 0.000001 to 1000000 with at most 6 fraction digits, not " +
                             describe(*found));
    }
  }
  map.integer("word_bytes", group.word_bytes, 1, 4096);
  map.integer("max_job_bytes", group.max_job_bytes, 1, std::uint64_t{1} << 40);
  map.integer("queue_depth", group.queue_depth, 1, 64);
  map.integer("cluster", group.cluster, 0, 1023);
  map.finish();
  return group;
}

void read_processors(MapReader& map, std::vector<ProcessorGroup>& to, Diagnostics& diagnostics) {
  const YamlNode* found = map.find("processors");
  if (found == nullptr || found->is_null() || (found->is_sequence() && found->items.empty())) {
    diagnostics.error(map.where("processors"), map.path("processors") + " must list at least one group of processors");
    return;
  }
  if (!found->is_sequence()) {
    map.error("processors", "must be a list of groups, not " + describe(*found));
    return;
  }
  std::map<std::string, std::size_t> names;
  std::set<std::string> processors;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < found->items.size(); ++i) {
    const YamlNode& node = found->items[i];
    const std::string path = map.path("processors") + '[' + std::to_string(i) + ']';
    to.push_back(read_group(node, path, diagnostics));
    const auto [same, fresh] = names.emplace(to.back().name, i);
    if (!fresh) {
      const YamlNode* name = node.find("name");
      diagnostics.error(name != nullptr ? name->where() : node.where(),
                        path + " has the same name " + in_quotes(to.back().name) + " as processors[" +
                            std::to_string(same->second) +
                            "] (give each group a `name` of its own; without one it is its type)");
    }
    for (std::uint32_t n = 0; fresh && n < to.back().count && total + n < kMaxProcessors; ++n) {
      const std::string name = to.back().name + std::to_string(n);
      if (processors.insert(name).second) continue;
      diagnostics.error(node.where(), path + " has a processor called " + in_quotes(name) +
                                          ", and so has an earlier group (a processor is called by the name of its "
                                          "group and its number within it)");
      break;
    }
    const std::uint64_t before = total;
    total += to.back().count;
    if (before <= kMaxProcessors && total > kMaxProcessors) {
      diagnostics.error(node.where(), map.path("processors") + " must have at most " + std::to_string(kMaxProcessors) +
                                          " processors in all; with this group there are " + std::to_string(total));
    }
  }
}

void read_nodes(MapReader& map, std::string_view key, std::vector<std::uint32_t>& to, Diagnostics& diagnostics) {
  const YamlNode* found = map.find(key);
  if (found == nullptr || found->is_null()) return;
  if (!found->is_sequence()) {
    map.error(key, "must be a list of nodes, not " + describe(*found));
    return;
  }
  for (std::size_t i = 0; i < found->items.size(); ++i) {
    const auto node =
        read_integer(found->items[i], map.path(key) + '[' + std::to_string(i) + ']', 0, kMaxEndpoints - 1, diagnostics);
    to.push_back(static_cast<std::uint32_t>(node.value_or(0)));
  }
}

void read_placement(MapReader& map, PlacementConfig& to, Diagnostics& diagnostics) {
  std::uint32_t node = 0;
  if (map.integer("host", node, 0, kMaxEndpoints - 1)) to.host = node;
  if (map.integer("scheduler", node, 0, kMaxEndpoints - 1)) to.scheduler = node;
  read_nodes(map, "memory", to.memory, diagnostics);
  read_nodes(map, "processors", to.processors, diagnostics);
}

}  // namespace

void read_interconnect(MapReader& map, ChannelUse use, InterconnectConfig& to) {
  const std::size_t before = map.diagnostics().size();
  map.registered("topology", to.topology, TopologyRegistry::instance());
  const bool topology_is_right = map.diagnostics().size() == before;
  map.integer("columns", to.columns, 1, 64);
  map.integer("rows", to.rows, 1, 64);
  map.integer("arity", to.arity, 2, 16);
  map.integer("concentration", to.concentration, 1, 16);
  if (map.integer("leaves", to.leaves, 0, kMaxEndpoints) && to.leaves != 0 &&
      (to.leaves == 1 || (to.leaves & (to.leaves - 1)) != 0)) {
    map.error("leaves", "must be a power of two from 2 to 4096, or 0 for the smallest that fits, not " +
                            std::to_string(to.leaves));
  }
  const bool shared = use == ChannelUse::shared;
  if (!shared) {
    map.integer("flit_bytes", to.flit_bytes, 1, 4096);
    map.integer("header_bytes", to.header_bytes, 0, 4096);
  }
  map.integer("virtual_channels", to.virtual_channels, shared ? 1 : 2, kMostChannels);
  map.integer("buffer_flits", to.buffer_flits, 1, 1024);
  read_router(map, to);
  map.integer("link_cycles", to.link_cycles, 1, 16);
  map.integer("credit_cycles", to.credit_cycles, 1, 16);
  if (topology_is_right) check_topology_keys(map, to.topology);
}

std::optional<Speed> parse_speed(std::string_view text) {
  constexpr std::uint64_t kMillion = 1000000;
  constexpr std::uint64_t kMax = kMillion * kMillion;
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot < text.size() ? text.substr(dot + 1) : std::string_view();
  const auto digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (!digits(whole) || whole.size() > 7 || fraction.size() > 6 || (dot < text.size() && !digits(fraction)))
    return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : whole) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  for (std::size_t i = 0; i < 6; ++i)
    value = value * 10 + (i < fraction.size() ? static_cast<std::uint64_t>(fraction[i] - '0') : 0);
  if (value == 0 || value > kMax) return std::nullopt;
  return Speed{value};
}

bool has_architecture_section(const YamlNode& document) {
  return std::any_of(kSections.begin(), kSections.end(),
                     [&](std::string_view key) { return document.find(key) != nullptr; });
}

std::optional<Architecture> read_architecture(const YamlNode& node, const std::string& path, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  Architecture architecture;
  MapReader map(node, path, diagnostics);
  if (diagnostics.size() != before && !node.is_map()) return std::nullopt;
  map.text("name", architecture.name);
  map.integer("clock_mhz", architecture.clock_mhz, 1, 100000);
  read_section(map, "interconnect", architecture.interconnect, diagnostics);
  read_section(map, "host", architecture.host, diagnostics);
  read_section(map, "memory", architecture.memory, diagnostics);
  read_section(map, "descriptor", architecture.descriptor, diagnostics);
  read_section(map, "task_cache", architecture.task_cache, diagnostics);
  read_section(map, "decomposer", architecture.decomposer, diagnostics);
  read_section(map, "monitor", architecture.monitor, diagnostics);
  if (const YamlNode* found = map.find("dispatcher")) {
    MapReader section(*found, map.path("dispatcher"), diagnostics);
    read_dispatcher(section, architecture.dispatcher, diagnostics);
    section.finish();
  }
  read_processors(map, architecture.processors, diagnostics);
  if (const YamlNode* found = map.find("placement")) {
    MapReader section(*found, map.path("placement"), diagnostics);
    read_placement(section, architecture.placement, diagnostics);
    section.finish();
  }
  map.finish();
  // Seats are counted only on a machine whose numbers are right, else one mistake would be reported twice.
  if (diagnostics.size() == before) check_placement(architecture, node, path, diagnostics);
  if (diagnostics.size() != before) return std::nullopt;
  return architecture;
}

std::optional<Architecture> load_architecture(const std::string& file, Diagnostics& diagnostics) {
  const auto text = read_text_file(file, diagnostics);
  if (!text) return std::nullopt;
  const auto node = parse_yaml(*text, file, diagnostics);
  if (!node) return std::nullopt;
  return read_architecture(*node, "", diagnostics);
}

}  // namespace gantry
