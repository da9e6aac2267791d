// SPDX-License-Identifier: Apache-2.0
#include "architecture/trace_key.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>

#include "architecture/trace_reader.h"
#include "gantry/network/link_shape.h"
#include "text/text_file.h"

namespace gantry {
namespace {

/// Refuses keys that have no effect on a trace in flits with delays.
void refuse_in_csv(MapReader& map) {
  for (const char* key : {"flit_bytes", "delay"}) {
    if (map.node().find(key) != nullptr) map.error(key, "has no effect: the file has flits and delays");
  }
}

}  // namespace

void read_trace_file(MapReader& map, const TrafficRules& rules, TrafficSpec& to) {
  constexpr const char* kKey = "trace";
  const YamlNode& node = *map.find(kKey);
  if (map.find("packets") != nullptr) map.error("packets", "cannot be combined with trace");
  if (!node.is_map()) {
    map.error(kKey, "must be a map with the `path` of a file, not " + describe(node));
    return;
  }
  MapReader keys(node, map.path(kKey), map.diagnostics());
  TraceRules trace{rules.grid.nodes(), rules.least_flits, rules.flit_bytes};
  keys.integer("flit_bytes", trace.flit_bytes, 1, kMostFlitBytes);
  keys.integer("delay", trace.delay, 1, kMostTraceDelay);
  std::string path;
  const bool named = keys.text("path", path);
  if (node.find("path") == nullptr) keys.error("path", "is missing (a CSV file, or one of Netrace)");
  keys.finish();
  if (!named || rules.grid.nodes() == 0 || !map.diagnostics().ok()) return;
  const std::string file = path_beside(rules.directory, path);
  const auto open = [file]() -> std::unique_ptr<std::streambuf> {
    auto opened = std::make_unique<std::filebuf>();
    opened->open(file, std::ios::in | std::ios::binary);
    return opened;
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    keys.error("path", "names " + file + ", which is no file that can be read twice");
    return;
  }
  if (!std::ifstream(file)) {
    keys.error("path", "names " + file + ", which cannot be read");
    return;
  }
  if (rules.inputs != nullptr) rules.inputs->push_back(file);
  const CheckedTrace checked = check_trace(open, file, trace, map.diagnostics());
  if (checked.format == TraceFormat::csv) refuse_in_csv(keys);
  to.file = checked.trace;
}

}  // namespace gantry
