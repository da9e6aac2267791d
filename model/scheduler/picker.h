// SPDX-License-Identifier: Apache-2.0
// The seam between the dispatcher and whatever chooses the next job: the source's rule, other disciplines, a verilated
// RTL block, a user's own. A picker sees entries (one per task in a pending set), never the machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/own_keys.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace scheduler {

/// A set of entries, 64 per word; bit e % 64 of word e / 64.
using EntrySet = std::vector<std::uint64_t>;

/// What a picker may know of an entry when it joins.
struct PickerEntry {
  std::uint32_t cls = 0;         ///< picker class, below PickerConfig::classes
  std::uint32_t weight = 1;      ///< configured weight S, 1..256
  std::uint64_t jobs = 1;        ///< jobs still to pick, from 1
  std::uint64_t job_cycles = 0;  ///< compute cycles of one job at speed 1; the least, if they differ by type
  Cycle deadline = kNever;       ///< cycle by which the task should be done; kNever: none
};

/// The winner of a round, with its values before the update (pickers without weights report 0).
struct Pick {
  std::uint32_t entry = 0;
  std::int64_t target = 0;            ///< T
  std::uint32_t expected_weight = 0;  ///< W
  std::uint64_t history = 0;          ///< H_raw

  friend bool operator==(const Pick& a, const Pick& b) {
    return a.entry == b.entry && a.target == b.target && a.expected_weight == b.expected_weight &&
           a.history == b.history;
  }
};

/// What an entry holds, for comparing engines.
struct EntryState {
  std::uint64_t jobs = 0;             ///< still to pick; 0 = empty, and then the rest means nothing
  std::uint32_t expected_weight = 0;  ///< W
  std::uint64_t history = 0;          ///< H_raw

  friend bool operator==(const EntryState& a, const EntryState& b) {
    return a.jobs == b.jobs && a.expected_weight == b.expected_weight && a.history == b.history;
  }
};

class Picker {
 public:
  virtual ~Picker() = default;
  /// Precondition: the entry is empty. Takes effect before the next pick. An implementation with narrower counters
  /// than the model's throws Error of kind `unsupported` if it cannot hold the jobs.
  virtual void add(std::uint32_t entry, const PickerEntry& what) = 0;
  /// The entry leaves without being picked. Precondition: it is not empty.
  virtual void drop(std::uint32_t entry) = 0;
  /// The cycle of the commands and the round that follow. The model's own disciplines look at no clock.
  virtual void tell_cycle(Cycle /*now*/) {}
  /// One round among the entries that are present and in `eligible`. The winner's job count drops by one; at zero the
  /// entry leaves. Nothing eligible: no winner and nothing changes.
  virtual std::optional<Pick> pick(const EntrySet& eligible) = 0;
  /// Whether a join or leave makes the picker recompute weights, which takes reweigh_cycles.
  [[nodiscard]] virtual bool reweighs() const { return false; }
  /// What every entry holds before the next round; nothing from pickers that do not keep these values.
  virtual void inspect(std::vector<EntryState>& entries) { entries.clear(); }
};

using PickerFactory = std::unique_ptr<Picker>(const PickerConfig&);
using PickerCatalogue = Catalogue<PickerFactory, OwnKey>;
/// Those of the folder `pickers`.
const PickerCatalogue& builtin_pickers();

/// Name of the source's weight-and-delay-factor rule in the catalogue.
inline constexpr const char* kSourcePicker = "weight_delay";

}  // namespace scheduler
}  // namespace gantry
