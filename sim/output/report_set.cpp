// SPDX-License-Identifier: Apache-2.0
#include "output/report_set.h"

#include <algorithm>

#include "gantry/explain/cause_graph.h"
#include "gantry/explain/critical_path.h"
#include "gantry/explain/run_history.h"
#include "gantry/network/packet_record.h"
#include "gantry/platform/machine_archive.h"
#include "gantry/serving/serving_archive.h"
#include "output/run_causes.h"

namespace gantry {

namespace {

/// Tasks, and as many jobs, whose records are kept of a stream.
constexpr std::size_t kKeptOfStream = 4096;

}  // namespace

void ReportSet::add(const ReportEntry& entry, const ReportSwitch& setting) {
  if (!setting.on || (entry.of_machine && !run_.of_machine)) return;
  RunReport& report = *reports_.emplace_back(entry.make(run_, setting, directory_));
  if (RecordSink* sink = report.records()) records_.add(*sink);
  if (RequestSink* sink = report.requests()) requests_.add(*sink);
  if (ServingSink* sink = report.sessions()) sessions_.add(*sink);
  if (GaugeRecorder* recorder = report.gauges()) gauges_.add_recorder(*recorder);
  if (GaugeRecorder* recorder = report.signals()) signals_.add_recorder(*recorder);
  if (!entry.asks_why || !run_.of_machine || history_) return;
  records_.add(history_.emplace(run_.endless ? kKeptOfStream : RunHistory::kAll));
}

bool ReportSet::ok() const {
  return std::all_of(reports_.begin(), reports_.end(), [](const auto& report) { return report->ok(); });
}

void ReportSet::finish(const RanMachine* ran, Diagnostics& problems) {
  if (ran == nullptr) {
    for (const auto& report : reports_) report->finish(nullptr, problems);
    return;
  }
  if (history_) history_->close();
  if (history_ && ran->holds != nullptr) history_->keep_holds(*ran->holds);
  const std::optional<RunCauses> why = causes(ran->cycles);
  const RanMachine told{
      ran->traffic,         ran->cycles,         why ? &*why : nullptr, ran->note,         ran->control, ran->faults,
      ran->busy_of_streams, ran->network_faults, ran->memory_faults,    ran->store_faults, ran->holds};
  for (const auto& report : reports_) report->finish(&told, problems);
}

std::optional<RunCauses> ReportSet::causes(Cycle cycles) const {
  // Nothing is known of the waits of an incomplete run.
  if (!history_ || !history_->complete()) return std::nullopt;
  Predecessors predecessors;
  if (!run_.endless) predecessors = [this](const TaskRecord& task) { return run_.links(task).after; };
  const auto soon = run_.own_block ? CauseGraph::Soon::shorten : CauseGraph::Soon::refuse;
  RunCauses why{CauseGraph(*run_.architecture, *history_, predecessors, soon), {}};
  if (why.graph.time(why.graph.end()) != cycles) return std::nullopt;
  why.path = critical_path(why.graph);
  return why;
}

void ReportSet::summarise(RunInfo& info) const {
  for (const auto& report : reports_) report->summarise(info);
}

void ReportSet::listen(Unit& unit) {
  for (Gauge& gauge : unit.gauges()) gauges_.add(gauge);
  for (Gauge& signal : unit.signals()) signals_.add(signal);
}

PacketSink* ReportSet::packets(const std::vector<std::string>& terminals) {
  for (const auto& report : reports_) {
    if (PacketSink* sink = report->packets(terminals)) packets_.add(*sink);
  }
  if (journal_ && packets_.sink() != nullptr) packets_.add(*journal_);
  return packets_.sink();
}

void ReportSet::keep_journal() {
  const bool serves = run_.serving != nullptr;
  records_.add(journal_.emplace(records_.follows_picks(), serves ? archive_serving_packet : archive_packet));
  if (serves) sessions_.add(journal_->sessions());
}

void ReportSet::follow_with_journal() {
  if (gauges_.any()) gauges_.add_recorder(journal_->gauges());
  if (signals_.any()) signals_.add_recorder(journal_->signals());
}

void ReportSet::replay(std::string_view journal, TaskSource* source) {
  const auto packet = run_.serving != nullptr ? archive_serving_packet : archive_packet;
  gantry::replay(journal, {records_, sessions_, gauges_, signals_, packets_, packet, source});
}

}  // namespace gantry
