// SPDX-License-Identifier: Apache-2.0
// A user's own picker, call by call, as no run drives it. While a winner is awaited, unused inputs change. If its list
// has a pick_interval, further rounds and commands come before the winner is known. Every winner is compared with the
// model's policy, which has no timing.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "campaign/random.h"
#include "picker/campaign/bench.h"
#include "picker/named_pickers.h"

namespace gantry::campaign {

class FlightBench final {
 public:
  FlightBench(const NamedPicker& picker, const RtlModel& model, std::uint64_t seed);

  /// Throws Error of kind `mismatch`.
  void run(std::uint64_t rounds);
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] std::size_t most_in_flight() const { return most_in_flight_; }
  /// Whether rounds have overlapped, if the picker allows it.
  [[nodiscard]] bool met_all() const { return !can_overlap_ || most_in_flight_ > 1; }

 private:
  struct Round {
    std::uint64_t told = 0;  ///< winners received in this call
    std::optional<Pick> winner;
    bool leaves = false;  ///< leaves with its last job
  };
  struct Logged {
    std::uint64_t call = 0;
    PickerInputs inputs;
    PickerOutputs outputs;
  };

  void reset();
  void call(PickerInputs inputs);
  void move_what_means_nothing(PickerInputs& inputs);
  void take_round(const PickerInputs& inputs);
  void compare();
  void settle();
  void land();
  void command();
  void add(std::uint32_t entry);
  void pick();
  [[nodiscard]] bool may_add(std::uint32_t entry) const;
  [[nodiscard]] std::uint64_t random_entries();
  [[noreturn]] void differ(const std::string& what) const;

  const NamedPicker& picker_;
  const RtlParameters parameters_;
  Random random_;
  std::unique_ptr<RtlPicker> rtl_;
  std::unique_ptr<Picker> model_;
  std::vector<std::uint64_t> jobs_;  ///< jobs left by entry, of the model
  EntrySet eligible_;
  std::deque<Round> in_flight_;
  bool waiting_ = false;       ///< a command has not taken effect
  bool waiting_drop_ = false;  ///< one of these commands is a drop
  bool left_ = false;          ///< an entry has left since the picker was last idle
  bool can_overlap_ = false;
  PickerOutputs outputs_;
  std::deque<Logged> log_;
  std::uint64_t calls_ = 0;
  std::uint64_t rounds_ = 0;
  std::size_t most_in_flight_ = 0;
};

}  // namespace gantry::campaign
