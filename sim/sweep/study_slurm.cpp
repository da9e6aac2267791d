// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "output/whole_file.h"
#include "text/text_table.h"

namespace gantry {
namespace {

std::string runs_text(std::size_t count) { return grouped(count) + (count == 1 ? " run" : " runs"); }

/// Tasks that are queued or running, of the submissions that are not over.
struct Queue {
  std::vector<Submission> open;
  LiveTasks live;

  [[nodiscard]] bool lives(const Submission& submission, std::size_t task) const {
    return live.count({submission.name, task}) > 0;
  }
};

Queue ask_queue(const Submissions& submissions) {
  Queue queue;
  queue.open = submissions.open();
  std::vector<std::string> names;
  std::set<std::string> clusters;
  for (const Submission& one : queue.open) {
    names.push_back(one.name);
    if (!one.cluster.empty()) clusters.insert(one.cluster);
  }
  queue.live = live_tasks(names, clusters);
  return queue;
}

std::string script_text(const std::vector<std::string>& command, std::size_t submission) {
  std::string text =
      "#!/bin/sh\n# Written by gantry sweep --slurm: task $SLURM_ARRAY_TASK_ID of the array makes the runs of\n"
      "# task_$SLURM_ARRAY_TASK_ID.json beside this file.\nexec";
  for (const std::string& word : command) text += ' ' + shell_quoted(word);
  return text + ' ' + std::to_string(submission) + '\n';
}

/// Escapes %, which sbatch would replace.
std::string sbatch_pattern(const std::string& path) {
  std::string text;
  for (const char c : path) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

}  // namespace

SlurmStudy::SlurmStudy(const Study& study, const std::string& directory, PointMaker maker, SlurmOptions options)
    : study_(study),
      directory_(directory),
      maker_(std::move(maker)),
      options_(std::move(options)),
      submissions_(directory) {}

void SlurmStudy::ask() {
  const Queue queue = ask_queue(submissions_);
  std::set<std::string> workers;
  for (const Submission& one : queue.open) {
    bool any = false;
    for (std::size_t i = 0; i < one.tasks; ++i) {
      const bool lives = queue.lives(one, i);
      any = any || lives;
      if (lives) workers.insert(std::to_string(one.number) + '_' + std::to_string(i));
      const auto task = submissions_.task(one.number, i);
      for (const AbsentRun& run : task ? task->runs : std::vector<AbsentRun>())
        (lives ? under_way_ : lost_).insert(run.id);
    }
    if (any) live_jobs_.insert(one.job.empty() ? one.name : one.job);
    if (!any) submissions_.close(one);
  }
  PointStore(directory_, {}, maker_).discard_of_workers([&](const std::string& worker) {
    return workers.count(worker.substr(0, worker.rfind('_'))) > 0;
  });
}

std::vector<std::optional<PointEnd>> SlurmStudy::take(const std::vector<AbsentRun>& absent) {
  std::vector<std::optional<PointEnd>> ends;
  std::vector<AbsentRun> missing;
  for (const AbsentRun& run : absent) {
    std::optional<PointEnd>& end = ends.emplace_back();
    if (under_way_.count(run.id) > 0) {
      ++waiting_;
      continue;
    }
    end = submissions_.end(run.id);
    if (end) {
      told_ends_.push_back(run.id);
    } else {
      missing.push_back(run);
    }
  }
  if (!missing.empty()) submit(missing);
  return ends;
}

SlurmJob SlurmStudy::submit(const Submission& made, std::size_t tasks) const {
  const std::string script = submissions_.script(made.number);
  write_whole_file(script, script_text(options_.command, made.number));
  const std::string log = sbatch_pattern(submissions_.log_prefix(made.number)) + "%a.txt";
  try {
    return submit_array({made.name, script, log, tasks, options_.at_a_time, options_.arguments});
  } catch (const Error&) {
    submissions_.close(made);
    throw;
  }
}

void SlurmStudy::submit(const std::vector<AbsentRun>& missing) {
  const ArrayLimit most = most_array_tasks();
  const std::size_t least = (missing.size() + most.tasks - 1) / most.tasks;
  const std::size_t each = options_.runs_per_task == 0 ? least : options_.runs_per_task;
  if (each < least)
    throw Error(Diagnostic{
        {"--slurm"},
        fmt::format("{} with {} a task are {} tasks, and an array has at most {} here ({}): at least {} a task",
                    runs_text(missing.size()), each, grouped((missing.size() + each - 1) / each), grouped(most.tasks),
                    most.setting, least)});
  std::vector<TaskRuns> tasks;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (i % each == 0) tasks.push_back({maker_, {}});
    tasks.back().runs.push_back(missing[i]);
  }
  Submission made = submissions_.add(study_.name, tasks);
  const SlurmJob job = submit(made, tasks.size());
  made.job = job.id;
  made.cluster = job.cluster;
  try {
    submissions_.submitted(made);
  } catch (const Error&) {
    // The job is found by its name, too.
  }
  const auto again =
      std::count_if(missing.begin(), missing.end(), [this](const AbsentRun& run) { return lost_.count(run.id) > 0; });
  submitted_ = fmt::format("slurm: {} submitted as job {}: {} task{} of {}{}\n", runs_text(missing.size()), job.id,
                           grouped(tasks.size()), tasks.size() == 1 ? "" : "s", tasks.size() == 1 ? "" : "up to ",
                           runs_text(std::min(each, missing.size())));
  if (again > 0) {
    submitted_ += fmt::format(
        "slurm: {} of them again: their tasks are over and they have no end (cancelled, out of time, a lost node?); "
        "{}/slurm/*/log_*.txt\n",
        grouped(static_cast<std::uint64_t>(again)), one_line(directory_));
  }
}

void SlurmStudy::forget_told_ends() const {
  for (const std::string& id : told_ends_) submissions_.forget_end(id);
}

std::string SlurmStudy::text() const {
  std::string text = submitted_;
  if (waiting_ > 0) {
    std::string jobs;
    for (const std::string& job : live_jobs_) jobs += (jobs.empty() ? "" : ", ") + job;
    text += fmt::format("slurm: {} queued or running (job {})\n", runs_text(waiting_), jobs);
  }
  return text;
}

std::string slurm_status(const std::string& directory) {
  const Submissions submissions(directory);
  Queue queue;
  try {
    queue = ask_queue(submissions);
  } catch (const Error& error) {
    return std::string("slurm: not known what is queued or running: ") + one_line(error.what()) + '\n';
  }
  std::string text;
  std::set<std::string> lost;
  std::set<std::string> under_way;
  for (const Submission& one : queue.open) {
    std::size_t tasks = 0;
    std::size_t runs = 0;
    for (std::size_t i = 0; i < one.tasks; ++i) {
      const bool lives = queue.lives(one, i);
      tasks += lives ? 1 : 0;
      const auto task = submissions.task(one.number, i);
      for (const AbsentRun& run : task ? task->runs : std::vector<AbsentRun>()) {
        if (stored_state(directory, run.id) || submissions.end(run.id)) continue;
        (lives ? under_way : lost).insert(run.id);
        runs += lives ? 1 : 0;
      }
    }
    if (tasks == 0) continue;
    text += fmt::format("slurm: job {}: {} task{} queued or running, {} to do\n", one.job.empty() ? one.name : one.job,
                        grouped(tasks), tasks == 1 ? "" : "s", runs_text(runs));
  }
  const auto gone = static_cast<std::size_t>(
      std::count_if(lost.begin(), lost.end(), [&](const std::string& id) { return under_way.count(id) == 0; }));
  if (gone > 0)
    text +=
        fmt::format("slurm: {} of tasks that are over: the same gantry sweep --slurm submits again\n", runs_text(gone));
  if (text.empty() && !queue.open.empty()) text = "slurm: all tasks are over: the same gantry sweep --slurm collects\n";
  return text;
}

}  // namespace gantry
