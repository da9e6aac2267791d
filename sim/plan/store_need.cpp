// SPDX-License-Identifier: Apache-2.0
#include "plan/store_need.h"

#include <algorithm>
#include <utility>

#include "gantry/base/saturating.h"
#include "gantry/workload/data_use.h"

namespace gantry {
namespace {

/// Calls `visit(store)` for the stores of a task, each once.
template <class Visit>
void for_each_store(const std::vector<ProcessorId>& processors, const StoreList& stores, Visit visit) {
  std::vector<StoreId> of;
  for (const ProcessorId p : processors) {
    if (stores.of_processor[p] != kNone) of.push_back(stores.of_processor[p]);
  }
  std::sort(of.begin(), of.end());
  of.erase(std::unique(of.begin(), of.end()), of.end());
  for (const StoreId store : of) visit(store);
}

/// Most bytes of written objects that a job of the task reads and writes.
std::uint64_t written_bytes(const WorkloadTask& task, const std::vector<ObjectShape>& objects) {
  WorkloadTask written;
  written.jobs = task.jobs;
  written.writes = task.writes;
  for (const WorkloadRead& read : task.reads) {
    if (objects[read.object].written) written.reads.push_back(read);
  }
  return largest_job_data(written, objects).bytes;
}

}  // namespace

std::vector<StoreNeed> store_needs(const Workload& workload, const PlacedProcessors& processors,
                                   const StoreList& stores) {
  std::vector<StoreNeed> needs(stores.stores.size());
  if (needs.empty() || workload.data.empty()) return needs;
  const std::vector<ObjectShape> objects = object_shapes(workload);
  std::vector<std::pair<std::uint32_t, StoreId>> kept;
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    const WorkloadTask& task = workload.tasks[t];
    if (task.reads.empty() && task.writes.empty()) continue;
    const std::uint64_t bytes = written_bytes(task, objects);
    for_each_store(processors[t], stores, [&](StoreId store) {
      StoreNeed& need = needs[store];
      if (need.task == kNone || bytes > need.job) need.task = t;
      need.job = std::max(need.job, bytes);
      for (const WorkloadRead& read : task.reads) {
        if (!objects[read.object].written) kept.emplace_back(read.object, store);
      }
    });
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  for (const auto& [object, store] : kept)
    needs[store].kept = saturating_add(needs[store].kept, workload.data[object].bytes);
  return needs;
}

std::vector<bool> kept_objects(const Workload& workload, const PlacedProcessors& processors, const StoreList& stores) {
  const std::vector<StoreNeed> needs = store_needs(workload, processors, stores);
  std::vector<bool> kept(workload.data.size(), true);
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    for (const WorkloadWrite& write : workload.tasks[t].writes) kept[write.object] = false;
    for_each_store(processors[t], stores, [&](StoreId store) {
      if (needs[store].bytes() <= stores.stores[store].bytes) return;
      for (const WorkloadRead& read : workload.tasks[t].reads) kept[read.object] = false;
    });
  }
  return kept;
}

}  // namespace gantry
