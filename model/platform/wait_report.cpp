// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/wait_report.h"

#include <algorithm>

namespace gantry {
inline namespace platform {

WaitReport::WaitReport(const TaskTable& tasks, const Host& host, const TaskSource& source,
                       std::vector<std::pair<std::uint64_t, std::uint64_t>> waits)
    : tasks_(tasks), host_(host), source_(source), waits_(std::move(waits)) {
  tasks_.for_each([&](TaskRef ref) {
    if (!tasks_[ref].over) live_.emplace(tasks_[ref].record.number, ref);
  });
}

const LiveTask* WaitReport::live(std::uint64_t number) const {
  const auto at = live_.find(number);
  return at == live_.end() ? nullptr : &tasks_[at->second];
}

const LiveTask* WaitReport::oldest_in_queue(QueueId queue, bool unregistered) const {
  const LiveTask* oldest = nullptr;
  tasks_.for_each([&](TaskRef ref) {
    const LiveTask& task = tasks_[ref];
    if (task.over || task.record.queue != queue || (unregistered && task.record.registered != kNever)) return;
    if (oldest == nullptr || task.record.position < oldest->record.position) oldest = &task;
  });
  return oldest;
}

std::string WaitReport::where(std::uint64_t number) const {
  if (number >= host_.submitted()) return "not submitted yet";
  const LiveTask* task = live(number);
  if (task == nullptr) return "done";
  const auto waits = [&](const auto& wait) { return wait.first == number; };
  if (task->record.registered != kNever) {
    return std::any_of(waits_.begin(), waits_.end(), waits) ? "registered, and waits itself" : "running";
  }
  return "still in the queue of class " + std::string(gantry::name(task->record.cls));
}

std::optional<WaitReport::Need> WaitReport::need_of_host() const {
  const Task* next = host_.waiting_task();
  if (next == nullptr) return std::nullopt;
  if (host_.stall() == Host::Stall::completion_window) {
    return Need{host_.oldest_unfinished(), "is monitor.completion_window tasks ahead of"};
  }
  const bool no_credit = host_.stall() == Host::Stall::no_credit;
  if (host_.stall() != Host::Stall::ring_full && !no_credit) return std::nullopt;
  const LiveTask* oldest = oldest_in_queue(host_.queue_of(*next), false);
  if (oldest == nullptr) return std::nullopt;
  return Need{oldest->record.number,
              no_credit ? "finds no free slot of the task cache behind" : "finds its ring full behind"};
}

std::optional<WaitReport::Need> WaitReport::need(std::uint64_t number) const {
  if (number > host_.submitted()) return Need{host_.submitted(), "is submitted after"};
  if (number == host_.submitted()) return need_of_host();
  const auto asks = [&](const auto& wait) { return wait.first == number; };
  const auto wait = std::find_if(waits_.begin(), waits_.end(), asks);
  if (wait != waits_.end()) return Need{wait->second, "waits for"};
  const LiveTask* task = live(number);
  if (task == nullptr || task->record.shown != kNever) return std::nullopt;
  const LiveTask* oldest = oldest_in_queue(task->record.queue, true);
  if (oldest == task) return std::nullopt;
  return Need{oldest->record.number, "waits in its queue behind"};
}

std::string WaitReport::circle() const {
  std::vector<std::uint64_t> path;
  std::optional<std::uint64_t> at;
  if (!waits_.empty()) at = waits_.front().first;
  while (at) {
    const auto seen = std::find(path.begin(), path.end(), *at);
    if (seen != path.end()) {
      path.erase(path.begin(), seen);
      std::string text = "they wait for each other: task " + name(path.front());
      for (std::size_t i = 0; i < path.size(); ++i) {
        const Need next = *need(path[i]);
        text += (i > 0 ? ", which " : " ") + next.how + ' ' + name(next.task);
      }
      return text;
    }
    path.push_back(*at);
    const auto next = need(*at);
    at.reset();
    if (next) at = next->task;
  }
  return "";
}

std::vector<std::string> WaitReport::lines() const {
  std::vector<std::string> lines;
  for (const auto& [task, predecessor] : waits_) {
    lines.push_back("task " + name(task) + " waits for task " + name(predecessor) + " (" + where(predecessor) + ')');
  }
  const std::string closed = circle();
  if (!closed.empty()) lines.push_back(closed);
  return lines;
}

}  // namespace platform
}  // namespace gantry
