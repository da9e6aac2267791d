// SPDX-License-Identifier: Apache-2.0
// Data objects of edges: `workload.edges: data` makes an object of every edge that has bytes (docs/data.md).
#pragma once

#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "text/yaml_node.h"

namespace gantry {

/// Reads `none` (false) or `data` (true). Leaves `to` unchanged after a problem. `path` names the key in messages.
void read_edges_key(const YamlNode& node, const std::string& path, bool& to, Diagnostics& diagnostics);

/// Whether the edge becomes an object: it has bytes, and none of its ends is an event task.
[[nodiscard]] inline bool carries_object(const WorkloadEdge& edge, const WorkloadTask& reader,
                                         const WorkloadTask& writer) {
  return edge.bytes > 0 && reader.cls != TaskClass::event && writer.cls != TaskClass::event;
}

/// Makes an object of every edge with bytes beyond those of objects that its ends share: `WRITER->READER`, a further
/// one between the same two tasks `WRITER->READER.2` and so on. The predecessor writes it, and the successor reads it
/// split. Edges from or to event tasks, and between tasks that an instance may have one without the other, only order;
/// a note at `where` counts them. Returns false after an error: the workload has operators, or an object with such an
/// id.
bool make_objects_of_edges(Workload& workload, const SourcePosition& where, Diagnostics& diagnostics);

}  // namespace gantry
