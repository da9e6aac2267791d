// SPDX-License-Identifier: Apache-2.0
// Workload generators: one function per generator, found by name (docs/workloads.md lists their keys).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/workload/workload.h"
#include "workload/stream.h"

namespace gantry {

inline namespace base {
class Diagnostics;
}  // namespace base
class MapReader;
struct Mapping;
struct YamlNode;

/// The result of a generator: a graph, or a stream of independent tasks.
struct GeneratedWorkload {
  Workload workload;
  std::optional<StreamSpec> stream;
  std::vector<std::string> files;  ///< files that were read
};

struct GeneratorContext {
  std::string directory;  ///< start of relative paths
  Diagnostics& diagnostics;
  std::uint32_t clock_mhz;              ///< of the machine, for times in seconds
  std::vector<std::string> files = {};  ///< receives the files that are read
};

struct WorkloadGenerator {
  std::string name;
  std::string summary;  ///< one line for `gantry list`
  /// Describes the generator's keys (gantry/base/keys.h), with their defaults.
  void (*describe)(KeyVisitor& keys) = nullptr;
  /// Reads the generator's keys and fills the graph or the stream. Reports problems. The mapping is applied afterwards
  /// to `work` and edge bytes of a graph.
  void (*make)(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) = nullptr;
};

/// Keys that all graph generators share.
Mapping graph_mapping();

/// Implementation of WorkloadGenerator::describe.
template <class Keys>
void describe_usual(KeyVisitor& keys) {
  Keys usual;
  describe(keys, usual);
}

using WorkloadGenerators = NamedList<WorkloadGenerator>;
/// The generators of this folder.
const WorkloadGenerators& workload_generators();

/// Makes the workload of the map `node`, which has the key `generator`. `path` names the map in messages; `directory`:
/// start of relative paths; `clock_mhz`: clock of the machine; `edges_are_data`: the caller
/// makes objects of edges. Returns false after a problem.
bool generate_workload(const YamlNode& node, const std::string& path, const std::string& directory,
                       GeneratedWorkload& to, Diagnostics& diagnostics, std::uint32_t clock_mhz = kUsualClock,
                       bool edges_are_data = false);

/// Most tasks of a generated graph.
inline constexpr std::uint64_t kMaxGeneratedTasks = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxGeneratedEdges = std::uint64_t{1} << 24;

}  // namespace gantry
