// SPDX-License-Identifier: Apache-2.0
// The files of `gantry network --out DIR`: network.json, experiment.yaml and timing.json, the reports of each load, and
// the curve of latency over load. One load writes into DIR. Of several, each has a directory of its own, named by its
// packets per cycle and node. The load at saturation always has one, and no table of packets.
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
  /// Removes what an earlier run left there. `resolved`: text of experiment.yaml. `experiment` and `problems`, which
  /// receives every file that cannot be written, outlive it.
  NetworkOutput(const NetworkExperiment& experiment, const std::string& resolved, const std::string& directory,
                Diagnostics& problems);

  /// Opens the reports of a load; they observe `bench`. When called again, this run of the load replaces the former.
  void begin_load(std::uint64_t rate, NetworkBench& bench);
  /// Closes them.
  void end_load(const NetworkPoint& point);
  /// The load has not come to its end: removes its files.
  void drop_load();
  void write_saturation(const NetworkPoint& point);
  /// Writes the files of the whole experiment; `json` last, and only if nothing went wrong.
  void finish(const NetworkResult& result, const std::string& json);

 private:
  RunDirectory& open(const std::string& folder);
  void begin_reports(const std::string& load, const OutputOptions& output, RunDirectory& directory);
  void end_reports(const NetworkPoint& point);

  const NetworkExperiment& experiment_;
  std::string path_;
  Diagnostics& problems_;
  std::optional<RunDirectory> directory_;  ///< none: not ready
  std::optional<RunDirectory> folder_;     ///< of the present load, if it has one of its own
  std::string folder_path_;
  std::optional<ReportSet> reports_;  ///< of the present load
  RunTimer timer_;
};

}  // namespace gantry
