// SPDX-License-Identifier: Apache-2.0
// Records for the writers of sim/output, and what they wrote.
#pragma once

#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "gantry/scheduler/records.h"
#include "input_files.h"

namespace gantry {

inline std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class Names {
 public:
  explicit Names(std::vector<std::string> names) : names_(std::move(names)) {}
  std::string operator()(std::uint64_t number) const { return names_.at(number); }

 private:
  std::vector<std::string> names_;
};

inline TaskRecord task_record(std::uint64_t number, std::vector<Cycle> cycles) {
  cycles.resize(8, kNever);
  TaskRecord task;
  task.number = number;
  task.jobs = 1;
  task.submitted = cycles[0];
  task.cached = cycles[1];
  task.registered = cycles[2];
  task.split = cycles[3];
  task.admitted = cycles[4];
  task.first_issue = cycles[5];
  task.last_issue = cycles[6];
  task.completed = cycles[7];
  return task;
}

inline TaskRecord event_record(std::uint64_t number, Cycle submitted, Cycle cached, Cycle registered, Cycle completed) {
  TaskRecord task = task_record(number, {submitted, cached, registered});
  task.cls = TaskClass::event;
  task.jobs = 0;
  task.completed = completed;
  return task;
}

/// picked, issued, arrived, ready, started, finished, written, completed.
inline JobRecord full_job_record(std::uint64_t task, std::uint32_t job, ProcessorId processor,
                                 const std::array<Cycle, 8>& stations) {
  JobRecord record;
  record.task = task;
  record.job = job;
  record.processor = processor;
  record.picked = stations[0];
  record.issued = stations[1];
  record.arrived = stations[2];
  record.ready = stations[3];
  record.started = stations[4];
  record.finished = stations[5];
  record.written = stations[6];
  record.completed = stations[7];
  return record;
}

/// picked, issued, arrived, started, finished, completed; sent, ready and written in no time.
inline JobRecord job_record(std::uint64_t task, std::uint32_t job, ProcessorId processor,
                            const std::array<Cycle, 6>& stations) {
  const auto [picked, issued, arrived, started, finished, completed] = stations;
  JobRecord record =
      full_job_record(task, job, processor, {picked, issued, arrived, arrived, started, finished, finished, completed});
  record.sent = issued;
  return record;
}

}  // namespace gantry
