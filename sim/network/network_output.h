// SPDX-License-Identifier: Apache-2.0
// The files of `gantry network --out DIR`: network.json, experiment.yaml and timing.json, per load links.csv, pictures
// and packets, and the curve of latency over load. Of several loads each has a directory of its own, named by its
// packets per cycle and node; the load at saturation has one in any case, without packets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "network/network_experiment.h"
#include "network/network_point.h"
#include "network/network_result.h"
#include "report/timing_file.h"
#include "report/traffic_tables.h"

namespace gantry {

class NetworkOutput {
 public:
  /// `resolved`: what experiment.yaml says.
  NetworkOutput(const NetworkExperiment& experiment, const std::string& resolved, std::string directory, bool packets,
                Diagnostics& problems);

  /// What hears of the packets of the next load; nullptr: nobody.
  PacketSink* begin_point(std::uint64_t rate, Diagnostics& problems);
  void end_point(const NetworkPoint& point, Diagnostics& problems);
  /// The load has not come to its end: nothing is left of it.
  void drop_point();
  void write_saturation(const NetworkPoint& point, Diagnostics& problems);
  void finish(const NetworkResult& result, const std::string& json, Diagnostics& problems);

 private:
  void write_traffic(const NetworkPoint& point, Diagnostics& problems) const;

  const NetworkExperiment& experiment_;
  std::string directory_;
  std::string here_;  ///< of the present load
  std::string load_;  ///< in words
  bool packets_;
  RunTimer timer_;
  std::optional<PacketTable> table_;
};

}  // namespace gantry
