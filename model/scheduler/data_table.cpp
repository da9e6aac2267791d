// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/data_table.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

ObjectRef DataTable::make(std::uint32_t shape, std::uint32_t burst_bytes, std::uint64_t& next_address) {
  const ObjectShape& of = shapes_[shape];
  const ObjectRef ref = objects_.allocate();
  LiveObject& object = objects_[ref];
  object.shape = shape;
  object.writer = kNever;
  object.instance = 0;
  object.parts = of.parts;
  object.open = 0;
  if (object.part.size() < of.parts) object.part.resize(of.parts);
  for (std::uint32_t p = 0; p < of.parts; ++p) {
    LivePart& part = object.part[p];
    part.readers = of.written && !of.readers.empty() ? of.readers[p] : 0;
    part.made = !of.written;
    part.in_memory = !of.written;
    part.lost = false;
    part.lost_in = kNone;
    part.stays = 0;
    part.copies.clear();
    part.known.clear();
    part.known_readers = part.readers;
    part.known_made = part.made;
    part.entry = false;
    part.over = of.part_bytes(p) == 0;  // no job writes or reads it
    if (!part.over) ++object.open;
  }
  object.room = of.part_room(burst_bytes);
  object.address = next_address;
  next_address += object.room * of.parts;
  return ref;
}

ObjectRef DataTable::find(std::uint32_t shape, std::uint64_t writer) const {
  std::size_t low = 0;
  std::size_t high = written_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (written_[middle].writer < writer) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < written_.size() && written_[low].writer == writer; ++low) {
    const ObjectRef ref = written_[low].object;
    if (ref != kNone && objects_[ref].shape == shape) return ref;
  }
  throw std::logic_error("data: a task reads an object without a live writer");
}

void DataTable::submit(LiveTask& live, std::uint32_t burst_bytes, std::uint64_t& next_address) {
  live.reads.clear();
  live.writes.clear();
  for (const DataRead& read : live.task.reads) {
    if (read.writer != kNever) {
      live.reads.push_back(find(read.object, read.writer));
      continue;
    }
    if (unwritten_[read.object] == kNone) unwritten_[read.object] = make(read.object, burst_bytes, next_address);
    live.reads.push_back(unwritten_[read.object]);
  }
  for (; !written_.empty() && written_.front().object == kNone; ++first_written_) written_.drop();
  for (const std::uint32_t shape : live.task.writes) {
    const ObjectRef ref = make(shape, burst_bytes, next_address);
    objects_[ref].writer = live.record.number;
    objects_[ref].instance = live.record.instance;
    objects_[ref].number = first_written_ + written_.size();
    live.writes.push_back(ref);
    written_.push({live.record.number, ref});
  }
}

void DataTable::list_parts(const LiveTask& live, std::uint32_t job, std::vector<JobPart>& parts) const {
  parts.clear();
  for (std::size_t i = 0; i < live.reads.size(); ++i) {
    const ObjectRef ref = live.reads[i];
    const ObjectShape& of = shape(ref);
    const PartRange range = parts_read(of.bytes, of.parts, live.task.reads[i].whole, job, live.task.jobs);
    for (std::uint32_t p = range.first; p < range.last; ++p) {
      if (of.part_bytes(p) > 0) parts.push_back({{ref, p}});
    }
  }
  for (const ObjectRef ref : live.writes) {
    if (shape(ref).part_bytes(job) == 0) continue;
    JobPart part{{ref, job}};
    part.written = true;
    parts.push_back(part);
  }
}

void DataTable::check_over(PartRef ref) {
  LiveObject& object = objects_[ref.object];
  LivePart& part = object.part[ref.part];
  const bool held = !part.copies.empty() || !part.known.empty() || part.entry;
  if (part.over || held || part.readers > 0 || part.known_readers > 0 || !part.made || !part.known_made) return;
  if (object.writer == kNever) return;
  part.over = true;
  if (--object.open > 0) return;
  written_[static_cast<std::size_t>(object.number - first_written_)].object = kNone;
  objects_.release(ref.object);
}

}  // namespace scheduler
}  // namespace gantry
