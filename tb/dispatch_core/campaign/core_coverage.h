// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the dispatch core: which corners a cycle meets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/corner_counts.h"
#include "dispatch_core/campaign/core_reference.h"

namespace gantry::campaign {

class CoreCoverage : public CornerCounts {
 public:
  CoreCoverage(const CoreParameters& parameters, const std::vector<CoreProcessor>& processors);

  /// A cycle whose inputs are complete and have not been told to the reference.
  void sample(const CoreReference& reference, const CoreInputs& inputs);

 private:
  void sample_round(const CoreReference& reference);
  void sample_commands(const CoreReference& reference, const CoreInputs& inputs);
  void sample_events(const CoreReference& reference, const CoreInputs& inputs);

  CoreParameters parameters_;
  std::optional<Dispatch> last_;  ///< the round of the cycle before
  std::uint32_t last_type_ = 0;   ///< its winner's
  std::uint32_t last_free_ = 0;   ///< processors of that type that were free in it
  std::uint32_t rounds_in_a_row_ = 0;
};

}  // namespace gantry::campaign
