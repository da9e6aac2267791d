// SPDX-License-Identifier: Apache-2.0
// faults: faults.csv, the faults of processors and what each cost, and their part of the summary; network_faults.csv,
// those of links and routers. Only of runs with such faults.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/run_directory.h"
#include "output/run_info.h"
#include "output/run_report.h"
#include "output/table_file.h"
#include "result/fault_cells.h"
#include "result/rounding.h"

namespace gantry {
namespace {

class FaultReport final : public RunReport, public RecordSink {
 public:
  FaultReport(const ReportedRun& run, RunDirectory& directory) : processors_(run.processors) {
    if (run.has_faults) table_.emplace(directory.file(true, kFaultsTable), run.memory_fails ? 1 : 0);
    if (run.has_network_faults)
      network_.emplace(directory.file(true, kNetworkFaultsTable), run.has_control_faults ? 1 : 0);
  }
  [[nodiscard]] bool ok() const override { return (!table_ || table_->ok()) && (!network_ || network_->ok()); }
  RecordSink* records() override { return table_ ? this : nullptr; }
  void task_done(const TaskRecord& task) override {
    if (task.completed == kNever && task.failed == kNever && task.cancelled == kNever) return;
    Stream& stream = of(task.stream);
    ++stream.over;
    if (task.completed != kNever) ++stream.completed;
  }
  void job_done(const JobRecord& job) override { of(job.stream).computed += job.finished - job.started; }

  void finish(const RanMachine* ran, Diagnostics& problems) override {
    if (network_) {
      if (ran != nullptr && ran->network_faults != nullptr) {
        for (const NetworkFaultRecord& of : *ran->network_faults) add(of);
      }
      network_->finish(problems);
    }
    if (!table_) return;
    if (ran != nullptr && ran->faults != nullptr) {
      add_rows(*ran->faults, *ran->memory_faults, ran->cycles);
      const std::uint64_t all = processors_.size() * ran->cycles;
      results_.availability = ratio(all - results_.down_cycles, all);
      add_streams(*ran->busy_of_streams);
    }
    table_->finish(problems);
  }
  void summarise(RunInfo& info) const override {
    if (table_) info.faults = results_;
  }

 private:
  struct Stream {
    std::uint64_t over = 0;
    std::uint64_t completed = 0;
    Cycle computed = 0;  ///< by completed jobs
  };
  Stream& of(std::uint32_t stream) {
    if (streams_.size() <= stream) streams_.resize(stream + std::size_t{1});
    return streams_[stream];
  }

  void add_streams(const std::vector<Cycle>& busy) {
    if (streams_.size() < busy.size()) streams_.resize(busy.size());
    Cycle all = 0;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      const Stream& stream = streams_[s];
      const Cycle cycles = s < busy.size() ? busy[s] : 0;
      if (stream.over == 0 && cycles == 0) continue;
      all += cycles;
      results_.wasted_cycles += cycles - stream.computed;
      results_.streams.push_back({s, stream.over, ratio(stream.completed, stream.over), cycles,
                                  cycles - stream.computed, ratio(stream.computed, cycles)});
    }
    results_.goodput = ratio(all - results_.wasted_cycles, all);
  }

  /// Those of processors and of memory, in order of their begin.
  void add_rows(const std::vector<FaultRecord>& processors, const std::vector<MemoryFaultRecord>& memory,
                Cycle cycles) {
    std::size_t next = 0;
    for (const MemoryFaultRecord& of : memory) {
      for (; next < processors.size() && processors[next].fault.at <= of.fault.at; ++next)
        add(processors[next], cycles);
      add(of);
    }
    for (; next < processors.size(); ++next) add(processors[next], cycles);
  }

  void add(const MemoryFaultRecord& of) {
    const std::string name = "memory" + std::to_string(of.fault.controller);
    FaultCells row;
    row.processor = name;
    row.kind = FaultKind::error;
    row.begin = of.fault.at;
    row.end = of.until;
    row.reads = of.reads;
    ++results_.begun;
    table_->add(row);
  }

  void add(const FaultRecord& of, Cycle cycles) {
    FaultCells row{processors_.at(of.fault.processor),
                   of.fault.kind,
                   of.fault.at,
                   of.fault.until(),
                   of.jobs,
                   of.lost,
                   of.failed,
                   of.delay_cycles,
                   0,
                   false};
    ++results_.begun;
    if (row.kind == FaultKind::die || row.kind == FaultKind::hang)
      results_.down_cycles += std::min(row.end, cycles) - std::min(row.begin, cycles);
    table_->add(row);
  }

  void add(const NetworkFaultRecord& of) {
    NetworkFaultCells row{of.fault.router, of.fault.other, of.fault.kind,    of.fault.at, of.end,
                          of.held,         of.resent,      of.fault.control, false};
    network_->add(row);
  }

  std::optional<TableFile<FaultCells>> table_;
  std::optional<TableFile<NetworkFaultCells>> network_;
  const std::vector<std::string> processors_;
  std::vector<Stream> streams_;  ///< by number
  RunSummary::FaultResults results_;
};

}  // namespace

void add_faults(ReportCatalogue& reports) {
  ReportEntry entry{"faults",
                    "with [`faults`](faults.md) write `faults.csv` and `network_faults.csv`, a row per fault",
                    {kFaultsTable, kNetworkFaultsTable},
                    [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                      return std::make_unique<FaultReport>(run, directory);
                    }};
  entry.of_machine = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
