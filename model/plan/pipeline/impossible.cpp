// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gantry/plan/pipeline/planner.h"

namespace gantry::plan {
namespace {

std::string names_of(const PipelineItems& items, std::uint32_t unit) {
  std::string text;
  std::vector<std::uint32_t> operations;
  for (const std::uint32_t i : items.members(unit)) operations.push_back(i % items.model().operation_count());
  std::sort(operations.begin(), operations.end());
  operations.erase(std::unique(operations.begin(), operations.end()), operations.end());
  for (std::size_t k = 0; k < operations.size(); ++k) {
    if (k == 3 && operations.size() > 4) return text + " and " + std::to_string(operations.size() - 3) + " more";
    text += (k == 0 ? "" : ", ") + items.model().operations[operations[k]].name;
  }
  return text;
}

}  // namespace

std::vector<std::string> impossible(const PipelineItems& items) {
  const PipelineModel& model = items.model();
  std::vector<std::string> lines;
  for (std::uint32_t u = 0; u < items.units() && lines.size() < 20; ++u) {
    const bool tied = items.members(u).size() > 1;
    const std::string who =
        (tied ? "operations " : "operation ") + names_of(items, u) + (tied ? ", which share a parameter," : "");
    std::uint64_t held = 0;
    for (const std::uint32_t p : items.held(u)) held += model.parameters[p].bytes;
    bool runs = false;
    bool fits = false;
    std::uint64_t largest = 0;
    std::uint64_t needed = held;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
      if (!items.can_run(u, r)) continue;
      runs = true;
      std::uint64_t most = 0;
      for (const std::uint32_t i : items.members(u)) {
        if (model.objective == PipelineObjective::kThroughput || model.time(i, r) > 0) {
          most = std::max(most, items.footprint(i));
        }
      }
      needed = std::max(needed, held + most);
      fits = fits || !model.resources[r].memory || held + most <= *model.resources[r].memory;
      largest = std::max(largest, model.resources[r].memory.value_or(0));
    }
    if (!runs) {
      lines.push_back("no resource runs " + who + (tied ? " all" : ""));
    } else if (!fits) {
      lines.push_back("memory: " + who + (tied ? " need " : " needs ") + std::to_string(needed) +
                      " bytes at a time and the largest resource that can run " + (tied ? "them" : "it") + " has " +
                      std::to_string(largest));
    }
  }
  std::uint64_t capacity = 0;
  bool limited = true;
  for (const PipelineResource& r : model.resources) {
    limited = limited && r.memory.has_value();
    capacity = add(capacity, r.memory.value_or(0));
  }
  std::uint64_t bytes = 0;
  for (const PipelineParameter& p : model.parameters) bytes += p.bytes;
  if (limited && bytes > capacity) {
    lines.push_back("memory: the parameters have " + std::to_string(bytes) + " bytes and all resources together " +
                    std::to_string(capacity));
  }
  return lines;
}

}  // namespace gantry::plan
