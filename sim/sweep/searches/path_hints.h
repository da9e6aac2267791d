// SPDX-License-Identifier: Apache-2.0
// Predictions from the critical paths of tried points. A step of an axis changes the share of the path that depends on
// its key (explain/resources.h). If the share is 0, the step changes nothing until a bound is reached.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/resources.h"
#include "sweep/search.h"

namespace gantry {

/// Path of a run, in cycles.
struct PathReport {
  double cycles = 0.0;
  std::array<double, kCauses> causes{};  ///< cycles of the path by cause, or cycles held up by it, whichever is larger
  std::array<double, kBoundCount> bounds{};
  double area = 0.0;                     ///< area of all blocks with figures; 0: unknown
  std::map<std::string, double> blocks;  ///< area of each block, by the section of its keys
};

/// Reads the text of a summary; nothing: it has no critical path.
std::optional<PathReport> read_path_report(const std::string& summary);

/// Returns the predicted length of the run with `factor` times as much of a resource (of a latency, 1 / factor).
double turned_cycles(const PathReport& report, const Resource& resource, double factor);

/// Returns the area of the block that a key of the architecture belongs to.
double area_with(const PathReport& report, std::string_view key);

/// Predicted change of the logarithms of cycles and area for each step of each axis, from a choice to the next: the
/// mean over the tried points on either side of the step. 0 for axes whose keys belong to no resource.
class PathHints {
 public:
  explicit PathHints(const Study& study);
  void add(const Configuration& configuration, const PathReport& report);
  /// Returns the change for a configuration, relative to the first choice of every axis.
  [[nodiscard]] double log_cycles(const Configuration& configuration) const { return sum(configuration, cycles_); }
  [[nodiscard]] double log_area(const Configuration& configuration) const { return sum(configuration, area_); }

 private:
  struct Step {
    double sum = 0.0;
    double count = 0.0;
  };
  /// A key of an axis that belongs to a resource, with the number of each choice.
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
