// SPDX-License-Identifier: Apache-2.0
// Protocol checker of one block: which inputs are legal after its outputs so far.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/error.h"
#include "pins/pin_fields.h"

namespace gantry::campaign {

/// Throws Error with this text if the condition is false.
inline void require(bool possible, const char* text) {
  if (!possible) throw Error(text);
}

class PossibleAnswers {
 public:
  virtual ~PossibleAnswers() = default;
  /// Begins a cycle, whose inputs follow.
  virtual void begin() {}
  /// Throws Error if this message is illegal.
  virtual void check(const PinMessage& input) = 0;
  /// Takes the block's outputs of the cycle.
  virtual void hear(const PinMessage& output) = 0;
};

/// Checks bursts against requests of the cache, doorbells against the ring's capacity, and updates against visible
/// tasks.
[[nodiscard]] std::unique_ptr<PossibleAnswers> possible_for_task_cache(const std::vector<std::uint32_t>& config);
/// Checks for each task one registration after its query, and the completions of its jobs.
[[nodiscard]] std::unique_ptr<PossibleAnswers> possible_for_monitor(const std::vector<std::uint32_t>& config);

/// Checks the table, lists of parts, and stores.
[[nodiscard]] std::unique_ptr<PossibleAnswers> possible_for_directory(const std::vector<std::uint32_t>& config);

/// Throws Error if no block has these constants. Not for the dispatcher.
void check_constants(const BlockPins& pins, const std::vector<std::uint32_t>& config);

}  // namespace gantry::campaign
