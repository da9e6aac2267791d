// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/processor_table.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

std::uint32_t count_types(const std::vector<ProcessorInfo>& processors) {
  std::uint32_t types = 0;
  for (const ProcessorInfo& info : processors) types = std::max(types, info.type + 1);
  return types;
}

ProcessorTable::ProcessorTable(std::vector<ProcessorInfo> processors, std::vector<std::uint32_t> hops)
    : info_(std::move(processors)),
      hops_(std::move(hops)),
      busy_until_(info_.size(), 0),
      reserved_cycles_(info_.size(), 0),
      pending_(info_.size(), 0),
      free_(make_bit_set(info_.size())),
      unlocked_(make_bit_set(info_.size())),
      locked_(make_bit_set(info_.size())),
      silent_(make_bit_set(info_.size())),
      off_(make_bit_set(info_.size())) {
  std::vector<std::uint32_t> clusters;
  for (const ProcessorInfo& info : info_) {
    speed_.push_back(info.speed.millionths);
    type_of_.push_back(info.type);
    depth_.push_back(info.queue_depth);
    sizes_.push_back(info.max_job_bytes);
    clusters.push_back(info.cluster);
  }
  if (std::any_of(info_.begin(), info_.end(), [](const ProcessorInfo& info) { return info.set_up_cycles > 0; })) {
    for (const ProcessorInfo& info : info_) set_up_.push_back(info.set_up_cycles);
  }
  types_ = count_types(info_);
  std::sort(sizes_.begin(), sizes_.end());
  sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
  std::sort(clusters.begin(), clusters.end());
  clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
  cluster_members_.assign(clusters.size(), make_bit_set(info_.size()));

  capable_.assign(std::size_t{types_ + 1} * (sizes_.size() + 1), make_bit_set(info_.size()));
  for (ProcessorId p = 0; p < info_.size(); ++p) {
    set_bit(free_, p);
    set_bit(unlocked_, p);
    const auto at = std::lower_bound(clusters.begin(), clusters.end(), info_[p].cluster) - clusters.begin();
    cluster_of_.push_back(static_cast<std::uint32_t>(at));
    set_bit(cluster_members_[cluster_of_[p]], p);
    for (std::size_t s = 0; s < sizes_.size() && sizes_[s] <= info_[p].max_job_bytes; ++s) {
      set_bit(capable_[info_[p].type * (sizes_.size() + 1) + s], p);
      if (info_[p].type_name != kDmaType) set_bit(capable_[types_ * (sizes_.size() + 1) + s], p);
    }
  }
}

Requirement ProcessorTable::requirement(ProcessorType type, std::uint64_t job_bytes) const {
  const auto size = std::lower_bound(sizes_.begin(), sizes_.end(), job_bytes) - sizes_.begin();
  const std::size_t row = type == kAnyType ? types_ : type;
  return static_cast<Requirement>(row * (sizes_.size() + 1) + static_cast<std::size_t>(size));
}

std::uint64_t ProcessorTable::all_places() const {
  std::uint64_t sum = 0;
  for (const std::uint32_t depth : depth_) sum += depth;
  return sum;
}

std::uint64_t ProcessorTable::places(const ProcessorSet& set) const {
  std::uint64_t sum = 0;
  for_each_bit(set, [&](ProcessorId p) { sum += depth_[p]; });
  return sum;
}

void ProcessorTable::update_free(ProcessorId p) {
  assign_bit(free_, p, pending_[p] < depth_[p] && test_bit(unlocked_, p));
}

void ProcessorTable::take_place(ProcessorId p) {
  ++pending_[p];
  ++places_taken_;
  update_free(p);
}

void ProcessorTable::give_place(ProcessorId p) {
  --pending_[p];
  --places_taken_;
  update_free(p);
}

void ProcessorTable::reserve(ProcessorId p, const JobCycles& job) {
  take_place(p);
  reserved_cycles_[p] += time_on(p, job);
}

void ProcessorTable::cancel_reservation(ProcessorId p, const JobCycles& job) {
  give_place(p);
  reserved_cycles_[p] -= time_on(p, job);
}

void ProcessorTable::pick(ProcessorId p, bool reserved, const JobCycles& job, Cycle now) {
  const Cycle time = time_on(p, job);
  if (reserved) {
    reserved_cycles_[p] -= time;
  } else {
    take_place(p);
  }
  busy_until_[p] = std::max(busy_until_[p], now) + time;
}

void ProcessorTable::update_unlocked(ProcessorId p) {
  assign_bit(unlocked_, p, !test_bit(locked_, p) && !test_bit(silent_, p) && !test_bit(off_, p));
  update_free(p);
}

void ProcessorTable::lock(ProcessorId p) {
  set_bit(locked_, p);
  update_unlocked(p);
}

void ProcessorTable::unlock(ProcessorId p) {
  clear_bit(locked_, p);
  update_unlocked(p);
}

void ProcessorTable::set_silent(ProcessorId p, bool silent, Cycle now) {
  if (test_bit(silent_, p) == silent) return;
  released_.resize(info_.size(), kNever);
  if (!silent) released_[p] = pending_[p] < depth_[p] ? now : kNever;
  silent_count_ += silent ? 1 : -1U;
  assign_bit(silent_, p, silent);
  update_unlocked(p);
}

void ProcessorTable::switch_off(ProcessorId p, bool off) {
  assign_bit(off_, p, off);
  update_unlocked(p);
}

void ProcessorTable::verify() const {
  for (ProcessorId p = 0; p < count(); ++p) {
    if (pending_[p] > depth_[p]) throw std::logic_error("dispatcher: more jobs for a processor than it has places");
    const bool is_free = pending_[p] < depth_[p] && test_bit(unlocked_, p);
    if (is_free != test_bit(free_, p)) throw std::logic_error("dispatcher: the set of free processors is wrong");
  }
}

}  // namespace scheduler
}  // namespace gantry
