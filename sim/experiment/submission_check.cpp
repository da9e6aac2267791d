// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "experiment/feasibility.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// The class queues without time: the host submits while there is room, a head leaves when its predecessors have left.
class AbstractQueues {
 public:
  AbstractQueues(const Architecture& architecture, const Workload& workload)
      : workload_(workload),
        order_(submission_order(workload)),
        place_(workload.tasks.size()),
        done_(workload.tasks.size()) {
    // The host learns from interrupts alone that a place of the ring is free again, so it never has more tasks of a
    // class under way than the ring has entries.
    room_ = architecture.host.ring_entries;
    for (std::uint32_t n = 0; n < order_.size(); ++n) {
      auto& queue = queues_[index(workload_.tasks[order_[n]].cls)];
      place_[order_[n]] = queue.tasks.size();
      queue.tasks.push_back(order_[n]);
    }
  }

  /// Whether all tasks get through.
  bool run() {
    bool moved = true;
    while (moved) {
      moved = submit();
      for (Queue& queue : queues_) {
        while (queue.head < queue.submitted && blocker(queue.tasks[queue.head]) == kNone) {
          done_[queue.tasks[queue.head++]] = true;
          moved = true;
        }
      }
    }
    return through();
  }

  void report(Diagnostics& diagnostics) const;

 private:
  struct Queue {
    std::vector<std::uint32_t> tasks;
    std::size_t head = 0;
    std::size_t submitted = 0;
  };

  bool submit() {
    bool moved = false;
    for (; next_ < order_.size(); ++next_, moved = true) {
      Queue& queue = queues_[index(workload_.tasks[order_[next_]].cls)];
      if (queue.submitted - queue.head == room_) break;
      ++queue.submitted;
    }
    return moved;
  }
  /// First predecessor that is not done, or kNone. Predecessors never become undone, so the search goes on where it
  /// stood.
  std::uint32_t blocker(std::uint32_t task) {
    const auto& after = workload_.tasks[task].after;
    if (task != looked_at_[index(workload_.tasks[task].cls)].first)
      looked_at_[index(workload_.tasks[task].cls)] = {task, 0};
    std::size_t& at = looked_at_[index(workload_.tasks[task].cls)].second;
    while (at < after.size() && done_[after[at].task]) ++at;
    return at < after.size() ? after[at].task : kNone;
  }
  [[nodiscard]] bool through() const {
    for (const Queue& queue : queues_) {
      if (queue.head < queue.tasks.size()) return false;
    }
    return true;
  }
  [[nodiscard]] const Queue& queue_of(std::uint32_t task) const { return queues_[index(workload_.tasks[task].cls)]; }
  [[nodiscard]] std::string id(std::uint32_t task) const { return in_quotes(workload_.tasks[task].id); }

  const Workload& workload_;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> place_;  ///< of a task in its class queue, by task index
  std::vector<bool> done_;
  std::array<Queue, kTaskClasses> queues_;
  std::array<std::pair<std::uint32_t, std::size_t>, kTaskClasses> looked_at_ = {
      {{kNone, 0}, {kNone, 0}, {kNone, 0}, {kNone, 0}, {kNone, 0}}};
  std::size_t next_ = 0;
  std::size_t room_ = 0;
};

void AbstractQueues::report(Diagnostics& diagnostics) const {
  std::uint32_t first = kNone;
  for (const Queue& queue : queues_) {
    if (first == kNone && queue.head < queue.submitted) first = queue.tasks[queue.head];
  }
  std::string text = "the order of submission can never finish: ";
  std::array<bool, kTaskClasses> told{};
  for (std::uint32_t head = first; !told[index(workload_.tasks[head].cls)];) {
    const std::size_t cls = index(workload_.tasks[head].cls);
    if (head != first) text += "; ";
    told[cls] = true;
    std::uint32_t wanted = kNone;
    for (const WorkloadEdge& edge : workload_.tasks[head].after) {
      if (!done_[edge.task] && wanted == kNone) wanted = edge.task;
    }
    text += "task " + id(head) + " at the head of the " + std::string(kTaskClassNames[cls]) + " queue waits for " +
            id(wanted);
    const Queue* queue = &queue_of(wanted);
    if (place_[wanted] >= queue->submitted) {
      // Not submitted: the host stands before a full queue.
      const std::uint32_t stalled = order_[next_];
      queue = &queue_of(stalled);
      head = queue->tasks[queue->head];
      text += ", which the host cannot submit before " + id(stalled) + ", whose queue is full behind " + id(head);
      continue;
    }
    head = queue->tasks[queue->head];
    if (head != wanted) text += ", which stands behind " + id(head);
  }
  diagnostics.error(workload_.tasks[first].where, text + " (submit cycles put a successor before its predecessor)");
}

}  // namespace

bool check_submission_order(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics) {
  AbstractQueues queues(architecture, workload);
  if (queues.run()) return true;
  queues.report(diagnostics);
  return false;
}

}  // namespace gantry
