// SPDX-License-Identifier: Apache-2.0
// What becomes of the flow of data when a local store dies (docs/faults.md, "Local stores"). Problem: its parts were
// counted on by jobs, by transfers and by other stores. Idea: the store forgets all its parts as if they were evicted,
// so that messages that still name it are redirected, and its processors go on as those without a store. Cost: none
// until a store dies; then a pass over its parts, its jobs and all transfers.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "gantry/base/random.h"
#include "gantry/base/speed.h"
#include "gantry/base/uint128.h"
#include "gantry/platform/data_flow.h"

namespace gantry {
inline namespace platform {

using State = LocalStore::Entry::State;

namespace {

constexpr std::uint64_t kFirstDeath = std::uint64_t{5} << 61;  ///< number of the random stream of store 0

Cycle drawn(const StoreFault& fault, std::uint64_t seed) {
  RandomBits bits(seed, kFirstDeath + fault.store);
  const Uint128 gap = (static_cast<Uint128>(random_exponential(bits)) * fault.mean) >> kExponentialBits;
  return static_cast<Cycle>(std::min<Uint128>(1 + gap, kMaxJobTime));
}

}  // namespace

void DataFlow::use_faults(const FaultPlan& plan, const StoreCounters& counters) {
  counters_ = counters;
  for (StoreFault fault : plan.stores) {
    if (fault.mean > 0) fault.at = drawn(fault, plan.seed);
    if (fault.mean == 0 || fault.at <= plan.last) deaths_.push_back({fault});
  }
  std::sort(deaths_.begin(), deaths_.end(), [](const StoreFaultRecord& a, const StoreFaultRecord& b) {
    return std::pair(a.fault.at, a.fault.store) < std::pair(b.fault.at, b.fault.store);
  });
  next_death_ = deaths_.empty() ? kNever : deaths_.front().fault.at;
}

std::vector<StoreFaultRecord> DataFlow::fault_records(Cycle last) const {
  std::vector<StoreFaultRecord> records;
  std::copy_if(deaths_.begin(), deaths_.end(), std::back_inserter(records),
               [&](const StoreFaultRecord& record) { return record.fault.at <= last; });
  return records;
}

void DataFlow::kill_stores(Cycle now) {
  while (next_death_ <= now) {
    StoreFaultRecord& record = deaths_[deaths_over_++];
    next_death_ = deaths_over_ < deaths_.size() ? deaths_[deaths_over_].fault.at : kNever;
    kill(record.fault.store, record, now);
  }
}

void DataFlow::kill(StoreId store, StoreFaultRecord& record, Cycle now) {
  stores_[store].dead = true;
  ++*counters_.stores;
  const std::vector<JobRef> jobs = jobs_at(store);
  std::vector<Again> again;
  for (const JobRef job : jobs) take_entries(job, store, again);
  // What its processors read goes to the jobs alone, and what is written back there is lost.
  transfers_.for_each([&](std::uint32_t slot) {
    if (map_.of(transfers_[slot].processor) == store) transfers_[slot].entry = kNone;
  });
  stores_[store].waiting = {};
  drop_copies(store, record, now);
  *counters_.parts += record.parts;
  *counters_.lost += record.lost;
  refuse_reads(store, now);
  std::size_t first = 0;
  for (const JobRef job : jobs) {
    if (jobs_[job].record.placed == kNever) {
      stats_.room_cycles += now - jobs_[job].record.arrived;
      bring_all(jobs_[job].record.processor, job, now);
      continue;
    }
    std::size_t last = first;
    while (last < again.size() && again[last].job == job) ++last;
    if (last == first) continue;
    ++record.jobs;
    read_again(&again[first], &again[first] + (last - first), now);
    first = last;
  }
}

std::vector<JobRef> DataFlow::jobs_at(StoreId store) const {
  std::vector<JobRef> jobs;
  jobs_.for_each([&](JobRef job) {
    const JobRecord& record = jobs_[job].record;
    const bool here = record.arrived != kNever && record.written == kNever && map_.of(record.processor) == store;
    if (here && !jobs_[job].parts.empty()) jobs.push_back(job);
  });
  // The number of a job depends on the order of the blocks in a cycle.
  const auto key = [&](JobRef job) {
    const JobRecord& record = jobs_[job].record;
    return std::tuple(record.arrived, record.processor, record.task, record.job);
  };
  std::sort(jobs.begin(), jobs.end(), [&](JobRef a, JobRef b) { return key(a) < key(b); });
  return jobs;
}

void DataFlow::take_entries(JobRef job, StoreId store, std::vector<Again>& again) {
  const JobRecord& record = jobs_[job].record;
  const bool reads = record.placed != kNever && record.started == kNever;
  std::vector<JobPart>& parts = jobs_[job].parts;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    JobPart& part = parts[i];
    if (reads && !part.written && part.entry != kNone) {
      const LocalStore::Entry& entry = stores_[store].entries[part.entry];
      const bool missing = std::find(entry.waiting.begin(), entry.waiting.end(), job) != entry.waiting.end();
      const bool known_lost = entry.state == State::coming && !missing;
      if (!known_lost && !brings(job, part.entry)) again.push_back({job, i, missing});
    }
    part.entry = kNone;
    part.stay = 0;  // the directory learns of no copy
  }
}

bool DataFlow::brings(JobRef job, std::uint32_t entry) const {
  bool found = false;
  transfers_.for_each([&](std::uint32_t slot) {
    const Transfer& transfer = transfers_[slot];
    found = found || (transfer.job == job && transfer.entry == entry && !transfer.writes);
  });
  return found;
}

void DataFlow::drop_copies(StoreId store, StoreFaultRecord& record, Cycle now) {
  std::vector<std::uint32_t> slots;
  const LocalStore& entries = stores_[store].entries;
  entries.for_each([&](std::uint32_t slot) { slots.push_back(slot); });
  for (const std::uint32_t slot : slots) {
    const PartRef part = entries[slot].part;
    if (entries[slot].state != State::coming) ++record.parts;
    const bool needed = data_[part].made && data_[part].readers > 0 && !data_[part].lost;
    leave(store, slot, PartEnd::lost, now);
    if (!needed || has_copy(part)) continue;
    lose(part, store);
    ++record.lost;
  }
}

void DataFlow::refuse_reads(StoreId store, Cycle now) {
  std::vector<Served> others;
  for (; !served_.empty(); served_.pop()) {
    const Served& burst = served_.top();
    if (burst.store != store) {
      others.push_back(burst);
      continue;
    }
    Transfer& transfer = transfers_[burst.transfer];
    transfer.answer = Transfer::Answer::refused;
    transfer.other = nearest(transfer.part, transfer.processor);
    outlet_.send(map_.home(store), Message(burst.to, kPointerBytes, PartElsewhere{burst.transfer, transfer.other}),
                 now);
  }
  for (const Served& burst : others) served_.push(burst);
  // Those whose first bursts it has read out, and whose others are still to come.
  transfers_.for_each([&](std::uint32_t slot) {
    Transfer& transfer = transfers_[slot];
    if (transfer.source != store || transfer.answer != Transfer::Answer::accepted || transfer.unserved == 0) return;
    transfer.answer = Transfer::Answer::refused;
    transfer.other = nearest(transfer.part, transfer.processor);
  });
}

void DataFlow::read_again(const Again* first, const Again* last, Cycle now) {
  const JobRef job = first->job;
  const ProcessorId p = jobs_[job].record.processor;
  std::uint32_t& missing = job_states_[job].missing;
  const bool was_ready = missing == 0;
  for (; first != last; ++first) {
    const PartRef part = jobs_[job].parts[first->part].ref;
    if (data_[part].lost) {
      fail(job, part);
      if (first->missing) --missing;
      continue;
    }
    if (!first->missing) ++missing;
    read_from(make_transfer(job, p, part, kNone), nearest(part, p), now);
  }
  if (was_ready && missing > 0) outlet_.parts_gone(p, job);
  if (!was_ready && missing == 0) outlet_.parts_here(p, job, now);
}

bool DataFlow::has_copy(PartRef part) const {
  if (data_[part].in_memory) return true;
  for (const Copy& copy : data_[part].copies) {
    if (copy.entry != kNone && stores_[copy.store].entries[copy.entry].state != State::coming) return true;
  }
  bool comes = nearest_coming(part, 0) != kGlobalMemory;
  transfers_.for_each([&](std::uint32_t slot) {
    const Transfer& transfer = transfers_[slot];
    const bool same = transfer.part.object == part.object && transfer.part.part == part.part;
    comes = comes || (same && transfer.writes && transfer.job != kNone);
  });
  return comes;
}

StoreId DataFlow::nearest_coming(PartRef part, ProcessorId p) const {
  StoreId nearest = kGlobalMemory;
  transfers_.for_each([&](std::uint32_t slot) {
    const Transfer& transfer = transfers_[slot];
    const bool same = transfer.part.object == part.object && transfer.part.part == part.part;
    const bool comes = transfer.answer == Transfer::Answer::accepted && transfer.unserved == 0;
    if (same && comes && transfer.entry != kNone && !transfer.writes)
      nearest = map_.nearer(map_.of(transfer.processor), nearest, p);
  });
  return nearest;
}

void DataFlow::lose(PartRef part, StoreId store) {
  data_[part].lost = true;
  data_[part].lost_in = store;
}

void DataFlow::fail(JobRef ref, PartRef part) {
  LiveJob& job = jobs_[ref];
  if (job.answers_failed) return;
  job.answers_failed = true;
  ++*counters_.jobs;
  const Loss loss{job.record.task, data_[part.object].shape, part.part, data_[part].lost_in};
  const auto at = std::lower_bound(losses_.begin(), losses_.end(), loss,
                                   [](const Loss& a, const Loss& b) { return a.task < b.task; });
  if (at == losses_.end() || at->task != loss.task) losses_.insert(at, loss);
}

void DataFlow::transfer_fails(std::uint32_t slot, Cycle now) {
  const Transfer transfer = transfers_[slot];
  transfers_.release(slot);
  std::vector<JobRef> jobs = {transfer.job};
  if (transfer.entry != kNone) jobs.swap(stores_[map_.of(transfer.processor)].entries[transfer.entry].waiting);
  for (const JobRef job : jobs) {
    fail(job, transfer.part);
    if (--job_states_[job].missing == 0) outlet_.parts_here(jobs_[job].record.processor, job, now);
  }
}

std::string DataFlow::loss_of(std::uint64_t task, const std::function<std::string(std::uint32_t)>& object_name) const {
  const auto at = std::lower_bound(losses_.begin(), losses_.end(), task,
                                   [](const Loss& loss, std::uint64_t wanted) { return loss.task < wanted; });
  if (at == losses_.end() || at->task != task) return {};
  const std::string part = "part " + std::to_string(at->part) + " of " + object_name(at->object);
  if (at->store == kNone) return part + ", which it reads, was not written, since a job of its writer failed";
  return part + ", which it reads, was lost with the store of " + info_[at->store].name;
}

}  // namespace platform
}  // namespace gantry
