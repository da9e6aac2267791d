// SPDX-License-Identifier: Apache-2.0
// Links and routers in the key `faults` of an experiment.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "experiment/faults_key.h"
#include "gantry/base/diagnostics.h"
#include "gantry/network/network_fault.h"
#include "gantry/network/topology.h"
#include "gantry/platform/architecture.h"
#include "text/yaml_reader.h"

namespace gantry {

class NetworkFaultsReader {
 public:
  /// The arguments must outlive it.
  NetworkFaultsReader(const Architecture& architecture, Diagnostics& diagnostics)
      : architecture_(architecture), diagnostics_(diagnostics) {}

  /// Whether an item of the list names a link or a router.
  [[nodiscard]] static bool reads(const YamlNode& item);
  /// Reads an item. Reports links and routers that do not exist or are dead already, and keys that they do not have.
  void read(MapReader& map, const FaultKeys& keys);
  /// Returns the faults in the order of the list. Reports those in cycle 0 that cut an endpoint off.
  [[nodiscard]] std::vector<NetworkFault> finish();

 private:
  void check_keys(MapReader& map, const FaultKeys& keys) const;
  void read_link(MapReader& map, const Topology& topology, NetworkFault& fault) const;
  [[nodiscard]] const std::string& name_of(const NetworkFault& fault) const;
  [[nodiscard]] const Topology* topology(MapReader& map, bool control);
  void check_ways(bool control) const;

  const Architecture& architecture_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Topology> topologies_[2];  ///< [1]: of the control network; nullptr: no fault was read
  std::vector<std::pair<NetworkFault, const YamlNode*>> faults_;
};

}  // namespace gantry
