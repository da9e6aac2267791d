// SPDX-License-Identifier: Apache-2.0
#include "gantry/device/descriptor_codec.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "gantry/base/error.h"
#include "gantry/device/task_scheduler_regs.h"
#include "gantry/scheduler/descriptor_config.h"

namespace gantry {
inline namespace device {

namespace {

template <class T>
T checked(std::uint64_t value, const char* what) {
  if (value > std::numeric_limits<T>::max()) throw Error(std::string(what) + " do not fit into a descriptor");
  return static_cast<T>(value);
}

/// Reads or writes one field after the other.
struct FieldReader {
  const std::uint8_t* at;
  template <class T>
  void operator()(T& field) {
    field = static_cast<T>(read_bytes(at, sizeof(T)));
    at += sizeof(T);
  }
};
struct FieldWriter {
  std::uint8_t* at;
  template <class T>
  void operator()(const T& field) {
    write_bytes(field, at, sizeof(T));
    at += sizeof(T);
  }
};

/// The order of gantry_ts_descriptor.
template <class Fields, class Count, class Visit>
void visit_fields(Fields& fields, Count& predecessors, Visit visit) {
  visit(fields.number);
  visit(fields.cls);
  visit(fields.flags);
  visit(fields.weight);
  visit(fields.jobs);
  visit(predecessors);
  visit(fields.stream);
  visit(fields.job_bytes);
  visit(fields.type_mask);
  visit(fields.deadline);
  visit(fields.input_bytes);
  visit(fields.output_bytes);
  visit(fields.data_address);
  visit(fields.program);
}

constexpr std::uint32_t kAllTypes = GANTRY_TS_ANY_TYPE;

}  // namespace

std::uint64_t read_bytes(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i > 0; --i) value = value << 8 | bytes[i - 1];
  return value;
}

void write_bytes(std::uint64_t value, std::uint8_t* bytes, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

DescriptorLayout::DescriptorLayout(const DescriptorConfig& config, std::uint32_t types)
    : full_bytes_(config.full_bytes), predecessors_(config.predecessors), types_(types) {
  const std::size_t least = sizeof(gantry_ts_descriptor) + std::size_t{4} * predecessors_;
  if (full_bytes_ < least || full_bytes_ % 8 != 0 || full_bytes_ > 65536) {
    throw Error("a descriptor in memory with room for " + std::to_string(predecessors_) +
                " predecessors has a multiple of 8 and at least " + std::to_string(least) +
                " bytes (descriptor.full_bytes), not " + std::to_string(full_bytes_));
  }
  if (types_ > kMostMaskTypes) throw Error("descriptors support at most 32 types of processors");
}

bool DescriptorLayout::has_room_for_types() const {
  return predecessors_at() - GANTRY_TS_PAYLOAD >= std::size_t{8} * types_;
}

std::uint32_t named_predecessors(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(read_bytes(bytes + offsetof(gantry_ts_descriptor, predecessors), 2));
}

DescriptorFields read_descriptor(const std::uint8_t* bytes, const DescriptorLayout& layout, bool with_predecessors) {
  DescriptorFields fields;
  std::uint16_t predecessors = 0;
  visit_fields(fields, predecessors, FieldReader{bytes});
  const bool by_type = (fields.flags & GANTRY_TS_TASK_CYCLES_BY_TYPE) != 0 && layout.has_room_for_types();
  for (std::size_t i = 0; i < (by_type ? layout.types() : 1); ++i) {
    fields.cycles.push_back(read_bytes(bytes + GANTRY_TS_PAYLOAD + 8 * i, 8));
  }
  for (std::size_t i = 0; with_predecessors && i < predecessors; ++i) {
    fields.predecessors.push_back(static_cast<std::uint32_t>(read_bytes(bytes + layout.predecessors_at() + 4 * i, 4)));
  }
  return fields;
}

std::vector<std::uint8_t> write_descriptor(const DescriptorFields& fields, const DescriptorLayout& layout) {
  std::vector<std::uint8_t> bytes(layout.bytes(fields.predecessors.size()), 0);
  const auto predecessors = checked<std::uint16_t>(fields.predecessors.size(), "predecessors");
  visit_fields(fields, predecessors, FieldWriter{bytes.data()});
  if (GANTRY_TS_PAYLOAD + 8 * fields.cycles.size() > layout.predecessors_at())
    throw Error("cycles of all types do not fit into a descriptor (a larger descriptor.full_bytes)");
  for (std::size_t i = 0; i < fields.cycles.size(); ++i)
    write_bytes(fields.cycles[i], bytes.data() + GANTRY_TS_PAYLOAD + 8 * i, 8);
  for (std::size_t i = 0; i < fields.predecessors.size(); ++i)
    write_bytes(fields.predecessors[i], bytes.data() + layout.predecessors_at() + 4 * i, 4);
  return bytes;
}

std::vector<std::uint8_t> encode_descriptor(const Task& task, std::uint64_t number, std::uint64_t data_address,
                                            std::uint64_t program, const DescriptorLayout& layout) {
  if (!task.processors.empty() || !task.registered_before.empty())
    throw Error("a plan's choices do not fit into a descriptor");
  if (task.target != kNone) throw Error("target weights do not fit into a descriptor");
  if (!task.groups.empty()) throw Error("jobs of different kinds do not fit into a descriptor in memory");
  DescriptorFields fields;
  fields.number = static_cast<std::uint32_t>(number);
  fields.cls = static_cast<std::uint8_t>(index(task.cls));
  fields.weight = checked<std::uint16_t>(task.weight, "weights");
  fields.jobs = task.jobs;
  fields.stream = checked<std::uint16_t>(task.stream, "streams");
  fields.job_bytes = checked<std::uint32_t>(task.job_bytes, "jobs of so many bytes");
  fields.input_bytes = task.input_bytes;
  fields.output_bytes = task.output_bytes;
  fields.data_address = data_address;
  fields.program = program;
  if (task.deadline != kNever) {
    fields.flags |= GANTRY_TS_TASK_HAS_DEADLINE;
    fields.deadline = task.deadline;
  }
  if (task.cycles_by_type.empty()) {
    fields.type_mask = task.type == kAnyType ? kAllTypes : std::uint32_t{1} << task.type;
    fields.cycles = {task.cycles};
  } else {
    fields.flags |= GANTRY_TS_TASK_CYCLES_BY_TYPE;
    fields.cycles = task.cycles_by_type;
    for (std::size_t type = 0; type < task.cycles_by_type.size(); ++type) {
      if (task.cycles_by_type[type] != JobCycles::kCannotRun) fields.type_mask |= std::uint32_t{1} << type;
    }
  }
  for (const std::uint64_t predecessor : task.after) {
    if (number - predecessor >= std::uint64_t{1} << 31)
      throw Error("predecessors so far back do not fit into a descriptor");
    fields.predecessors.push_back(static_cast<std::uint32_t>(predecessor));
  }
  return write_descriptor(fields, layout);
}

Task decode_task(const DescriptorFields& fields, const DescriptorLayout& layout) {
  Task task;
  task.cls = static_cast<TaskClass>(fields.cls);
  task.weight = fields.weight;
  task.jobs = fields.jobs;
  task.stream = fields.stream;
  task.job_bytes = fields.job_bytes;
  task.input_bytes = fields.input_bytes;
  task.output_bytes = fields.output_bytes;
  if ((fields.flags & GANTRY_TS_TASK_HAS_DEADLINE) != 0) task.deadline = fields.deadline;
  const bool by_type = (fields.flags & GANTRY_TS_TASK_CYCLES_BY_TYPE) != 0;
  const std::uint32_t mask = fields.type_mask;
  if (!by_type && (mask == kAllTypes || (mask != 0 && (mask & (mask - 1)) == 0))) {
    task.cycles = fields.cycles[0];
    if (mask == kAllTypes) return task;
    for (task.type = 0; (mask >> task.type & 1) == 0;) ++task.type;
    return task;
  }
  std::uint64_t least = JobCycles::kCannotRun;
  for (std::uint32_t type = 0; type < layout.types(); ++type) {
    const bool may = (mask >> type & 1) != 0;
    task.cycles_by_type.push_back(may ? fields.cycles[by_type ? type : 0] : JobCycles::kCannotRun);
    least = std::min(least, task.cycles_by_type.back());
  }
  task.cycles = least == JobCycles::kCannotRun ? 0 : least;
  return task;
}

void write_split(const SplitInfo& split, std::uint8_t* bytes) {
  FieldWriter write{bytes};
  for (const std::uint32_t field : {split.token, split.job, split.slot, split.processor}) write(field);
}

SplitInfo read_split(const std::uint8_t* bytes) {
  SplitInfo split;
  FieldReader read{bytes};
  for (std::uint32_t* field : {&split.token, &split.job, &split.slot, &split.processor}) read(*field);
  return split;
}

std::uint64_t encode_done(const DoneMessage& done) {
  const std::uint32_t ahead = (done.oldest - done.number) & 0xffffff;
  return std::uint64_t{std::uint32_t{done.flags} << 24 | ahead} << 32 | done.number;
}

DoneMessage decode_done(std::uint64_t value) {
  return {GANTRY_TS_MSI_NUMBER(value), GANTRY_TS_MSI_OLDEST(value),
          static_cast<std::uint8_t>(GANTRY_TS_MSI_FLAGS(value))};
}

}  // namespace device
}  // namespace gantry
