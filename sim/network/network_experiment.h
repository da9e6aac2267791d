// SPDX-License-Identifier: Apache-2.0
// What `gantry network` is asked for: an interconnect and synthetic traffic. docs/network.md tables the keys.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/cost/figures.h"
#include "gantry/network/fabric.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"
#include "gantry/network/traffic_spec.h"
#include "output/output_options.h"
#include "text/experiment_head.h"

namespace gantry {

struct NetworkExperiment : ExperimentHead {
  InterconnectConfig interconnect;
  std::uint32_t endpoints = 64;  ///< nodes of a topology that sizes itself
  NodeGrid grid;
  TrafficSpec traffic;
  Cycle measured_cycles = 0;  ///< 0: until the mean is known well enough
  bool saturation = false;    ///< look for the highest stable load
  std::uint32_t runs = 3;     ///< independent ones that a verdict, and a saturation, may be made of
  OutputOptions output{traffic_reports()};
  CostFigures cost;                            ///< of its energy: what it says, or the default
  std::shared_ptr<const YamlNode> cost_given;  ///< the key `cost`, that of a file in the place of its name
};

/// The keys of a network experiment (gantry/base/keys.h).
void describe(KeyVisitor& keys, NetworkExperiment& experiment);

/// Requests and replies have virtual channels of their own, and urgent packets.
inline ChannelUse channel_use(const TrafficSpec& traffic) {
  return channel_use(traffic.reply.any(), traffic.urgent.any());
}

std::unique_ptr<Topology> make_topology(const NetworkExperiment& experiment);

/// Reads an experiment from a text that was read from the file `path`, with overrides `a.b=value`. Nothing after a
/// problem; every problem is reported.
std::optional<NetworkExperiment> read_network_experiment(const std::string& text, const std::string& path,
                                                         const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics);

/// The experiment with every key that has an effect, as YAML that runs to the same bytes from a file in `directory`.
std::string resolved_network_experiment(NetworkExperiment& experiment, const std::string& directory);

}  // namespace gantry
