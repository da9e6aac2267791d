// SPDX-License-Identifier: Apache-2.0
// What became of one turned machine. It crosses from the process that simulated it to the one that asked, as text.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"
#include "whatif/resources.h"

namespace gantry {

enum class OutcomeState : std::uint8_t {
  done,
  same,          ///< nothing to turn: the base run's cycles
  not_possible,  ///< a key's range forbids it, or the workload cannot run on it
  unfinished,    ///< the run ended with unfinished tasks
  failed,        ///< its process came to grief
  interrupted
};
inline constexpr std::array<std::string_view, 6> kOutcomeStates = {"done",       "same",   "not_possible",
                                                                   "unfinished", "failed", "interrupted"};

/// Response times of one stream.
struct StreamOutcome {
  std::string name;
  std::uint64_t done = 0;      ///< instances, or tasks of a stream of tasks
  double mean = 0.0;           ///< after the warm-up
  std::uint64_t p99 = 0;       ///< of all
  std::optional<bool> stable;  ///< nothing: too few to judge
};

struct Outcome {
  OutcomeState state = OutcomeState::interrupted;
  std::string message;             ///< why not, or why it is as it is
  std::vector<KeyChange> changes;  ///< of the resources themselves
  std::vector<std::string> sets;   ///< what `gantry run --set` takes to get this run
  Cycle cycles = 0;                ///< if done or same
  std::vector<StreamOutcome> streams;

  [[nodiscard]] bool has_cycles() const { return state == OutcomeState::done || state == OutcomeState::same; }
};

nlohmann::ordered_json outcome_json(const Outcome& outcome);
/// The same as text, and back; of another text it throws what the JSON library throws.
std::string outcome_text(const Outcome& outcome);
Outcome outcome_of(const std::string& text);

}  // namespace gantry
