// SPDX-License-Identifier: Apache-2.0
// faults.csv against itself and the summary (docs/faults.md).
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "check/invariants.h"
#include "result/fault_cells.h"
#include "result/output_names.h"
#include "result/rounding.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

class FaultCheck {
 public:
  FaultCheck(const RunFiles& run, Findings& findings) : run_(run), findings_(findings), file_(run.path(kFaultsTable)) {}

  void take(const FaultCells& row, std::uint64_t line) {
    if (row.kind == FaultKind::error) return take_memory(row, line);
    if (row.processor.substr(0, kStorePrefix.size()) == kStorePrefix) return take_store(row, line);
    const auto tell = [&](const std::string& what) {
      findings_.add(file_, line, "fault of " + std::string(row.processor) + ": " + what);
    };
    const auto& processors = run_.summary.processors;
    if (std::none_of(processors.begin(), processors.end(), [&](const auto& of) { return of.name == row.processor; }))
      tell(std::string("its processor is not in ") + kSummaryFile);
    check_times(row, tell);
    const auto [before, fresh] = ends_.emplace(row.processor, row.end);
    if (!fresh && (before->second == kNever || row.begin < before->second)) tell("the one before is not over");
    before->second = row.end;
    const bool dead = row.kind == FaultKind::die;
    if (dead && row.end != kNever) tell("a dead processor stays so");
    if (row.kind == FaultKind::hang && row.end == kNever) tell("a hang that does not end is `die`");
    if (row.lost > (dead ? 1U : 0U)) tell("lost is " + std::to_string(row.lost));
    if (row.kind != FaultKind::fail && row.failed > 0) tell("failed is " + std::to_string(row.failed));
    if ((dead || row.kind == FaultKind::fail) && row.delay_cycles > 0) tell("it makes no job longer");
    if (row.jobs < row.lost + row.failed) tell("jobs are fewer than lost and failed");
    if (dead || row.kind == FaultKind::fail) {
      if (row.jobs != row.lost + row.failed) tell("jobs are more than lost and failed");
    } else if ((row.jobs > 0) != (row.delay_cycles > 0)) {
      tell("jobs and delay_cycles do not go together");
    }
    ++begun_;
    if (dead || row.kind == FaultKind::hang)
      down_ += std::min(row.end, run_.summary.cycles) - std::min(row.begin, run_.summary.cycles);
    sums_.jobs += row.jobs;
    sums_.lost += row.lost;
    sums_.failed += row.failed;
    sums_.delay_cycles += row.delay_cycles;
  }

  void take_memory(const FaultCells& row, std::uint64_t line) {
    const auto tell = [&](const std::string& what) {
      findings_.add(file_, line, "fault of " + std::string(row.processor) + ": " + what);
    };
    if (row.processor.substr(0, 6) != "memory") tell("`error` is a kind of memory");
    check_times(row, tell);
    if (row.jobs + row.lost + row.failed + row.delay_cycles > 0) tell("memory hits reads, not jobs");
    if (row.end == kNever && row.reads > 0) tell("it waits for a read, and reads are " + std::to_string(row.reads));
    ++begun_;
    sums_.reads += row.reads;
  }

  void take_store(const FaultCells& row, std::uint64_t line) {
    const std::string_view name = row.processor.substr(kStorePrefix.size());
    const auto tell = [&](const std::string& what) {
      findings_.add(file_, line, "fault of the store of " + std::string(name) + ": " + what);
    };
    check_times(row, tell);
    if (run_.summary.data) {
      const std::vector<StoreStats>& stores = run_.summary.data->stores;
      if (std::none_of(stores.begin(), stores.end(), [&](const StoreStats& of) { return of.name == name; }))
        tell(std::string("it is not in ") + kSummaryFile);
    }
    if (row.kind != FaultKind::die) tell("a store dies");
    if (row.end != kNever) tell("a dead store stays so");
    if (!ends_.emplace(row.processor, row.end).second) tell("it dies a second time");
    if (row.lost + row.failed + row.delay_cycles > 0) tell("a store hits parts, and jobs that read them again");
    if (row.parts_lost > row.parts) tell("more parts are lost than it had");
    ++begun_;
    sums_.parts += row.parts;
    sums_.parts_lost += row.parts_lost;
    ++stores_;
  }

  void finish() {
    const auto compare = [&](const char* counter, std::uint64_t rows, bool exact) {
      const std::uint64_t counted = counter_of(counter);
      if (exact ? rows == counted : rows >= counted) return;
      findings_.add(file_, 0,
                    std::string("its rows sum to ") + std::to_string(rows) + ", and " + counter +
                        " of the summary is " + std::to_string(counted));
    };
    if (const std::uint64_t errors = counter_of("read_errors", "memory"); errors != sums_.reads)
      findings_.add(file_, 0,
                    "its reads sum to " + std::to_string(sums_.reads) + ", and read_errors of memory are " +
                        std::to_string(errors));
    compare("stores_died", stores_, true);
    compare("parts_in_them", sums_.parts, true);
    compare("parts_lost", sums_.parts_lost, true);
    compare("jobs_lost", sums_.lost, true);
    compare("jobs_failed", sums_.failed, true);
    compare("delay_cycles", sums_.delay_cycles, sums_.lost == 0);
    // A job may meet several faults.
    compare("jobs_hit", sums_.jobs - sums_.failed, false);
    if (run_.summary.faults) check_summary(*run_.summary.faults);
  }

 private:
  /// Times of any row.
  template <class Tell>
  void check_times(const FaultCells& row, const Tell& tell) {
    if (row.begin < last_begin_) tell("begins before the row above");
    last_begin_ = row.begin;
    if (row.begin > run_.summary.cycles) tell("begins after the end of the run");
    if (row.end != kNever && row.end <= row.begin) tell("ends before it begins");
  }

  [[nodiscard]] std::uint64_t counter_of(std::string_view name, std::string_view of = "processors") const {
    for (const auto& block : run_.summary.blocks) {
      if (block.name != of) continue;
      for (const auto& [counter, value] : block.counters)
        if (counter == name) return value;
    }
    return 0;
  }

  void check_summary(const RunSummary::FaultResults& told) {
    same("begun", told.begun, begun_);
    same("down_cycles", told.down_cycles, down_);
    const std::uint64_t all = run_.summary.processors.size() * run_.summary.cycles;
    if (std::abs(told.availability - ratio(all - std::min(all, down_), all)) > kRounding)
      findings_.add(run_.path(kSummaryFile), 0, "faults.availability is not that of faults.down_cycles");
    check_streams(told);
  }

  /// Sums of rows of tasks.csv or jobs.csv by stream.
  struct Stream {
    std::uint64_t over = 0;
    std::uint64_t completed = 0;
    Cycle computed = 0;
  };

  void check_streams(const RunSummary::FaultResults& told) {
    std::map<std::uint64_t, Stream> streams;
    const bool tasks = run_.summary.wrote(kTasksFile);
    const bool jobs = tasks && run_.summary.wrote(kJobsFile);
    for (const TaskRow& row : run_.tasks) {
      const TaskRecord& task = row.stations;
      Stream& stream = streams[task.stream];
      if (task.completed != kNever) ++stream.completed;
      if (task.completed != kNever || task.failed != kNever || task.cancelled != kNever) ++stream.over;
    }
    for (const JobRow& row : run_.jobs) {
      const TaskRow* task = run_.task(row.stations.task);
      if (task != nullptr) streams[task->stations.stream].computed += row.stations.finished - row.stations.started;
    }
    std::uint64_t busy = 0;
    std::uint64_t wasted = 0;
    for (const RunSummary::StreamFaultResults& of : told.streams) {
      const std::string name = "streams[" + std::to_string(&of - told.streams.data()) + "].";
      busy += of.busy_cycles;
      wasted += of.wasted_cycles;
      const Stream stream = streams[of.stream];
      if (tasks) same(name + "tasks_over", of.tasks_over, stream.over);
      if (tasks) same_ratio(name + "availability", of.availability, ratio(stream.completed, stream.over));
      if (jobs) same(name + "wasted_cycles", of.wasted_cycles, of.busy_cycles - stream.computed);
      same_ratio(name + "goodput", of.goodput, ratio(of.busy_cycles - of.wasted_cycles, of.busy_cycles));
      streams.erase(of.stream);
    }
    for (const auto& [number, stream] : streams) {
      if (stream.over > 0 || stream.computed > 0)
        findings_.add(run_.path(kSummaryFile), 0, "faults.streams has no stream " + std::to_string(number));
    }
    std::uint64_t all = 0;
    for (const RunSummary::Processor& processor : run_.summary.processors) all += processor.busy_cycles;
    if (busy != all)
      findings_.add(run_.path(kSummaryFile), 0,
                    "busy_cycles of faults.streams sum to " + std::to_string(busy) + ", those of processors to " +
                        std::to_string(all));
    same("wasted_cycles", told.wasted_cycles, wasted);
    same_ratio("goodput", told.goodput, ratio(busy - std::min(busy, wasted), busy));
  }

  void same(const std::string& name, std::uint64_t is, std::uint64_t right) {
    if (is == right) return;
    findings_.add(run_.path(kSummaryFile), 0,
                  "faults." + name + " is " + std::to_string(is) + ", not " + std::to_string(right));
  }
  void same_ratio(const std::string& name, double is, double right) {
    if (std::abs(is - right) <= kRounding) return;
    findings_.add(run_.path(kSummaryFile), 0, "faults." + name + " is not that of its cycles or tasks");
  }

  const RunFiles& run_;
  Findings& findings_;
  const std::string file_;
  std::uint64_t begun_ = 0;
  std::uint64_t stores_ = 0;
  std::uint64_t down_ = 0;
  Cycle last_begin_ = 0;
  std::map<std::string, Cycle, std::less<>> ends_;  ///< by processor: of its last fault
  FaultCells sums_;
};

}  // namespace

void check_faults(const RunFiles& run, Findings& findings, Diagnostics& problems) {
  FaultCheck check(run, findings);
  TableReader<FaultCells> table(run.path(kFaultsTable), problems);
  for (FaultCells row; table.next(row);) check.take(row, table.line());
  if (table.ok()) check.finish();
}

}  // namespace gantry
