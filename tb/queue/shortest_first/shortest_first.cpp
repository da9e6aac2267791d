// SPDX-License-Identifier: Apache-2.0
// The example of a scheduler in C++: the shortest job first. A job goes to the lowest processor that is idle; a
// processor has at most one job.
#include <algorithm>
#include <vector>

#include "queue/queue_scheduler.h"

namespace {

class ShortestFirst final : public gantry::QueueScheduler {
 public:
  void reset() override {
    tasks_.clear();
    busy_ = 0;
    offer_ = {};
  }

  gantry::QueueOffer clock(const gantry::QueueTransfers& moved) override {
    if (moved.completed >= 0) busy_ &= ~(std::uint64_t{1} << moved.completed);
    if (moved.job) sent();
    if (moved.task != nullptr) tasks_.push_back(*moved.task);

    offer_ = {};
    const gantry::QueueTask* best = nullptr;
    for (const gantry::QueueTask& task : tasks_) {
      if ((task.processors & ~busy_) != 0 && (best == nullptr || task.cycles < best->cycles)) best = &task;
    }
    if (best != nullptr) {
      offer_.job = true;
      offer_.task = best->id;
      while ((best->processors & ~busy_ & (std::uint64_t{1} << offer_.processor)) == 0) ++offer_.processor;
    }
    return offer_;
  }

 private:
  /// The job that was offered has left.
  void sent() {
    busy_ |= std::uint64_t{1} << offer_.processor;
    const auto task =
        std::find_if(tasks_.begin(), tasks_.end(), [&](const gantry::QueueTask& one) { return one.id == offer_.task; });
    if (--task->jobs == 0) tasks_.erase(task);
  }

  std::vector<gantry::QueueTask> tasks_;  ///< with jobs that are left; `jobs`: how many
  std::uint64_t busy_ = 0;                ///< bit p: processor p has a job
  gantry::QueueOffer offer_;
};

}  // namespace

GANTRY_QUEUE_SCHEDULER(ShortestFirst)
