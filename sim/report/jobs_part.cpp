// SPDX-License-Identifier: Apache-2.0
// Processors and their jobs: one by one as many as fit, and of all of them how busy each processor was over time.
#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/level_curve.h"
#include "report/page_parts.h"
#include "result/fault_cells.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

/// The processors that are drawn: all, or those that computed most, in their order.
std::vector<std::size_t> drawn_processors(const PageJson& processors, std::size_t most) {
  std::vector<std::size_t> places(processors.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (places.size() <= most) return places;
  const auto busy = [&](std::size_t p) { return processors[p].value("busy_cycles", std::uint64_t{0}); };
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return busy(a) > busy(b); });
  places.resize(most);
  std::sort(places.begin(), places.end());
  return places;
}

/// Columns of the kept jobs. Times before and after computing are stored as distances from it.
struct JobColumns {
  explicit JobColumns(PageNames& all_names) : names(all_names) {}

  void add(const JobCells& row, std::uint32_t place) {
    const JobRecord& job = row.stations;
    task.push_back(names.number(row.task));
    number.push_back(job.job);
    processor.push_back(place);
    started.push_back(job.started);
    length.push_back(job.finished - job.started);
    const auto before = [&](Cycle station) { return station == kNever ? PageJson() : PageJson(job.started - station); };
    stations.push_back({before(job.matched), before(job.picked), before(job.issued), before(job.arrived),
                        before(job.ready), job.written - job.finished, job.completed - job.finished});
  }

  PageNames& names;
  PageJson task = PageJson::array();
  PageJson number = PageJson::array();
  PageJson processor = PageJson::array();
  PageJson started = PageJson::array();
  PageJson length = PageJson::array();
  PageJson stations = PageJson::array();
};

class JobsTable {
 public:
  JobsTable(PageRun& run, const std::set<PageJob>& first, const std::vector<std::size_t>& drawn)
      : run_(run),
        first_(first),
        total_(run.summary["jobs"].value("completed", std::uint64_t{0})),
        all_(total_ <= run.limits.jobs),
        running_(run.cycles, stretch_cycles(run.cycles, run.limits.stretches)),
        columns_(run.names) {
    const PageJson& processors = run.summary["processors"];
    for (std::size_t p = 0; p < processors.size(); ++p) places_.emplace(processors[p].value("name", ""), kNone);
    const std::size_t most = std::max<std::size_t>(run.limits.cells / std::max<std::size_t>(drawn.size(), 1), 1);
    busy_stretch_ = stretch_cycles(run.cycles, std::min(most, run.limits.stretches));
    for (const std::size_t p : drawn) {
      places_[processors[p].value("name", "")] = static_cast<std::uint32_t>(busy_.size());
      busy_.emplace_back(run.cycles, busy_stretch_);
    }
    // Others than the first ones are those in the middle of the table, which is in order of completion.
    const std::size_t others = run.limits.jobs - std::min(first.size(), run.limits.jobs / 2);
    from_ = all_ ? 0 : (total_ - others) / 2;
    to_ = all_ ? total_ : from_ + others;
  }

  void read(Diagnostics& problems) {
    TableReader<JobCells> table(run_.path(kJobsFile), problems);
    std::size_t firsts = run_.limits.jobs / 2;
    for (JobCells row; table.next(row);) {
      const std::uint64_t number = read_++;
      running_.add(row.stations.started, row.stations.finished);
      const auto at = places_.find(std::string(row.processor));
      if (at == places_.end()) {
        table.fault(row, &row.processor, "a processor that summary.json does not know");
        continue;
      }
      if (at->second == kNone) continue;
      busy_[at->second].add(row.stations.started, row.stations.finished);
      const bool inside = number >= from_ && number < to_;
      if (inside || (firsts > 0 && first_.count({run_.names.find(row.task), row.stations.job}) != 0)) {
        if (inside) {
          if (window_begin_ == kNever) window_begin_ = row.stations.completed;
          window_end_ = row.stations.completed;
        } else {
          --firsts;
        }
        columns_.add(row, at->second);
        ++kept_;
      }
    }
  }

  PageJson json() {
    PageJson part = {{"total", read_},
                     {"kept", kept_},
                     {"window", nullptr},
                     {"stretch", running_stretch()},
                     {"running", running_.sums()},
                     {"task", columns_.task},
                     {"job", columns_.number},
                     {"row", columns_.processor},
                     {"started", columns_.started},
                     {"length", columns_.length},
                     {"stations", columns_.stations}};
    if (kept_ < read_) {
      if (window_begin_ == kNever) window_begin_ = 0;
      part["window"] = {window_begin_, window_end_};
      part["busy_stretch"] = busy_stretch_;
      for (const LevelCurve& curve : busy_) part["busy"].push_back(curve.sums());
      run_.leave_out("Gantt: " + std::to_string(kept_) + " of " + std::to_string(read_) +
                     " jobs are in this page one by one, those of the critical path's longest steps and those that "
                     "completed in cycles " +
                     std::to_string(window_begin_) + " to " + std::to_string(window_end_) +
                     "; of all others it shows how busy the processors were. All are in " + kJobsFile + '.');
    }
    return part;
  }

 private:
  [[nodiscard]] Cycle running_stretch() const { return stretch_cycles(run_.cycles, run_.limits.stretches); }

  PageRun& run_;
  const std::set<PageJob>& first_;
  std::uint64_t total_;
  bool all_;
  std::uint64_t from_ = 0;  ///< rows between which all are kept
  std::uint64_t to_ = 0;
  Cycle window_begin_ = kNever;
  Cycle window_end_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t kept_ = 0;
  LevelCurve running_;
  Cycle busy_stretch_ = 1;
  std::vector<LevelCurve> busy_;                           ///< of the processors that are drawn
  std::unordered_map<std::string, std::uint32_t> places_;  ///< index of each kept processor; kNone for others
  JobColumns columns_;
};

/// Adds the first faults of links and routers as those of all rows: null, kind, first cycle, first cycle of the new
/// routes, and packets that were held or sent again.
void add_network_faults(PageRun& run, PageJson& faults, Diagnostics& problems) {
  if (run.missing_table(kNetworkFaultsTable, "output.faults")) return;
  TableReader<NetworkFaultCells> table(run.path(kNetworkFaultsTable), problems);
  std::uint64_t all = 0;
  for (NetworkFaultCells fault; table.next(fault);) {
    if (++all > run.limits.faults) continue;
    faults.push_back({nullptr, kNetworkFaultKindNames[static_cast<std::size_t>(fault.kind)], fault.begin,
                      std::min(fault.end, run.cycles), fault.held + fault.resent});
  }
  if (all > run.limits.faults)
    run.leave_out("Gantt: the first " + std::to_string(run.limits.faults) + " of " + std::to_string(all) +
                  " faults of the interconnect are in this page. All are in " + kNetworkFaultsTable + '.');
}

/// The first faults of the drawn processors: their row, kind, first cycle, first cycle after it and jobs.
PageJson faults_of(PageRun& run, const std::vector<std::size_t>& drawn, Diagnostics& problems) {
  PageJson faults = PageJson::array();
  if (run.missing_table(kFaultsTable, "output.faults")) return faults;
  std::unordered_map<std::string, std::size_t> rows;
  for (std::size_t row = 0; row < drawn.size(); ++row)
    rows.emplace(run.summary["processors"][drawn[row]].value("name", ""), row);
  const auto row_of = [&](std::string_view name) {
    if (name.substr(0, kStorePrefix.size()) == kStorePrefix) name.remove_prefix(kStorePrefix.size());
    return rows.find(std::string(name));
  };
  TableReader<FaultCells> table(run.path(kFaultsTable), problems);
  std::uint64_t all = 0;
  for (FaultCells fault; table.next(fault);) {
    const auto at = row_of(fault.processor);
    if (at == rows.end() || ++all > run.limits.faults) continue;
    faults.push_back({at->second, kFaultKindNames[static_cast<std::size_t>(fault.kind)], fault.begin,
                      std::min(fault.end, run.cycles), fault.jobs});
  }
  if (all > faults.size())
    run.leave_out("Gantt: the first " + std::to_string(faults.size()) + " of " + std::to_string(all) +
                  " faults are in this page. All are in " + kFaultsTable + '.');
  return faults;
}

}  // namespace

PageJson jobs_part(PageRun& run, const std::set<PageJob>& first, Diagnostics& problems) {
  if (run.kind != PageKind::machine) return missing("This run has no jobs on processors.");
  const PageJson& processors = run.summary["processors"];
  const std::vector<std::size_t> drawn = drawn_processors(processors, run.limits.rows);
  PageJson rows = PageJson::array();
  for (const std::size_t p : drawn) {
    const PageJson& of = processors[p];
    rows.push_back({{"name", shortened(of.value("name", ""), run.limits.name_bytes)},
                    {"type", shortened(of.value("type", ""), run.limits.name_bytes)},
                    {"jobs", of.value("jobs", std::uint64_t{0})},
                    {"busy", of.value("busy_cycles", std::uint64_t{0})}});
  }
  if (drawn.size() < processors.size())
    run.leave_out("Processors: the " + std::to_string(drawn.size()) + " of " + std::to_string(processors.size()) +
                  " that computed longest are in this page; all are in " + kSummaryFile + '.');
  std::uint64_t busy = 0;
  for (const PageJson& of : processors) busy += of.value("busy_cycles", std::uint64_t{0});
  PageJson part;
  const auto absence = run.missing_table(kJobsFile, "output.jobs");
  if (!absence) {
    JobsTable table(run, first, drawn);
    table.read(problems);
    part = table.json();
  } else {
    part = missing(*absence);
  }
  part["rows"] = rows;
  part["faults"] = faults_of(run, drawn, problems);
  add_network_faults(run, part["faults"], problems);
  part["processors"] = processors.size();
  part["busy_cycles"] = busy;
  return part;
}

}  // namespace gantry
