// SPDX-License-Identifier: Apache-2.0
// The resources of DS3 (text): types of processors with the times of tasks. Every resource is a type of processors with
// its name, because resources of one `resource_type` run different tasks.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "text/token_reader.h"

namespace gantry {

using Ds3Line = std::vector<TextToken>;

class Ds3Resources {
 public:
  /// `tasks`: indices by name, which the reader of the job fills.
  Ds3Resources(const std::unordered_map<std::string_view, std::uint32_t>& tasks, Diagnostics& diagnostics)
      : tasks_(tasks), diagnostics_(diagnostics) {}

  /// Keys that begin lines without a meaning here: power, frequencies, positions, and bandwidths, which the machine
  /// defines.
  static bool ignores(std::string_view key);

  /// A line that begins with `add_new_resource`.
  void add(const Ds3Line& line, const std::string& file);
  /// Another line of the last resource.
  void read(const Ds3Line& line, const std::string& file);
  [[nodiscard]] bool empty() const { return resources_.empty(); }
  [[nodiscard]] const SourcePosition& where() const { return resources_.front().where; }

  /// Gives the tasks their times by type.
  void add_times(Workload& workload);

 private:
  struct Resource {
    std::string name;
    std::unordered_map<std::string_view, Decimal> times;  ///< by task
    std::set<std::string_view> configurations;            ///< that it supports; empty: it does not say
    SourcePosition where;
  };

  void time(const Ds3Line& line, const std::string& file);
  static bool same_times(const Resource& a, const Resource& b);

  const std::unordered_map<std::string_view, std::uint32_t>& tasks_;  ///< looked up only
  Diagnostics& diagnostics_;
  std::vector<Resource> resources_;
  bool power_noted_ = false;
};

}  // namespace gantry
