// SPDX-License-Identifier: Apache-2.0
#include "output/run_path.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace gantry {
namespace {

enum Stretch : std::uint8_t {
  compute,
  delivery,
  input,
  completion,
  schedule,
  registration,
  submission,
  host,
  kStretches
};
constexpr std::array<const char*, kStretches> kStretchNames = {"compute",  "delivery", "input",  "completion",
                                                               "schedule", "register", "submit", "host"};

/// The cycle from which on the scheduler alone holds a task up: it is registered, and its predecessors are done.
Cycle free_to_go(const TaskRecord& task) {
  return registered_early(task) ? std::max(task.registered, task.ready) : task.registered;
}

/// Walks back in time.
class Walk {
 public:
  explicit Walk(Cycle from) : now_(from) {}
  void back_to(Cycle to, Stretch cause) {
    cycles_[cause] += now_ - to;
    now_ = to;
  }
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] const std::array<std::uint64_t, kStretches>& cycles() const { return cycles_; }

 private:
  Cycle now_;
  std::array<std::uint64_t, kStretches> cycles_{};
};

}  // namespace

RunPath::RunPath(const Workload& workload, const Replay& replay)
    : workload_(workload),
      replay_(replay),
      number_(workload.tasks.size()),
      tasks_(workload.tasks.size()),
      last_job_(workload.tasks.size(), kNoJob) {
  for (std::uint32_t n = 0; n < replay.order.size(); ++n) number_[replay.order[n]] = n;
}

void RunPath::task_done(const TaskRecord& task) { tasks_[task.number] = task; }

void RunPath::job_done(const JobRecord& job) {
  last_job_[job.task] = jobs_.size();
  jobs_.push_back(job);
}

std::vector<std::pair<std::string, std::uint64_t>> RunPath::stretches(Cycle cycles) const {
  const auto done = [](const TaskRecord& task) { return task.completed != kNever; };
  if (tasks_.empty() || !std::all_of(tasks_.begin(), tasks_.end(), done)) return {};

  // The job that computed on the same processor before each one.
  std::vector<std::size_t> by_start(jobs_.size());
  for (std::size_t j = 0; j < jobs_.size(); ++j) by_start[j] = j;
  std::sort(by_start.begin(), by_start.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(jobs_[a].processor, jobs_[a].started, jobs_[a].finished, a) <
           std::tie(jobs_[b].processor, jobs_[b].started, jobs_[b].finished, b);
  });
  std::vector<std::size_t> before(jobs_.size(), kNoJob);
  for (std::size_t i = 1; i < by_start.size(); ++i) {
    if (jobs_[by_start[i - 1]].processor == jobs_[by_start[i]].processor) before[by_start[i]] = by_start[i - 1];
  }
  // The task before each one in its class queue.
  std::vector<std::uint32_t> ahead(tasks_.size(), kNone);
  std::array<std::uint32_t, kTaskClasses> last;
  last.fill(kNone);
  for (std::uint32_t n = 0; n < tasks_.size(); ++n) {
    ahead[n] = last[index(tasks_[n].cls)];
    last[index(tasks_[n].cls)] = n;
  }

  Walk walk(cycles);
  const auto latest = std::max_element(
      tasks_.begin(), tasks_.end(), [](const TaskRecord& a, const TaskRecord& b) { return a.completed < b.completed; });
  auto task = static_cast<std::uint32_t>(latest - tasks_.begin());
  walk.back_to(tasks_[task].completed, host);
  bool registered = false;  // the walk is at the task's registration, not at its completion
  while (true) {
    if (!registered && last_job_[task] != kNoJob) {
      std::size_t job = last_job_[task];
      walk.back_to(jobs_[job].finished, completion);
      while (true) {
        walk.back_to(jobs_[job].started, compute);
        const std::size_t other = before[job];
        if (other == kNoJob || jobs_[other].finished < jobs_[job].arrived) break;
        walk.back_to(jobs_[other].finished, input);
        job = other;
      }
      walk.back_to(jobs_[job].arrived, input);
      walk.back_to(jobs_[job].issued, delivery);
      task = static_cast<std::uint32_t>(jobs_[job].task);
      walk.back_to(free_to_go(tasks_[task]), schedule);
    } else if (!registered) {
      walk.back_to(free_to_go(tasks_[task]), completion);
    }
    // The last condition of its registration: a predecessor, the previous task of the queue, or its own descriptor.
    Cycle released = tasks_[task].cached;
    std::optional<std::uint32_t> next;
    registered = false;
    for (const WorkloadEdge& edge : workload_.tasks[replay_.order[task]].after) {
      const std::uint32_t predecessor = number_[edge.task];
      if (tasks_[predecessor].completed <= released || tasks_[predecessor].completed > walk.now()) continue;
      released = tasks_[predecessor].completed;
      next = predecessor;
    }
    // Under ideal timing tasks register in any order.
    if (ahead[task] != kNone && tasks_[ahead[task]].registered > released &&
        tasks_[ahead[task]].registered <= tasks_[task].registered) {
      released = tasks_[ahead[task]].registered;
      next = ahead[task];
      registered = true;
    }
    walk.back_to(released, registration);
    if (!next) break;
    task = *next;
  }
  walk.back_to(tasks_[task].submitted, submission);
  walk.back_to(0, host);

  std::vector<std::pair<std::string, std::uint64_t>> named;
  for (std::size_t c = 0; c < kStretches; ++c) named.emplace_back(kStretchNames[c], walk.cycles()[c]);
  return named;
}

}  // namespace gantry
