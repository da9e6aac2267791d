// SPDX-License-Identifier: Apache-2.0
#include "machine/data_rules.h"

#include <algorithm>
#include <map>
#include <utility>

#include "machine/data_counts.h"
#include "machine/data_facts.h"

namespace gantry {
namespace {

class DataRules final : private DataFacts {
 public:
  explicit DataRules(const DataRun& run) : DataFacts(run) {}

  std::vector<std::string> findings() {
    check_stays();
    check_jobs();
    check_lines();
    check_capacity();
    for (Index stay = 0; stay < run_.stays.size(); ++stay) {
      check_source(stay);
      if (run_.stays[stay].end != PartEnd::run) check_departure(stay);
      expect(run_.stays[stay].end != PartEnd::run || !run_.parts[run_.stays[stay].part].written, name(run_.stays[stay]),
             " does not die");
    }
    check_kept();
    return findings_;
  }

 private:
  [[nodiscard]] std::string name(const DataStay& stay) const {
    return run_.parts[stay.part].name + " in " + run_.stores[stay.store].name + " from cycle " +
           std::to_string(stay.reserved);
  }

  void check_stays() {
    for (Index p = 0; p < run_.parts.size(); ++p) {
      std::size_t made = 0;
      for (const Index s : stays_of_[p]) made += run_.stays[s].written ? 1 : 0;
      const bool here = writer_[p] != kNone && store_of(run_.jobs[writer_[p]]) != kNone;
      expect(made == (here ? 1U : 0U), run_.parts[p].name, " is written into a store ", made, " times");
      expect(run_.parts[p].written == (writer_[p] != kNone), run_.parts[p].name, " is never written");
    }
    for (Index s = 0; s < run_.stays.size(); ++s) {
      const DataStay& stay = run_.stays[s];
      expect(stay.from != kNever && stay.reserved <= stay.from && stay.from <= stay.until, name(stay),
             " has no order: there in ", stay.from, ", leaves in ", stay.until);
      for (const Index o : stays_of_[stay.part]) {
        const DataStay& other = run_.stays[o];
        if (o <= s || other.store != stay.store) continue;
        expect(other.until <= stay.reserved || stay.until <= other.reserved, name(stay), " is there a second time");
      }
      std::uint64_t readers = 0;
      bool placed = false;
      for (const Use& use : users_[s]) {
        const DataJob& job = run_.jobs[use.job];
        const bool reads = use.place < job.reads.size();
        readers += reads ? 1 : 0;
        placed = placed || job.placed == stay.reserved;
        expect(job.written <= stay.until, name(stay), " leaves in ", stay.until, " before ", job.name, " is over in ",
               job.written);
        if (reads) {
          expect(stay.from <= job.ready, name(stay), " comes in ", stay.from, " after ", job.name, " is ready in ",
                 job.ready);
        } else {
          expect(stay.written && stay.reserved == job.placed && stay.from == job.finished, name(stay),
                 " is not there when ", job.name, " has written it in ", job.finished);
        }
      }
      expect(placed, name(stay), " is reserved for no job");
      expect(readers == stay.uses, name(stay), " has ", stay.uses, " uses, but ", readers, " jobs read it");
      if (!stay.written && writer_[stay.part] != kNone) {
        expect(run_.jobs[writer_[stay.part]].finished < stay.from, name(stay), " comes before it is written");
      }
    }
  }

  void check_jobs() {
    for (Index j = 0; j < run_.jobs.size(); ++j) {
      const DataJob& job = run_.jobs[j];
      expect(job.arrived <= job.placed && job.placed <= job.ready && job.ready <= job.started &&
                 job.started <= job.finished && job.finished <= job.written && job.written < job.completed,
             job.name, " has stations out of order");
      Cycle last = job.placed;
      bool exact = !job.input;
      for (const Index part : job.reads) {
        if (writer_[part] != kNone) {
          expect(run_.jobs[writer_[part]].completed < job.arrived, job.name, " reads ", run_.parts[part].name,
                 " before its writer is over");
        }
        if (store_of(job) == kNone) {
          exact = false;
          continue;
        }
        const Index s = stay_at(part, store_of(job), job.placed);
        expect(s != kNone, job.name, " reads ", run_.parts[part].name, " which is not in its store");
        if (s != kNone) last = std::max(last, run_.stays[s].from);
        // What is there when the job becomes the first of the line is pinned.
        const Index before = stay_at(part, store_of(job), first_[j]);
        if (before != kNone && run_.stays[before].until > first_[j]) {
          expect(before == s, job.name, " lost ", run_.parts[part].name, " while it waited for room");
        }
      }
      for (const Index part : job.writes) {
        expect(writer_[part] == j, run_.parts[part].name, " is written a second time by ", job.name);
        const Index s = store_of(job) == kNone ? kNone : stay_at(part, store_of(job), job.placed);
        expect(store_of(job) == kNone || s != kNone, job.name, " writes ", run_.parts[part].name, " without room");
      }
      if (store_of(job) == kNone) {
        expect(job.placed == job.arrived, job.name, " has no store, and waits for room");
        if (job.reads.empty() && !job.input) exact = true;
      }
      if (exact) expect(job.ready == last, job.name, " is ready in ", job.ready, " instead of ", last);
      bool sends = job.output;
      bool may = job.output;
      for (const Index part : job.writes) {
        const bool goes = run_.parts[part].result || run_.through || store_of(job) == kNone;
        sends = sends || goes;
        may = may || goes || run_.entries < run_.parts.size();
      }
      expect(!sends || job.written > job.finished, job.name, " does not wait until its output is written");
      expect(may || job.written == job.finished, job.name, " has nothing to write, and waits until ", job.written);
    }
  }

  void check_lines() {
    for (Index store = 0; store < line_.size(); ++store) {
      const std::vector<Index>& line = line_[store];
      for (std::size_t i = 1; i < line.size(); ++i) {
        const DataJob& a = run_.jobs[line[i - 1]];
        const DataJob& b = run_.jobs[line[i]];
        expect(a.arrived == b.arrived || a.placed <= b.placed, b.name, " overtakes ", a.name, " in the line of ",
               run_.stores[store].name);
      }
      for (const Index j : line) check_waits(store, j);
    }
  }

  /// The first of the line waits only for what must be written back, read, pinned or is on its way.
  void check_waits(Index store, Index j) {
    const DataJob& job = run_.jobs[j];
    std::vector<Cycle> looks = {first_[j]};
    for (const Index other : line_[store]) {
      const Cycle over = run_.jobs[other].written + 1;
      if (over > first_[j] && over < job.placed) looks.push_back(over);
    }
    if (job.placed > first_[j]) looks.push_back(job.placed - 1);
    for (const Cycle at : looks) {
      if (at >= job.placed) continue;
      std::uint64_t used = 0;
      std::vector<Index> free;
      for (const Index s : in_store_[store]) {
        const DataStay& stay = run_.stays[s];
        if (stay.reserved > at || stay.until <= at) continue;
        used += run_.parts[stay.part].bytes;
        if (surely_unpinned(s, at)) free.push_back(s);
      }
      std::stable_sort(free.begin(), free.end(),
                       [&](Index a, Index b) { return last_use(a, at).cycle < last_use(b, at).cycle; });
      const std::uint64_t wanted = needs(j);
      bool at_once = true;
      for (const Index s : free) {
        if (used + wanted <= run_.stores[store].bytes) break;
        used -= run_.parts[run_.stays[s].part].bytes;
        // What is being written back leaves when that is over, even if its last reader is over before.
        const bool goes_back = run_.stays[s].end == PartEnd::written_back;
        at_once = at_once && !goes_back && surely_droppable(s, at) && !maybe_read(s, at);
      }
      const bool fits = used + wanted <= run_.stores[store].bytes;
      expect(!fits || !at_once, job.name, " waits for room in ", at, ", which could be made at once");
    }
  }

  void check_capacity() {
    for (Index store = 0; store < run_.stores.size(); ++store) {
      std::map<Cycle, std::int64_t> change;
      for (const Index s : in_store_[store]) {
        const DataStay& stay = run_.stays[s];
        const auto bytes = static_cast<std::int64_t>(run_.parts[stay.part].bytes);
        change[stay.reserved] += bytes;
        if (stay.end != PartEnd::run) change[stay.until] -= bytes;
      }
      std::int64_t used = 0;
      std::int64_t most = 0;
      for (const auto& [cycle, bytes] : change) {
        used += bytes;
        most = std::max(most, used);
        expect(used <= static_cast<std::int64_t>(run_.stores[store].bytes), run_.stores[store].name, " has ", used,
               " bytes in cycle ", cycle);
      }
      expect(!run_.counts || run_.counts->stores.at(store).most_used == static_cast<std::uint64_t>(most),
             run_.stores[store].name, " does not say that at most ", most, " bytes were used");
    }
  }

  void check_source(Index s) {
    const DataStay& stay = run_.stays[s];
    if (stay.written) return;
    if (stay.source == kNone) {
      expect(maybe_[stay.part] <= stay.from, name(stay), " comes from global memory, where it is not");
    } else {
      expect(stay.source != stay.store, name(stay), " comes from where it goes");
      bool there = false;
      for (const Index o : stays_of_[stay.part]) {
        const DataStay& other = run_.stays[o];
        there = there || (other.store == stay.source && other.from < stay.from && other.until > stay.reserved);
      }
      expect(there, name(stay), " comes from ", run_.stores[stay.source].name, ", which does not have it");
    }
    if (run_.links.empty() || run_.entries < run_.parts.size()) return;
    const auto bringer = std::find_if(users_[s].begin(), users_[s].end(), [&](const Use& use) {
      return run_.jobs[use.job].placed == stay.reserved && use.place < run_.jobs[use.job].reads.size();
    });
    if (bringer == users_[s].end()) return;
    // The first of those that are placed in this cycle brings it.
    Index by = bringer->job;
    for (const Index j : line_[stay.store]) {
      const DataJob& job = run_.jobs[j];
      const bool reads = std::find(job.reads.begin(), job.reads.end(), stay.part) != job.reads.end();
      if (reads && job.placed == stay.reserved) {
        by = j;
        break;
      }
    }
    const DataJob& job = run_.jobs[by];
    for (const Index o : stays_of_[stay.part]) {
      const DataStay& other = run_.stays[o];
      if (other.store == stay.store || other.until <= stay.from) continue;
      const bool known = std::any_of(users_[o].begin(), users_[o].end(),
                                     [&](const Use& use) { return run_.jobs[use.job].completed <= job.picked; });
      if (!known) continue;
      const bool nearer = stay.source == kNone || std::pair(run_.links[other.store][job.processor], other.store) <
                                                      std::pair(run_.links[stay.source][job.processor], stay.source);
      expect(!nearer, name(stay), " comes from ",
             stay.source == kNone ? "global memory" : run_.stores[stay.source].name, ", but ",
             run_.stores[other.store].name, " is nearer and known to have it");
    }
  }

  /// The cycle in which a written part leaves all stores.
  [[nodiscard]] Cycle death_of(Index part) const {
    Cycle death = run_.jobs[writer_[part]].written;
    for (const Index j : readers_[part]) death = std::max(death, run_.jobs[j].written);
    return death;
  }

  void check_departure(Index s) {
    const DataStay& stay = run_.stays[s];
    const DataPart& part = run_.parts[stay.part];
    const Cycle at = stay.until;
    if (part.written && writer_[stay.part] != kNone) {
      const Cycle death = death_of(stay.part);
      if (stay.end == PartEnd::dead) {
        expect(at == death, name(stay), " dies in ", at, ", but its last reader is over in ", death);
        return;
      }
      expect(stay.end == PartEnd::written_back || at <= death, name(stay), " leaves in ", at, ", but it is dead in ",
             death);
    }
    expect(part.written || stay.end == PartEnd::dropped, name(stay), " leaves as ",
           kPartEndNames[static_cast<std::size_t>(stay.end)], ", though it is in global memory from the start");
    bool elsewhere = false;
    for (const Index o : stays_of_[stay.part]) {
      const DataStay& other = run_.stays[o];
      elsewhere = elsewhere ||
                  (other.store != stay.store && other.from <= at && (other.until > at || other.end == PartEnd::run));
    }
    if (stay.end == PartEnd::dropped) {
      expect(elsewhere || maybe_[stay.part] <= at, name(stay), " is dropped in ", at, " and is nowhere else");
    }
    if (stay.end == PartEnd::written_back) {
      expect(writer_[stay.part] == kNone || surely_[stay.part] >= at, name(stay), " is written back a second time");
    }
    // Room is made for the first of the line. A part that is written back may leave after that job is placed.
    const std::vector<Index>& line = line_[stay.store];
    if (stay.end == PartEnd::written_back) {
      const auto began = std::find_if(line.begin(), line.end(), [&](Index j) {
        return first_[j] < at && std::all_of(users_[s].begin(), users_[s].end(), [&](const Use& use) {
                 return run_.jobs[use.job].written <= std::min(run_.jobs[j].placed, at);
               });
      });
      expect(began != line.end(), name(stay), " is written back by ", at, " for no job");
      return;
    }
    const auto waits = std::find_if(line.begin(), line.end(), [&](Index j) { return run_.jobs[j].placed >= at; });
    const bool wanted = waits != line.end() && first_[*waits] <= at;
    expect(wanted, name(stay), " leaves in ", at, ", when no job wants room");
    if (!wanted) return;
    check_order(s, at);
    // The next job of the line may be the first in this cycle, too.
    const bool alone = run_.jobs[*waits].placed > at || waits + 1 == line.end() || first_[*(waits + 1)] > at;
    if (alone) check_needed(s, *waits);
  }

  /// No part that could have left and was used before it stays. `since`: the decision was not made before.
  void check_order(Index s, Cycle since) {
    const DataStay& stay = run_.stays[s];
    const LastUse last = last_use(s, stay.until);
    for (const Index o : in_store_[stay.store]) {
      const DataStay& other = run_.stays[o];
      if (o == s || other.reserved >= since || other.until <= stay.until) continue;
      if (!surely_unpinned(o, since) || !surely_unpinned(o, stay.until)) continue;
      if (maybe_read(o, since) || maybe_read(o, stay.until)) continue;
      if (!surely_droppable(o, since)) continue;
      expect(!last_use(o, stay.until).before(last), name(stay), " leaves in ", stay.until, " before ", name(other),
             ", which was used before it");
    }
  }

  /// Of those that leave for a job in one cycle, the last one used is needed: without it the job would not fit.
  void check_needed(Index s, Index j) {
    const DataStay& stay = run_.stays[s];
    const DataJob& job = run_.jobs[j];
    std::uint64_t used = job.placed > stay.until ? needs(j) : 0;
    for (const Index o : in_store_[stay.store]) {
      const DataStay& other = run_.stays[o];
      if (other.until == stay.until && other.end == PartEnd::dead) return;  // perhaps later in this cycle
      if (o != s && other.until == stay.until && other.end != PartEnd::run &&
          !last_use(o, stay.until).before(last_use(s, stay.until))) {
        return;  // perhaps not the last one
      }
      const bool stays = other.until > stay.until || other.end == PartEnd::run;
      if (other.reserved <= stay.until && stays) used += run_.parts[other.part].bytes;
    }
    expect(used + run_.parts[stay.part].bytes > run_.stores[stay.store].bytes, name(stay), " leaves in ", stay.until,
           ", but ", job.name, " fits beside it");
  }

  /// While a part has readers to come it is in a store or in global memory.
  void check_kept() {
    for (Index p = 0; p < run_.parts.size(); ++p) {
      if (!run_.parts[p].written || writer_[p] == kNone || readers_[p].empty()) continue;
      Cycle end = 0;
      for (const Index j : readers_[p]) end = std::max(end, run_.jobs[j].written);
      const DataJob& writer = run_.jobs[writer_[p]];
      std::vector<std::pair<Cycle, Cycle>> there = {{maybe_[p], kNever}};
      for (const Index s : stays_of_[p]) there.emplace_back(run_.stays[s].from, run_.stays[s].until);
      std::sort(there.begin(), there.end());
      Cycle covered = store_of(writer) == kNone ? writer.written : writer.finished;
      for (const auto& [from, until] : there) {
        if (from <= covered) covered = std::max(covered, until);
      }
      expect(covered >= end, run_.parts[p].name, " is lost in cycle ", covered, ", and has readers to come until ",
             end);
    }
  }
};

}  // namespace

std::vector<std::string> check_data_rules(const DataRun& run) {
  std::vector<std::string> findings = DataRules(run).findings();
  if (run.counts && findings.empty()) findings = check_data_counts(run, *run.counts);
  return findings;
}

}  // namespace gantry
