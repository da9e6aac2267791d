// SPDX-License-Identifier: Apache-2.0
// Protocol checker of a block's inputs. Inputs from a file may be anything, and a block behind pins trusts its
// environment.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "blocks/campaign/possible_answers.h"
#include "blocks/campaign/possible_dispatcher.h"
#include "pins/block_pins.h"

namespace gantry::campaign {

/// For every block: queues and slots are those of the configuration. For the decomposer: no more heads than may be
/// visible, answers only to its requests, one answer to each scheduling request. For the dispatcher:
/// PossibleDispatcher; for the others: PossibleAnswers.
class PossibleInputs {
 public:
  /// Throws Error if no block has this configuration.
  PossibleInputs(const BlockPins& pins, const std::vector<std::uint32_t>& config);

  /// Throws Error if the inputs of a cycle are illegal.
  void check(const std::vector<PinMessage>& inputs);
  /// Takes the block's outputs of the cycle.
  void hear(const std::vector<PinMessage>& outputs);

 private:
  using Task = std::pair<std::uint64_t, std::uint64_t>;  ///< queue, task

  void check_range(const PinMessage& message) const;
  void check_asked(const PinMessage& message);

  const BlockPins& pins_;
  std::optional<PossibleDispatcher> dispatcher_;
  std::unique_ptr<PossibleAnswers> answers_;
  std::uint64_t queues_ = ~std::uint64_t{0};
  std::uint64_t slots_ = ~std::uint64_t{0};
  std::uint64_t window_ = ~std::uint64_t{0};
  std::set<Task> heads_;
  std::set<Task> queried_;
  std::set<Task> registering_;
  std::set<std::uint64_t> requested_;  ///< slots with a request
};

}  // namespace gantry::campaign
