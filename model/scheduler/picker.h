// SPDX-License-Identifier: Apache-2.0
// Interface of the pickers, which choose the next job for the dispatcher: the source's rule, other disciplines, a
// Verilated block, or a user's own. A picker sees entries, one per task in a pending set. It never sees the machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/own_keys.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

struct PickerConfig;

/// A set of entries, 64 per word; bit e % 64 of word e / 64.
using EntrySet = std::vector<std::uint64_t>;

/// The data of an entry that joins.
struct PickerEntry {
  std::uint32_t cls = 0;         ///< picker class, below PickerConfig::classes
  std::uint32_t weight = 1;      ///< configured weight S, 1..256
  std::uint64_t jobs = 1;        ///< jobs still to pick, from 1
  std::uint64_t job_cycles = 0;  ///< compute cycles of one job at speed 1; the minimum over processor types
  Cycle deadline = kNever;       ///< cycle by which the task should be complete; kNever: none
  std::uint32_t target = kNone;  ///< target weight that was set beforehand, 0..65535; kNone: none
};

/// The winner of a round, with its values before the update. Pickers without weights return 0 for all three.
struct Pick {
  std::uint32_t entry = 0;
  std::int64_t target = 0;            ///< target weight T (docs/picker.md)
  std::uint32_t expected_weight = 0;  ///< expected weight W, 1..256
  std::uint64_t history = 0;          ///< history weight H_raw, with PickerConfig::frac fraction bits

  friend bool operator==(const Pick& a, const Pick& b) {
    return a.entry == b.entry && a.target == b.target && a.expected_weight == b.expected_weight &&
           a.history == b.history;
  }
};

/// The state of an entry, for comparing backends.
struct EntryState {
  std::uint64_t jobs = 0;             ///< jobs still to pick; 0: the entry is empty and the rest undefined
  std::uint32_t expected_weight = 0;  ///< expected weight W
  std::uint64_t history = 0;          ///< history weight H_raw

  friend bool operator==(const EntryState& a, const EntryState& b) {
    return a.jobs == b.jobs && a.expected_weight == b.expected_weight && a.history == b.history;
  }
};

class Picker {
 public:
  virtual ~Picker() = default;
  /// Lets an entry join, before the next pick. Precondition: the entry is empty. A backend whose counters are too
  /// narrow for the jobs throws Error of kind `unsupported`.
  virtual void add(std::uint32_t entry, const PickerEntry& what) = 0;
  /// Removes an entry that is not picked to its end. Precondition: it is not empty.
  virtual void drop(std::uint32_t entry) = 0;
  /// Sets the cycle of the following commands and round. The model's own disciplines do not use it.
  virtual void tell_cycle(Cycle /*now*/) {}
  /// Runs one round among the entries that are present and in `eligible`. The winner's job count drops by one; at zero
  /// the entry leaves. Returns nothing, and changes nothing, if no present entry is eligible.
  virtual std::optional<Pick> pick(const EntrySet& eligible) = 0;
  /// Fills `candidates`, in order of class, with the entry of every class that goes before the others of it in the next
  /// round among these eligible entries; the winner is one of them. A class that the round passes over has none.
  /// Changes no later answer. Clears it if the picker does not tell.
  virtual void candidates(const EntrySet& /*eligible*/, std::vector<Pick>& candidates) { candidates.clear(); }
  /// Whether a join or leave makes the picker recompute weights, which takes reweigh_cycles.
  [[nodiscard]] virtual bool reweighs() const { return false; }
  /// Fills `entries` with the state of every entry before the next round; clears it if the picker keeps no such state.
  virtual void inspect(std::vector<EntryState>& entries) { entries.clear(); }
  /// Writes the state into a checkpoint, or reads it (gantry/base/archive.h). Returns false, and does nothing, if runs
  /// with this picker cannot be cut.
  virtual bool archive(Archive& /*state*/) { return false; }
};

/// Makes a picker for a configuration, its own keys included.
using PickerFactory = std::unique_ptr<Picker>(const PickerConfig&);
using PickerCatalogue = Catalogue<PickerFactory, OwnKey>;
/// The pickers of the folder `pickers`.
const PickerCatalogue& builtin_pickers();

/// Name of the source's weight-and-delay-factor rule in the catalogue.
inline constexpr const char* kSourcePicker = "weight_delay";

}  // namespace scheduler
}  // namespace gantry
