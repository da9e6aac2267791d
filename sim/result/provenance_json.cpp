// SPDX-License-Identifier: Apache-2.0
#include "result/provenance_json.h"

namespace gantry {

nlohmann::ordered_json provenance_json(const Provenance& from) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, version] : from.versions) json[name] = version;
  if (!from.picker.empty()) {
    json["engine"] = {{"picker", from.picker_engine}};
    for (const auto& [block, engine] : from.block_engines) json["engine"][block] = engine;
    if (!from.picker_timing.empty()) json["engine"]["picker_timing"] = from.picker_timing;
    json["picker"] = from.picker;
    if (!from.processor_choice.empty()) json["processor_choice"] = from.processor_choice;
  }
  json["overrides"] = from.overrides;
  if (from.workload_path.empty()) {
    json["workload"] = nullptr;
  } else {
    json["workload"] = {{"path", from.workload_path}, {"sha256", from.workload_sha256}};
  }
  return json;
}

}  // namespace gantry
