// SPDX-License-Identifier: Apache-2.0
#include "gantry/device/descriptor_intake.h"

#include <utility>

#include "gantry/scheduler/matchable.h"

namespace gantry {
inline namespace device {

namespace {

constexpr std::uint32_t kMostJobs = GANTRY_TS_MOST_JOBS;
constexpr std::uint32_t kMostWeight = 256;

bool good_jobs(TaskClass cls, std::uint32_t jobs) {
  if (cls == TaskClass::event) return jobs == 0;
  return jobs != 0 && jobs <= kMostJobs;
}

/// Whether the mask names a type of the machine. Cycles by type must fit into the payload.
bool good_types(const DescriptorFields& fields, const DescriptorLayout& layout) {
  const bool by_type = (fields.flags & GANTRY_TS_TASK_CYCLES_BY_TYPE) != 0;
  if (by_type && !layout.has_room_for_types()) return false;
  const std::uint64_t known = (std::uint64_t{1} << layout.types()) - 1;
  return (fields.type_mask & known) != 0;
}

}  // namespace

std::optional<std::uint64_t> TaskNumbers::take(std::uint32_t number, std::uint64_t oldest) {
  for (; cleared_to_ < oldest; ++cleared_to_) clear_bit(taken_, static_cast<std::size_t>(cleared_to_ % window_));
  const std::uint64_t whole = whole_number(number, oldest);
  const auto place = static_cast<std::size_t>(whole % window_);
  if (whole - oldest >= window_ || test_bit(taken_, place)) return std::nullopt;
  set_bit(taken_, place);
  return whole;
}

DescriptorIntake::Taken DescriptorIntake::take(const Place& place, const std::vector<std::uint8_t>& bytes,
                                               std::uint64_t oldest) {
  const DescriptorFields fields = read_descriptor(bytes.data(), config_.layout, !place.wrong);
  const std::optional<std::uint64_t> number = numbers_.take(fields.number, oldest);
  if (!number) {
    errors_.note(GANTRY_TS_BAD_NUMBER, fields.number);
    if (place.task != kNone) tasks_.release(place.task);
    return {};
  }
  Task task;
  const std::optional<gantry_ts_error> error = place.wrong ? place.wrong : check(fields, place.queue, *number, task);
  if (error) errors_.note(*error, fields.number);

  const TaskRef ref = place.task != kNone ? place.task : tasks_.allocate();
  LiveTask& live = tasks_[ref];
  live.record = TaskRecord{};
  live.record.number = *number;
  live.record.queue = place.queue;
  live.record.position = place.position;
  live.record.arrival = place.now;
  live.record.submitted = place.now;
  live.record.acknowledged = place.now;
  live.record.announced = place.now;
  live.jobs_completed = 0;
  live.data_address = fields.data_address;
  if (error) {
    live.task = Task{};
    live.record.cls = config_.queues.cls(place.queue);
    return {Outcome::dropped, ref};
  }
  live.record.cls = task.cls;
  live.record.weight = task.weight;
  live.record.jobs = task.jobs;
  live.record.stream = task.stream;
  live.task = std::move(task);
  return {Outcome::task, ref};
}

std::optional<gantry_ts_error> DescriptorIntake::check(const DescriptorFields& fields, QueueId queue,
                                                       std::uint64_t number, Task& task) const {
  if (fields.cls >= kTaskClasses) return GANTRY_TS_BAD_CLASS;
  const auto cls = static_cast<TaskClass>(fields.cls);
  if (cls != config_.queues.cls(queue)) return GANTRY_TS_WRONG_QUEUE;
  if (!good_jobs(cls, fields.jobs)) return GANTRY_TS_BAD_JOBS;
  if (fields.weight == 0 || fields.weight > kMostWeight) return GANTRY_TS_BAD_WEIGHT;
  if (cls != TaskClass::event && !good_types(fields, config_.layout)) return GANTRY_TS_BAD_JOB_BYTES;
  task = decode_task(fields, config_.layout);
  for (const std::uint32_t predecessor : fields.predecessors) {
    const std::uint64_t whole = whole_number(predecessor, number);
    if (whole >= number) return GANTRY_TS_BAD_PREDECESSOR;
    task.after.push_back(whole);
  }
  switch (matchable(task, processors_, config_.dispatcher)) {
    case Matchable::yes:
      return std::nullopt;
    case Matchable::no_processor:
      return GANTRY_TS_BAD_JOB_BYTES;
    default:
      return GANTRY_TS_BAD_JOBS;
  }
}

}  // namespace device
}  // namespace gantry
