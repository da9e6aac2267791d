// SPDX-License-Identifier: Apache-2.0
#include "workload/edge_data.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gantry/base/saturating.h"
#include "gantry/workload/data_use.h"
#include "text/yaml_reader.h"
#include "workload/data_check.h"
#include "workload/unique_names.h"

namespace gantry {
namespace {

/// Edges with bytes that carry no object.
struct OnlyOrder {
  std::uint64_t edges = 0;
  std::uint64_t bytes = 0;

  void add(const WorkloadEdge& edge) {
    ++edges;
    bytes = saturating_add(bytes, edge.bytes);
  }
  void note(const std::string& which, const SourcePosition& where, Diagnostics& diagnostics) const {
    if (edges == 0) return;
    diagnostics.note(where, std::to_string(edges) + (edges == 1 ? " edge " : " edges ") + which + " with " +
                                std::to_string(bytes) + " bytes " +
                                (edges == 1 ? "becomes no data object" : "become no data objects"));
  }
};

/// Takes objects that the predecessor writes and the successor reads as a part of their edge's bytes. Objects of files
/// are there already.
void count_objects(Workload& workload) {
  if (workload.foreign || workload.data.empty()) return;
  const std::vector<std::uint32_t> writers = object_writers(workload);
  std::map<std::uint32_t, std::uint64_t> left;  // bytes of objects by predecessor
  for (WorkloadTask& reader : workload.tasks) {
    left.clear();
    for (const WorkloadRead& read : reader.reads) {
      if (writers[read.object] == kNone) continue;
      std::uint64_t& bytes = left[writers[read.object]];
      bytes = saturating_add(bytes, workload.data[read.object].bytes);
    }
    if (left.empty()) continue;
    for (WorkloadEdge& edge : reader.after) {
      const auto found = left.find(edge.task);
      if (found == left.end()) continue;
      edge.filed = std::min(edge.bytes, found->second);
      found->second -= edge.filed;
    }
  }
}

}  // namespace

void read_edges_key(const YamlNode& node, const std::string& path, bool& to, Diagnostics& diagnostics) {
  const std::vector<std::string_view> names = {"none", "data"};
  if (node.says("none") || node.says("data")) {
    to = node.says("data");
    return;
  }
  diagnostics.error(node.where(), path + " must be " + alternatives(names) + ", not " + describe(node) +
                                      did_you_mean(node.text, names));
}

bool make_objects_of_edges(Workload& workload, const SourcePosition& where, Diagnostics& diagnostics) {
  if (!workload.model.operators.empty()) {
    diagnostics.error(where,
                      "edges of a model's operators carry no data objects of their own, because its tensors move "
                      "as the lowering says");
    return false;
  }
  std::unordered_set<std::string> given;
  for (const DataObject& object : workload.data) given.insert(object.id);
  const std::vector<std::uint32_t> fates = fates_of(workload);
  count_objects(workload);
  UniqueNames names;
  OnlyOrder events;
  OnlyOrder apart;
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    WorkloadTask& reader = workload.tasks[t];
    for (const WorkloadEdge& edge : reader.after) {
      WorkloadTask& writer = workload.tasks[edge.task];
      if (edge.bytes == edge.filed) continue;
      if (!carries_object(edge, reader, writer)) {
        events.add(edge);
        continue;
      }
      if (fates[t] != fates[edge.task]) {
        apart.add(edge);
        continue;
      }
      DataObject object;
      object.id = names.take(writer.id + "->" + reader.id);
      object.bytes = edge.bytes - edge.filed;
      object.where = reader.where;
      if (given.count(object.id) != 0) {
        diagnostics.error(reader.where, "data object " + in_quotes(object.id) +
                                            " is there already, and an edge would make another one");
        return false;
      }
      const auto number = static_cast<std::uint32_t>(workload.data.size());
      writer.writes.push_back({number, reader.where});
      reader.reads.push_back({number, false, reader.where});
      workload.data.push_back(std::move(object));
    }
  }
  workload.edges_are_data = true;
  events.note("from or to event tasks", where, diagnostics);
  apart.note("into or out of an alternative of a branch", where, diagnostics);
  return true;
}

}  // namespace gantry
