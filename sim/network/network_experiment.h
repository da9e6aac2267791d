// SPDX-License-Identifier: Apache-2.0
// Experiment of `gantry network`: an interconnect and synthetic traffic. docs/network.md lists the keys.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/cost/figures.h"
#include "gantry/network/channel_use.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"
#include "gantry/network/traffic_spec.h"
#include "output/output_options.h"
#include "text/experiment_head.h"

namespace gantry {

struct NetworkExperiment : ExperimentHead {
  InterconnectConfig interconnect;
  std::uint32_t endpoints = 64;  ///< nodes of a topology that has no size of its own
  NodeGrid grid;
  TrafficSpec traffic;
  Cycle measured_cycles = 0;  ///< 0: until the confidence interval of the mean is small enough
  bool saturation = false;    ///< search for the highest stable load
  std::uint32_t runs = 3;     ///< most independent runs of a load, and searches for saturation
  OutputOptions output{traffic_reports()};
  CostFigures cost;                            ///< figures of the energy: given ones, or the default
  std::shared_ptr<const YamlNode> cost_given;  ///< the key `cost`, with the content of its file
};

/// Describes the keys of a network experiment (gantry/base/keys.h).
void describe(KeyVisitor& keys, NetworkExperiment& experiment);

/// Whether requests and replies have virtual channels of their own, as urgent packets do.
inline ChannelUse channel_use(const TrafficSpec& traffic) {
  return channel_use(traffic.reply.any(), traffic.urgent.any());
}

std::unique_ptr<Topology> make_topology(const NetworkExperiment& experiment);

/// Reads an experiment from a text of the file `path`, with overrides `a.b=value`. Reports all problems; returns
/// nothing after one.
std::optional<NetworkExperiment> read_network_experiment(const std::string& text, const std::string& path,
                                                         const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics);

/// Returns the experiment with every key that has an effect, as YAML. A run of it from a file in `directory` writes the
/// same bytes.
std::string resolved_network_experiment(NetworkExperiment& experiment, const std::string& directory);

}  // namespace gantry
