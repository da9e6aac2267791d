// SPDX-License-Identifier: Apache-2.0
// Report of a deadlock in terms of tasks: which task waits for which predecessor, and the cycle of waiting tasks, if
// there is one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gantry/platform/host.h"
#include "gantry/scheduler/tables.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace platform {

class WaitReport {
 public:
  /// `waits`: pairs of host numbers; the first waits for its predecessor, the second. The arguments must outlive it.
  WaitReport(const TaskTable& tasks, const Host& host, const TaskSource& source,
             std::vector<std::pair<std::uint64_t, std::uint64_t>> waits);

  /// Returns a line for each waiting task, and one for the cycle.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  /// The task that another one waits for.
  struct Need {
    std::uint64_t task = 0;  ///< its host number
    std::string how;         ///< the relation as words, such as "waits for"
  };

  [[nodiscard]] std::string name(std::uint64_t number) const { return '\'' + source_.name(number) + '\''; }
  [[nodiscard]] const LiveTask* live(std::uint64_t number) const;
  [[nodiscard]] const LiveTask* oldest_in_queue(QueueId queue, bool unregistered) const;
  [[nodiscard]] std::string where(std::uint64_t number) const;
  [[nodiscard]] std::optional<Need> need(std::uint64_t number) const;
  [[nodiscard]] std::optional<Need> need_of_host() const;
  [[nodiscard]] std::string circle() const;

  const TaskTable& tasks_;
  const Host& host_;
  const TaskSource& source_;
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> waits_;
  std::unordered_map<std::uint64_t, TaskRef> live_;  ///< by host number; for look-ups only
};

}  // namespace platform
}  // namespace gantry
