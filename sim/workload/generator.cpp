// SPDX-License-Identifier: Apache-2.0
#include "workload/generator.h"

#include <algorithm>

#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kCyclesPerUnit = 1000;

/// A graph needs the same as one from a file: the mapping, and no cycle.
void finish_graph(MapReader& keys, bool edges_are_data, Workload& workload, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  Mapping mapping = graph_mapping();
  mapping.edges_are_data = edges_are_data;
  const YamlNode* found = keys.find("mapping");
  if (found != nullptr && read_mapping(*found, keys.path("mapping"), mapping, diagnostics)) {
    note_unused_keys(*found, keys.path("mapping"), graph_mapping_keys(),
                     "in a graph of the generator " + workload.format, diagnostics);
  }
  keys.finish();
  if (diagnostics.size() != before) return;
  for (WorkloadTask& task : workload.tasks) {
    task.cls = mapping.cls;
    task.weight = mapping.weight;
    task.where = workload.where;
  }
  if (apply_mapping(mapping, workload, diagnostics)) check_graph(workload, diagnostics);
}

}  // namespace

Mapping graph_mapping() {
  Mapping mapping;
  mapping.cycles_per_unit = {kCyclesPerUnit, 0};
  mapping.input.from = BytesFrom::edges;
  mapping.output.from = BytesFrom::edges;
  return mapping;
}

bool generate_workload(const YamlNode& node, const std::string& path, const std::string& directory,
                       GeneratedWorkload& to, Diagnostics& diagnostics, std::uint32_t clock_mhz, bool edges_are_data) {
  const std::size_t before = diagnostics.size();
  MapReader keys(node, path, diagnostics);
  std::vector<std::string_view> names;
  for (const WorkloadGenerator& generator : workload_generators().entries()) names.push_back(generator.name);
  std::size_t which = 0;
  if (!keys.name("generator", which, names)) return false;
  to.workload.where = node.where();
  to.workload.name = names[which];
  to.workload.format = names[which];
  GeneratorContext context{directory, diagnostics, clock_mhz};
  workload_generators().entries()[which].make(keys, context, to);
  to.files = std::move(context.files);
  if (to.stream) {
    to.stream->where = node.where();
    keys.finish();
  } else if (diagnostics.size() == before) {
    finish_graph(keys, edges_are_data, to.workload, diagnostics);
  } else {
    keys.find("mapping");
    keys.finish();
  }
  return diagnostics.size() == before;
}

}  // namespace gantry
