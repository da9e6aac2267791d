// SPDX-License-Identifier: Apache-2.0
// Task source of a closed loop that keeps the calls of the host in the run's journal. A run that goes on from a
// checkpoint makes the same calls again, so that no such source has a state to save.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/workload/task.h"
#include "output/run_journal.h"

namespace gantry {

class JournaledSource final : public TaskSource {
 public:
  /// Both must outlive it.
  JournaledSource(TaskSource& source, RunJournal& journal) : source_(source), journal_(journal) {}

  bool next(Task& task) override {
    // The host makes the first call before it is restored, in every run.
    if (started_) journal_.task_taken();
    started_ = true;
    return source_.next(task);
  }
  [[nodiscard]] bool is_closed_loop() const override { return true; }
  bool completed(std::uint64_t number, Cycle now, Task& task) override {
    journal_.completion_taken(number, now);
    return source_.completed(number, now, task);
  }
  [[nodiscard]] const std::vector<ObjectShape>* objects() const override { return source_.objects(); }
  [[nodiscard]] std::string object_name(std::uint32_t object) const override { return source_.object_name(object); }
  [[nodiscard]] std::uint64_t total() const override { return source_.total(); }
  [[nodiscard]] bool is_list() const override { return source_.is_list(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return source_.name(number); }
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const override {
    return source_.links(number, stream, place);
  }

 private:
  TaskSource& source_;
  RunJournal& journal_;
  bool started_ = false;
};

}  // namespace gantry
