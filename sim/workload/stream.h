// SPDX-License-Identifier: Apache-2.0
// A stream of independent tasks that is made while it is simulated: millions of tasks without a file and without
// memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gantry/workload/task.h"
#include "gantry/workload/workload.h"
#include "workload/distribution.h"

namespace gantry {

/// The cycles in which tasks arrive, never falling.
class ArrivalProcess {
 public:
  virtual ~ArrivalProcess() = default;
  virtual Cycle next() = 0;
  /// What a record says of the size of the task that next() gave; 0 = nothing.
  [[nodiscard]] virtual std::uint64_t work() const { return 0; }
};

/// How they arrive: the numbers of one generator.
class ArrivalModel {
 public:
  virtual ~ArrivalModel() = default;
  /// A process from its beginning, with `bits` as its own randomness. The model outlives it.
  [[nodiscard]] virtual std::unique_ptr<ArrivalProcess> start(const RandomBits& bits) const = 0;
  /// About when the last of so many tasks arrives; at least 2^62 if that is too late.
  [[nodiscard]] virtual Cycle last_arrival(std::uint64_t tasks) const = 0;
};

struct StreamSpec {
  SourcePosition where;
  std::uint64_t tasks = 0;  ///< 1..2^40
  std::shared_ptr<const ArrivalModel> arrivals;
  Mix<TaskClass> cls = Mix<TaskClass>::only(TaskClass::block);
  Mix<std::uint32_t> weight = Mix<std::uint32_t>::only(1);
  Mix<std::uint32_t> stream = Mix<std::uint32_t>::only(0);  ///< who submits
  Mix<std::uint32_t> jobs = Mix<std::uint32_t>::only(1);
  Distribution cycles;                     ///< per job at speed 1; drawn once per task
  std::optional<std::uint64_t> job_bytes;  ///< rounded up to whole words; default one word
  std::string processor;
  std::uint64_t input_bytes = 0;   ///< per job
  std::uint64_t output_bytes = 0;  ///< per job
};

}  // namespace gantry
