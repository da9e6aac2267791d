// SPDX-License-Identifier: Apache-2.0
// What stands around a block behind pins in the bench: it tells the block what a machine could, after random times,
// hears what it says, and counts the corners that it met. A block's world is one file and a line of block_world.cpp.
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
  /// What the block sees in cycle `now`, which ascends.
  virtual void inputs(Cycle now, std::vector<PinMessage>& in) = 0;
  /// What it says in it.
  virtual void hear(Cycle now, const std::vector<PinMessage>& out) = 0;
  /// The next cycle in which there is something to say to it.
  [[nodiscard]] virtual Cycle next() const = 0;
  /// How many tasks it had to do with.
  [[nodiscard]] virtual std::uint64_t tasks() const = 0;
  [[nodiscard]] virtual const CornerCounts& corners() const = 0;
};

struct WorldKind {
  const BlockPins& (*pins)() = nullptr;
  /// A configuration that the model's limits allow, small ones more often.
  std::vector<std::uint32_t> (*draw_config)(const BlockModel& model, Random& random) = nullptr;
  std::unique_ptr<BlockWorld> (*make)(const std::vector<std::uint32_t>& config, std::uint64_t seed) = nullptr;
};

/// nullptr: the bench has no world for this block.
[[nodiscard]] const WorldKind* find_world(const BlockPins& pins);
/// The blocks that have one, as "a, b or c".
[[nodiscard]] std::string blocks_with_worlds();

/// What it serves at most; `otherwise` if it does not say.
[[nodiscard]] std::uint32_t limit_of(const BlockModel& model, std::string_view what, std::uint32_t otherwise);

/// What `draw` draws, each constant within its own limits, and again until all of them are: limits of several constants
/// together, too. Throws Error if no machine is.
[[nodiscard]] std::vector<std::uint32_t> draw_within(const BlockPins& pins, const BlockModel& model, Random& random,
                                                     std::vector<std::uint32_t> (*draw)(const BlockModel&, Random&));

// One per file.
[[nodiscard]] WorldKind task_cache_world();
[[nodiscard]] WorldKind decomposer_world();
[[nodiscard]] WorldKind monitor_world();
[[nodiscard]] WorldKind dispatcher_world();

}  // namespace gantry::campaign
