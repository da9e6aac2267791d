// SPDX-License-Identifier: Apache-2.0
#include "workload/stream_source.h"

#include "workload/mapping.h"
#include "workload/task_defaults.h"

namespace gantry {
namespace {

/// Random streams. Results of a seed depend on these numbers.
enum : std::uint64_t { kArrivals = 1, kClasses, kWeights, kJobs, kCycles, kStreams };

}  // namespace

StreamSource::StreamSource(const StreamSpec& stream, const Architecture& architecture, std::uint64_t seed)
    : stream_(stream),
      by_class_(kTaskClasses),
      class_bits_(seed, kClasses),
      weight_bits_(seed, kWeights),
      jobs_bits_(seed, kJobs),
      cycles_bits_(seed, kCycles),
      streams_bits_(seed, kStreams),
      arrivals_(stream.arrivals->start(RandomBits(seed, kArrivals))) {
  const TaskDefaults defaults(architecture);
  for (const TaskClass cls : stream.cls.values) {
    Task& task = by_class_[index(cls)];
    task.cls = cls;
    task.input_bytes = stream.input_bytes;
    task.output_bytes = stream.output_bytes;
    defaults.settle(task, {stream.processor, stream.job_bytes, stream.bytes_given, TaskDefaults::JobSize::whole_words});
  }
}

bool StreamSource::next(Task& task) {
  if (made_ == stream_.tasks) return false;
  ++made_;
  task.cls = stream_.cls.draw(class_bits_);
  task.weight = stream_.weight.draw(weight_bits_);
  task.stream = stream_.stream.draw(streams_bits_);
  task.jobs = stream_.jobs.draw(jobs_bits_);
  task.cycles = stream_.cycles.draw(cycles_bits_, kMaxTaskCycles);
  const Task& settled = by_class_[index(task.cls)];
  task.type = settled.type;
  task.job_bytes = settled.job_bytes;
  task.input_bytes = settled.input_bytes;
  task.output_bytes = settled.output_bytes;
  task.submit = arrivals_->next();
  task.after.clear();
  return true;
}

Workload representatives(const StreamSpec& stream) {
  Workload workload;
  workload.foreign = true;  // job sizes are rounded up
  for (const TaskClass cls : stream.cls.values) {
    for (const std::uint32_t jobs : stream.jobs.values) {
      WorkloadTask task;
      task.id = std::string(name(cls)) + " of the stream";
      task.cls = cls;
      task.jobs = jobs;
      task.cycles = stream.cycles.typical();
      task.job_bytes = stream.job_bytes;
      task.processor = stream.processor;
      task.where = stream.where;
      workload.tasks.push_back(std::move(task));
    }
  }
  return workload;
}

}  // namespace gantry
