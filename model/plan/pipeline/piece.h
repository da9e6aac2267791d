// SPDX-License-Identifier: Apache-2.0
// A set of units of one subtask on a resource: times, transfers and bytes, updated as units join and leave.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

class Piece {
 public:
  /// `single` has one subtask and must outlive it. `resources`: those to evaluate.
  Piece(const PipelineItems& single, std::vector<std::uint32_t> resources);

  void join(std::uint32_t unit);
  /// Removes the unit that joined last.
  void leave(std::uint32_t unit);

  /// Time of the units on resource k of `resources`; kCannotRun if one cannot run there.
  [[nodiscard]] Time time(std::size_t k) const { return cannot_[k] > 0 ? TaskTimes::kCannotRun : times_[k]; }
  /// Time on resource k, and the transfers that it carries; kCannotRun as time().
  [[nodiscard]] Time load(std::size_t k) const;
  /// Whether the parameters fit; once false, it stays false for more units.
  [[nodiscard]] bool parameters_fit(std::size_t k) const;
  /// Whether the parameters and the largest footprint fit.
  [[nodiscard]] bool fits(std::size_t k) const;

 private:
  [[nodiscard]] Time carried(std::uint32_t item) const {
    const bool crosses = inside_[single_.unit(item)] ? readers_[item] < single_.out(item).size() : readers_[item] > 0;
    return crosses ? hop_[item] : 0;
  }
  template <class Change>
  void change(std::uint32_t unit, Change&& how);

  const PipelineItems& single_;
  std::vector<std::uint32_t> resources_;
  std::vector<bool> inside_;                         ///< by unit
  std::vector<std::uint32_t> readers_;               ///< readers in the piece, by item
  std::vector<Time> hop_;                            ///< by item
  std::vector<std::vector<std::uint32_t>> sources_;  ///< by unit: its items and those that they read, each once
  std::vector<Time> times_;                          ///< by evaluated resource
  std::vector<std::uint32_t> cannot_;                ///< units that cannot run there, by evaluated resource
  Time transfers_ = 0;
  std::vector<std::uint32_t> copies_;  ///< by parameter
  std::uint64_t bytes_ = 0;
  std::vector<std::uint64_t> footprints_{0};  ///< largest footprint, after each unit that joined
};

}  // namespace gantry::plan
