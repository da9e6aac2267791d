// SPDX-License-Identifier: Apache-2.0
// Ids of tasks for files whose names need not be unique.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace gantry {

class UniqueNames {
 public:
  /// Returns the name, or with a second `relu` `relu.2`, or the next number that is free.
  std::string take(const std::string& name) {
    if (taken_.insert(name).second) return name;
    std::uint32_t& last = last_.emplace(name, 1).first->second;
    std::string id;
    do {
      id = name + '.' + std::to_string(++last);
    } while (!taken_.insert(id).second);
    return id;
  }

 private:
  std::unordered_set<std::string> taken_;                ///< looked up only
  std::unordered_map<std::string, std::uint32_t> last_;  ///< last number that a name was given
};

}  // namespace gantry
