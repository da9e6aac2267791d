// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the picker: the corners that a cycle reaches.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/corner_counts.h"
#include "picker/campaign/reference.h"

namespace gantry::campaign {

/// The data of one cycle on which corners depend.
struct Seen {
  const RtlParameters& parameters;
  const Reference& reference;  ///< state after the cycle
  bool pick = false;
  bool reset = false;
  std::optional<std::uint32_t> drop = std::nullopt;
  Place drop_place = Place::empty;  ///< state of the dropped entry, after the round and before the command
  std::optional<Add> add = std::nullopt;
  Place add_place = Place::empty;  ///< the same of the added entry
  bool read = false;
  Place read_place = Place::empty;                          ///< state before the round
  std::uint32_t winner_class = 0;                           ///< class of the winner, if there is one
  std::optional<std::uint32_t> last_winner = std::nullopt;  ///< winner of the previous cycle
  std::uint32_t joins_waiting = 0;                          ///< number of waiting joins before this cycle's commands
  std::uint32_t drops_waiting = 0;
  bool owed = false;                                  ///< a round was owed before this cycle
  const EntrySet* eligible_before = nullptr;          ///< eligible entries of the previous cycle
  const std::vector<PickerEntry>* entries = nullptr;  ///< entries before the commands
  Cycle cycle = 0;                                    ///< cycle of the bench
  [[nodiscard]] std::uint32_t entry_class(std::uint32_t entry) const { return (*entries)[entry].cls; }
  [[nodiscard]] std::uint32_t entry_weight(std::uint32_t entry) const { return reference.entry(entry).weight; }
};

/// Outputs that the RTL of a bench shows.
struct BenchKind {
  bool weights = true;  ///< T, W and H
  bool pins = true;     ///< waiting commands, reweighs, read-back
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
