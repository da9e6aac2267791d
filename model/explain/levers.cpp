// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/levers.h"

#include <algorithm>

namespace gantry {
inline namespace explain {

namespace {

__extension__ using Wide = unsigned __int128;

template <class... Of>
constexpr std::uint32_t bits(Of... of) {
  return ((1U << static_cast<unsigned>(of)) | ... | 0U);
}

constexpr std::uint32_t kAll = (1U << kBoundCount) - 1;
constexpr std::uint32_t kComputation = bits(Bound::longest_path, Bound::arrivals, Bound::work);
/// Counts of messages and decisions, which depend on the rate of one part each.
constexpr std::uint32_t kCounts = bits(Bound::scheduler_links, Bound::host_links, Bound::send, Bound::pick,
                                       Bound::match, Bound::monitor, Bound::interrupts);
/// Times of tasks and jobs in places, which contain all latencies of their way.
constexpr std::uint32_t kPlaces =
    bits(Bound::processor_places, Bound::processor_bursts, Bound::task_ids, Bound::slots, Bound::cache_room);
/// What depends on the order of tasks, which decides the addresses of their data.
constexpr std::uint32_t kMemory = bits(Bound::memory, Bound::memory_requests, Bound::memory_links);
/// Bounds that contain no latency of a block.
constexpr std::uint32_t kWithoutLatencies = kComputation | kCounts | bits(Bound::processor_links) | kMemory;

constexpr Lever kQueue = {{"workload.order", "architecture.task_cache.window"},
                          kComputation | kCounts | bits(Bound::processor_links) | kPlaces,
                          true};
constexpr Lever kProcessor = {
    {"count of architecture.processors", "queue_depth of architecture.processors", "policies.processor_choice"},
    kCounts,
    true};
constexpr Lever kTransfers = {{"architecture.memory.bytes_per_cycle", "architecture.memory.outstanding_bursts",
                               "architecture.memory.controllers", "architecture.interconnect.flit_bytes"},
                              kComputation | bits(Bound::pick, Bound::match, Bound::monitor, Bound::interrupts),
                              true};
constexpr Lever kNetwork = {
    {"architecture.interconnect.flit_bytes", "architecture.interconnect.router_cycles"},
    kComputation | bits(Bound::memory, Bound::pick, Bound::match, Bound::monitor, Bound::interrupts),
    true};
constexpr Lever kSend = {
    {"architecture.dispatcher.send_ports", "architecture.interconnect.flit_bytes"}, kNetwork.kept, true};
constexpr Lever kFetch = {{"architecture.task_cache.reads_in_flight", "architecture.memory.outstanding_bursts",
                           "architecture.memory.latency_cycles"},
                          kComputation | kCounts | bits(Bound::memory, Bound::processor_links),
                          true};
constexpr Lever kHost = {
    {"architecture.host.submit_cycles", "architecture.host.interrupt_cycles", "architecture.host.outstanding_writes"},
    kWithoutLatencies & ~bits(Bound::interrupts),
    true};
constexpr Lever kMatch = {{"architecture.decomposer.retry_cycles", "architecture.dispatcher.match_jobs_per_cycle",
                           "architecture.dispatcher.match_latency_cycles"},
                          kWithoutLatencies & ~bits(Bound::match),
                          true};
constexpr Lever kPick = {
    {"architecture.dispatcher.decisions_per_round", "architecture.dispatcher.picker.pick_interval_cycles",
     "architecture.dispatcher.picker.reweigh_cycles"},
    kWithoutLatencies & ~bits(Bound::pick),
    true};
constexpr Lever kRegistration = {
    {"architecture.monitor.register_cycles", "architecture.monitor.query_cycles"}, kWithoutLatencies, true};
constexpr Lever kSplit = {{"architecture.decomposer.split_cycles"}, kRegistration.kept, true};
// Pools: their size moves nothing but how many tasks have a place in them.
constexpr Lever kEntry = {{"architecture.dispatcher.picker.entries"}, kAll, true};
constexpr Lever kId = {{"architecture.monitor.task_ids"}, kAll & ~bits(Bound::task_ids), true};
constexpr Lever kSlot = {{"architecture.decomposer.slots"}, kAll & ~bits(Bound::slots), true};
constexpr Lever kRoom = {{"architecture.task_cache.capacity"}, kAll & ~bits(Bound::cache_room), true};
constexpr Lever kRing = {{"architecture.host.ring_entries"}, kAll & ~kMemory, true};
constexpr Lever kWindow = {{"architecture.monitor.completion_window"}, kAll, true};
/// Faster processors: what is left is not computation.
constexpr Lever kCompute = {{"speed of architecture.processors"}, kCounts | kMemory, false};

constexpr std::array<const Lever*, kCauses> kLevers = {
    &kCompute, &kTransfers, &kTransfers, &kProcessor, &kNetwork,      &kSend,  &kPick,  &kEntry,
    &kMatch,   &kSplit,     &kId,        &kSlot,      &kRegistration, nullptr, &kQueue, &kRoom,
    &kFetch,   &kHost,      &kRing,      &kWindow,    &kHost,         nullptr, nullptr};

constexpr Lever kMonitorRate = {
    {"architecture.monitor.predecessors_per_cycle"}, kRegistration.kept & ~bits(Bound::monitor), true};

/// In the order of kBounds; nullptr: the workload's own.
constexpr std::array<const Lever*, kBoundCount> kBoundLevers = {
    &kCompute, nullptr,     nullptr,   &kProcessor, &kProcessor, &kTransfers, &kTransfers, &kTransfers,
    &kFetch,   &kTransfers, &kNetwork, &kNetwork,   &kSend,      &kPick,      &kMatch,     &kMonitorRate,
    &kId,      &kSlot,      &kRoom,    &kFetch,     &kHost,      &kHost};

/// A bound of this share of the run leaves little to gain by anything else.
constexpr Cycle kMostOf = 85;
/// A gain of less than this is not worth a try.
constexpr Cycle kWorthATry = 2;

}  // namespace

const Lever* lever_of(Cause cause) { return kLevers[static_cast<std::size_t>(cause)]; }

std::string keys_text(const Lever& lever) {
  const auto end = std::find(lever.keys.begin(), lever.keys.end(), std::string_view());
  std::string text;
  for (auto key = lever.keys.begin(); key != end; ++key) {
    if (key != lever.keys.begin()) text += key + 1 == end ? " or " : ", ";
    text += *key;
  }
  return text;
}

Cycle most_saved(const Lever& lever, const Bounds& bounds, Cycle cycles) {
  Cycle least = lever.keeps_chain ? bounds.chain : 0;
  for (std::size_t b = 0; b < kBoundCount; ++b) {
    if ((lever.kept >> b & 1U) != 0) least = std::max(least, bounds.cycles[b]);
  }
  return cycles - std::min(cycles, least);
}

std::optional<Loss> largest_loss(const std::array<Cycle, kCauses>& held) {
  std::optional<Loss> most;
  for (std::size_t i = 0; i < kCauses; ++i) {
    const auto cause = static_cast<Cause>(i);
    if (lever_of(cause) == nullptr || held[i] == 0) continue;
    if (!most || held[i] > most->held) most = Loss{cause, held[i]};
  }
  return most;
}

const Lever* first_to_try(const PathFacts& path, const Bounds& bounds, Cycle cycles) {
  const auto percent = [&](Cycle part) { return static_cast<Cycle>(Wide{part} * 100 / std::max<Cycle>(cycles, 1)); };
  const auto binding = static_cast<std::size_t>(bounds.binding());
  if (percent(bounds.cycles[binding]) >= kMostOf && kBoundLevers[binding] != nullptr) return kBoundLevers[binding];
  const Lever* best = nullptr;
  Cycle most = 0;
  const auto consider = [&](const Lever* lever, Cycle gain) {
    if (lever == nullptr) return;
    gain = std::min(gain, most_saved(*lever, bounds, cycles));
    if (gain <= most || percent(gain) < kWorthATry) return;
    best = lever;
    most = gain;
  };
  for (std::size_t cause = 0; cause < kCauses; ++cause) consider(lever_of(static_cast<Cause>(cause)), path.held[cause]);
  if (!path.without) return best;
  for (std::size_t relief = 0; relief < kReliefs; ++relief) {
    const std::uint32_t causes = kReliefTable[relief].causes;
    if (causes == bit_of(Cause::compute)) continue;  // it leads nearly everywhere
    std::size_t main = kCauses;
    for (std::size_t cause = 0; cause < kCauses; ++cause) {
      if ((causes >> cause & 1U) == 0) continue;
      if (main == kCauses || path.causes[cause] > path.causes[main]) main = cause;
    }
    consider(lever_of(static_cast<Cause>(main)), cycles - std::min(cycles, (*path.without)[relief]));
  }
  return best;
}

}  // namespace explain
}  // namespace gantry
