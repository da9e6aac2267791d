// SPDX-License-Identifier: Apache-2.0
// Configuration of the state monitor: the section `monitor`. Every default is defined here only.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace scheduler {

/// What an overdue job keeps from getting jobs: its processor until that answers, or nothing.
enum class Quarantine : std::uint8_t { processor, job };

/// What becomes of a failed task's successors: they run, or they are cancelled.
enum class OnFailure : std::uint8_t { run, cancel };

struct MonitorConfig {
  std::uint32_t task_ids = 64;               ///< number of task ids, 1..65536
  std::uint32_t query_cycles = 1;            ///< cycles from a met predecessor query to its answer, 1..1000
  std::uint32_t register_cycles = 1;         ///< cycles from granting a task id to the decomposer, 1..1000
  std::uint32_t predecessors_per_cycle = 4;  ///< predecessors of one query that are checked per cycle, 1..64
  std::uint32_t completion_window = 4096;    ///< tasks from the oldest unfinished one on whose state is kept, 1..2^20
  /// Tasks that are done over which the window moves on per cycle, 0..64; 0: all.
  std::uint32_t retire_per_cycle = 0;
  /// Without early_registration: waiting queries that join the line per cycle, 0..64; 0: all.
  std::uint32_t query_wakeups_per_cycle = 0;
  bool early_registration = false;  ///< tasks get their ids before their predecessors are done
  /// With early_registration: conditions of waiting tasks that become true per cycle, 1..64.
  std::uint32_t wakeups_per_cycle = 4;

  /// Cycles from the last flit of a job until its processor is in quarantine, 0..2^40; 0: never.
  std::uint64_t job_timeout = 0;
  Quarantine quarantine = Quarantine::processor;  ///< with job_timeout
  OnFailure on_failure = OnFailure::run;          ///< with dispatcher.max_retries, or local stores

  /// With early_registration: most ids of tasks that wait for predecessors.
  [[nodiscard]] std::uint32_t early_ids() const { return task_ids / 2; }
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, MonitorConfig& monitor);

/// Calls `tell(key, text)` for every setting of `on_failure` and `quarantine` that the other ones exclude. `retries`:
/// whether dispatcher.max_retries is above 0; `stores`: whether processors have local stores, which may die.
void check_failures(const MonitorConfig& monitor, bool retries, bool stores,
                    const std::function<void(std::string_view key, std::string_view text)>& tell);

}  // namespace scheduler
}  // namespace gantry
