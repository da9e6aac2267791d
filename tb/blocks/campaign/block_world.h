// SPDX-License-Identifier: Apache-2.0
// Environment of a block behind pins in the bench. It sends inputs that a machine could send, after random delays,
// checks the outputs, and counts the corners that it reached. Each block's environment is one file and a line of
// block_world.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/block_model.h"
#include "campaign/corner_counts.h"
#include "campaign/random.h"
#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry::campaign {

class BlockWorld {
 public:
  virtual ~BlockWorld() = default;
  /// Returns the inputs that the block sees in cycle `now`. Cycles ascend.
  virtual void inputs(Cycle now, std::vector<PinMessage>& in) = 0;
  /// Takes the outputs of that cycle.
  virtual void hear(Cycle now, const std::vector<PinMessage>& out) = 0;
  /// The next cycle with an input.
  [[nodiscard]] virtual Cycle next() const = 0;
  /// Number of tasks so far.
  [[nodiscard]] virtual std::uint64_t tasks() const = 0;
  [[nodiscard]] virtual const CornerCounts& corners() const = 0;
};

struct WorldKind {
  const BlockPins& (*pins)() = nullptr;
  /// Draws a configuration within the model's limits, small ones more often.
  std::vector<std::uint32_t> (*draw_config)(const BlockModel& model, Random& random) = nullptr;
  std::unique_ptr<BlockWorld> (*make)(const std::vector<std::uint32_t>& config, std::uint64_t seed) = nullptr;
};

/// Returns the environment of a block; nullptr: the bench has none.
[[nodiscard]] const WorldKind* find_world(const BlockPins& pins);
/// Returns the blocks with an environment, as "a, b or c".
[[nodiscard]] std::string blocks_with_worlds();

/// Returns the limit of a constant; `otherwise` if the model has none.
[[nodiscard]] std::uint32_t limit_of(const BlockModel& model, std::string_view what, std::uint32_t otherwise);

/// Calls `draw`, which draws each constant within its own limits, until all limits hold, also those of several
/// constants together. Throws Error if no configuration is found.
[[nodiscard]] std::vector<std::uint32_t> draw_within(const BlockPins& pins, const BlockModel& model, Random& random,
                                                     std::vector<std::uint32_t> (*draw)(const BlockModel&, Random&));

// One per file.
[[nodiscard]] WorldKind task_cache_world();
[[nodiscard]] WorldKind decomposer_world();
[[nodiscard]] WorldKind monitor_world();
[[nodiscard]] WorldKind dispatcher_world();
[[nodiscard]] WorldKind directory_world();

}  // namespace gantry::campaign
