// SPDX-License-Identifier: Apache-2.0
// A set of one subtask's units as a piece for a resource: its times, transfers and bytes, while units join and leave.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

class Piece {
 public:
  /// `single` has one subtask and must outlive it. Resources that are asked about.
  Piece(const PipelineItems& single, std::vector<std::uint32_t> resources);

  void join(std::uint32_t unit);
  /// The one that joined last.
  void leave(std::uint32_t unit);

  /// Of its units on resource k of those asked about; kCannotRun if one cannot run there.
  [[nodiscard]] Time time(std::size_t k) const { return cannot_[k] > 0 ? TaskTimes::kCannotRun : times_[k]; }
  /// With its transfers.
  [[nodiscard]] Time load(std::size_t k) const;
  /// More units can only need more.
  [[nodiscard]] bool parameters_fit(std::size_t k) const;
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
  std::vector<std::uint32_t> readers_;               ///< inside, by item
  std::vector<Time> hop_;                            ///< by item
  std::vector<std::vector<std::uint32_t>> sources_;  ///< of a unit: its items and those they read, each once
  std::vector<Time> times_;                          ///< by resource asked about
  std::vector<std::uint32_t> cannot_;                ///< units that cannot run there
  Time transfers_ = 0;
  std::vector<std::uint32_t> copies_;  ///< by parameter
  std::uint64_t bytes_ = 0;
  std::vector<std::uint64_t> footprints_{0};  ///< largest, after each unit that joined
};

}  // namespace gantry::plan
