// SPDX-License-Identifier: Apache-2.0
// Of one block: what its inputs may be, after what it has said.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pins/pin_fields.h"

namespace gantry::campaign {

class PossibleAnswers {
 public:
  virtual ~PossibleAnswers() = default;
  /// A cycle begins, whose inputs follow.
  virtual void begin() {}
  /// What is impossible about this message; empty: nothing.
  [[nodiscard]] virtual std::string wrong(const PinMessage& input) = 0;
  /// What the block said then.
  virtual void hear(const PinMessage& output) = 0;
};

/// Bursts that the cache has asked for, doorbells for which the ring has room, and tasks that it has shown.
[[nodiscard]] std::unique_ptr<PossibleAnswers> possible_for_task_cache(const std::vector<std::uint32_t>& config);
/// One registration of each task, behind its query, and the completions of its jobs.
[[nodiscard]] std::unique_ptr<PossibleAnswers> possible_for_monitor(const std::vector<std::uint32_t>& config);

/// What is impossible about the constants of a block's configuration; empty: nothing. Not of the dispatcher.
[[nodiscard]] std::string impossible_constants(const BlockPins& pins, const std::vector<std::uint32_t>& config);

}  // namespace gantry::campaign
