// SPDX-License-Identifier: Apache-2.0
#include "machine/data_facts.h"

#include <algorithm>
#include <tuple>

namespace gantry {

DataFacts::DataFacts(const DataRun& run) : run_(run) {
  index();
  settle_memory();
}

DataFacts::Index DataFacts::store_of(const DataJob& job) const { return run_.store_of[job.processor]; }

void DataFacts::index() {
  readers_.resize(run_.parts.size());
  writer_.assign(run_.parts.size(), kNone);
  stays_of_.resize(run_.parts.size());
  in_store_.resize(run_.stores.size());
  line_.resize(run_.stores.size());
  users_.resize(run_.stays.size());
  first_.assign(run_.jobs.size(), 0);
  for (Index s = 0; s < run_.stays.size(); ++s) {
    stays_of_[run_.stays[s].part].push_back(s);
    in_store_[run_.stays[s].store].push_back(s);
  }
  for (Index j = 0; j < run_.jobs.size(); ++j) {
    const DataJob& job = run_.jobs[j];
    for (const Index part : job.reads) readers_[part].push_back(j);
    for (const Index part : job.writes) writer_[part] = j;
    if (store_of(job) != kNone) line_[store_of(job)].push_back(j);
  }
  for (std::vector<Index>& line : line_) {
    std::sort(line.begin(), line.end(), [&](Index a, Index b) {
      const DataJob& x = run_.jobs[a];
      const DataJob& y = run_.jobs[b];
      return std::tie(x.arrived, x.processor, x.placed) < std::tie(y.arrived, y.processor, y.placed);
    });
    Cycle free = 0;
    for (const Index j : line) {
      first_[j] = std::max(run_.jobs[j].arrived, free);
      free = std::max(free, run_.jobs[j].placed);
    }
  }
  for (Index j = 0; j < run_.jobs.size(); ++j) {
    const DataJob& job = run_.jobs[j];
    if (store_of(job) == kNone) continue;
    for (std::size_t i = 0; i < job.reads.size(); ++i) {
      const Index stay = stay_at(job.reads[i], store_of(job), job.placed);
      if (stay != kNone) users_[stay].push_back({j, i});
    }
    for (std::size_t i = 0; i < job.writes.size(); ++i) {
      const Index stay = stay_at(job.writes[i], store_of(job), job.placed);
      if (stay != kNone) users_[stay].push_back({j, job.reads.size() + i});
    }
  }
}

DataFacts::Index DataFacts::stay_at(Index part, Index store, Cycle at) const {
  for (const Index s : stays_of_[part]) {
    const DataStay& stay = run_.stays[s];
    if (stay.store == store && stay.reserved <= at && at < stay.until) return s;
  }
  // A job that is over in the cycle in which it is placed: the part dies, or the run ends, in that cycle.
  for (const Index s : stays_of_[part]) {
    const DataStay& stay = run_.stays[s];
    const bool last = stay.end == PartEnd::run || stay.end == PartEnd::dead;
    if (stay.store == store && stay.reserved <= at && at <= stay.until && last) return s;
  }
  return kNone;
}

void DataFacts::settle_memory() {
  surely_.assign(run_.parts.size(), kNever);
  maybe_.assign(run_.parts.size(), kNever);
  for (Index p = 0; p < run_.parts.size(); ++p) {
    const DataPart& part = run_.parts[p];
    if (!part.written) {
      surely_[p] = maybe_[p] = 0;
      continue;
    }
    if (writer_[p] == kNone) continue;
    const DataJob& job = run_.jobs[writer_[p]];
    const bool goes = part.result || run_.through || store_of(job) == kNone;
    if (goes) surely_[p] = job.written;
    // A full directory.
    if (goes || (run_.entries < run_.parts.size() && job.written > job.finished)) maybe_[p] = job.written;
    for (const Index s : stays_of_[p]) {
      if (run_.stays[s].end != PartEnd::written_back) continue;
      surely_[p] = std::min(surely_[p], run_.stays[s].until);
      maybe_[p] = std::min(maybe_[p], run_.stays[s].until);
    }
  }
}

std::uint64_t DataFacts::needs(Index j) const {
  const DataJob& job = run_.jobs[j];
  std::uint64_t bytes = 0;
  for (const Index part : job.writes) bytes += run_.parts[part].bytes;
  for (const Index part : job.reads) {
    const Index s = stay_at(part, store_of(job), job.placed);
    if (s == kNone || run_.stays[s].reserved != job.placed) continue;
    bytes += run_.parts[part].bytes;
  }
  return bytes;
}

bool DataFacts::surely_unpinned(Index s, Cycle at) const {
  return run_.stays[s].from < at && std::all_of(users_[s].begin(), users_[s].end(), [&](const Use& use) {
           return run_.jobs[use.job].written < at || first_[use.job] > at;
         });
}

DataFacts::LastUse DataFacts::last_use(Index s, Cycle at) const {
  LastUse last;
  bool any = false;
  for (const Use& use : users_[s]) {
    const Cycle cycle = run_.jobs[use.job].written;
    if (cycle > at || (any && cycle < last.cycle)) continue;
    const bool together = any && cycle == last.cycle;
    last = {cycle, together ? kNone : use.job, use.place};
    any = true;
  }
  return last;
}

bool DataFacts::maybe_read(Index s, Cycle at) const {
  const DataStay& stay = run_.stays[s];
  for (const Index o : stays_of_[stay.part]) {
    const DataStay& other = run_.stays[o];
    if (o != s && !other.written && other.reserved <= at && at <= other.from) return true;
  }
  return std::any_of(readers_[stay.part].begin(), readers_[stay.part].end(), [&](Index j) {
    const DataJob& job = run_.jobs[j];
    return store_of(job) == kNone && job.placed <= at && at <= job.ready;
  });
}

bool DataFacts::surely_droppable(Index s, Cycle at) const { return surely_[run_.stays[s].part] < at; }

}  // namespace gantry
