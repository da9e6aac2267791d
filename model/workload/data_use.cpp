// SPDX-License-Identifier: Apache-2.0
#include "gantry/workload/data_use.h"

#include "gantry/base/saturating.h"

namespace gantry {
inline namespace workload {

namespace {

/// Adds to every part the jobs of a task that read it.
void count_readers(ObjectShape& shape, bool whole, std::uint32_t jobs) {
  if (shape.readers.empty()) shape.readers.resize(shape.parts);
  if (whole) {
    for (std::uint32_t& readers : shape.readers) readers += jobs;
    return;
  }
  for (std::uint32_t job = 0; job < jobs; ++job) {
    const PartRange read = parts_read(shape.bytes, shape.parts, false, job, jobs);
    for (std::uint32_t part = read.first; part < read.last; ++part) ++shape.readers[part];
  }
}

}  // namespace

std::vector<std::uint32_t> object_writers(const Workload& workload) {
  std::vector<std::uint32_t> writers(workload.data.size(), kNone);
  for (std::uint32_t task = 0; task < workload.tasks.size(); ++task) {
    for (const WorkloadWrite& write : workload.tasks[task].writes) writers[write.object] = task;
  }
  return writers;
}

std::vector<ObjectShape> object_shapes(const Workload& workload) {
  std::vector<ObjectShape> shapes(workload.data.size());
  if (shapes.empty()) return shapes;
  const std::vector<std::uint32_t> writers = object_writers(workload);
  for (std::size_t object = 0; object < shapes.size(); ++object) {
    const DataObject& from = workload.data[object];
    ObjectShape& shape = shapes[object];
    shape.bytes = from.bytes;
    shape.written = writers[object] != kNone;
    shape.parts = shape.written ? workload.tasks[writers[object]].jobs : from.parts;
    shape.keep = from.keep;
  }
  for (const WorkloadTask& task : workload.tasks) {
    for (const WorkloadRead& read : task.reads) {
      if (shapes[read.object].written) count_readers(shapes[read.object], read.whole, task.jobs);
    }
  }
  return shapes;
}

std::uint64_t job_data_bytes(const WorkloadTask& task, const std::vector<ObjectShape>& objects, std::uint32_t job) {
  std::uint64_t bytes = 0;
  for (const WorkloadRead& read : task.reads) {
    const ObjectShape& object = objects[read.object];
    const PartRange range = parts_read(object.bytes, object.parts, read.whole, job, task.jobs);
    bytes = saturating_add(bytes, share_begin(object.bytes, range.last, object.parts) -
                                      share_begin(object.bytes, range.first, object.parts));
  }
  for (const WorkloadWrite& write : task.writes) bytes = saturating_add(bytes, objects[write.object].part_bytes(job));
  return bytes;
}

JobData largest_job_data(const WorkloadTask& task, const std::vector<ObjectShape>& objects) {
  JobData largest;
  if (task.reads.empty() && task.writes.empty()) return largest;
  for (std::uint32_t job = 0; job < task.jobs; ++job) {
    const std::uint64_t bytes = job_data_bytes(task, objects, job);
    if (bytes > largest.bytes) largest = {job, bytes};
  }
  return largest;
}

}  // namespace workload
}  // namespace gantry
