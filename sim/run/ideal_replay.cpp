// SPDX-License-Identifier: Apache-2.0
#include "run/ideal_replay.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "gantry/platform/processor_list.h"
#include "gantry/scheduler/processor_table.h"
#include "plan/plan_machine.h"
#include "plan/release_times.h"
#include "workload/task_defaults.h"

namespace gantry {
namespace {

class IdealReplay {
 public:
  explicit IdealReplay(const Experiment& experiment)
      : workload_(experiment.workload),
        replay_(*experiment.replay),
        graph_(experiment.workload),
        cost_(transfer_cost_of(experiment.plan->parameters)),
        releases_(releases_of(experiment.plan->parameters, experiment.workload)),
        machine_(list_processors(experiment.architecture)),
        free_(machine_.size()),
        last_(workload_.tasks.size()),
        finish_(workload_.tasks.size()) {
    for (const ProcessorInfo& info : machine_) stats_.processors.push_back({info.name, info.type_name, info.group});
    stats_.picker.policy = "plan";
  }

  RunStats run(RecordSink& sink) {
    for (std::uint32_t n = 0; n < replay_.order.size(); ++n) place(replay_.order[n], n);
    hand_over(sink);
    stats_.tasks_submitted = stats_.tasks_completed = workload_.tasks.size();
    stats_.jobs_total = stats_.jobs_issued = stats_.jobs_completed = jobs_.size();
    return std::move(stats_);
  }

 private:
  /// The latest end of a task's jobs on one processor.
  struct End {
    ProcessorId processor = 0;
    Cycle cycle = 0;
  };

  void place(std::uint32_t task, std::uint64_t number) {
    const WorkloadTask& of = workload_.tasks[task];
    TaskRecord record;
    record.number = number;
    record.cls = of.cls;
    record.weight = of.weight;
    record.jobs = of.cls == TaskClass::event ? 0 : of.jobs;
    // In the order of the plan, none before its cycle: no task is planned before one that is submitted earlier.
    if (!releases_.empty()) submitted_ = std::max(submitted_, releases_[task]);
    record.submitted = record.cached = record.shown = record.registered = submitted_;
    for (const std::uint32_t e : graph_.in(task)) {
      record.registered = std::max(record.registered, finish_[graph_.edge(e).from]);
    }
    record.completed = record.ready = record.registered;
    if (record.jobs > 0) {
      place_jobs(task, record);
    } else if (!replay_.processors[task].empty()) {
      // An event takes no time, but the plan puts it somewhere: its data goes there, and on from there.
      const ProcessorId p = replay_.processors[task].front();
      record.completed = free_[p] = std::max({record.registered, data_at(task, p), free_[p]});
      last_[task].push_back({p, record.completed});
    }
    finish_[task] = record.completed;
    stats_.cycles = std::max(stats_.cycles, record.completed);
    stats_.waits.lifetime += record.completed - record.submitted;
    const bool event = record.jobs == 0;
    const Cycle first = event ? record.registered : record.first_issue;
    const Cycle last = event ? record.registered : record.last_issue;
    const std::array<Cycle, kStages> spent = {0,
                                              0,
                                              record.registered - record.submitted,
                                              0,
                                              first - record.registered,
                                              0,
                                              0,
                                              last - first,
                                              record.completed - last};
    for (std::size_t i = 0; i < kStages; ++i) stats_.waits.cycles[i] += spent[i];
    tasks_.push_back(record);
  }

  void place_jobs(std::uint32_t task, TaskRecord& record) {
    const std::vector<ProcessorId>& processors = replay_.processors[task];
    std::vector<Cycle> arrival;
    arrival.reserve(processors.size());
    for (const ProcessorId p : processors) arrival.push_back(data_at(task, p));
    for (std::uint32_t j = 0; j < record.jobs; ++j) {
      std::size_t best = 0;
      const auto start = [&](std::size_t i) { return std::max(arrival[i], free_[processors[i]]); };
      for (std::size_t i = 1; i < processors.size(); ++i) {
        if (start(i) < start(best)) best = i;
      }
      run_job(task, j, processors[best], start(best), record);
    }
  }

  void run_job(std::uint32_t task, std::uint32_t number, ProcessorId p, Cycle start, TaskRecord& record) {
    JobRecord job;
    job.task = record.number;
    job.job = number;
    job.processor = p;
    job.picked = job.issued = job.sent = job.arrived = job.ready = job.started = start;
    job.finished = job.written = job.completed =
        start + machine_[p].time_for(cycles_on(workload_.tasks[task], machine_[p].type_name)) +
        set_up_of(workload_.tasks[task]);
    free_[p] = job.finished;
    ++stats_.processors[p].jobs;
    stats_.processors[p].busy_cycles += job.finished - start;
    if (number == 0) record.split = record.admitted = record.first_issue = record.last_issue = start;
    record.first_issue = std::min(record.first_issue, start);
    record.last_issue = record.admitted = std::max(record.last_issue, start);
    record.split = record.first_issue;
    record.completed = std::max(record.completed, job.finished);
    auto& ends = last_[task];
    const auto at = std::find_if(ends.begin(), ends.end(), [&](const End& end) { return end.processor == p; });
    if (at == ends.end()) {
      ends.push_back({p, job.finished});
    } else {
      at->cycle = job.finished;
    }
    jobs_.push_back(job);
  }

  /// When the task that is submitted last, and everything that it reads, is at the processor.
  [[nodiscard]] Cycle data_at(std::uint32_t task, ProcessorId p) const {
    Cycle arrival = submitted_;
    for (const std::uint32_t e : graph_.in(task)) {
      const plan::Edge& edge = graph_.edge(e);
      const plan::Time transfer = cost_.cycles(edge.bytes);
      arrival =
          std::max(arrival, last_[edge.from].empty() ? finish_[edge.from] : 0);  // an event task without a processor
      for (const End& end : last_[edge.from]) {
        arrival = std::max(arrival, plan::add(end.cycle, end.processor == p ? 0 : transfer));
      }
    }
    return arrival;
  }

  void hand_over(RecordSink& sink) {
    std::sort(jobs_.begin(), jobs_.end(), [](const JobRecord& a, const JobRecord& b) {
      return std::tie(a.completed, a.task, a.job) < std::tie(b.completed, b.task, b.job);
    });
    std::sort(tasks_.begin(), tasks_.end(), [](const TaskRecord& a, const TaskRecord& b) {
      return std::tie(a.completed, a.number) < std::tie(b.completed, b.number);
    });
    // Sinks want one order of cycles over both.
    auto job = jobs_.begin();
    for (const TaskRecord& task : tasks_) {
      for (; job != jobs_.end() && job->completed <= task.completed; ++job) sink.job_done(*job);
      sink.task_done(task);
    }
  }

  const Workload& workload_;
  const Replay& replay_;
  const plan::Graph graph_;
  const plan::TransferCost cost_;
  const std::vector<plan::Time> releases_;  ///< by task, or empty
  const std::vector<ProcessorInfo> machine_;
  Cycle submitted_ = 0;  ///< the task that is placed
  std::vector<Cycle> free_;
  std::vector<std::vector<End>> last_;  ///< by task
  std::vector<Cycle> finish_;           ///< by task
  std::vector<TaskRecord> tasks_;
  std::vector<JobRecord> jobs_;
  RunStats stats_;
};

}  // namespace

RunStats replay_ideally(const Experiment& experiment, RecordSink& sink) { return IdealReplay(experiment).run(sink); }

}  // namespace gantry
