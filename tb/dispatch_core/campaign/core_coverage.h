// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the dispatch core: the corners that a cycle reaches.
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

  /// Adds a cycle with complete inputs, before the reference takes them.
  void sample(const CoreReference& reference, const CoreInputs& inputs);

 private:
  void sample_round(const CoreReference& reference);
  void sample_commands(const CoreReference& reference, const CoreInputs& inputs);
  void sample_events(const CoreReference& reference, const CoreInputs& inputs);

  CoreParameters parameters_;
  std::optional<Dispatch> last_;  ///< round of the previous cycle
  std::uint32_t last_type_ = 0;   ///< type of its winner
  std::uint32_t last_free_ = 0;   ///< free processors of that type in that cycle
  std::uint32_t rounds_in_a_row_ = 0;
};

}  // namespace gantry::campaign
