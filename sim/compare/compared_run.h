// SPDX-License-Identifier: Apache-2.0
// One of the two runs: all that its files say and a comparison reads.
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
  std::vector<ComparedLink> links;   ///< without routers
  std::vector<std::string> streams;  ///< names of streams of graphs, by their numbers

  [[nodiscard]] const std::string& directory() const { return files.directory; }
  [[nodiscard]] bool has_links() const { return files.summary.wrote(kLinksFile); }
};

/// Problems: files that are missing, malformed, or hold a cycle that no run reaches; a task or job that stands twice.
ComparedRun read_compared_run(const std::string& directory, Diagnostics& problems);

/// Calls every task of a stream of graphs `stream instance.place`. By themselves they go by host number, which is
/// another task's where instances arrive in another order. Precondition: the run has streams of graphs and wrote
/// tasks.csv.
void name_by_place(ComparedRun& run);

/// What read_compared_run() reads.
std::vector<std::string> compared_files(const std::string& directory);

}  // namespace gantry
