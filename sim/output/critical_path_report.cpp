// SPDX-License-Identifier: Apache-2.0
// critical_path: critical_path.csv, the cause of each cycle of the run, and slack.csv, the slack of each task.
#include <fmt/format.h>

#include <iterator>

#include "gantry/explain/critical_path.h"
#include "gantry/explain/relief.h"
#include "gantry/explain/response_paths.h"
#include "output/run_causes.h"
#include "output/run_directory.h"
#include "output/run_info.h"
#include "output/run_report.h"
#include "output/table_file.h"
#include "result/output_names.h"
#include "result/tables.h"

namespace gantry {
namespace {

class CriticalPathReport final : public RunReport {
 public:
  CriticalPathReport(const ReportedRun& run, RunDirectory& directory)
      : task_name_(run.task_name),
        store_names_(run.stores),
        streams_(run.streams),
        path_(directory.file(true, kPathFile)),
        slack_(directory.file(!run.endless, kSlackFile)) {}

  [[nodiscard]] bool ok() const override { return path_.ok() && slack_.ok(); }

  void finish(const RanMachine* ran, Diagnostics& problems) override {
    if (ran != nullptr && ran->causes != nullptr) write(ran->causes->graph, ran->causes->path);
    path_.finish(problems);
    slack_.finish(problems);
  }

  void summarise(RunInfo& info) const override {
    info.critical_path = causes_;
    info.critical_path_held = held_;
    info.critical_path_without = without_;
    info.responses = responses_;
  }

 private:
  void write(const CauseGraph& graph, const CriticalPath& path) {
    for (const PathStep& step : path.steps) write(graph, step);
    for (std::size_t i = 0; i < kCauses; ++i) {
      causes_.emplace_back(kCauseNames[i], path.causes[i]);
      held_.emplace_back(kCauseNames[i], path.held[i]);
    }
    if (!streams_.empty()) responses_ = response_paths(graph, streams_);
    if (!slack_.on()) return;
    const std::array<Cycle, kReliefs> without = relieved(graph);
    for (std::size_t i = 0; i < kReliefs; ++i) without_.emplace_back(kReliefTable[i].name, without[i]);
    const std::vector<Cycle> slack = task_slack(graph);
    graph.for_each_task([&](std::uint32_t place) {
      const std::string name = task_name_(graph.task({Station::submitted, place}).number);
      SlackCells row{name, slack[place]};
      slack_.add(row);
    });
  }

  void write(const CauseGraph& graph, const PathStep& step) {
    const std::uint32_t task = graph.task_of(step.event);
    const std::string name = task == kNone ? std::string() : task_name_(graph.task(step.event).number);
    const std::uint32_t job = of_job(step.event.station) ? graph.job(step.event).job : kNone;
    detail_.clear();
    if (step.own_time) detail_ += "then ";
    detail_ += station_name(step.event.station);
    if (!step.own_time && step.cause != Cause::earlier) {
      detail_ += " after ";
      detail_ += station_name(step.awaited.station);
      append_whose(graph, step);
    }
    if (step.event.station == Station::job_ready) append_source(graph.job(step.event));
    PathCells row{step.from, step.to, step.to - step.from, step.cause, info(step.cause).block, name, job, detail_};
    path_.add(row);
  }

  /// Appends where the last part of a job's data came from.
  void append_source(const JobRecord& job) {
    if (job.last_part == LastPart::memory) detail_ += " (memory)";
    if (job.last_part == LastPart::store) detail_ += " (" + store_names_[job.last_store] + ')';
  }

  /// Appends the awaited task or job, unless it is the step's own.
  void append_whose(const CauseGraph& graph, const PathStep& step) {
    const Event& awaited = step.awaited;
    if (awaited.station == Station::begin) return;
    const bool same_task = graph.task_of(awaited) == graph.task_of(step.event);
    const bool job = of_job(awaited.station);
    if (same_task && (!job || (of_job(step.event.station) && awaited.index == step.event.index))) return;
    detail_ += " of " + task_name_(graph.task(awaited).number);
    if (job) fmt::format_to(std::back_inserter(detail_), " {}", graph.job(awaited).job);
  }

  const TaskName task_name_;
  const std::vector<std::string> store_names_;
  const std::vector<JudgedStream> streams_;
  TableFile<PathCells> path_;
  TableFile<SlackCells> slack_;
  std::string detail_;
  std::optional<ResponsePaths> responses_;
  std::vector<std::pair<std::string, std::uint64_t>> causes_;
  std::vector<std::pair<std::string, std::uint64_t>> held_;
  std::vector<std::pair<std::string, std::uint64_t>> without_;
};

}  // namespace

void add_critical_path(ReportCatalogue& reports) {
  ReportEntry entry;
  entry.name = "critical_path";
  entry.summary = "write `critical_path.csv` and `slack.csv`, and say in the summary what the run waited for";
  entry.files = {kPathFile, kSlackFile};
  entry.make = [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
    return std::make_unique<CriticalPathReport>(run, directory);
  };
  entry.of_machine = true;
  entry.asks_why = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
