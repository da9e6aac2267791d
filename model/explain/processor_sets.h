// SPDX-License-Identifier: Apache-2.0
// Sets of processors that may run a task's jobs. Many tasks share a set, which has a number. A set also gives the least
// time of a job.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/speed.h"
#include "gantry/base/types.h"
#include "gantry/platform/architecture.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace explain {

/// Jobs of a task that are alike.
struct TaskPart {
  const JobShape* shape = nullptr;  ///< in the task
  std::uint32_t jobs = 0;
  std::uint32_t set = 0;  ///< number of their processors
};

class ProcessorSets {
 public:
  explicit ProcessorSets(const Architecture& architecture);

  /// Fills `parts` with those of the task, none for an event task. Sets are numbered from 0 in order of appearance.
  void parts_of(const Task& task, std::vector<TaskPart>& parts);
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(sets_.size()); }
  [[nodiscard]] const ProcessorSet& members(std::uint32_t set) const { return sets_[set].members; }
  /// Number of members.
  [[nodiscard]] std::uint32_t size(std::uint32_t set) const { return sets_[set].size; }
  [[nodiscard]] const std::vector<ProcessorInfo>& processors() const { return processors_; }

  /// A job's time on the fastest processor of the set, and its cycles on the type that needs fewest.
  struct Least {
    Cycle time = 0;
    std::uint64_t cycles = 0;
  };
  /// If no processor of the set can run the job: {kMaxJobTime, JobCycles::kCannotRun}.
  [[nodiscard]] Least least(std::uint32_t set, const JobCycles& job) const;

 private:
  struct Kind {  ///< processors with equal times
    ProcessorType type = 0;
    Speed speed;
    std::uint32_t set_up_cycles = 0;
  };
  struct Set {
    ProcessorSet members;
    std::uint32_t size = 0;
    std::vector<Kind> kinds;  ///< kinds of the members
  };
  /// The properties of a task that determine its set.
  struct Asks {
    Requirement requirement = 0;
    std::vector<Requirement> types;       ///< requirement for each type, of a task with cycles by type
    std::vector<ProcessorId> processors;  ///< given by a plan
    bool operator<(const Asks& other) const {
      return std::tie(requirement, types, processors) < std::tie(other.requirement, other.types, other.processors);
    }
    bool operator==(const Asks& other) const {
      return requirement == other.requirement && types == other.types && processors == other.processors;
    }
  };

  std::uint32_t of(const JobShape& shape, const std::vector<ProcessorId>& planned);
  std::uint32_t add(const Asks& asks);

  std::vector<ProcessorInfo> processors_;
  ProcessorTable table_;
  std::vector<Set> sets_;
  std::map<Asks, std::uint32_t> numbers_;
  Asks asks_;  ///< requirements of the last task
  std::uint32_t last_ = kNone;
  Asks next_;
};

}  // namespace explain
}  // namespace gantry
