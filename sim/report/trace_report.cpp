// SPDX-License-Identifier: Apache-2.0
// trace: trace.json, for ui.perfetto.dev and its like. perfetto: the same in Perfetto's own form.
#include <optional>

#include "gantry/explain/critical_path.h"
#include "gantry/platform/processor_list.h"
#include "readback/output_names.h"
#include "report/json_timeline.h"
#include "report/perfetto_timeline.h"
#include "report/run_directory.h"
#include "report/run_info.h"
#include "report/run_report.h"
#include "report/trace_writer.h"

namespace gantry {
namespace {

std::vector<TracedProcessor> traced_processors(const ReportedRun& run) {
  std::vector<TracedProcessor> processors;
  if (run.architecture == nullptr) return processors;
  for (const ProcessorInfo& info : list_processors(*run.architecture))
    processors.push_back({info.name, info.type_name == kDmaType});
  return processors;
}

template <class Form>
class TraceReport final : public RunReport, public RecordSink {
 public:
  TraceReport(const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory, const char* file)
      : file_(file),
        max_bytes_(setting.max_bytes),
        trace_(std::make_unique<Form>(directory.file(true, file), run.title, run.clock_mhz),
               {setting.from, setting.to == kNever ? kNever : setting.to - 1, setting.max_bytes}, run.task_name,
               run.links, traced_processors(run)),
        architecture_(run.architecture),
        task_name_(run.task_name) {
    if (architecture_ != nullptr && !run.endless) history_.emplace();
  }
  [[nodiscard]] bool ok() const override { return trace_.ok(); }
  RecordSink* records() override { return this; }
  void task_done(const TaskRecord& task) override {
    trace_.task_done(task);
    if (history_) history_->task_done(task);
  }
  void job_done(const JobRecord& job) override {
    trace_.job_done(job);
    if (history_) history_->job_done(job);
  }
  void interrupt_taken(const InterruptRecord& interrupt) override {
    if (history_) history_->interrupt_taken(interrupt);
  }
  void match_failed(std::uint64_t task, Cycle now) override { trace_.match_failed(task, now); }
  void match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) override {
    trace_.match_failures_repeated(from, to, failures);
  }
  GaugeRecorder* gauges() override { return &trace_; }
  void finish(const RanMachine* ran, Diagnostics& problems) override {
    trace_.finish(ran == nullptr ? std::vector<TracedStep>() : path(ran->cycles), problems);
  }
  void summarise(RunInfo& info) const override {
    if (trace_.left_out() != kNever) info.left_out.push_back({file_, trace_.left_out(), max_bytes_});
  }

 private:
  /// Of a run that has come to its end; steps of one cause, task and job are one.
  [[nodiscard]] std::vector<TracedStep> path(Cycle cycles) const {
    std::vector<TracedStep> steps;
    if (!history_ || !history_->complete()) return steps;
    const CauseGraph graph(*architecture_, *history_);
    if (graph.time(graph.end()) != cycles) return steps;
    for (const PathStep& step : critical_path(graph).steps) {
      const std::uint32_t task = graph.task_of(step.event);
      const std::uint32_t job = of_job(step.event.station) ? graph.job(step.event).job : kNone;
      const std::string_view station = kStationNames[static_cast<std::size_t>(step.event.station)];
      TracedStep next{step.from,
                      step.to,
                      info(step.cause).name,
                      task == kNone ? std::string() : task_name_(history_->tasks()[task].number),
                      job,
                      station};
      TracedStep* last = steps.empty() ? nullptr : &steps.back();
      if (last != nullptr && last->cause == next.cause && last->task == next.task && last->job == next.job) {
        last->to = next.to;
        last->station = next.station;
      } else {
        steps.push_back(std::move(next));
      }
    }
    return steps;
  }

  const char* file_;
  std::uint64_t max_bytes_;
  TraceWriter trace_;
  const Architecture* architecture_;
  TaskName task_name_;
  std::optional<RunHistory> history_;  ///< of what ends: its path is a row
};

template <class Form>
ReportEntry trace_entry(const char* name, const char* summary, const char* file) {
  ReportEntry entry{
      name, summary, {file}, [file](const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory) {
        return std::make_unique<TraceReport<Form>>(run, setting, directory, file);
      }};
  entry.windowed = true;
  entry.limited = true;
  return entry;
}

}  // namespace

void add_trace(ReportCatalogue& reports) {
  ReportEntry entry = trace_entry<JsonTimeline>(
      "trace",
      "write `trace.json`, of streams only if asked to; `from`, `to` = only what happens in cycles `from` up to, not "
      "including, `to`; the file has at most `max_bytes` bytes (64000000) and says what it leaves out",
      kTraceFile);
  entry.of_streams = false;
  reports.add(std::move(entry));
}

void add_perfetto(ReportCatalogue& reports) {
  ReportEntry entry = trace_entry<PerfettoTimeline>(
      "perfetto", "write `trace.perfetto-trace`, the same in Perfetto's own form, a third as large", kPerfettoFile);
  entry.on = false;
  reports.add(std::move(entry));
}

}  // namespace gantry
