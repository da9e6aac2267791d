// SPDX-License-Identifier: Apache-2.0
// A stream of independent tasks, drawn during the simulation: millions of tasks without a file and with constant
// memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/workload/task.h"
#include "gantry/workload/workload.h"
#include "workload/distribution.h"

namespace gantry {

/// Arrival cycles of tasks, which never decrease.
class ArrivalProcess {
 public:
  virtual ~ArrivalProcess() = default;
  virtual Cycle next() = 0;
  /// Recorded size of the last task's work; 0: none.
  [[nodiscard]] virtual std::uint64_t work() const { return 0; }
  /// Recorded sizes of the last request; without names: none.
  [[nodiscard]] virtual const RequestSizes& sizes() const {
    static const RequestSizes kNone;
    return kNone;
  }
};

/// Model of the arrivals of one generator.
class ArrivalModel {
 public:
  virtual ~ArrivalModel() = default;
  /// Makes a process from its begin, with `bits` as its own random numbers. The model must outlive it.
  [[nodiscard]] virtual std::unique_ptr<ArrivalProcess> start(const RandomBits& bits) const = 0;
  /// Whether the cycles depend on the random numbers.
  [[nodiscard]] virtual bool random() const { return false; }
  /// All requests that were recorded with sizes; empty: none were.
  [[nodiscard]] virtual std::vector<RequestSizes> requests() const { return {}; }
  /// Returns the approximate arrival cycle of the last of `tasks` tasks; at least 2^62 if that is too late.
  [[nodiscard]] virtual Cycle last_arrival(std::uint64_t tasks) const = 0;
};

struct StreamSpec {
  SourcePosition where;
  std::uint64_t tasks = 0;  ///< 1..2^40
  std::shared_ptr<const ArrivalModel> arrivals;
  Mix<TaskClass> cls = Mix<TaskClass>::only(TaskClass::block);
  Mix<std::uint32_t> weight = Mix<std::uint32_t>::only(1);
  Mix<std::uint32_t> stream = Mix<std::uint32_t>::only(0);  ///< number of the submitter
  Mix<std::uint32_t> jobs = Mix<std::uint32_t>::only(1);
  Distribution cycles;                     ///< compute cycles of a job at speed 1; drawn once per task
  std::optional<std::uint64_t> job_bytes;  ///< rounded up to whole words; default: one word
  std::string processor;
  std::uint64_t input_bytes = 0;   ///< per job
  std::uint64_t output_bytes = 0;  ///< per job
  bool bytes_given = false;        ///< as WorkloadTask::bytes_given
};

}  // namespace gantry
