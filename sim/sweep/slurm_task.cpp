// SPDX-License-Identifier: Apache-2.0
// A task of the array, on a node of the cluster: it names points in the study's directory as the one collector of a
// single machine does, and touches nothing else there.
#include <fmt/format.h>

#include <optional>
#include <vector>

#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "sweep/stored_run.h"
#include "sweep/study_slurm.h"
#include "sweep/submissions.h"

namespace gantry {
namespace {

class TaskRunner {
 public:
  TaskRunner(const Study& study, const std::string& directory, const PointMaker& maker, const SlurmTask& task,
             std::ostream& out)
      : study_(study),
        maker_(maker),
        task_(task),
        out_(out),
        submissions_(directory),
        reader_(point_base(study, maker.version)),
        store_(directory, {}, maker,
               fmt::format("{}_{}_{}", task.submission, task.number, task.restart.empty() ? "0" : task.restart)) {}

  void run(const std::atomic<bool>& stop);

 private:
  std::optional<PointRun> next();
  bool is_same(const AbsentRun& run);
  void settle(const AbsentRun& run, const RanPoint& ran);
  void say(const AbsentRun& run, const std::string& text) { out_ << run.id << ' ' << one_line(text) << std::endl; }
  void give_up(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
    give_up_ = true;
  }

  const Study& study_;
  const PointMaker& maker_;
  const SlurmTask& task_;
  std::ostream& out_;
  const Submissions submissions_;
  PointReader reader_;
  PointStore store_;
  std::vector<AbsentRun> runs_;
  std::size_t handed_ = 0;
  std::vector<std::size_t> begun_;  ///< runs of this task, in the order in which they began
  std::string problem_;
  std::atomic<bool> give_up_{false};
};

/// A file of the study may have been edited while the task was queued: then this is another point.
bool TaskRunner::is_same(const AbsentRun& run) {
  Result<Experiment> experiment = reader_.read(run.sets);
  return experiment && reader_.id(*experiment) == run.id;
}

std::optional<PointRun> TaskRunner::next() {
  while (handed_ < runs_.size() && !give_up_) {
    const std::size_t number = handed_++;
    const AbsentRun& run = runs_[number];
    if (store_.find(run.id, nullptr)) {
      say(run, "exists already");
    } else if (!is_same(run)) {
      say(run, "is not made: the study or a file that it names was changed");
      if (problem_.empty()) problem_ = "the study or a file that it names was changed after it was submitted";
    } else {
      submissions_.forget_end(run.id);
      begun_.push_back(number);
      return run_into(store_, study_, run.id, run.sets);
    }
  }
  return std::nullopt;
}

void TaskRunner::settle(const AbsentRun& run, const RanPoint& ran) {
  const PointOutcome outcome = settle_point(store_, run.id, ran);
  if (outcome.disk_full) return give_up(store_.folder() + ": " + outcome.end.message);
  if (outcome.stored) return say(run, outcome.stored->done ? "done" : "failed: " + outcome.stored->message);
  try {
    submissions_.write_end(run.id, outcome.end);
  } catch (const Error& error) {
    return give_up(error.what());
  }
  say(run, std::string(kPointStates[static_cast<std::size_t>(outcome.end.state)]) + ": " + outcome.end.message);
}

void TaskRunner::run(const std::atomic<bool>& stop) {
  auto task = submissions_.task(task_.submission, task_.number);
  if (!task)
    throw Error(fmt::format("submission {} has no task {} any more: it is over", task_.submission, task_.number));
  if (task->maker.version != maker_.version || task->maker.build != maker_.build)
    throw Error("gantry was built anew after this was submitted: cancel the job and submit again");
  runs_ = std::move(task->runs);
  store_.open();
  PointWork work;
  work.next = [this] { return next(); };
  work.done = [this](std::size_t number, const RanPoint& ran) { settle(runs_[begun_[number]], ran); };
  work.idle = [&] {
    if (stop) give_up("ended by a signal");
  };
  if (!run_points(reader_, work, {task_.jobs, limits_of(study_), &give_up_})) {
    for (std::size_t i = 0; i < handed_; ++i) store_.discard(runs_[i].id);
  }
  if (!problem_.empty()) throw Error(problem_);
}

}  // namespace

void run_slurm_task(const Study& study, const std::string& directory, const PointMaker& maker, const SlurmTask& task,
                    const std::atomic<bool>& stop, std::ostream& out) {
  TaskRunner(study, directory, maker, task, out).run(stop);
}

}  // namespace gantry
