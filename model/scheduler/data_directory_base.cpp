// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/data_directory_base.h"

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

template <class T>
void notify(LinkTap<T>* tap, const T& value, Cycle now, Cycle visible) {
  if (tap != nullptr) tap->sent(value, now, visible);
}

}  // namespace

DataDirectoryBase::DataDirectoryBase(const DirectoryParts& parts)
    : Unit("directory"),
      config_(parts.config),
      data_(parts.data),
      stores_(parts.stores),
      jobs_(parts.jobs),
      links_(parts.links),
      entries_gauge_(add_queue("entries", "parts that have an entry", config_.entries)),
      queries_gauge_(add_queue("queries", "picked jobs whose parts are not looked up completely")),
      stall_full_(add_stall("full", "no entry is free")),
      lookups_(add_counter("lookups", "parts looked up for picked jobs")),
      unknown_(add_counter("unknown", "parts that came into a store and got no entry")) {
  completions_.connect(*this);
  left_.connect(*this);
  links_.data_queries.connect(*this);
}

void DataDirectoryBase::receive(const Message& message, Cycle visible) {
  if (message.is<PartLeft>()) return left_.send(message.content<PartLeft>(), visible - 1);
  const LiveJob& job = jobs_[message.content<JobCompletion>().job];
  if (job.parts.empty()) return;
  // The job's slot is free again when this is seen.
  const std::uint32_t slot = news_.allocate();
  std::vector<PartUse>& uses = news_[slot];
  uses.clear();
  const StoreId store = stores_.of(job.record.processor);
  for (const JobPart& part : job.parts) uses.push_back({part.ref, store, part.stay, part.written});
  completions_.send(slot, visible - 1);
}

std::uint32_t DataDirectoryBase::known_readers(PartRef part) const {
  return data_.shape(part.object).written ? data_[part].known_readers : kAlwaysRead;
}

void DataDirectoryBase::take_questions(Cycle now) {
  questions_.clear();
  if (!links_.data_queries.has(now)) return;
  mark_busy(now);
  const JobRef ref = links_.data_queries.front().job;
  const LiveJob& job = jobs_[ref];
  const ProcessorId processor = job.record.processor;
  const auto parts = static_cast<std::uint32_t>(job.parts.size());
  const std::uint32_t last = std::min(parts, next_part_ + config_.parts_per_cycle);
  for (; next_part_ < last; ++next_part_) {
    const JobPart& part = job.parts[next_part_];
    questions_.push_back({ref, next_part_, next_part_ + 1 == parts, part.ref, part.written, known_readers(part.ref),
                          processor, stores_.of(processor)});
    notify(taps_.questions, questions_.back(), now - 1, now);
  }
  lookups_ += questions_.size();
  if (next_part_ < parts) return;
  next_part_ = 0;
  links_.data_queries.take();
}

void DataDirectoryBase::answer(const PartQuestion& question, StoreId store, bool through, Cycle now) {
  JobPart& part = jobs_[question.job].parts[question.index];
  part.from = store;
  part.through = through;
  notify(taps_.answers, PartAnswer{question.job, question.index, store, through}, now, now + 1);
  if (question.last) links_.data_answers.send({question.job}, now);
}

bool DataDirectoryBase::take_entry(PartRef part) {
  LivePart& live = data_[part];
  if (live.entry) return true;
  if (entries_ == config_.entries) return false;
  ++entries_;
  live.entry = true;
  return true;
}

void DataDirectoryBase::take_news(Cycle now) {
  uses_.clear();
  departures_.clear();
  while (completions_.has(now)) {
    const std::uint32_t slot = completions_.take();
    for (const PartUse& use : news_[slot]) take_use(use, now);
    news_.release(slot);
    mark_busy(now);
  }
  while (left_.has(now)) take_departure(left_.take(), now);
}

void DataDirectoryBase::take_use(PartUse use, Cycle now) {
  LivePart& part = data_[use.part];
  if (use.written) {
    part.known_made = true;
  } else if (data_.shape(use.part.object).written) {
    --part.known_readers;
  }
  use.readers = known_readers(use.part);
  // A completion may come after the notice that the part has left.
  use.gone = use.store != kNone && std::none_of(part.copies.begin(), part.copies.end(), [&](const Copy& copy) {
               return copy.store == use.store && copy.stay == use.stay;
             });
  uses_.push_back(use);
  notify(taps_.uses, use, now - 1, now);
}

void DataDirectoryBase::take_departure(const PartLeft& left, Cycle now) {
  mark_busy(now);
  std::vector<Copy>& copies = data_[left.part].copies;
  const auto copy = std::find_if(copies.begin(), copies.end(),
                                 [&](const Copy& of) { return of.store == left.store && of.stay == left.stay; });
  if (copy == copies.end()) throw std::logic_error("directory: a part leaves a store in which it never was");
  copies.erase(copy);
  departures_.push_back(left);
  notify(taps_.departures, left, now - 1, now);
}

void DataDirectoryBase::note(Cycle now) {
  for (const PartUse& use : uses_) changes_.push({change_by(use), now, use.part, use.store, use.stay});
  for (const PartLeft& left : departures_) {
    changes_.push({Change::Kind::leaves, now, left.part, left.store, left.stay});
  }
}

DataDirectoryBase::Change::Kind DataDirectoryBase::change_by(const PartUse& use) {
  if (use.readers == 0) return Change::Kind::ends;
  if (use.store == kNone || use.gone) return Change::Kind::none;
  // The entry of a written part was taken before the job was sent, or none was free.
  if (data_[use.part].entry || (!use.written && take_entry(use.part))) return Change::Kind::comes;
  ++unknown_;
  return Change::Kind::none;
}

void DataDirectoryBase::advance(Cycle now) {
  while (!changes_.empty() && changes_.front().received < now) apply(changes_.pop());
}

void DataDirectoryBase::apply(const Change& change) {
  LivePart& part = data_[change.part];
  const auto at = find_store(part.known, change.store);
  const bool known = at != part.known.end() && at->store == change.store;
  if (change.kind == Change::Kind::ends) {
    part.known.clear();
    // Dead copies have left without a notice.
    part.copies.erase(std::remove_if(part.copies.begin(), part.copies.end(),
                                     [](const Copy& copy) { return copy.entry == kNone && !copy.notice; }),
                      part.copies.end());
  } else if (change.kind == Change::Kind::leaves) {
    if (known && at->stay == change.stay) part.known.erase(at);
  } else if (change.kind == Change::Kind::comes && known) {
    at->stay = std::max(at->stay, change.stay);
  } else if (change.kind == Change::Kind::comes && known_readers(change.part) > 0) {
    part.known.insert(at, {change.store, change.stay});
  }
  if (part.entry && part.known.empty() && part.known_made) {
    part.entry = false;
    --entries_;
  }
  data_.check_over(change.part);
}

bool DataDirectoryBase::knows_other(PartRef ref, StoreId store, Cycle now) {
  advance(now);
  const LivePart& part = data_[ref];
  return std::any_of(part.known.begin(), part.known.end(), [&](const Known& known) {
    return known.store != store && std::any_of(part.copies.begin(), part.copies.end(), [&](const Copy& copy) {
             return copy.store == known.store && copy.stay == known.stay && copy.entry != kNone;
           });
  });
}

std::uint64_t DataDirectoryBase::bytes_in(const std::vector<JobPart>& parts, StoreId store, Cycle now) {
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

void DataDirectoryBase::update_gauges(Cycle now, std::uint64_t open) {
  entries_gauge_.set(now, entries_);
  queries_gauge_.set(now, links_.data_queries.count(now) + open);
  stall_full_.set(now, entries_ == config_.entries ? 1 : 0);
}

Cycle DataDirectoryBase::next_run(Cycle now) const {
  if (!changes_.empty() || links_.data_queries.has(now)) return now + 1;
  return std::min({completions_.next(), left_.next(), links_.data_queries.next()});
}

std::string DataDirectoryBase::state() const {
  return std::to_string(entries_) + " of " + std::to_string(config_.entries) + " entries in use, " +
         std::to_string(links_.data_queries.size()) + " jobs to be looked up";
}

void DataDirectoryBase::verify() const {
  if (entries_ > config_.entries) throw std::logic_error("directory: more entries than it has");
}

}  // namespace scheduler
}  // namespace gantry
