// SPDX-License-Identifier: Apache-2.0
// Files of `gantry network --out DIR`: network.json, experiment.yaml and timing.json, the reports of each load, and the
// curve of latency over load. A single load writes into DIR. Of several loads, each has a directory named by its
// packets per cycle and node. The load at saturation always has one, without a table of packets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "network/network_bench.h"
#include "network/network_experiment.h"
#include "network/network_point.h"
#include "network/network_result.h"
#include "output/report_set.h"
#include "output/run_directory.h"

namespace gantry {

class NetworkOutput {
 public:
  /// Removes the outputs of an earlier run. `resolved`: text of experiment.yaml. `experiment`, and `problems`, which
  /// receives write errors, must outlive it.
  /// receives every file that cannot be written, outlive it.
  NetworkOutput(const NetworkExperiment& experiment, const std::string& resolved, const std::string& directory,
                Diagnostics& problems);

  /// Opens the reports of a load; they observe `bench`. A second call for the load replaces the first run.
  void begin_load(std::uint64_t rate, NetworkBench& bench);
  /// Closes the reports of the load.
  void end_load(const NetworkPoint& point);
  /// Removes the files of a load that was interrupted.
  void drop_load();
  void write_saturation(const NetworkPoint& point);
  /// Writes the files of the complete experiment; network.json last, and only if there was no problem.
  void finish(const NetworkResult& result, const std::string& json);

 private:
  RunDirectory& open(const std::string& folder);
  void begin_reports(const std::string& load, const OutputOptions& output, RunDirectory& directory);

  const NetworkExperiment& experiment_;
  std::string path_;
  Diagnostics& problems_;
  std::optional<RunDirectory> directory_;  ///< nothing: not ready
  std::optional<RunDirectory> folder_;     ///< directory of the current load, if it has one of its own
  std::string folder_path_;
  std::optional<ReportSet> reports_;  ///< reports of the current load
  RunTimer timer_;
};

}  // namespace gantry
