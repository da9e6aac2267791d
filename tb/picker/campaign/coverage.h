// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the picker: which corners a cycle meets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/corner_counts.h"
#include "picker/campaign/reference.h"

namespace gantry::campaign {

/// Everything that a corner may ask about one cycle.
struct Seen {
  const RtlParameters& parameters;
  const Reference& reference;  ///< after the cycle
  bool pick = false;
  bool reset = false;
  std::optional<std::uint32_t> drop = std::nullopt;
  Place drop_place = Place::empty;  ///< of the dropped entry, after the round and before the command
  std::optional<Add> add = std::nullopt;
  Place add_place = Place::empty;  ///< of the added entry, likewise
  bool read = false;
  Place read_place = Place::empty;                          ///< before the round
  std::uint32_t winner_class = 0;                           ///< if there is a winner
  std::optional<std::uint32_t> last_winner = std::nullopt;  ///< of the cycle before
  std::uint32_t joins_waiting = 0;                          ///< before this cycle's commands
  std::uint32_t drops_waiting = 0;
  bool owed = false;                                  ///< a round was owed before this one
  const EntrySet* eligible_before = nullptr;          ///< in the cycle before
  const std::vector<PickerEntry>* entries = nullptr;  ///< before the commands
  Cycle cycle = 0;                                    ///< of the bench
  [[nodiscard]] std::uint32_t entry_class(std::uint32_t entry) const { return (*entries)[entry].cls; }
  [[nodiscard]] std::uint32_t entry_weight(std::uint32_t entry) const { return reference.entry(entry).weight; }
};

/// What the RTL of a bench has to show.
struct BenchKind {
  bool weights = true;  ///< T, W and H
  bool pins = true;     ///< commands that wait, reweighs, read-back
  bool times = false;   ///< deadlines and times of jobs
};

class Coverage : public CornerCounts {
 public:
  explicit Coverage(const RtlParameters& parameters, const BenchKind& kind = {});

  void sample(const Seen& seen);

 private:
  void sample_round(const Seen& seen);
  void sample_weights(const Seen& seen, std::uint32_t candidates);
  void sample_times(const Seen& seen);
  void sample_commands(const Seen& seen);

  RtlParameters parameters_;
  BenchKind kind_;
};

}  // namespace gantry::campaign
