// SPDX-License-Identifier: Apache-2.0
// One of two runs to compare: everything that a comparison reads from its files.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "result/output_names.h"
#include "result/run_files.h"
#include "result/tables.h"
#include "text/yaml_node.h"

namespace gantry {

struct ComparedLink {
  LinkRowKind kind = LinkRowKind::entry;
  std::string from;
  std::string to;
  std::uint64_t flits = 0;
  double utilization = 0.0;
};

struct ComparedRun {
  RunFiles files;
  nlohmann::json summary;
  YamlNode experiment;               ///< paths in it start in the current directory
  std::vector<ComparedLink> links;   ///< links between terminals and routers are left out
  std::vector<std::string> streams;  ///< names of the streams of graphs, by number

  [[nodiscard]] const std::string& directory() const { return files.directory; }
  /// Whether a match takes a slot of a processor; otherwise the pick does.
  [[nodiscard]] bool reserves() const;
  [[nodiscard]] bool has_links() const { return files.summary.wrote(kLinksFile); }
};

/// Reads a run. Problems: missing or malformed files, a cycle out of range, a task or job that occurs twice.
ComparedRun read_compared_run(const std::string& directory, Diagnostics& problems);

/// Renames every task of a stream of graphs to `stream instance.place`. Their host numbers differ between runs whose
/// instances arrive in another order. Precondition: the run has streams of graphs and wrote tasks.csv.
void name_by_place(ComparedRun& run);

/// The files that read_compared_run() reads.
std::vector<std::string> compared_files(const std::string& directory);

}  // namespace gantry
