// SPDX-License-Identifier: Apache-2.0
// Of one block: what its inputs may be, after what it has said.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/error.h"
#include "pins/pin_fields.h"

namespace gantry::campaign {

/// Throws Error with this text unless it is possible.
inline void require(bool possible, const char* text) {
  if (!possible) throw Error(text);
}

class PossibleAnswers {
 public:
  virtual ~PossibleAnswers() = default;
  /// A cycle begins, whose inputs follow.
  virtual void begin() {}
  /// Throws Error if this message is impossible.
  virtual void check(const PinMessage& input) = 0;
  /// What the block said then.
  virtual void hear(const PinMessage& output) = 0;
};

/// Bursts that the cache has asked for, doorbells for which the ring has room, and tasks that it has shown.
[[nodiscard]] std::unique_ptr<PossibleAnswers> possible_for_task_cache(const std::vector<std::uint32_t>& config);
/// One registration of each task, behind its query, and the completions of its jobs.
[[nodiscard]] std::unique_ptr<PossibleAnswers> possible_for_monitor(const std::vector<std::uint32_t>& config);

/// Throws Error if no block has these constants. Not of the dispatcher.
void check_constants(const BlockPins& pins, const std::vector<std::uint32_t>& config);

}  // namespace gantry::campaign
