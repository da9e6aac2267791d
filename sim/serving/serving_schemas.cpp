// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_schemas.h"

#include "serving/serving_keys.h"

namespace gantry {

std::vector<SchemaKind> serving_schemas() {
  nlohmann::ordered_json schema = schema_of(ServingExperiment());
  schema["properties"]["provenance"] = {{"type", "object"}};
  schema["required"] = {"serving"};
  return {{"serving", "an experiment with the key `serving`", schema_text("Gantry serving experiment", schema)},
          {"selection", "a file of `gantry select`", schema_text("Gantry selection", schema_of(SelectionRequest()))}};
}

std::vector<KeySection> serving_key_tables() {
  KeySection experiment = key_section("serving.md", "The experiment", ServingExperiment());
  leave_out(experiment, "serving.interconnect.");
  return {experiment, key_section("serving.md", "Keys of `gantry select`", SelectionRequest())};
}

}  // namespace gantry
