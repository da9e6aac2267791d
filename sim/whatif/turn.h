// SPDX-License-Identifier: Apache-2.0
// Turns of a resource, whose effect what-if measures: doubling or idealising it is a list of --set overrides.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/explain/resources.h"
#include "result/whatif_answer.h"

namespace gantry {

struct Experiment;

enum class TurnKind : std::uint8_t { doubled, ideal, file, level, rank };
std::string_view name(TurnKind kind);

struct Turn {
  std::vector<KeyChange> changes;
  /// Override lists that make the change, the best first. Later ones also change obstacles of the first.
  std::vector<std::vector<std::string>> ways;
  std::string as_it_is;    ///< reason why nothing changes, if that is known before the run
  std::string impossible;  ///< reason why it is impossible, if that is known before the run
};

/// Returns the turns of a resource; empty: the machine has no such resource.
std::vector<TurnKind> turns_of(const Resource& resource, const Experiment& experiment);
/// Returns the change.
Turn make_turn(const Resource& resource, TurnKind kind, const Experiment& experiment);

}  // namespace gantry
