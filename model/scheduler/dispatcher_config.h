// SPDX-License-Identifier: Apache-2.0
// Configuration of the dispatcher: the section `dispatcher`. Every default is defined here only.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/own_values.h"
#include "gantry/base/section.h"
#include "gantry/scheduler/loader_config.h"

namespace gantry {
inline namespace scheduler {

struct PickerConfig;

}  // namespace scheduler

extern template class Section<PickerConfig>;

inline namespace scheduler {

/// When the jobs of a request can be picked: all jobs when every one is matched, or each job when it is matched.
enum class MatchMode : std::uint8_t { gang, per_job };
/// What a job is matched with: a free processor slot, a free processor slot that the match takes, or a processor that
/// may run it, busy or not.
enum class MatchAgainst : std::uint8_t { idle, reserve, capable };
/// Clusters of a task's jobs: any, all jobs in the same cluster, or at least one job in every cluster.
enum class Colocation : std::uint8_t { none, one_cluster, all_clusters };
/// When the go of a gang leaves: when its last job is sent, or when all gangs before it have completed as well.
enum class GangGo : std::uint8_t { sent, in_turn };

struct DispatcherConfig {
  MatchMode mode = MatchMode::gang;
  MatchAgainst match_against = MatchAgainst::idle;
  std::uint32_t match_jobs_per_cycle = 4;   ///< most jobs matched per cycle, 1..65536
  std::uint32_t match_timeout = 256;        ///< cycles of matching until a request fails, 1..2^32-1 (004 [0059])
  std::uint32_t match_latency_cycles = 0;   ///< cycles from the decision of a match to its effect, 0..1000
  std::uint32_t choice_latency_cycles = 0;  ///< cycles to choose a processor among candidates, 0..1000
  std::uint32_t decisions_per_round = 1;    ///< most jobs picked in one round, 1..64
  bool multicast = false;                   ///< jobs of one task and round leave as one message
  bool preload = false;                     ///< jobs wait at their processors for the go of their gang
  GangGo go = GangGo::sent;                 ///< with `preload`
  std::uint32_t send_ports = 1;             ///< number of send ports, 1..8; each injects one flit per cycle
  std::uint32_t collect_cycles = 1;         ///< cycles from the grant until the message is at its send port, 0..1000
  /// Picker class of block, cluster, union and communication tasks, each below picker.classes.
  std::array<std::uint32_t, 4> class_map = {0, 1, 2, 2};
  /// Co-location rule of block, cluster, union and communication tasks.
  std::array<Colocation, 4> colocation = {Colocation::none, Colocation::none, Colocation::none, Colocation::none};
  std::uint32_t max_retries = 0;  ///< most times that a lost job is issued again, 0..255; 0: no job counts as lost
  LoaderConfig loader;
  Section<PickerConfig> picker;
  /// Values of the processor choices' own keys, which are described in their files.
  OwnValuesByName choices;
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, DispatcherConfig& dispatcher);

/// Calls `tell(text)` if `max_retries` does not go with the other keys. `watched`: monitor.job_timeout is above 0.
void check_retries(const DispatcherConfig& dispatcher, bool watched,
                   const std::function<void(std::string_view text)>& tell);

/// Calls `tell(key, text)` for every setting of `preload` and `go` that the other ones exclude. `stores`: whether any
/// processor has a local store.
void check_preload(const DispatcherConfig& dispatcher, bool stores,
                   const std::function<void(std::string_view key, std::string_view text)>& tell);

}  // namespace scheduler
}  // namespace gantry
