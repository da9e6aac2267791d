// SPDX-License-Identifier: Apache-2.0
// Resources of a machine: a table with one line per resource. It says which causes of waiting shrink with more of it,
// which lower bounds depend on it, and how `gantry whatif` doubles or idealises it. Verdicts and searches of studies
// read the same lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gantry/scheduler/data_stats.h"

namespace gantry {
inline namespace explain {

/// Section whose keys a resource changes.
enum class ResourceOf : std::uint8_t {
  machine,    ///< keys of the architecture, by their paths
  cores,      ///< a key of every processor group, except dma
  engines,    ///< a key of every group of type dma
  stores,     ///< a key of every group with a local store
  directory,  ///< keys of the data directory
  loader,     ///< keys of the dispatcher's loader
  order       ///< the host's order of submission
};

/// Part of the machine. A verdict names the resources of one part together.
enum class Part : std::uint8_t {
  interconnect,
  memory,
  processors,
  computation,
  stores,
  host,
  admission,
  cache,
  monitor,
  dispatcher,
  loader
};

/// Slice of the latency of a message or of an access to memory that a resource shortens.
enum class Slice : std::uint8_t {
  whole,     ///< no slice of a latency: all cycles of its causes
  flits,     ///< one flit after the other, and waits for the links
  links,     ///< the way through links
  routers,   ///< the way through routers
  buffers,   ///< waits for credits
  channels,  ///< waits for a virtual channel
  control,   ///< of a control message, if these have a network of their own: the way through links and routers
  access,    ///< memory: until the first bytes
  transfer,  ///< memory: until the last bytes
  read_out,  ///< local store: until the first burst, and as far as links are faster the bursts behind it
  capacity,  ///< local store: waits for its capacity, and parts that were evicted
  unknown,   ///< parts that are in a store, without an entry of the directory
  look_up,   ///< directory: cycles by which a job's message is at its port later
  overlap,   ///< several accesses at a time
  cores,     ///< computation that waits for other jobs of the same core
  engines    ///< the same for dma engines
};

enum class Better : std::uint8_t { more, less };

enum class IdealTurn : std::uint8_t {
  limit,  ///< the largest value of the key's range
  jobs,   ///< a processor for every job of the graph's widest level; for streams 16 times as many
  none    ///< there is none: more of it is not always better
};

/// Consequences of a change, without which the machine is not valid.
enum class Follows : std::uint8_t {
  nothing,
  placement,  ///< nodes for more processors or controllers
  capacity,   ///< a slot in the task cache for every queue
  interleave
};

struct Resource {
  std::string_view name;
  std::string_view meaning;
  Part part = Part::interconnect;
  Slice slice = Slice::whole;
  ResourceOf of = ResourceOf::machine;
  Better better = Better::more;
  std::vector<std::string_view> keys;  ///< keys below `architecture`, or of a processor group
  std::uint32_t causes = 0;            ///< bit c: cause c of the critical path shrinks with it (explain/causes.h)
  std::uint32_t bounds = 0;            ///< bit b: half as much of it about doubles bound b (explain/bound_table.h)
  /// Bit b: bound b may fall with more of it, however little. All other bounds stay or rise.
  std::uint32_t moves = 0;
  IdealTurn ideal = IdealTurn::limit;
  Follows follows = Follows::nothing;
  /// Whether it is part of all doublings at once. Left out is a resource that would double another one's effect.
  bool together = true;
  /// Of a resource of tasks with data: whether a run's counters show that more of it can matter; nullptr: always.
  bool (*matters)(const DataStats& data) = nullptr;
  std::uint64_t least = 0;  ///< a turn goes no lower, though the key's range may

  /// Whether only tasks with data use it.
  [[nodiscard]] bool with_data() const { return of == ResourceOf::stores || of == ResourceOf::directory; }
  /// Whether `keys` are of processor groups.
  [[nodiscard]] bool of_groups() const {
    return of == ResourceOf::cores || of == ResourceOf::engines || of == ResourceOf::stores;
  }
  /// Whether Bounds::chain may fall with more of it.
  [[nodiscard]] bool moves_chain() const { return part == Part::computation; }
};

/// All resources, in the order in which equal gains are listed.
const std::vector<Resource>& resources();

/// Returns the resource of a key, by its path from `architecture` on, whatever the name of a processor group; nullptr:
/// none.
const Resource* resource_of_key(std::string_view path);

}  // namespace explain
}  // namespace gantry
