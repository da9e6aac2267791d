// SPDX-License-Identifier: Apache-2.0
#include "report/network_places.h"

#include "architecture/architecture_reader.h"
#include "architecture/interconnect_check.h"
#include "gantry/base/diagnostics.h"
#include "result/output_names.h"
#include "text/yaml_node.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

const YamlNode* interconnect_of(const YamlNode& document) {
  for (const char* section : {"architecture", "serving"}) {
    if (const YamlNode* in = document.find(section)) return in->find("interconnect");
  }
  return document.find("interconnect");
}

}  // namespace

NetworkPlaces network_places(const std::string& experiment, std::uint32_t routers, std::uint32_t terminals) {
  Diagnostics ignored;  // the experiment was read in earnest by the run; here a picture is less neat without it
  NetworkPlaces places;
  const auto document = parse_yaml(experiment, kExperimentFile, ignored);
  const YamlNode* section = document ? interconnect_of(*document) : nullptr;
  if (section == nullptr) return places;
  InterconnectConfig config;
  MapReader map(*section, "interconnect", ignored);
  read_interconnect(map, ChannelUse::request_response, config);
  if (builtin_topologies().find(config.topology) == nullptr) return places;
  places.topology = config.topology;
  if (!ignored.ok()) return places;
  const auto topology = find_topology(config, terminals, {}, ignored);
  if (topology == nullptr || topology->routers() != routers) return places;
  for (std::uint32_t r = 0; r < routers; ++r) places.spots.push_back(topology->spot(r));
  return places;
}

}  // namespace gantry
