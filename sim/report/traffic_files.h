// SPDX-License-Identifier: Apache-2.0
// What a run writes of its interconnect's traffic: packets.csv while it runs, links.csv and two pictures at its end.
#pragma once

#include <string>
#include <utility>

#include "gantry/base/diagnostics.h"
#include "gantry/network/interconnect.h"
#include "report/traffic_tables.h"

namespace gantry {

/// Paths of the files; an empty one means off.
struct TrafficPaths {
  std::string packets;
  std::string links;
  std::string network;
  std::string latency;
};

class TrafficFiles {
 public:
  explicit TrafficFiles(TrafficPaths paths) : paths_(std::move(paths)), packets_(paths_.packets) {}
  [[nodiscard]] bool ok() const { return packets_.ok(); }
  /// Who is to hear of the packets of `net`, which is built and has not run; nullptr: they are not asked for.
  PacketSink* packets(const Interconnect& net, PacketTable::TaskName task_name);
  /// `title`: of the run; `cycles`: those that it took.
  void finish(const std::string& title, const std::string& topology, const InterconnectTraffic& traffic, Cycle cycles,
              Diagnostics& problems);
  /// Nothing was run.
  void abandon(Diagnostics& problems) { packets_.finish(problems); }

 private:
  TrafficPaths paths_;
  PacketTable packets_;
};

}  // namespace gantry
