// SPDX-License-Identifier: Apache-2.0
// faults: faults.csv, the faults of processors, memory and stores and what each cost, and their part of the summary;
// network_faults.csv, those of links and routers. Only of runs with such faults.
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
  FaultReport(const ReportedRun& run, RunDirectory& directory) : processors_(run.processors), stores_(run.stores) {
    const std::uint32_t more =
        (run.memory_fails ? FaultCells::kOfMemory : 0) | (run.stores_die ? FaultCells::kOfStores : 0);
    if (run.has_faults) table_.emplace(directory.file(true, kFaultsTable), more);
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
      add_rows(*ran, ran->cycles);
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

  /// Those of processors, memory and stores, in order of their begin.
  void add_rows(const RanMachine& ran, Cycle cycles) {
    auto processor = ran.faults->begin();
    auto memory = ran.memory_faults->begin();
    auto store = ran.store_faults->begin();
    const auto at = [](const auto& next, const auto& list) { return next == list->end() ? kNever : next->fault.at; };
    while (true) {
      const Cycle first =
          std::min({at(processor, ran.faults), at(memory, ran.memory_faults), at(store, ran.store_faults)});
      if (first == kNever) return;
      if (at(processor, ran.faults) == first) {
        add(*processor++, cycles);
      } else if (at(memory, ran.memory_faults) == first) {
        add(*memory++);
      } else {
        add(*store++);
      }
    }
  }

  void add(const StoreFaultRecord& of) {
    const std::string name = std::string(kStorePrefix) + stores_.at(of.fault.store);
    FaultCells row;
    row.processor = name;
    row.begin = of.fault.at;
    row.jobs = of.jobs;
    row.parts = of.parts;
    row.parts_lost = of.lost;
    ++results_.begun;
    table_->add(row);
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
    FaultCells row;
    row.processor = processors_.at(of.fault.processor);
    row.kind = of.fault.kind;
    row.begin = of.fault.at;
    row.end = of.fault.until();
    row.jobs = of.jobs;
    row.lost = of.lost;
    row.failed = of.failed;
    row.delay_cycles = of.delay_cycles;
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
  const std::vector<std::string> stores_;
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
