// SPDX-License-Identifier: Apache-2.0
// A row of points.csv: a configuration with one workload, and what came out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/workload_part.h"

namespace gantry {

enum class PointState : std::uint8_t {
  done,
  infeasible,  ///< it cannot be built, or a constraint over its keys does not hold
  failed,      ///< unfinished tasks, a crash, no memory
  timeout,
  interrupted  ///< not run, or not to its end
};
inline constexpr std::array<std::string_view, 5> kPointStates = {"done", "infeasible", "failed", "timeout",
                                                                 "interrupted"};

struct MetricValue {
  double number = 0.0;
  std::string text;  ///< exact
};

struct PointRow {
  std::size_t number = 0;
  std::string id;  ///< of its run, the first if there are repeats; empty: it cannot be built
  PointState state = PointState::interrupted;
  std::string workload;
  std::uint64_t part = kWholeWorkload;              ///< of the workload, in millionths
  std::vector<std::string> cells;                   ///< of the axes' columns, then of derived keys
  std::vector<std::optional<MetricValue>> metrics;  ///< as Study::metrics; means, if there are repeats
  std::vector<std::optional<double>> half_widths;   ///< of their 95 % intervals; empty without repeats
  std::optional<std::size_t> broken;                ///< constraints that do not hold; nothing: not known
  std::string message;

  /// Whether it may be compared with others of its part.
  [[nodiscard]] bool sound() const { return state == PointState::done && broken && *broken == 0; }
  /// Whether it may stand on the front.
  [[nodiscard]] bool admitted() const { return sound() && part == kWholeWorkload; }
};

/// A run of a row that has several.
struct RepeatRow {
  std::size_t number = 0;  ///< of the row
  std::uint64_t seed = 0;
  std::string id;
  PointState state = PointState::interrupted;
  std::vector<std::optional<MetricValue>> metrics;
  std::string message;
};

}  // namespace gantry
