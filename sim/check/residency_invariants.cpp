// SPDX-License-Identifier: Apache-2.0
// residency.csv against itself, jobs.csv and the summary (docs/stores.md). The tables do not say which parts a job
// reads, so that the tests' own rules (tests/machine/data_rules.h) check more.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "check/invariants.h"
#include "result/output_names.h"
#include "result/stay_cells.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

/// A row with the numbers of its texts.
struct Stay {
  StayCells cells;
  std::uint64_t line = 0;
  std::size_t part = 0;
  std::size_t store = 0;
  std::size_t source = kNoStore;  ///< the store that it came from
  bool written = false;

  static constexpr std::size_t kNoStore = ~std::size_t{0};
};

class ResidencyCheck {
 public:
  ResidencyCheck(const RunFiles& run, Findings& findings)
      : run_(run), findings_(findings), file_(run.path(kResidencyTable)) {
    if (run.summary.data) {
      for (const StoreStats& store : run.summary.data->stores) stores_.emplace(store.name, stores_.size());
    }
    jobs_.resize(stores_.size());
    if (!run.summary.wrote(kJobsFile)) return;
    std::set<std::string> processors;
    for (const auto& processor : run.summary.processors) processors.insert(processor.name);
    for (const JobRow& row : run.jobs) {
      if (row.stations.processor == kNone || row.stations.placed == kNever) continue;
      const auto own = stores_.find(run.summary.processors[row.stations.processor].name);
      // The tables do not say of which cluster a processor is.
      for (const auto& [name, store] : stores_) {
        const bool cluster = processors.count(name) == 0;
        if (own == stores_.end() ? cluster : own->second == store) jobs_[store][row.stations.placed].push_back(&row);
      }
    }
  }

  void take(const StayCells& cells, std::uint64_t line) {
    Stay stay;
    stay.cells = cells;
    stay.line = line;
    const auto store = stores_.find(std::string(cells.store));
    if (store == stores_.end()) return tell(stay, "its store is not in " + std::string(kSummaryFile));
    stay.store = store->second;
    stay.written = cells.came == kCameWritten;
    if (!stay.written && !cells.came.empty() && cells.came != kCameFromMemory) {
      const auto source = stores_.find(std::string(cells.came));
      if (source == stores_.end()) return tell(stay, "came from a store that is not in " + std::string(kSummaryFile));
      stay.source = source->second;
    }
    const auto part = parts_.emplace(std::tuple(std::string(cells.object), cells.instance, cells.part), parts_.size());
    stay.part = part.first->second;
    check_row(stay);
    stay.cells.object = {};
    stay.cells.store = {};
    stay.cells.came = {};
    stays_.push_back(stay);
  }

  std::size_t finish() {
    of_part_.resize(parts_.size());
    for (std::size_t s = 0; s < stays_.size(); ++s) of_part_[stays_[s].part].push_back(s);
    for (const std::vector<std::size_t>& stays : of_part_) check_part(stays);
    for (const Stay& stay : stays_) check_job(stay);
    for (const auto& [name, store] : stores_) check_store(name, store);
    if (run_.summary.data && run_.summary.complete) check_totals(*run_.summary.data);
    return stays_.size();
  }

 private:
  void tell(const Stay& stay, const std::string& what) { findings_.add(file_, stay.line, what); }
  [[nodiscard]] bool ended(const Stay& stay) const { return stay.cells.end != PartEnd::run; }

  void check_row(const Stay& stay) {
    const StayCells& c = stay.cells;
    if (c.bytes == 0) tell(stay, "a part without a byte");
    if ((c.from == kNever) != c.came.empty()) tell(stay, "`came` and `from` do not belong together");
    if (c.from == kNever ? ended(stay) && c.end != PartEnd::lost : c.from < c.reserved || c.until < c.from) {
      tell(stay, "its cycles are out of order (reserved, from, until)");
    }
    if (!ended(stay) && c.until != run_.summary.cycles) {
      tell(stay, "until is cycle " + std::to_string(c.until) + " (expected the run's cycles, " +
                     std::to_string(run_.summary.cycles) + ')');
    }
    if (c.until > run_.summary.cycles) tell(stay, "until is after the end of the run");
    if (c.instance == kNever && (stay.written || c.end == PartEnd::dead || c.end == PartEnd::written_back)) {
      tell(stay, "no task writes the part, and so it is not written here, not written back, and does not die");
    }
    if (run_.summary.complete && !stay.written && c.uses == 0 && c.end != PartEnd::lost)
      tell(stay, "brought, and no job has read it");
  }

  /// The stays of one part.
  void check_part(const std::vector<std::size_t>& stays) {
    const Stay* made = nullptr;
    const Stay* dead = nullptr;
    for (const std::size_t s : stays) {
      const Stay& stay = stays_[s];
      if (stay.cells.bytes != stays_[stays.front()].cells.bytes) tell(stay, "other bytes than in rows before");
      if (stay.written && made != nullptr) tell(stay, "written a second time");
      if (stay.written) made = &stay;
      if (stay.cells.end == PartEnd::dead) dead = &stay;
    }
    for (const std::size_t s : stays) {
      const Stay& stay = stays_[s];
      if (made != nullptr && !stay.written && stay.cells.reserved <= made->cells.from) {
        tell(stay, "there before it is written");
      }
      if (dead != nullptr && (stay.cells.end == PartEnd::dead ? stay.cells.until != dead->cells.until
                                                              : stay.cells.reserved > dead->cells.until)) {
        tell(stay,
             "a part dies in all stores in one cycle (in another row in " + std::to_string(dead->cells.until) + ')');
      }
      bool there = stay.source == Stay::kNoStore;
      for (const std::size_t o : stays) {
        const Stay& other = stays_[o];
        there = there || (other.store == stay.source && other.cells.from < stay.cells.from &&
                          other.cells.until > stay.cells.reserved);
        if (o > s && other.store == stay.store && other.cells.reserved < stay.cells.until &&
            stay.cells.reserved < other.cells.until) {
          tell(other, "there a second time, as in line " + std::to_string(stay.line));
        }
      }
      if (!there) tell(stay, "came from a store that did not have it");
    }
  }

  /// Room is reserved for a job as it is placed.
  void check_job(const Stay& stay) {
    if (!run_.summary.wrote(kJobsFile) || !run_.summary.complete || stay.cells.end == PartEnd::lost) return;
    const auto at = jobs_[stay.store].find(stay.cells.reserved);
    const auto fits = [&](const JobRow* row) {
      const JobRecord& job = row->stations;
      const bool in_time = stay.written ? stay.cells.from == job.finished : stay.cells.from <= job.ready;
      return in_time && job.written <= stay.cells.until;
    };
    if (at == jobs_[stay.store].end() || std::none_of(at->second.begin(), at->second.end(), fits)) {
      tell(stay, std::string("no job in ") + kJobsFile + " is placed in cycle " + std::to_string(stay.cells.reserved) +
                     " and has it from " + std::to_string(stay.cells.from) + " on");
    }
  }

  void check_store(const std::string& name, std::size_t store) {
    const StoreStats& of = run_.summary.data->stores[store];
    std::map<Cycle, std::int64_t> change;
    std::uint64_t evictions = 0;
    for (const Stay& stay : stays_) {
      if (stay.store != store) continue;
      const auto bytes = static_cast<std::int64_t>(stay.cells.bytes);
      change[stay.cells.reserved] += bytes;
      if (ended(stay)) change[stay.cells.until] -= bytes;
      evictions += stay.cells.end == PartEnd::dropped || stay.cells.end == PartEnd::written_back ? 1 : 0;
    }
    std::int64_t used = 0;
    std::int64_t most = 0;
    for (const auto& [cycle, bytes] : change) {
      used += bytes;
      most = std::max(most, used);
      if (used <= static_cast<std::int64_t>(of.capacity)) continue;
      findings_.add(file_, 0,
                    name + " has " + std::to_string(used) + " bytes in cycle " + std::to_string(cycle) + " (at most " +
                        std::to_string(of.capacity) + ')');
    }
    same(name + ": most bytes used", static_cast<std::uint64_t>(most), of.most_used);
    same(name + ": evictions", evictions, of.evictions);
  }

  void same(const std::string& what, std::uint64_t found, std::uint64_t told) {
    if (found == told) return;
    findings_.add(
        file_, 0,
        what + ": " + std::to_string(found) + " (expected " + std::to_string(told) + ", as in " + kSummaryFile + ')');
  }
  void same(const std::string& what, const PartCount& found, const PartCount& told) {
    same(what + ", parts", found.parts, told.parts);
    same(what + ", bytes", found.bytes, told.bytes);
  }

  void check_totals(const DataStats& data) {
    PartCount hits;
    PartCount stores;
    PartCount memory;
    std::map<PartEnd, PartCount> ends;
    for (const Stay& stay : stays_) {
      const std::uint64_t read = stay.cells.uses - (stay.written || stay.cells.uses == 0 ? 0 : 1);
      hits.parts += read;
      hits.bytes += read * stay.cells.bytes;
      if (!stay.written) (stay.source == Stay::kNoStore ? memory : stores).add(stay.cells.bytes);
      ends[stay.cells.end].add(stay.cells.bytes);
    }
    // A part may be lost that a job had found in its store.
    if (ends[PartEnd::lost].parts == 0)
      same("read where they are", hits, {data.own.parts + data.cluster.parts, data.own.bytes + data.cluster.bytes});
    same("dead", ends[PartEnd::dead], data.dead);
    same("dropped", ends[PartEnd::dropped], data.dropped);
    // Processors without a store read, too. A part that is needed again while it is written back stays.
    const auto least = [&](const char* what, const PartCount& found, const PartCount& told) {
      if (found.parts <= told.parts && found.bytes <= told.bytes) return;
      findings_.add(file_, 0,
                    std::string(what) + ": " + std::to_string(found.bytes) + " bytes (at most " +
                        std::to_string(told.bytes) + " as in " + kSummaryFile + ')');
    };
    least("brought from other stores", stores, data.store);
    least("brought from global memory", memory, data.memory);
    least("written back", ends[PartEnd::written_back], data.written_back);
  }

  const RunFiles& run_;
  Findings& findings_;
  std::string file_;
  std::map<std::string, std::size_t, std::less<>> stores_;
  std::vector<std::map<Cycle, std::vector<const JobRow*>>> jobs_;  ///< by store: jobs that may use it, by `placed`
  std::map<std::tuple<std::string, std::uint64_t, std::uint32_t>, std::size_t> parts_;
  std::vector<std::vector<std::size_t>> of_part_;
  std::vector<Stay> stays_;
};

}  // namespace

std::size_t check_residency(const RunFiles& run, Findings& findings, Diagnostics& problems) {
  ResidencyCheck check(run, findings);
  TableReader<StayCells> table(run.path(kResidencyTable), problems);
  for (StayCells row; table.next(row);) check.take(row, table.line());
  return table.ok() ? check.finish() : 0;
}

}  // namespace gantry
