// SPDX-License-Identifier: Apache-2.0
// Configurations that may still be proposed: allowed ones, each once. For searches that derive configurations from
// others.
#pragma once

#include <optional>
#include <set>

#include "gantry/base/random.h"
#include "sweep/search.h"

namespace gantry {

class Untried {
 public:
  explicit Untried(const SearchSpace& space) : space_(space) {}
  /// Takes the configuration. Returns whether it was untried.
  bool take(const Configuration& configuration);
  /// The same without taking it.
  [[nodiscard]] bool has(const Configuration& configuration) const {
    return taken_.count(configuration) == 0 && space_.allowed(configuration);
  }
  /// Takes a random one; nothing: none was found.
  std::optional<Configuration> draw(RandomBits& bits);

 private:
  SearchSpace space_;
  std::set<Configuration> taken_;
};

/// Returns a random configuration, each choice with equal probability.
Configuration random_configuration(const Study& study, RandomBits& bits);

/// Returns a random number in [0, 1).
inline double random_share(RandomBits& bits) { return static_cast<double>(bits.next() >> 11U) * 0x1p-53; }

}  // namespace gantry
