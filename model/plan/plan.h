// SPDX-License-Identifier: Apache-2.0
// Plans: for every task of a workload a processor or part, and with some methods a time. Planners make plans, the
// checker verifies them, and the machine replays them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// A parameter or metric of a method. Decimals that must stay exact are texts.
using Value = std::variant<std::uint64_t, double, bool, std::string>;

/// Values by name, in the order in which they are written.
class Values {
 public:
  /// Appends a value. Precondition: no value has this name yet.
  void set(std::string name, Value value) { items_.emplace_back(std::move(name), std::move(value)); }
  /// Returns the value of this name; nullptr: there is none. Valid until the next set().
  [[nodiscard]] const Value* find(const std::string& name) const {
    for (const auto& item : items_) {
      if (item.first == name) return &item.second;
    }
    return nullptr;
  }
  [[nodiscard]] const std::vector<std::pair<std::string, Value>>& items() const { return items_; }

 private:
  std::vector<std::pair<std::string, Value>> items_;
};

/// Placement of one copy of a task. Processors, parts and copies count from 0.
struct Placement {
  std::uint32_t task = 0;                 ///< index in the workload
  std::uint32_t copy = 0;                 ///< 0 unless the plan unrolls the graph
  std::vector<std::uint32_t> processors;  ///< processors that may run it; empty: the plan only gives the part
  std::optional<std::uint32_t> part;
  std::optional<Time> start;              ///< cycle
  std::optional<Time> finish;             ///< first cycle after it
  std::optional<std::uint64_t> retiming;  ///< periods by which this copy runs ahead
};

struct Plan {
  std::string method;
  std::string workload;              ///< name of the workload
  Values parameters;                 ///< everything that the checker needs besides the workload
  Values metrics;                    ///< results of the method
  std::vector<Placement> placement;  ///< by task, then copy
};

/// Returns the metric `gap` of every method: (value - bound) / bound; 0 if the value is at most the bound. Nothing for
/// a bound of 0 and a larger value.
inline std::optional<double> gap(Time value, Time bound) {
  if (value <= bound) return 0;
  if (bound == 0) return std::nullopt;
  return static_cast<double>(value - bound) / static_cast<double>(bound);
}

/// Returns a whole number of the parameters or metrics. Nothing if there is no value of this name, or if it is of
/// another type.
inline std::optional<std::uint64_t> whole(const Values& values, const std::string& name) {
  const Value* value = values.find(name);
  if (value == nullptr) return std::nullopt;
  const auto* number = std::get_if<std::uint64_t>(value);
  return number == nullptr ? std::nullopt : std::optional<std::uint64_t>(*number);
}

}  // namespace gantry::plan
