// SPDX-License-Identifier: Apache-2.0
#include "experiment/graph_stream.h"

#include "gantry/base/keys.h"
#include "text/yaml_reader.h"
#include "workload/arrival_reader.h"
#include "workload/mapping.h"

namespace gantry {

void describe(KeyVisitor& keys, GraphStream& stream) {
  keys.form("name", {{"string"}, "text, each once", true}, "", "how reports call it");
  keys.form("workload", {{"string", "object"}, "as `workload`, but a graph", true}, "", "the tasks of one instance");
  keys.form("arrivals", {{"object"}, "a map with `process`", true}, "", "when instances arrive");
  keys.required_number("count", stream.count, {1, kMostInstances}, "", "how many instances arrive");
  keys.optional_number("weight", stream.weight, {1, 256}, "", "the tasks' own", "of all its tasks");
  keys.optional_number("deadline_cycles", stream.deadline_cycles, {1, kMaxTaskCycles}, "cycles", "none",
                       "an instance ought to be done so many cycles after it has arrived");
}

namespace {

std::shared_ptr<const ArrivalModel> read_trace(MapReader& keys, GeneratorContext& context) {
  std::size_t recorded = 0;
  return read_recorded_arrivals(keys, context, recorded, true);
}

}  // namespace

const std::vector<ArrivalForm>& arrival_forms() {
  static const std::vector<ArrivalForm> kForms = {{"periodic", describe_periodic_arrivals, read_periodic_arrivals},
                                                  {"poisson", describe_poisson_arrivals, read_poisson_arrivals},
                                                  {"bursts", describe_burst_arrivals, read_burst_arrivals},
                                                  {"trace", describe_recorded_requests, read_trace}};
  return kForms;
}

std::shared_ptr<const ArrivalModel> read_stream_arrivals(const YamlNode& node, const std::string& path,
                                                         GeneratorContext& context) {
  MapReader keys(node, path, context.diagnostics);
  if (!node.is_map()) return nullptr;
  std::vector<std::string_view> names;
  for (const ArrivalForm& form : arrival_forms()) names.emplace_back(form.name);
  std::size_t which = 0;
  if (keys.find("process") == nullptr) {
    keys.error("process", "is missing (" + alternatives(names) + ")");
    return nullptr;
  }
  if (!keys.name("process", which, names)) return nullptr;
  auto model = arrival_forms()[which].read(keys, context);
  keys.finish();
  return model;
}

}  // namespace gantry
