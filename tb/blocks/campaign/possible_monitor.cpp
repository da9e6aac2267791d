// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "blocks/campaign/possible_answers.h"
#include "pins/block_pins.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::monitor;

class OfMonitor final : public PossibleAnswers {
 public:
  explicit OfMonitor(const std::vector<std::uint32_t>& config)
      : per_class_(config.at(0)),
        window_(config.at(5)),
        shown_(config.at(6)),
        watches_(config.at(9) > 0),
        most_jobs_(config.at(12)) {}

  void begin() override { asks_ = false; }
  void check(const PinMessage& input) override {
    switch (input.link) {
      case pin::completions:
        return check_completion(unpack<pins::Completion>(input));
      case pin::job_watches: {
        const auto watch = unpack<pins::Watch>(input);
        require(watches_ && watch.job < most_jobs_, "no timer has this job");
        require(jobs_.count(watch.task) == 1, "the task has no id");
        require(there_.emplace(watch.job, watch.task).second, "another job has this number");
        return;
      }
      case pin::monitor_requests:
        return check_question(unpack<pins::Question>(input));
      default:
        require(asks_, "no task asks for others in this cycle");
    }
  }
  void hear(const PinMessage& output) override {
    if (output.link == pin::query_answers) {
      queried_.erase(unpack<pins::Answer>(output).task);
    } else if (output.link == pin::registrations) {
      const TaskRef task = unpack<pins::Answer>(output).task;
      jobs_[task] = registering_[task];
      registering_.erase(task);
      asking_.erase(task);
    } else if (output.link == pin::interrupts) {
      const auto interrupt = unpack<pins::Interrupt>(output);
      jobs_.erase(interrupt.task);
      oldest_ = interrupt.oldest;
    }
  }

 private:
  void check_completion(const pins::Completion& completion) {
    if (watches_) {
      const auto job = there_.find(completion.job);
      require(job != there_.end() && job->second == completion.task, "no such job has left");
      there_.erase(job);
      return;
    }
    const auto jobs = jobs_.find(completion.task);
    require(jobs != jobs_.end() && jobs->second > 0, "the task has no job left");
    --jobs->second;
  }
  void check_question(const pins::Question& question) {
    require(queried_.count(question.task) + registering_.count(question.task) + jobs_.count(question.task) == 0,
            "the task has asked already");
    require(question.number >= oldest_ && question.number - oldest_ < window_,
            "the task is none of those that are remembered");
    const bool event = question.queue / per_class_ == index(TaskClass::event);
    require(event == (question.jobs == 0), "tasks have jobs, and events have none");
    if (asking_.emplace(question.task, question.queue).second) {
      const auto of_queue = [&](const auto& asking) { return asking.second == question.queue; };
      const auto shown = std::count_if(asking_.begin(), asking_.end(), of_queue);
      require(static_cast<std::uint64_t>(shown) <= shown_, "the queue shows no more tasks");
    }
    asks_ = question.kind == MonitorRequest::Kind::query_predecessors;
    if (asks_) {
      queried_.insert(question.task);
    } else {
      registering_[question.task] = question.jobs;
    }
  }

  std::uint64_t per_class_;
  std::uint64_t window_;
  std::uint64_t shown_;  ///< most visible tasks of a queue
  std::uint64_t oldest_ = 0;
  bool asks_ = false;  ///< for others, in this cycle
  std::set<TaskRef> queried_;
  std::map<TaskRef, QueueId> asking_;             ///< queue of tasks with a request and without an id
  std::map<TaskRef, std::uint32_t> registering_;  ///< jobs
  std::map<TaskRef, std::uint32_t> jobs_;         ///< left, of those that have their id; with timers none is counted
  bool watches_;
  std::uint32_t most_jobs_;
  std::map<JobRef, TaskRef> there_;  ///< with timers: jobs that have left and have not answered
};

}  // namespace

std::unique_ptr<PossibleAnswers> possible_for_monitor(const std::vector<std::uint32_t>& config) {
  return std::make_unique<OfMonitor>(config);
}

}  // namespace gantry::campaign
