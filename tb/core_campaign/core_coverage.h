// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the dispatch core: corners by name, how often each was met, and which of them the parameters
// rule out.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core_reference.h"

namespace gantry::campaign {

class CoreCoverage {
 public:
  CoreCoverage(const CoreParameters& parameters, const std::vector<CoreProcessor>& processors);

  /// A cycle whose inputs are complete and have not been told to the reference.
  void sample(const CoreReference& reference, const CoreInputs& inputs);
  [[nodiscard]] std::vector<std::string> missing() const;
  /// One line per corner: its count, or that it cannot be.
  void print(std::ostream& out) const;
  void merge(const CoreCoverage& other);

 private:
  struct Corner {
    const char* name;
    bool possible;
    std::uint64_t count = 0;
  };
  void hit(std::size_t corner) { ++corners_[corner].count; }
  void sample_round(const CoreReference& reference);
  void sample_commands(const CoreReference& reference, const CoreInputs& inputs);
  void sample_events(const CoreReference& reference, const CoreInputs& inputs);

  CoreParameters parameters_;
  std::vector<Corner> corners_;
  std::optional<Dispatch> last_;  ///< the round of the cycle before
  std::uint32_t last_type_ = 0;   ///< its winner's
  std::uint32_t last_free_ = 0;   ///< processors of that type that were free in it
  std::uint32_t rounds_in_a_row_ = 0;
};

}  // namespace gantry::campaign
