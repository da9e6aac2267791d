// SPDX-License-Identifier: Apache-2.0
// trace: trace.json, for ui.perfetto.dev and its like. perfetto: the same in Perfetto's own form.
#include "gantry/explain/cause_graph.h"
#include "gantry/explain/critical_path.h"
#include "gantry/explain/event.h"
#include "gantry/platform/processor_list.h"
#include "output/json_timeline.h"
#include "output/perfetto_timeline.h"
#include "output/run_causes.h"
#include "output/run_directory.h"
#include "output/run_info.h"
#include "output/run_report.h"
#include "output/trace_writer.h"
#include "result/output_names.h"

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
class TraceReport final : public RunReport {
 public:
  TraceReport(const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory, const char* file)
      : file_(file),
        max_bytes_(setting.max_bytes),
        trace_(std::make_unique<Form>(directory.file(true, file), run.title, run.clock_mhz),
               {setting.from, setting.to == kNever ? kNever : setting.to - 1, setting.max_bytes}, run.task_name,
               run.links, traced_processors(run)),
        task_name_(run.task_name),
        endless_(run.endless) {}
  [[nodiscard]] bool ok() const override { return trace_.ok(); }
  RecordSink* records() override { return &trace_; }
  GaugeRecorder* gauges() override { return &trace_; }
  void finish(const RanMachine* ran, Diagnostics& problems) override {
    // Of a stream only the path of its last tasks is known.
    const bool known = ran != nullptr && ran->causes != nullptr && !endless_;
    trace_.finish(known ? path(*ran->causes) : std::vector<TracedStep>(), problems);
  }
  void summarise(RunInfo& info) const override {
    if (trace_.left_out() != kNever) info.left_out.push_back({file_, trace_.left_out(), max_bytes_});
  }

 private:
  /// Steps of one cause, task and job are one.
  [[nodiscard]] std::vector<TracedStep> path(const RunCauses& causes) const {
    const CauseGraph& graph = causes.graph;
    std::vector<TracedStep> steps;
    for (const PathStep& step : causes.path.steps) {
      const std::uint32_t task = graph.task_of(step.event);
      const std::uint32_t job = of_job(step.event.station) ? graph.job(step.event).job : kNone;
      const std::string_view station = station_name(step.event.station);
      TracedStep next{step.from,
                      step.to,
                      info(step.cause).name,
                      task == kNone ? std::string() : task_name_(graph.task(step.event).number),
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
  TaskName task_name_;
  bool endless_;
};

template <class Form>
ReportEntry trace_entry(const char* name, const char* summary, const char* file) {
  ReportEntry entry{
      name, summary, {file}, [file](const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory) {
        return std::make_unique<TraceReport<Form>>(run, setting, directory, file);
      }};
  entry.windowed = true;
  entry.limited = true;
  entry.asks_why = true;
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
