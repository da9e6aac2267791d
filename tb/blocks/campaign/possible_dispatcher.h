// SPDX-License-Identifier: Apache-2.0
// What a dispatcher may be told: a machine that can be, one request at a time of a slot, of a port the jobs that it was
// given in their order, completions of jobs that have left.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "pins/dispatcher_pins.h"

namespace gantry::campaign {

class PossibleDispatcher {
 public:
  explicit PossibleDispatcher(const std::vector<std::uint32_t>& config) : config_(config) {}

  /// Throws Error if no dispatcher has this configuration. The rest is for one that is possible.
  void check_config() const;
  /// Throws Error if the inputs of a cycle are impossible; `at`: because of which message.
  void check(const std::vector<PinMessage>& inputs, const PinMessage*& at);
  void hear(const PinMessage& output);

 private:
  struct Slot {
    bool asked = false;      ///< without a verdict
    std::uint32_t left = 0;  ///< of a task whose last request failed
    TaskRef task = 0;
  };
  /// A job at a port.
  struct Leaving {
    std::uint32_t slot = 0;
    ProcessorId processor = 0;
    bool begun = false;
  };

  [[nodiscard]] std::uint32_t constant(std::string_view name) const;
  void check_table() const;
  void begin();
  void check_message(const PinMessage& message, bool asked_now);
  void check_request(const pins::Request& request);
  void check_mask(std::uint32_t first, std::uint64_t mask) const;
  void check_flit(const pins::Flit& flit, bool last);

  std::vector<std::uint32_t> config_;
  std::uint32_t types_ = 0;
  std::vector<Slot> slots_;
  std::vector<std::deque<Leaving>> ports_;
  std::vector<std::uint32_t> running_;  ///< by processor: jobs that have left and are not completed
};

}  // namespace gantry::campaign
