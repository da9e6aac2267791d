// SPDX-License-Identifier: Apache-2.0
#include "gantry/workload/data_use.h"

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

}  // namespace workload
}  // namespace gantry
