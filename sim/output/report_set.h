// SPDX-License-Identifier: Apache-2.0
// The reports of one run. They are opened, notified and closed together.
//
//   ReportSet reports(run, directory);
//   for (const ReportEntry& entry : output.reports().entries()) reports.add(entry, output[entry.name]);
//   if (!reports.ok()) return reports.finish(nullptr, problems);
//   Machine machine(..., reports.records());
//   reports.listen(machine.units(), machine);
//   ... simulate ...
//   reports.finish(&ran, problems);
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/explain/run_history.h"
#include "gantry/kernel/unit.h"
#include "output/record_fan_out.h"
#include "output/run_causes.h"
#include "output/run_journal.h"
#include "output/run_report.h"

namespace gantry {

class PacketFanOut final : public PacketSink {
 public:
  void add(PacketSink& sink) { sinks_.push_back(&sink); }
  [[nodiscard]] PacketSink* sink() { return sinks_.empty() ? nullptr : this; }
  void packet_done(const PacketRecord& packet) override {
    for (PacketSink* sink : sinks_) sink->packet_done(packet);
  }

 private:
  std::vector<PacketSink*> sinks_;
};

class ReportSet {
 public:
  /// `directory` must outlive the set.
  ReportSet(ReportedRun run, RunDirectory& directory) : run_(std::move(run)), directory_(directory) {}

  /// Adds a report. Does nothing if its switch is off, or if it needs a machine and the run has none.
  void add(const ReportEntry& entry, const ReportSwitch& setting);
  [[nodiscard]] bool ok() const;
  void finish(const RanMachine* ran, Diagnostics& problems);
  void summarise(RunInfo& info) const;

  /// The sink that passes records on to all reports. Other listeners can be added to it.
  [[nodiscard]] RecordFanOut& records() { return records_; }
  [[nodiscard]] RequestFanOut& requests() { return requests_; }
  [[nodiscard]] ServingFanOut& sessions() { return sessions_; }

  /// Connects the reports before the first cycle. `machine` has units(), terminal_names(), keep_history() and
  /// listen(PacketSink*).
  template <class AnyMachine>
  void listen(AnyMachine& machine) {
    if (journal_) follow_with_journal();
    for (Unit* unit : machine.units()) listen(*unit);
    if (PacketSink* sink = packets(machine.terminal_names())) machine.listen(sink);
    for (const auto& report : reports_) {
      if (report->follows_links()) machine.keep_history();
    }
  }

  /// Keeps what the reports are told, for checkpoints. After all reports, before listen().
  void keep_journal();
  /// Precondition: keep_journal().
  [[nodiscard]] RunJournal& journal() { return *journal_; }
  [[nodiscard]] const RunJournal& journal() const { return *journal_; }
  /// Tells the reports, and the other listeners, what a journal has kept, and makes the calls of a closed loop's source
  /// again. After listen(). Throws Error if it is damaged.
  void replay(std::string_view journal, TaskSource* source);

 private:
  void follow_with_journal();
  void listen(Unit& unit);
  /// Returns the causes of the run's time; nothing: its end is not the end of the known events.
  [[nodiscard]] std::optional<RunCauses> causes(Cycle cycles) const;
  /// The observer of packets between these terminals; nullptr: none.
  PacketSink* packets(const std::vector<std::string>& terminals);

  ReportedRun run_;
  RunDirectory& directory_;
  std::optional<RunHistory> history_;  ///< present if a report needs causes
  std::vector<std::unique_ptr<RunReport>> reports_;
  RecordFanOut records_;
  RequestFanOut requests_;
  ServingFanOut sessions_;
  GaugeFanOut gauges_;
  GaugeFanOut signals_;
  PacketFanOut packets_;
  std::optional<RunJournal> journal_;  ///< nothing: nobody cuts the run
};

}  // namespace gantry
