// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/data_directory.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

namespace {

/// Returns the first item whose store is not lower.
template <class List>
auto find_store(List& list, StoreId store) {
  return std::lower_bound(list.begin(), list.end(), store,
                          [](const Known& known, StoreId wanted) { return known.store < wanted; });
}

}  // namespace

std::uint32_t StoreMap::hops(StoreId store, ProcessorId p) const {
  std::vector<std::uint16_t>& row = hops_[store];
  if (row.empty()) {
    for (const std::uint32_t router : router_) {
      row.push_back(static_cast<std::uint16_t>(topology_.hops(router_[home_[store]], router)));
    }
  }
  return row[p];
}

DataDirectory::DataDirectory(const DirectoryConfig& config, DataTable& data, JobTable& jobs, const StoreMap& stores,
                             SchedulerLinks& links)
    : Unit("directory"),
      config_(config),
      data_(data),
      jobs_(jobs),
      stores_(stores),
      links_(links),
      entries_gauge_(add_queue("entries", "parts that have an entry", config.entries)),
      queries_gauge_(add_queue("queries", "picked jobs whose parts are not looked up completely")),
      stall_full_(add_stall("full", "no entry is free")),
      lookups_(add_counter("lookups", "parts looked up for picked jobs")),
      unknown_(add_counter("unknown", "parts that came into a store and got no entry")) {
  completions_.connect(*this);
  departures_.connect(*this);
  links_.data_queries.connect(*this);
}

void DataDirectory::receive(const Message& message, Cycle visible) {
  if (message.is<PartLeft>()) return departures_.send(message.content<PartLeft>(), visible - 1);
  const LiveJob& job = jobs_[message.content<JobCompletion>().job];
  if (job.parts.empty()) return;
  // The job's slot is free again when this is seen.
  const std::uint32_t slot = news_.allocate();
  std::vector<Use>& uses = news_[slot];
  uses.clear();
  const StoreId store = stores_.of(job.record.processor);
  for (const JobPart& part : job.parts) uses.push_back({part.ref, store, part.stay, part.written});
  completions_.send(slot, visible - 1);
}

Cycle DataDirectory::step(Cycle now) {
  advance(now);
  look_up(now);
  while (completions_.has(now)) {
    const std::uint32_t slot = completions_.take();
    for (const Use& use : news_[slot]) hear_use(use, now);
    news_.release(slot);
    mark_busy(now);
  }
  while (departures_.has(now)) hear_departure(departures_.take(), now);
  entries_gauge_.set(now, entries_);
  queries_gauge_.set(now, links_.data_queries.count(now));
  stall_full_.set(now, entries_ == config_.entries ? 1 : 0);
  if (!changes_.empty() || links_.data_queries.has(now)) return now + 1;
  return std::min({completions_.next(), departures_.next(), links_.data_queries.next()});
}

void DataDirectory::look_up(Cycle now) {
  if (!links_.data_queries.has(now)) return;
  mark_busy(now);
  const JobRef ref = links_.data_queries.front().job;
  LiveJob& job = jobs_[ref];
  const auto parts = static_cast<std::uint32_t>(job.parts.size());
  const std::uint32_t last = std::min(parts, next_part_ + config_.parts_per_cycle);
  for (; next_part_ < last; ++next_part_) look_up(job.parts[next_part_], job.record.processor);
  if (next_part_ < parts) return;
  next_part_ = 0;
  links_.data_answers.send(links_.data_queries.take(), now);
}

void DataDirectory::look_up(JobPart& part, ProcessorId processor) {
  ++lookups_;
  LivePart& live = data_[part.ref];
  const StoreId own = stores_.of(processor);
  if (part.written) {
    if (own != kNone && live.known_readers > 0) part.through = !take_entry(live);
    return;
  }
  part.from = kGlobalMemory;
  std::uint32_t least = 0;
  for (const Known& known : live.known) {
    if (known.store == own) {
      part.from = own;
      return;
    }
    const std::uint32_t hops = stores_.hops(known.store, processor);
    if (part.from != kGlobalMemory && hops >= least) continue;
    part.from = known.store;
    least = hops;
  }
}

bool DataDirectory::take_entry(LivePart& part) {
  if (part.entry) return true;
  if (entries_ == config_.entries) return false;
  ++entries_;
  part.entry = true;
  return true;
}

void DataDirectory::hear_use(const Use& use, Cycle now) {
  LivePart& part = data_[use.part];
  if (use.written) {
    part.known_made = true;
  } else if (data_.shape(use.part.object).written) {
    --part.known_readers;
  }
  changes_.push({change_by(use, part), now, use.part, use.store, use.stay});
}

DataDirectory::Change::Kind DataDirectory::change_by(const Use& use, LivePart& part) {
  if (data_.shape(use.part.object).written && part.known_readers == 0) return Change::Kind::ends;
  if (use.store == kNone) return Change::Kind::none;
  // A completion may come after the notice that the part has left.
  const bool stays = std::any_of(part.copies.begin(), part.copies.end(),
                                 [&](const Copy& copy) { return copy.store == use.store && copy.stay == use.stay; });
  if (!stays) return Change::Kind::none;
  // That of a written part was taken before the job was sent, or none was free.
  if (part.entry || (!use.written && take_entry(part))) return Change::Kind::comes;
  ++unknown_;
  return Change::Kind::none;
}

void DataDirectory::hear_departure(const PartLeft& left, Cycle now) {
  mark_busy(now);
  std::vector<Copy>& copies = data_[left.part].copies;
  const auto copy = std::find_if(copies.begin(), copies.end(),
                                 [&](const Copy& of) { return of.store == left.store && of.stay == left.stay; });
  if (copy == copies.end()) throw std::logic_error("directory: a part leaves a store in which it never was");
  copies.erase(copy);
  changes_.push({Change::Kind::leaves, now, left.part, left.store, left.stay});
}

void DataDirectory::advance(Cycle now) {
  while (!changes_.empty() && changes_.front().heard < now) apply(changes_.pop());
}

void DataDirectory::apply(const Change& change) {
  LivePart& part = data_[change.part];
  const bool written = data_.shape(change.part.object).written;
  const auto at = find_store(part.known, change.store);
  const bool known = at != part.known.end() && at->store == change.store;
  if (change.kind == Change::Kind::ends) {
    part.known.clear();
    // Copies that have left since nobody was to read them have sent no notice.
    part.copies.erase(std::remove_if(part.copies.begin(), part.copies.end(),
                                     [](const Copy& copy) { return copy.entry == kNone && !copy.notice; }),
                      part.copies.end());
  } else if (change.kind == Change::Kind::leaves) {
    if (known && at->stay == change.stay) part.known.erase(at);
  } else if (change.kind == Change::Kind::comes && known) {
    at->stay = std::max(at->stay, change.stay);
  } else if (change.kind == Change::Kind::comes && (!written || part.known_readers > 0)) {
    part.known.insert(at, {change.store, change.stay});
  }
  if (part.entry && part.known.empty() && part.known_made) {
    part.entry = false;
    --entries_;
  }
  data_.check_over(change.part);
}

bool DataDirectory::knows_other(PartRef ref, StoreId store, Cycle now) {
  advance(now);
  const LivePart& part = data_[ref];
  return std::any_of(part.known.begin(), part.known.end(), [&](const Known& known) {
    return known.store != store && std::any_of(part.copies.begin(), part.copies.end(), [&](const Copy& copy) {
             return copy.store == known.store && copy.stay == known.stay && copy.entry != kNone;
           });
  });
}

std::uint64_t DataDirectory::bytes_in(const std::vector<JobPart>& parts, StoreId store, Cycle now) {
  advance(now);
  std::uint64_t bytes = 0;
  for (const JobPart& job : parts) {
    if (job.written) break;
    const std::vector<Known>& known = data_[job.ref].known;
    const auto at = find_store(known, store);
    if (at != known.end() && at->store == store) bytes += data_.bytes(job.ref);
  }
  return bytes;
}

std::string DataDirectory::state() const {
  return std::to_string(entries_) + " of " + std::to_string(config_.entries) + " entries in use, " +
         std::to_string(links_.data_queries.size()) + " jobs to be looked up";
}

void DataDirectory::verify() const {
  if (entries_ > config_.entries) throw std::logic_error("directory: more entries than it has");
}

}  // namespace scheduler
}  // namespace gantry
