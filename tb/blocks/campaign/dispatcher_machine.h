// SPDX-License-Identifier: Apache-2.0
// The machine around a dispatcher behind pins, from a configuration, and random configurations.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "blocks/block_model.h"
#include "campaign/random.h"
#include "pins/dispatcher_pins.h"

namespace gantry::campaign {

/// A configuration of the dispatcher by the names of its constants.
class DispatcherNumbers {
 public:
  explicit DispatcherNumbers(const std::vector<std::uint32_t>& config);
  [[nodiscard]] std::uint32_t of(std::string_view name) const;
  [[nodiscard]] const std::vector<pins::Processor>& processors() const { return processors_; }
  [[nodiscard]] std::uint32_t types() const { return types_; }
  [[nodiscard]] std::uint32_t clusters() const { return clusters_; }

 private:
  const std::vector<std::uint32_t> config_;
  std::vector<pins::Processor> processors_;
  std::uint32_t types_ = 0;
  std::uint32_t clusters_ = 0;
};

/// Draws a configuration within the model's limits, small ones more often. Throws Error if none is found.
[[nodiscard]] std::vector<std::uint32_t> draw_dispatcher(const BlockModel& model, Random& random);

}  // namespace gantry::campaign
