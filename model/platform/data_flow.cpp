// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/data_flow.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gantry {
inline namespace platform {

using State = LocalStore::Entry::State;

DataFlow::DataFlow(const DataFlowParts& parts, DataOutlet& outlet)
    : info_(parts.stores),
      map_(parts.map),
      write_through_(parts.write_through),
      data_(parts.data),
      directory_(parts.directory),
      jobs_(parts.jobs),
      memory_(parts.memory),
      sink_(parts.sink),
      outlet_(outlet) {
  for (const StoreInfo& store : info_) stores_.emplace_back(store.bytes);
}

std::uint32_t DataFlow::find(StoreId store, PartRef part) const {
  const std::vector<Copy>& copies = data_[part].copies;
  const auto copy = std::find_if(copies.begin(), copies.end(),
                                 [&](const Copy& of) { return of.store == store && of.entry != kNone; });
  return copy == copies.end() ? kNone : copy->entry;
}

StoreId DataFlow::nearest(PartRef part, ProcessorId p) const {
  StoreId nearest = kGlobalMemory;
  for (const Copy& copy : data_[part].copies) {
    if (copy.entry == kNone || stores_[copy.store].entries[copy.entry].state == State::coming) continue;
    nearest = map_.nearer(copy.store, nearest, p);
  }
  if (nearest == kGlobalMemory && !data_[part].in_memory) return nearest_coming(part, p);
  return nearest;
}

// -- A job arrives -------------------------------------------------------------------------------------------------

void DataFlow::arrive(ProcessorId p, JobRef job, Cycle now) {
  if (job_states_.size() <= job) job_states_.resize(job + std::size_t{1});
  job_states_[job] = {};
  const StoreId store = own(p);
  if (store == kNone) return bring_all(p, job, now);
  stores_[store].waiting.push({job, p, 0, false});
  serve_waiting(store, now);
}

void DataFlow::bring_all(ProcessorId p, JobRef job, Cycle now) {
  jobs_[job].record.placed = now;
  for (const JobPart& part : jobs_[job].parts) {
    if (part.written) continue;
    if (data_[part.ref].lost) {
      fail(job, part.ref);
      continue;
    }
    ++job_states_[job].missing;
    bring(job, p, part, now);
  }
  if (job_states_[job].missing == 0) outlet_.parts_here(p, job, now);
}

void DataFlow::serve_waiting(StoreId store, Cycle now) {
  Ring<Waiting>& line = stores_[store].waiting;
  while (!line.empty()) {
    Waiting& first = line.front();
    if (!first.pinned) pin_present(store, first);
    if (!free_capacity(store, first, now)) return;
    const Waiting served = line.pop();
    place(store, served, now);
  }
}

void DataFlow::pin_present(StoreId store, Waiting& waiting) {
  waiting.pinned = true;
  for (JobPart& part : jobs_[waiting.job].parts) {
    part.entry = part.written ? kNone : find(store, part.ref);
    if (!part.written && data_[part.ref].lost) {
      part.entry = kNone;
    } else if (part.entry == kNone) {
      waiting.missing += data_.bytes(part.ref);
    } else {
      stores_[store].entries.pin(part.entry);
    }
  }
}

bool DataFlow::free_capacity(StoreId store, const Waiting& waiting, Cycle now) {
  LocalStore& entries = stores_[store].entries;
  while (!entries.fits(waiting.missing, true)) {
    const std::uint32_t first = entries.first_to_leave();
    if (first == kNone) return false;
    evict(store, first, waiting.processor, now);
  }
  return entries.fits(waiting.missing, false);
}

std::uint32_t DataFlow::add_entry(StoreId store, PartRef part, Cycle now) {
  const std::uint32_t entry = stores_[store].entries.add(part, data_.bytes(part), now);
  LivePart& live = data_[part];
  const std::uint64_t stay = ++live.stays;
  live.copies.push_back({store, entry, stay, false});
  stores_[store].entries[entry].stay = stay;
  // A pin of its own keeps a part that stays.
  if (data_.shape(part.object).stays) stores_[store].entries.pin(entry);
  return entry;
}

void DataFlow::place(StoreId store, const Waiting& waiting, Cycle now) {
  LocalStore& entries = stores_[store].entries;
  stats_.room_cycles += now - jobs_[waiting.job].record.arrived;
  jobs_[waiting.job].record.placed = now;
  JobState& state = job_states_[waiting.job];
  for (JobPart& part : jobs_[waiting.job].parts) {
    if (!part.written && data_[part.ref].lost) {
      fail(waiting.job, part.ref);
      continue;
    }
    const bool missing = part.entry == kNone;
    if (missing) part.entry = add_entry(store, part.ref, now);
    part.stay = entries[part.entry].stay;
    if (part.written) continue;
    if (!missing) (info_[store].of_cluster ? stats_.cluster : stats_.own).add(data_.bytes(part.ref));
    if (entries[part.entry].state != State::coming) continue;
    ++state.missing;
    entries[part.entry].waiting.push_back(waiting.job);
    if (missing) bring(waiting.job, waiting.processor, part, now);
  }
  if (state.missing == 0) outlet_.parts_here(waiting.processor, waiting.job, now);
}

// -- Transfers -----------------------------------------------------------------------------------------------------

std::uint32_t DataFlow::make_transfer(JobRef job, ProcessorId p, PartRef part, std::uint32_t entry) {
  const std::uint32_t slot = transfers_.allocate();
  Transfer& transfer = transfers_[slot];
  transfer = {};
  transfer.part = part;
  transfer.job = job;
  transfer.processor = p;
  transfer.entry = entry;
  return slot;
}

void DataFlow::bring(JobRef job, ProcessorId p, const JobPart& part, Cycle now) {
  // Its own store had the part when the message was made. Global memory has none that only came to a dying store.
  const bool gone = part.from == kGlobalMemory ? !data_[part.ref].in_memory : part.from == map_.of(p);
  read_from(make_transfer(job, p, part.ref, part.entry), gone ? nearest(part.ref, p) : part.from, now);
}

void DataFlow::read_from(std::uint32_t slot, StoreId source, Cycle now) {
  Transfer& transfer = transfers_[slot];
  if (data_[transfer.part].lost) return transfer_fails(slot, now);
  transfer.answer = Transfer::Answer::open;
  transfer.source = source;
  transfer.unserved = data_.bytes(transfer.part);
  if (source == kGlobalMemory && !data_[transfer.part].in_memory) {
    throw std::logic_error("data: a part is read from global memory and is not there");
  }
  outlet_.start_part(transfer.processor, {data_.address(transfer.part), transfer.unserved}, slot | kPartBit, false);
}

void DataFlow::write_part(JobRef job, ProcessorId p, PartRef part, std::uint32_t entry) {
  const std::uint32_t slot = make_transfer(job, p, part, entry);
  transfers_[slot].writes = true;
  if (entry != kNone) stores_[map_.of(p)].bytes_read += data_.bytes(part);
  outlet_.start_part(p, {data_.address(part), data_.bytes(part)}, slot | kPartBit, true);
}

Message DataFlow::burst(const Burst& burst) const {
  const std::uint32_t slot = burst.owner & ~kPartBit;
  const StoreId source = transfers_[slot].source;
  const TerminalId controller = memory_.terminal_of(burst.access.address);
  if (burst.write) return {controller, burst.access.bytes, PartWrite{burst.access, slot}};
  const TerminalId from = source == kGlobalMemory ? controller : outlet_.terminal(map_.home(source));
  return {from, kPointerBytes, PartRead{burst.access, slot, source}};
}

void DataFlow::receive(ProcessorId p, const Message& message, Cycle now) {
  if (message.is<PartRead>()) return take_request(message, now);
  if (message.is<PartAck>()) return take_acknowledgement(p, message.content<PartAck>().transfer, now);
  std::uint32_t slot = 0;
  if (message.is<PartElsewhere>()) {
    const auto elsewhere = message.content<PartElsewhere>();
    slot = elsewhere.transfer;
    transfers_[slot].other = elsewhere.store;
  } else {
    const auto data = message.content<PartData>();
    slot = data.transfer;
    if (data.errors > 0) return read_again(p, data, now);
  }
  if (!outlet_.part_answered(p, slot | kPartBit, false)) return;
  const Transfer& transfer = transfers_[slot];
  if (transfer.answer == Transfer::Answer::refused) {
    ++stats_.redirected;
    read_from(slot, transfer.other, now);
  } else {
    arrived(slot, now);
  }
}

void DataFlow::read_again(ProcessorId p, const PartData& data, Cycle now) {
  if (data.errors > memory_.bursts().retries) return unread_.push_back(data.transfer);
  const TerminalId controller = memory_.terminal_of(data.access.address);
  outlet_.send(p, Message(controller, kPointerBytes, PartRead{data.access, data.transfer, kNone, data.errors}), now);
}

void DataFlow::arrived(std::uint32_t slot, Cycle now) {
  const Transfer transfer = transfers_[slot];
  transfers_.release(slot);
  (transfer.source == kGlobalMemory ? stats_.memory : stats_.store).add(data_.bytes(transfer.part));
  if (transfer.entry == kNone) return part_ready(transfer.job, transfer.source, now);
  Store& store = stores_[map_.of(transfer.processor)];
  LocalStore::Entry& entry = store.entries[transfer.entry];
  store.bytes_written += entry.bytes;
  entry.state = State::here;
  entry.from = now;
  entry.source = transfer.source;
  // A job that has failed ends at once, and entries move. Those that still wait keep theirs.
  for (std::size_t left = entry.waiting.size(); left > 0; --left) {
    std::vector<JobRef>& waiting = store.entries[transfer.entry].waiting;
    const JobRef job = waiting.front();
    waiting.erase(waiting.begin());
    part_ready(job, transfer.source, now);
  }
}

void DataFlow::part_ready(JobRef job, StoreId source, Cycle now) {
  jobs_[job].record.last_part = source == kGlobalMemory ? LastPart::memory : LastPart::store;
  jobs_[job].record.last_store = source;
  if (--job_states_[job].missing == 0) outlet_.parts_here(jobs_[job].record.processor, job, now);
}

/// Takes the request of a burst. The first one of a transfer decides for all.
void DataFlow::take_request(const Message& message, Cycle now) {
  const auto read = message.content<PartRead>();
  Transfer& transfer = transfers_[read.transfer];
  Store& store = stores_[read.store];
  if (transfer.answer == Transfer::Answer::open) {
    const std::uint32_t entry = find(read.store, transfer.part);
    const bool here = entry != kNone && store.entries[entry].state != State::coming;
    transfer.answer = here ? Transfer::Answer::accepted : Transfer::Answer::refused;
    if (here) ++store.entries[entry].reading;
    if (!here) transfer.other = nearest(transfer.part, transfer.processor);
  }
  if (transfer.answer == Transfer::Answer::refused) {
    outlet_.send(map_.home(read.store),
                 Message(message.source, kPointerBytes, PartElsewhere{read.transfer, transfer.other}), now);
    return;
  }
  store.free = std::max(store.free, now) + ceil_div(read.access.bytes, info_[read.store].bytes_per_cycle);
  served_.push({store.free, bursts_served_++, read.store, read.transfer, read.access.bytes, message.source});
}

void DataFlow::serve(Cycle now) {
  while (!served_.empty() && served_.top().at <= now) {
    const Served burst = served_.top();
    served_.pop();
    outlet_.send(map_.home(burst.store), Message(burst.to, burst.bytes, PartData{burst.transfer}), now);
    Transfer& transfer = transfers_[burst.transfer];
    transfer.unserved -= burst.bytes;
    stores_[burst.store].bytes_read += burst.bytes;
    if (transfer.unserved > 0) continue;
    LocalStore& entries = stores_[burst.store].entries;
    const std::uint32_t slot = find(burst.store, transfer.part);
    LocalStore::Entry& entry = entries[slot];
    --entry.reading;
    if (entry.state == State::leaving && entry.written_back && entry.reading == 0) {
      entry.pins > 0 ? entries.stay(slot) : leave(burst.store, slot, PartEnd::written_back, now);
    }
    serve_waiting(burst.store, now);
  }
}

// -- A job ends ----------------------------------------------------------------------------------------------------

bool DataFlow::finish(ProcessorId p, JobRef job, Cycle now) {
  const StoreId store = map_.of(p);
  JobState& state = job_states_[job];
  for (const JobPart& part : jobs_[job].parts) {
    if (!part.written) continue;
    if (part.through) ++stats_.unknown;
    const std::uint64_t bytes = data_.bytes(part.ref);
    stats_.made.add(bytes);
    data_[part.ref].made = true;
    if (part.entry != kNone) {
      LocalStore::Entry& entry = stores_[store].entries[part.entry];
      entry.state = State::here;
      entry.from = now;
      entry.written = true;
      stores_[store].bytes_written += bytes;
    }
    const bool leaves = data_.shape(part.ref.object).leaves();
    if (!leaves && !write_through_ && !part.through && part.entry != kNone) continue;
    (leaves ? stats_.results : stats_.through).add(bytes);
    ++state.writes;
    write_part(job, p, part.ref, part.entry);
  }
  return state.writes > 0;
}

void DataFlow::complete(ProcessorId p, JobRef job, Cycle now) {
  const StoreId store = own(p);
  const bool failed = jobs_[job].answers_failed;
  for (JobPart& part : jobs_[job].parts) {
    if (!part.written && data_.shape(part.ref.object).written) --data_[part.ref].readers;
    if (failed) part.stay = 0;  // the directory learns of no copy
    if (failed && part.written) {
      data_[part.ref].made = true;
      lose(part.ref, kNone);
    }
    if (part.entry != kNone) {
      LocalStore& entries = stores_[store].entries;
      if (!part.written && !failed) {
        ++entries[part.entry].uses;
        stores_[store].bytes_read += entries[part.entry].bytes;
      }
      entries.unpin(part.entry);
      // Its bytes will not come.
      if (entries[part.entry].state == State::coming && entries[part.entry].pins == 0)
        leave(store, part.entry, PartEnd::lost, now);
    }
    data_.check_over(part.ref);
  }
  freed_.clear();
  if (store != kNone) freed_.push_back(store);
  for (const JobPart& part : jobs_[job].parts) {
    if (data_.dead(part.ref)) drop_dead(part.ref, now);
  }
  // A job that is served may end at once.
  std::vector<StoreId> freed;
  freed.swap(freed_);
  for (const StoreId of : freed) serve_waiting(of, now);
  freed.clear();
  freed_.swap(freed);
}

}  // namespace platform
}  // namespace gantry
