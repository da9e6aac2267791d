// SPDX-License-Identifier: Apache-2.0
// What of a machine can be turned to see what it would bring: one line per resource in one table, and what doubling or
// idealising it means as overrides that --set takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"

namespace gantry {

/// Whose keys a resource turns.
enum class ResourceOf : std::uint8_t {
  machine,  ///< keys of the architecture, by their paths
  cores,    ///< a key of every group of processors but dma
  engines,  ///< a key of every group of type dma
  order     ///< the order in which the host submits
};

enum class Better : std::uint8_t { more, less };

enum class IdealTurn : std::uint8_t {
  limit,  ///< the end of the key's range
  jobs,   ///< a processor for every job of the graph's widest level; 16 times as many for streams
  none    ///< there is none: more of it is not better without end
};

/// What has to follow so that the turned machine is one.
enum class Follows : std::uint8_t {
  nothing,
  placement,  ///< nodes for more processors or controllers
  capacity,   ///< a place in the task cache for every queue
  interleave
};

struct Resource {
  std::string_view name;
  std::string_view meaning;
  ResourceOf of = ResourceOf::machine;
  Better better = Better::more;
  std::vector<std::string_view> keys;  ///< below `architecture`, or of a group of processors
  std::uint32_t causes = 0;            ///< bit c: cause c of the critical path gives way to it (explain/causes.h)
  std::uint32_t bounds = 0;            ///< bit b: bound b does (explain/bound_table.h)
  IdealTurn ideal = IdealTurn::limit;
  Follows follows = Follows::nothing;
  /// Whether it is among all doublings at once; not what would take another one's place there, so that neither is
  /// missed.
  bool together = true;
};

/// All of them, in the order in which equal gains stand.
const std::vector<Resource>& whatif_resources();

/// Whose key it is, by its path from `architecture` on, whatever the name of a group of processors; nullptr: nobody's.
const Resource* resource_of_key(std::string_view path);

enum class TurnKind : std::uint8_t { doubled, ideal, file, level, rank };
std::string_view name(TurnKind kind);

struct KeyChange {
  std::string key;
  std::string from;
  std::string to;
};

struct Turn {
  std::vector<KeyChange> changes;
  /// Overrides that make it, the best way first: later ways also turn what stands in the way of the first.
  std::vector<std::vector<std::string>> ways;
  std::string as_it_is;    ///< why nothing changes, if that is known beforehand
  std::string impossible;  ///< why it cannot be, likewise
};

/// Empty: the machine has no such thing.
std::vector<TurnKind> turns_of(const Resource& resource, const Experiment& experiment);
/// One of these.
Turn make_turn(const Resource& resource, TurnKind kind, const Experiment& experiment);

}  // namespace gantry
