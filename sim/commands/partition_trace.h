// SPDX-License-Identifier: Apache-2.0
// Text of a partition's rounds, for `gantry plan partition --trace`: boundary tasks, gains and candidates as source 000
// [0052] to [0085] states them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/plan/partition/refinement.h"
#include "gantry/workload/workload.h"

namespace gantry {

class PartitionTrace {
 public:
  /// Both must outlive the trace.
  PartitionTrace(const Workload& workload, const plan::GainRule& rule) : workload_(workload), rule_(rule) {}

  /// Returns the text of a round, as plan::RefineControl::round observes it.
  std::string round(const plan::Partition& before, const std::vector<plan::Candidate>& moves,
                    const plan::Partition& after);

 private:
  [[nodiscard]] std::string boundary(const plan::Partition& partition) const;
  [[nodiscard]] std::string gains(const plan::Partition& partition) const;
  [[nodiscard]] std::string new_boundary(const plan::Partition& after);
  void note_boundary(const plan::Partition& partition);

  const Workload& workload_;
  const plan::GainRule& rule_;
  std::uint64_t rounds_ = 0;
  std::vector<bool> has_been_boundary_;
};

/// Returns a cut in words, as in "5 critical of 6 cut edges".
std::string cut_text(plan::Objective objective, const plan::Cut& cut);

}  // namespace gantry
