// SPDX-License-Identifier: Apache-2.0
// What the critical paths of tried points say of the steps of each axis: the share of the path that gives way to a
// key (whatif/resources.h) shrinks with it; where it has none, a step changes nothing, until a bound is reached.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "sweep/search.h"
#include "whatif/resources.h"

namespace gantry {

/// Of a run, in cycles.
struct PathReport {
  double cycles = 0.0;
  std::array<double, kCauses> causes{};  ///< on the path, or that the path was held up by; whichever is more
  std::array<double, kBoundCount> bounds{};
  double area = 0.0;                     ///< of all blocks that have figures; 0: unknown
  std::map<std::string, double> blocks;  ///< of each, by the section of its keys
};

/// From the text of a summary; nothing: it has no critical path.
std::optional<PathReport> read_path_report(const std::string& summary);

/// Cycles that the run would take about with `factor` times as much of a resource (of a latency, 1 / factor).
double turned_cycles(const PathReport& report, const Resource& resource, double factor);

/// The part of the area that grows with a key of the architecture: that of its block.
double area_with(const PathReport& report, std::string_view key);

/// By how much each step of each axis, from a choice to the next, changes the logarithms of cycles and area: the mean
/// of what the tried points on either side of it say. 0 for axes whose keys no resource has.
class PathHints {
 public:
  explicit PathHints(const Study& study);
  void add(const Configuration& configuration, const PathReport& report);
  /// Of a configuration, from the first choice of every axis on.
  [[nodiscard]] double log_cycles(const Configuration& configuration) const { return sum(configuration, cycles_); }
  [[nodiscard]] double log_area(const Configuration& configuration) const { return sum(configuration, area_); }

 private:
  struct Step {
    double sum = 0.0;
    double count = 0.0;
  };
  /// A key of an axis that a resource has, with the number of each choice.
  struct Turned {
    std::string key;
    const Resource* resource = nullptr;
    std::vector<double> values;
  };

  [[nodiscard]] static double sum(const Configuration& configuration, const std::vector<std::vector<Step>>& steps);
  void look(std::size_t axis, const PathReport& report, std::uint32_t from, std::uint32_t to);

  std::vector<std::vector<Turned>> turned_;  ///< by axis
  std::vector<std::vector<Step>> cycles_;
  std::vector<std::vector<Step>> area_;
};

}  // namespace gantry
