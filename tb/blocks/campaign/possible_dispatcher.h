// SPDX-License-Identifier: Apache-2.0
// Protocol checker of a dispatcher's inputs: a valid machine, one request of a slot at a time, sent jobs of each port
// in their order, and completions of jobs that have left.
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

  /// Throws Error if no dispatcher has this configuration. Precondition of the other functions: it is valid.
  void check_config() const;
  /// Throws Error if the inputs of a cycle are illegal; `at` receives the message concerned.
  void check(const std::vector<PinMessage>& inputs, const PinMessage*& at);
  void hear(const PinMessage& output);

 private:
  struct Slot {
    bool asked = false;      ///< a request has no answer yet
    std::uint32_t left = 0;  ///< jobs left of a task whose last request failed
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
  std::vector<std::uint32_t> running_;  ///< by processor: jobs that have left and not completed
};

}  // namespace gantry::campaign
