// SPDX-License-Identifier: Apache-2.0
// Resources of a machine whose effect what-if measures: a table with one line per resource. Doubling or idealising a
// resource is a list of --set overrides.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry {

struct Experiment;

/// Section whose keys a resource changes.
enum class ResourceOf : std::uint8_t {
  machine,  ///< keys of the architecture, by their paths
  cores,    ///< a key of every processor group, except dma
  engines,  ///< a key of every group of type dma
  order     ///< the host's order of submission
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
  ResourceOf of = ResourceOf::machine;
  Better better = Better::more;
  std::vector<std::string_view> keys;  ///< keys below `architecture`, or of a processor group
  std::uint32_t causes = 0;            ///< bit c: cause c of the critical path shrinks with it (explain/causes.h)
  std::uint32_t bounds = 0;            ///< bit b: bound b rises with it (explain/bound_table.h)
  IdealTurn ideal = IdealTurn::limit;
  Follows follows = Follows::nothing;
  /// Whether it is part of all doublings at once. Left out is a resource that would double another one's effect.
  bool together = true;
};

/// All resources, in the order in which equal gains are listed.
const std::vector<Resource>& whatif_resources();

/// Returns the resource of a key, by its path from `architecture` on, whatever the name of a processor group; nullptr:
/// none.
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
  /// Override lists that make the change, the best first. Later ones also change obstacles of the first.
  std::vector<std::vector<std::string>> ways;
  std::string as_it_is;    ///< reason why nothing changes, if that is known before the run
  std::string impossible;  ///< reason why it is impossible, if that is known before the run
};

/// Returns the change; empty: the machine has no such resource.
std::vector<TurnKind> turns_of(const Resource& resource, const Experiment& experiment);
/// Returns the resource with this name.
Turn make_turn(const Resource& resource, TurnKind kind, const Experiment& experiment);

}  // namespace gantry
