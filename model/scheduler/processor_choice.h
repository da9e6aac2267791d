// SPDX-License-Identifier: Apache-2.0
// Policies that choose the processor of a job, after the picker has chosen the task.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/own_keys.h"
#include "gantry/base/speed.h"
#include "gantry/base/types.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

/// A set of processors, 64 per word: bit p % 64 of word p / 64.
using ProcessorSet = std::vector<std::uint64_t>;

/// What the data directory knows of a job that is to be placed.
class LocalBytes {
 public:
  virtual ~LocalBytes() = default;
  /// Bytes that the job reads and the local store of a processor has; 0 without one.
  [[nodiscard]] virtual std::uint64_t at(ProcessorId p) const = 0;
};

/// What a policy sees; arrays are indexed by processor.
struct ProcessorView {
  Cycle now = 0;
  JobCycles job;                              ///< job to place
  const std::vector<std::uint32_t>& pending;  ///< jobs picked or reserved and not completed
  const std::vector<std::uint32_t>& hops;     ///< links from the scheduler's router
  const std::vector<Cycle>& busy_until;  ///< estimated end of the computation of all picked jobs, without transfers
  const std::vector<Cycle>& reserved_cycles;  ///< compute cycles of jobs that are reserved and not picked
  const std::vector<std::uint64_t>& speed_millionths;
  const std::vector<ProcessorType>& type;
  const std::uint32_t* set_up = nullptr;  ///< cycles of a job before it computes; nullptr: none on any processor
  const LocalBytes* local = nullptr;      ///< nullptr: the job reads no data object

  /// Compute cycles of the job on a candidate, without its set-up.
  [[nodiscard]] Cycle compute_time(ProcessorId p) const { return Speed{speed_millionths[p]}.time_for(job.on(type[p])); }
  /// How long a candidate would work on the job.
  [[nodiscard]] Cycle job_time(ProcessorId p) const {
    return compute_time(p) + job.set_up + (set_up == nullptr ? 0 : set_up[p]);
  }
};

class ProcessorChoice {
 public:
  virtual ~ProcessorChoice() = default;
  /// Returns the chosen processor. The lowest number wins ties. Precondition: `candidates` is not empty.
  [[nodiscard]] virtual ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& view) const = 0;
};

/// The choice for plans, and only for them: candidates are already those of the plan.
inline constexpr const char* kPlannedChoice = "fixed";

/// Makes a policy from the values of its own keys.
using ProcessorChoiceFactory = std::unique_ptr<ProcessorChoice>(const OwnValues&);
using ProcessorChoiceCatalogue = Catalogue<ProcessorChoiceFactory, OwnKey>;
/// The policies of the folder `choices`.
const ProcessorChoiceCatalogue& builtin_processor_choices();

}  // namespace scheduler
}  // namespace gantry
