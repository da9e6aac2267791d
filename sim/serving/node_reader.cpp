// SPDX-License-Identifier: Apache-2.0
#include "serving/node_reader.h"

#include <algorithm>

#include "serving/serving_keys.h"
#include "text/key_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

/// Small enough that the cycles of the largest batch in the longest chain, added up, stay below 2^63.
constexpr std::uint64_t kMaxEngineCycles = std::uint64_t{1} << 40;
constexpr std::size_t kMaxEngines = 64;
constexpr std::uint64_t kMaxPasses = std::uint64_t{1} << 20;

/// Cycles by the number of requests, one for every batch size up to the limit.
void read_batch_cycles(MapReader& keys, const YamlNode& list, std::uint32_t batch_limit, EngineTime& to) {
  if (!list.is_sequence() || list.items.size() != batch_limit) {
    keys.error("batch_cycles",
               "must list the cycles of a batch of 1, 2, ... up to batch_limit, which is " +
                   std::to_string(batch_limit) + ", not " +
                   (list.is_sequence() ? std::to_string(list.items.size()) + " of them" : describe(list)));
    return;
  }
  for (const YamlNode& item : list.items) {
    const auto cycles = read_integer(item, keys.path("batch_cycles"), 0, kMaxEngineCycles, keys.diagnostics());
    to.batch_cycles.push_back(cycles.value_or(0));
  }
}

EngineTime read_engine_time(MapReader& keys, std::uint32_t batch_limit) {
  EngineTime time;
  const YamlNode* cycles = keys.find("cycles");
  const YamlNode* per_request = keys.find("per_request_cycles");
  const YamlNode* table = keys.find("batch_cycles");
  if (table != nullptr) {
    if (cycles != nullptr || per_request != nullptr)
      keys.error("batch_cycles", "cannot be combined with cycles or per_request_cycles");
    read_batch_cycles(keys, *table, batch_limit, time);
  } else if (cycles == nullptr && per_request == nullptr) {
    keys.error("cycles", "is missing (cycles of a batch; per_request_cycles and batch_cycles are other ways)");
  }
  if (cycles != nullptr)
    read_distribution(*cycles, keys.path("cycles"), 0, kMaxEngineCycles, time.cycles, keys.diagnostics());
  if (per_request != nullptr)
    read_distribution(*per_request, keys.path("per_request_cycles"), 0, kMaxEngineCycles, time.per_request,
                      keys.diagnostics());
  return time;
}

void read_engines(MapReader& keys, InferenceNodeConfig& node, NodeTimes& times) {
  const YamlNode* list = keys.find("engines");
  if (list == nullptr) {  // one engine, whose keys are among the node's
    node.engines.push_back(node.name);
    times.engines.push_back(read_engine_time(keys, node.batch_limit));
    return;
  }
  if (!list->is_sequence() || list->items.empty() || list->items.size() > kMaxEngines) {
    keys.error("engines", "must list 1 to " + std::to_string(kMaxEngines) + " engines, not " + describe(*list));
    return;
  }
  bool found = false;
  for (std::size_t e = 0; e < list->items.size(); ++e) {
    MapReader engine(list->items[e], keys.path("engines") + '[' + std::to_string(e) + ']', keys.diagnostics());
    std::string name = node.name + '.' + std::to_string(e);
    engine.text("name", name);
    if (std::count(node.engines.begin(), node.engines.end(), name) > 0)
      engine.error("name", "is " + in_quotes(name) + ", which is the name of an earlier engine of the node");
    node.engines.push_back(name);
    times.engines.push_back(read_engine_time(engine, node.batch_limit));
    bool writes_back = false;
    engine.boolean("writes_back", writes_back);
    if (writes_back && found) engine.error("writes_back", "is true of an earlier engine, too (one engine of a node)");
    found = found || writes_back;
    if (writes_back && e + 1 < list->items.size()) node.writes_back = static_cast<std::uint32_t>(e);
    engine.finish();
  }
}

void read_passes(MapReader& keys, NodeTimes& to) {
  const YamlNode* found = keys.find("passes");
  if (found == nullptr) return;
  to.passes_are_work = found->says("work");
  if (!to.passes_are_work) read_distribution(*found, keys.path("passes"), 0, kMaxPasses, to.passes, keys.diagnostics());
}

}  // namespace

void read_inference_nodes(MapReader& serving, NodeBasics& basics, std::vector<InferenceNodeConfig>& nodes,
                          std::vector<NodeTimes>& times) {
  const YamlNode* list = find_node_list(serving, "nodes", "node");
  for (std::size_t n = 0; list != nullptr && n < list->items.size(); ++n) {
    MapReader keys(list->items[n], serving.path("nodes") + '[' + std::to_string(n) + ']', serving.diagnostics());
    read_node_basics(keys, basics);
    InferenceNodeConfig& node = nodes.emplace_back();
    node.name = basics.names.back();
    if (node.name == "gateway" || node.name == "scheduler")
      keys.error("name", "is " + in_quotes(node.name) + ", and so is another terminal of the interconnect");
    node.weight = basics.weights.back();
    node.compute = basics.compute.back().value_or(0);
    KeyReader reader(keys);
    describe(reader, node);
    NodeTimes& time = times.emplace_back();
    read_engines(keys, node, time);
    read_passes(keys, time);
    keys.finish();
  }
}

}  // namespace gantry
