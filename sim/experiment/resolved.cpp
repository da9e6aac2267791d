// SPDX-License-Identifier: Apache-2.0
#include "experiment/resolved.h"

#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/placement_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "text/key_writer.h"
#include "text/moved_paths.h"
#include "text/origin.h"
#include "text/text_file.h"
#include "text/yaml_writer.h"

namespace gantry {

namespace {

/// All but the architecture, which is written with its placed.
class BesideArchitecture final : public KeyWriter {
  bool begin_section(const Key& key) override { return key.name != "architecture" && KeyWriter::begin_section(key); }
};

Architecture with_seats(Architecture architecture) {
  const auto topology = make_topology(architecture);
  topology->resolve(architecture.interconnect.own);
  ControlConfig& control = *architecture.control;
  if (control.on() && !control.is_star()) make_control_topology(architecture)->resolve(control.own);
  architecture.memory->interleave_bytes = architecture.memory->interleave();
  const EndpointPlacement placed = place_endpoints(architecture, topology->nodes());
  architecture.placement->host = placed.host;
  architecture.placement->scheduler = placed.scheduler;
  architecture.placement->memory = placed.memory;
  architecture.placement->processors = placed.processors;
  architecture.dispatcher->picker->quant = architecture.dispatcher->picker->quantisation();
  return architecture;
}

YamlNode text_node(const YamlNode& like, const std::string& text) {
  YamlNode node = like;
  node.kind = YamlNode::Kind::scalar;
  node.quoted = false;
  node.text = text;
  node.items.clear();
  return node;
}

void set(YamlNode& map, const std::string& key, const std::string& text) {
  if (YamlNode* found = map.find(key)) {
    found->text = text;
    return;
  }
  map.items.push_back(text_node(map, key));
  map.items.push_back(text_node(map, text));
}

YamlNode as_map(const YamlNode& workload) {
  if (!workload.is_scalar()) return workload;
  YamlNode map = workload;
  map.kind = YamlNode::Kind::map;
  map.text.clear();
  map.items = {text_node(workload, "path"), workload};
  return map;
}

/// Adds the digest of the file, so that a later change of the file is noticed.
void pin(YamlNode& workload, const Workload& read, const std::string& sha256) {
  set(workload, "format", read.format);
  set(workload, "sha256", sha256);
}

void set_order(YamlNode& workload, const Workload& graph) {
  set(workload, "order", std::string(kSubmissionOrderNames[static_cast<std::size_t>(graph.order)]));
}

void pin_streams(YamlNode& workload, const std::vector<GraphStream>& streams) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    YamlNode* graph = workload.find("streams")->items[i].find("workload");
    *graph = as_map(*graph);
    set_order(*graph, streams[i].workload);
    if (!streams[i].sha256.empty()) pin(*graph, streams[i].workload, streams[i].sha256);
  }
}

void add(YamlNode& map, const std::string& key, const YamlNode& value) {
  map.items.push_back(text_node(map, key));
  map.items.push_back(value);
}

/// Returns the values with a form of their own under the key `architecture`: cost figures, and the interconnect's graph
/// and links. They are written in full, so that their files are not needed.
YamlNode architecture_forms(const Experiment& experiment) {
  YamlNode architecture;
  architecture.kind = YamlNode::Kind::map;
  YamlNode document = architecture;
  if (experiment.cost_given) add(architecture, "cost", *experiment.cost_given);
  if (experiment.interconnect_given) add(architecture, "interconnect", *experiment.interconnect_given);
  document.items = {text_node(document, "architecture"), architecture};
  return document;
}

std::string block(const std::string& key, const YamlNode& value) {
  return value.is_map() ? key + ":\n" + yaml_block(value, 2) : key + ": " + yaml_flow(value) + '\n';
}

}  // namespace

std::string resolved_experiment(Experiment& experiment, const std::string& directory) {
  const std::string from = directory_of(experiment.path);
  BesideArchitecture keys;
  describe(keys, experiment);
  std::string text = keys.text();

  Architecture machine = with_seats(experiment.architecture);
  const YamlNode forms = architecture_forms(experiment);
  KeyWriter section(forms);
  section.section("architecture", machine, "");
  text += section.text();

  const YamlNode& given = *experiment.given;
  if (const YamlNode* found = given.find("workload")) {
    YamlNode workload = as_map(*found);
    move_paths(workload, from, directory);
    pin_streams(workload, experiment.streams);
    if (!experiment.stream && experiment.streams.empty()) set_order(workload, experiment.workload);
    if (experiment.workload_file) pin(workload, experiment.workload, experiment.workload_file->sha256);
    text += block("workload", workload);
  }
  if (const YamlNode* plan = given.find("plan"))
    text += "plan: " + yaml_text(moved_path(plan->text, from, directory)) + '\n';
  if (const YamlNode* found = given.find("background")) {
    YamlNode background = *found;
    move_paths(background, from, directory);
    text += block("background", background);
  }
  if (const YamlNode* found = given.find("faults")) text += "faults: " + yaml_flow(*found) + '\n';
  return text + origin_text(experiment.overrides, experiment.workload_file ? experiment.workload_file->path : "");
}

}  // namespace gantry
