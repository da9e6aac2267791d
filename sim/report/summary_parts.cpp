// SPDX-License-Identifier: Apache-2.0
#include "report/summary_parts.h"

namespace gantry {
Json counts_json(const std::vector<std::pair<std::string, std::uint64_t>>& counts) {
  Json object = Json::object();
  for (const auto& [what, count] : counts) object[what] = count;
  return object;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

Json blocks_json(const std::vector<BlockStats>& list) {
  Json blocks = Json::object();
  for (const BlockStats& block : list) {
    Json queues = Json::object();
    for (const QueueStats& queue : block.queues) {
      queues[queue.name] = {{"mean", queue.mean}, {"max", queue.max}, {"capacity", queue.capacity}};
    }
    Json entry = Json::object();
    entry["busy_cycles"] = block.busy_cycles;
    entry["stalls"] = counts_json(block.stalls);
    entry["queues"] = std::move(queues);
    entry["counters"] = counts_json(block.counters);
    blocks[block.name] = std::move(entry);
  }
  return blocks;
}

namespace {

Json latency_json(const LatencyStats& latency) {
  return {{"mean", latency.mean}, {"p50", latency.p50}, {"p99", latency.p99}, {"max", latency.max}};
}

}  // namespace

Json interconnect_json(const InterconnectStats& net) {
  Json object = Json::object();
  object["packets"] = net.packets;
  object["flits"] = net.flits;
  object["flit_hops"] = net.flit_hops;
  object["latency"] = latency_json(net.latency);
  return object;
}

Json background_json(const BackgroundStats& background, Cycle cycles) {
  const double node_cycles = static_cast<double>(cycles) * background.nodes;
  return {{"nodes", background.nodes},
          {"packets", background.packets},
          {"in_flight", background.in_flight},
          {"flits", background.flits},
          {"accepted", node_cycles > 0.0 ? static_cast<double>(background.flits) / node_cycles : 0.0},
          {"latency", latency_json(background.latency)}};
}

Json estimate_json(const Estimate& estimate) {
  Json json = {{"mean", estimate.mean}};
  json["half_width"] = estimate.has_interval ? Json(estimate.half_width) : Json(nullptr);
  return json;
}

std::string_view name(RunEnd end) {
  switch (end) {
    case RunEnd::complete:
      return "complete";
    case RunEnd::deadlock:
      return "deadlock";
    case RunEnd::cycle_limit:
      return "cycle_limit";
    case RunEnd::interrupted:
      return "interrupted";
  }
  return "interrupted";
}

}  // namespace gantry
