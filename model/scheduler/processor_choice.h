// SPDX-License-Identifier: Apache-2.0
// The seam that decides which processor takes a job, once the picker has decided which task sends one.
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

/// A set of processors, 64 per word; bit p % 64 of word p / 64.
using ProcessorSet = std::vector<std::uint64_t>;

/// What the dispatcher knows of the processors; arrays are indexed by processor.
struct ProcessorView {
  Cycle now = 0;
  JobCycles job;                              ///< that is to be placed
  const std::vector<std::uint32_t>& pending;  ///< jobs picked or reserved and not yet completed
  const std::vector<std::uint32_t>& hops;     ///< links from the scheduler's router
  const std::vector<Cycle>& busy_until;       ///< when the jobs picked so far will have computed, as far as known
  const std::vector<Cycle>& reserved_cycles;  ///< compute time of the jobs it is reserved for and that are not picked
  const std::vector<std::uint64_t>& speed_millionths;
  const std::vector<ProcessorType>& type;

  /// What the job takes on a candidate.
  [[nodiscard]] Cycle job_time(ProcessorId p) const { return Speed{speed_millionths[p]}.time_for(job.on(type[p])); }
};

class ProcessorChoice {
 public:
  virtual ~ProcessorChoice() = default;
  /// Precondition: `candidates` is not empty. Ties go to the lowest number.
  [[nodiscard]] virtual ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& view) const = 0;
};

/// Goes with a plan, and no other does: candidates are already those of the plan.
inline constexpr const char* kPlannedChoice = "fixed";

/// It is handed the values of its own keys.
using ProcessorChoiceFactory = std::unique_ptr<ProcessorChoice>(const OwnValues&);
using ProcessorChoiceCatalogue = Catalogue<ProcessorChoiceFactory, OwnKey>;
/// Those of the folder `choices`.
const ProcessorChoiceCatalogue& builtin_processor_choices();

}  // namespace scheduler
}  // namespace gantry
