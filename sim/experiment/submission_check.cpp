// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiment/feasibility.h"
#include "experiment/submission_order.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// The queues without time. The host submits while rings have capacity, and a task among the first of its queue leaves
/// when its predecessors have left. Every queue has all cache slots that it can ever have, so a task that cannot leave
/// here can never leave.
class AbstractQueues {
 public:
  AbstractQueues(const Architecture& architecture, const Workload& workload, std::vector<std::uint32_t> order)
      : workload_(workload),
        order_(std::move(order)),
        place_(workload.tasks.size()),
        looked_at_(workload.tasks.size()),
        done_(workload.tasks.size()),
        numbers_{architecture.task_cache->queues_per_class},
        queues_(numbers_.count()),
        // The host learns only from interrupts that a ring entry is free. A pushed descriptor has a slot of the cache.
        pushes_(architecture.host->push),
        room_(pushes_ ? architecture.task_cache->capacity - architecture.task_cache->queues() + 1
                      : architecture.host->ring_entries),
        reach_(std::min(architecture.task_cache->window,
                        architecture.task_cache->capacity - architecture.task_cache->queues() + 1)),
        completion_window_(architecture.monitor->completion_window),
        retired_(architecture.monitor->retire_per_cycle) {
    for (const std::uint32_t task : order_) {
      std::vector<std::uint32_t>& tasks = queue_of(task).tasks;
      place_[task] = tasks.size();
      tasks.push_back(task);
    }
  }

  /// Whether all tasks get through.
  bool run() {
    bool moved = true;
    while (moved) {
      moved = submit();
      for (Queue& queue : queues_) moved = let_through(queue) || moved;
      if (!moved) moved = tell_host();
    }
    return oldest_ == order_.size();
  }

  void report(Diagnostics& diagnostics);

 private:
  struct Queue {
    std::vector<std::uint32_t> tasks;
    std::size_t submitted = 0;
    std::size_t read = 0;              ///< all before it have left the ring
    std::size_t shown = 0;             ///< all before it are done or wait at the head
    std::vector<std::uint32_t> heads;  ///< those that wait
  };

  /// The host learns from interrupts how far the window has moved on, and the last one may come before it stands: at
  /// least one cycle's worth of tasks is told of those that have got through since.
  bool tell_host() {
    if (!got_through_ || host_knows_ == oldest_) return false;
    got_through_ = false;
    host_knows_ = retired_ == 0 ? oldest_ : std::min(oldest_, host_knows_ + retired_);
    return true;
  }
  bool submit() {
    bool moved = false;
    for (; next_ < order_.size() && next_ - host_knows_ < completion_window_; ++next_, moved = true) {
      Queue& queue = queue_of(order_[next_]);
      if (queue.submitted - queue.read == room_) break;
      ++queue.submitted;
    }
    return moved;
  }
  bool let_through(Queue& queue) {
    bool moved = false;
    for (std::size_t i = 0;;) {
      while (queue.heads.size() < reach_ && queue.shown < queue.submitted)
        queue.heads.push_back(queue.tasks[queue.shown++]);
      while (i < queue.heads.size() && blocker(queue.heads[i]) != kNone) ++i;
      if (i == queue.heads.size()) return moved;
      const std::uint32_t task = queue.heads[i];
      queue.heads.erase(queue.heads.begin() + static_cast<std::ptrdiff_t>(i));
      queue.read = pushes_ ? queue.read + 1 : std::max(queue.read, place_[task] + 1);
      done_[task] = true;
      got_through_ = true;
      while (oldest_ < order_.size() && done_[order_[oldest_]]) ++oldest_;
      moved = true;
    }
  }
  /// First predecessor that is not done, or kNone. Predecessors never become undone, so the search goes on where it
  /// stood.
  std::uint32_t blocker(std::uint32_t task) {
    const auto& after = workload_.tasks[task].after;
    std::size_t& at = looked_at_[task];
    while (at < after.size() && done_[after[at].task]) ++at;
    return at < after.size() ? after[at].task : kNone;
  }
  [[nodiscard]] QueueId number_of(std::uint32_t task) const {
    return numbers_.of(workload_.tasks[task].cls, workload_.tasks[task].stream);
  }
  Queue& queue_of(std::uint32_t task) { return queues_[number_of(task)]; }
  [[nodiscard]] std::string id(std::uint32_t task) const { return in_quotes(workload_.tasks[task].id); }
  std::uint32_t next_to_tell(std::uint32_t wanted, std::string& text);

  const Workload& workload_;
  const std::vector<std::uint32_t> order_;
  std::vector<std::size_t> place_;      ///< position of each task in its queue, by task index
  std::vector<std::size_t> looked_at_;  ///< number of a task's predecessors that are known to be done
  std::vector<bool> done_;
  const ClassQueues numbers_;
  std::vector<Queue> queues_;
  std::size_t next_ = 0;
  std::size_t oldest_ = 0;      ///< in order_, of those that are not done
  std::size_t host_knows_ = 0;  ///< of these what the host has been told
  bool got_through_ = false;    ///< a task, since the host was told
  const bool pushes_;
  const std::size_t room_;
  const std::size_t reach_;
  const std::size_t completion_window_;
  const std::size_t retired_;  ///< monitor.retire_per_cycle
};

/// Appends why a task that another one waits for cannot leave. Returns the task at the head of a queue before it, or
/// itself.
std::uint32_t AbstractQueues::next_to_tell(std::uint32_t wanted, std::string& text) {
  Queue* queue = &queue_of(wanted);
  if (place_[wanted] >= queue->submitted) {
    const std::uint32_t stalled = order_[next_];
    queue = &queue_of(stalled);
    text += ", which the host cannot submit before " + id(stalled);
    if (queue->submitted - queue->read == room_) {
      const std::uint32_t head = queue->heads.front();
      text += ", whose queue is full behind " + id(head);
      return head;
    }
    text += ", which is monitor.completion_window tasks ahead of " + id(order_[host_knows_]);
    wanted = order_[oldest_];
    queue = &queue_of(wanted);
    if (host_knows_ < oldest_) {
      text += ", which the host may not know to be done (monitor.retire_per_cycle); the oldest is " + id(wanted);
    }
  }
  if (std::find(queue->heads.begin(), queue->heads.end(), wanted) != queue->heads.end()) return wanted;
  text += ", which waits behind " + id(queue->heads.front());
  return queue->heads.front();
}

void AbstractQueues::report(Diagnostics& diagnostics) {
  std::uint32_t first = kNone;
  for (const Queue& queue : queues_) {
    if (first == kNone && !queue.heads.empty()) first = queue.heads.front();
  }
  std::string text = "the order of submission can never finish: ";
  std::vector<bool> told(workload_.tasks.size());
  for (std::uint32_t head = first; !told[head];) {
    if (head != first) text += "; ";
    told[head] = true;
    const std::uint32_t wanted = blocker(head);
    text +=
        "task " + id(head) + " at the head of the " + numbers_.name(number_of(head)) + " queue waits for " + id(wanted);
    head = next_to_tell(wanted, text);
  }
  diagnostics.error(workload_.tasks[first].where, text + " (submit cycles put a successor before its predecessor)");
}

/// Whether no task precedes a predecessor. Then the oldest unregistered task can always leave: its predecessors have,
/// it is the head of its queue, and a cache slot and a decomposer slot are reserved for it.
bool is_topological(const Workload& workload, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> number(order.size());
  for (std::uint32_t n = 0; n < order.size(); ++n) number[order[n]] = n;
  for (std::uint32_t t = 0; t < order.size(); ++t) {
    for (const WorkloadEdge& edge : workload.tasks[t].after) {
      if (number[edge.task] > number[t]) return false;
    }
  }
  return true;
}

}  // namespace

bool check_submission_order(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics) {
  std::vector<std::uint32_t> order = submission_order(workload, architecture);
  if (is_topological(workload, order)) return true;
  AbstractQueues queues(architecture, workload, std::move(order));
  if (queues.run()) return true;
  queues.report(diagnostics);
  return false;
}

}  // namespace gantry
