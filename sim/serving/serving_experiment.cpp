// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_experiment.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "architecture/architecture_reader.h"
#include "architecture/graph_reader.h"
#include "architecture/interconnect_check.h"
#include "gantry/base/one_line.h"
#include "gantry/network/topology.h"
#include "select/selection_reader.h"
#include "serving/importance.h"
#include "serving/node_reader.h"
#include "serving/serving_keys.h"
#include "serving/session_reader.h"
#include "text/key_places.h"
#include "text/key_reader.h"
#include "text/key_writer.h"
#include "text/moved_paths.h"
#include "text/origin.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// All but the maps and lists whose readers look at more than their keys.
class OwnKeys final : public KeyReader {
 public:
  using KeyReader::KeyReader;

 private:
  bool begin_section(const Key& key) override {
    if (key.name == "limits" || key.name == "output") return KeyReader::begin_section(key);
    here().find(key.name);
    return false;
  }
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view /*item*/) override {
    here().find(key.name);
    return items;
  }
  bool begin_item(std::size_t /*number*/) override { return false; }
};

void read_scheduler(MapReader& keys, const NodeBasics& nodes, BatchSchedulerConfig& to) {
  KeyReader reader(keys);
  describe(reader, to);
  const auto* policy = builtin_selections().find(to.policy);
  for (const char* key : {"priority", "counts", "a", "b", "importance"}) {
    if (keys.node().find(key) != nullptr && std::count(policy->keys.begin(), policy->keys.end(), key) == 0)
      keys.error(key, std::string("is of the policy ") + kSourceSelection + ", and the policy here is " + to.policy);
  }
  read_factors(keys, to.rule);
  read_rating(keys, nodes, to.rated);
}

/// Every endpoint needs a node of its own.
void check_seats(MapReader& keys, const ServingConfig& config) {
  const auto endpoints = static_cast<std::uint32_t>(config.nodes.size()) + 2;
  const InterconnectPlace place{keys.node().find("interconnect"), keys.node().where(), keys.path("interconnect"),
                                "another topology"};
  const auto topology = find_topology(config.interconnect, endpoints, place, keys.diagnostics());
  if (topology == nullptr) return;
  if (topology->nodes() < endpoints) {
    keys.error("interconnect", "has " + std::to_string(topology->nodes()) + " nodes and must seat " +
                                   std::to_string(endpoints) + " endpoints: the gateway, the scheduler and " +
                                   std::to_string(config.nodes.size()) + " inference nodes");
    return;
  }
  std::vector<std::uint32_t> terminals(endpoints);
  std::iota(terminals.begin(), terminals.end(), 0U);
  check_routers(config.interconnect, *topology, ChannelUse::request_response, terminals, place, keys.diagnostics());
}

void read_serving(const YamlNode& node, const std::string& directory, ServingExperiment& to, Diagnostics& diagnostics) {
  MapReader keys(node, "serving", diagnostics);
  if (!node.is_map()) return;
  ServingConfig& config = to.config;
  OwnKeys reader(keys);
  describe(reader, config);
  const std::size_t before = diagnostics.size();
  if (const YamlNode* found = keys.find("interconnect")) {
    MapReader section(*found, keys.path("interconnect"), diagnostics);
    read_interconnect(section, ChannelUse::request_response, config.interconnect);
    section.finish(place_in<ServingExperiment>);
  }
  NodeBasics basics;
  read_inference_nodes(keys, basics, config.nodes, to.times);
  if (diagnostics.size() == before) check_seats(keys, config);
  const YamlNode* scheduler = keys.find("scheduler");
  if (scheduler == nullptr) {
    keys.error("scheduler", "is missing (a map with the key rated)");
  } else {
    MapReader section(*scheduler, keys.path("scheduler"), diagnostics);
    if (scheduler->is_map()) read_scheduler(section, basics, config.scheduler);
    section.finish(place_in<ServingExperiment>);
  }
  read_sessions(keys, basics.names, directory, config.clock_mhz, config.kinds, to.streams);
  if (diagnostics.size() == before) {
    if (const auto wrong = apply_importance(to)) keys.error("scheduler.importance", *wrong);
  }
  keys.finish(place_in<ServingExperiment>);
}

class ServingReader final : public ExperimentDocument {
 public:
  ServingReader(ServingExperiment& to, Diagnostics& diagnostics)
      : ExperimentDocument(FileKind::serving_experiment, to, diagnostics), to_(to) {}

 private:
  void prepare(YamlNode& document) override {
    YamlNode* serving = document.find("serving");
    if (serving != nullptr) expand_graph(serving->find("interconnect"), path(), inputs(), diagnostics_);
  }

  void read(const YamlNode& document) override {
    MapReader map(document, "", diagnostics_);
    OwnKeys keys(map);
    describe(keys, to_);
    if (const auto wrong = wrong_directory_name(to_.name)) map.error("name", wrong->text);
    read_origin(map, to_.overrides);
    if (const YamlNode* found = map.find("serving")) {
      read_serving(*found, directory_of(path()), to_, diagnostics_);
    } else {
      diagnostics_.error(document.where(), "the key `serving` is missing");
    }
    map.finish(place_in<ServingExperiment>);
    for (const SessionStream& stream : to_.streams)
      inputs().insert(inputs().end(), stream.files.begin(), stream.files.end());
  }

  ServingExperiment& to_;
};

}  // namespace

std::optional<ServingExperiment> load_serving_experiment(const std::string& path, const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics) {
  return read_document<ServingReader, ServingExperiment>(load_document(path, diagnostics), shown_path(path), sets,
                                                         diagnostics);
}

std::optional<ServingExperiment> read_serving_experiment(const std::string& text, const std::string& path,
                                                         const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics) {
  return read_document<ServingReader, ServingExperiment>(parse_yaml(text, path, diagnostics), path, sets, diagnostics);
}

std::string resolved_serving_experiment(ServingExperiment& experiment, const std::string& directory) {
  YamlNode given = *experiment.given;
  move_paths(given, directory_of(experiment.path), directory);
  KeyWriter keys(given);
  describe(keys, experiment);
  return keys.text() + origin_text(experiment.overrides);
}

}  // namespace gantry
