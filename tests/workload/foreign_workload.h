// SPDX-License-Identifier: Apache-2.0
// A foreign workload from a small text, and what is in it, as tests want to see it.
#pragma once

#include <string>
#include <vector>

#include "catch.h"
#include "text/yaml_node.h"
#include "workload/format.h"

namespace gantry {

using Lines = std::vector<std::string>;

inline Lines read(const std::string& format, const std::string& text, Workload& workload,
                  const std::string& mapping = "") {
  Diagnostics diagnostics;
  const auto node = mapping.empty() ? std::nullopt : parse_yaml(mapping, "m", diagnostics);
  read_workload(text, "f", format, workload, diagnostics, nullptr, {node ? &*node : nullptr});
  return diagnostics.lines();
}

inline Workload load(const std::string& format, const std::string& text, const std::string& mapping = "") {
  Workload workload;
  CHECK(read(format, text, workload, mapping) == Lines());
  return workload;
}

inline Lines errors(const std::string& format, const std::string& text, const std::string& mapping = "") {
  Workload workload;
  return read(format, text, workload, mapping);
}

inline std::string guess(const std::string& text) {
  const WorkloadFormat* format = guess_workload_format(text);
  return format == nullptr ? "none" : format->name;
}

/// "a(8) b" = waits for a with 8 bytes on the edge and for b.
inline std::string after(const Workload& workload, std::size_t task) {
  std::string text;
  for (const WorkloadEdge& edge : workload.tasks[task].after) {
    if (!text.empty()) text += ' ';
    text += workload.tasks[edge.task].id;
    if (edge.bytes > 0) text += '(' + std::to_string(edge.bytes) + ')';
  }
  return text;
}

inline Lines ids(const Workload& workload) {
  Lines names;
  for (const WorkloadTask& task : workload.tasks) names.push_back(task.id);
  return names;
}

}  // namespace gantry
