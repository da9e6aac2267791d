// SPDX-License-Identifier: Apache-2.0
#include "output/store_advice.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>

#include "gantry/explain/store_reuse.h"
#include "gantry/platform/store_list.h"
#include "gantry/workload/data_use.h"

namespace gantry {
namespace {

constexpr unsigned kSmallest = 12;  ///< stores of 2^12 bytes
constexpr unsigned kLargest = 40;

/// A read or write of a job.
struct Access {
  std::uint32_t store = 0;
  std::uint64_t part = 0;
  std::uint64_t bytes = 0;
  bool of_job = false;   ///< the object is written by jobs
  bool written = false;  ///< by this job
};

/// Processors that share a store have its number, and each without one has a number of its own.
std::vector<std::uint32_t> store_numbers(const StoreList& list) {
  auto next = static_cast<std::uint32_t>(list.stores.size());
  std::vector<std::uint32_t> numbers;
  for (const StoreId store : list.of_processor) numbers.push_back(store == kNone ? next++ : store);
  return numbers;
}

std::vector<Access> accesses_of(const std::vector<JobRecord>& jobs, const Workload& workload, const TaskName& task_name,
                                const std::vector<std::uint32_t>& stores) {
  std::unordered_map<std::string, std::size_t> by_id;
  for (std::size_t t = 0; t < workload.tasks.size(); ++t) by_id[workload.tasks[t].id] = t;
  const std::vector<ObjectShape> shapes = object_shapes(workload);
  std::vector<const JobRecord*> order;
  order.reserve(jobs.size());
  for (const JobRecord& job : jobs) order.push_back(&job);
  std::stable_sort(order.begin(), order.end(), [](const JobRecord* a, const JobRecord* b) {
    return std::tie(a->arrived, a->processor) < std::tie(b->arrived, b->processor);
  });
  std::vector<Access> accesses;
  for (const JobRecord* job : order) {
    const auto at = by_id.find(task_name(job->task));
    if (at == by_id.end()) continue;
    const WorkloadTask& task = workload.tasks[at->second];
    const auto add = [&](std::uint32_t object, std::uint32_t part, bool written) {
      const std::uint64_t bytes = shapes[object].part_bytes(part);
      if (bytes > 0) accesses.push_back({stores[job->processor], std::uint64_t{object} << 32 | part, bytes, written});
    };
    for (const WorkloadRead& read : task.reads) {
      const ObjectShape& shape = shapes[read.object];
      const PartRange range = parts_read(shape.bytes, shape.parts, read.whole, job->job, task.jobs);
      for (std::uint32_t part = range.first; part < range.last; ++part) add(read.object, part, false);
    }
    for (const WorkloadWrite& write : task.writes) add(write.object, job->job, true);
  }
  return accesses;
}

std::uint64_t read_with(const std::vector<Access>& accesses, std::uint64_t bytes, std::uint32_t stores) {
  StoreReuse reuse(bytes, stores);
  for (const Access& access : accesses) {
    access.written ? reuse.write(access.store, access.part, access.bytes)
                   : reuse.read(access.store, access.part, access.bytes, access.of_job);
  }
  return reuse.from_memory();
}

}  // namespace

std::optional<StoreAdvice> store_advice(const std::vector<JobRecord>& jobs, const Workload& workload,
                                        const TaskName& task_name, const Architecture& architecture,
                                        std::uint64_t reads) {
  const StoreList list = list_stores(architecture);
  const std::vector<std::uint32_t> stores = store_numbers(list);
  const std::uint32_t count = stores.empty() ? 0 : *std::max_element(stores.begin(), stores.end()) + 1;
  const std::vector<Access> accesses = accesses_of(jobs, workload, task_name, stores);
  StoreAdvice advice;
  advice.fewest = read_with(accesses, std::uint64_t{1} << kLargest, count);
  if (advice.fewest + reads / 10 >= reads) return std::nullopt;
  std::uint64_t present = 0;
  for (const StoreInfo& store : list.stores) present = std::max(present, store.bytes);
  for (unsigned log = kSmallest; log <= kLargest; ++log) {
    advice.bytes = std::uint64_t{1} << log;
    if (advice.bytes <= present) continue;
    advice.reads = read_with(accesses, advice.bytes, count);
    if (advice.reads < reads && (reads - advice.reads) * 10 >= (reads - advice.fewest) * 9) return advice;
  }
  return std::nullopt;
}

}  // namespace gantry
