// SPDX-License-Identifier: Apache-2.0
// Workloads without a file: one function per generator, found by name (docs/workloads.md has their keys).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/workload/workload.h"
#include "text/yaml_reader.h"
#include "workload/stream.h"

namespace gantry {

struct Mapping;

/// A graph, or a stream of independent tasks.
struct GeneratedWorkload {
  Workload workload;
  std::optional<StreamSpec> stream;
  std::vector<std::string> files;  ///< that were read for it
};

struct GeneratorContext {
  std::string directory;  ///< files that a key names are relative to it
  Diagnostics& diagnostics;
  std::vector<std::string> files = {};  ///< that were read
};

struct WorkloadGenerator {
  std::string name;
  std::string summary;  ///< one line for `gantry list`
  /// The lines of its keys (gantry/base/keys.h), on what they are if they are not given.
  void (*describe)(KeyVisitor& keys) = nullptr;
  /// Reads its keys, reports what is wrong with them, and fills the graph (`work` and edge bytes, to which the mapping
  /// is applied afterwards) or the stream.
  void (*make)(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) = nullptr;
};

/// What every graph takes beside its own keys.
Mapping graph_mapping();

/// For WorkloadGenerator::describe.
template <class Keys>
void describe_usual(KeyVisitor& keys) {
  Keys usual;
  describe(keys, usual);
}

using WorkloadGenerators = NamedList<WorkloadGenerator>;
/// Those of this folder.
const WorkloadGenerators& workload_generators();

/// Makes what the map `node` with the key `generator` asks for. `path` names the map in messages, `directory` is where
/// its files are. False when a problem was reported.
bool generate_workload(const YamlNode& node, const std::string& path, const std::string& directory,
                       GeneratedWorkload& to, Diagnostics& diagnostics);

/// Graphs beyond this are refused.
inline constexpr std::uint64_t kMaxGeneratedTasks = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxGeneratedEdges = std::uint64_t{1} << 24;

}  // namespace gantry
