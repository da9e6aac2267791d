// SPDX-License-Identifier: Apache-2.0
#include "network/network_schemas.h"

#include "gantry/network/traffic_spec.h"
#include "network/network_experiment.h"

namespace gantry {

std::vector<SchemaKind> network_schemas() {
  nlohmann::ordered_json schema = schema_of(NetworkExperiment());
  schema["properties"]["provenance"] = {{"type", "object"}};
  schema["required"] = {"traffic"};
  return {{"network", "an experiment of `gantry network`", schema_text("Gantry network experiment", schema)}};
}

std::vector<KeySection> network_key_tables() {
  KeySection experiment = key_section("network.md", "Keys of an experiment", NetworkExperiment());
  leave_out(experiment, "interconnect.");
  leave_out(experiment, "traffic.");
  TrafficSpec traffic;
  return {experiment, key_section("network.md", "Keys of `traffic`", TrafficKeys{traffic})};
}

}  // namespace gantry
