// SPDX-License-Identifier: Apache-2.0
// Runs a network experiment, from its first load to the search for saturation.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "network/network_experiment.h"
#include "network/network_result.h"

namespace gantry {

class NetworkOutput;

/// Progress of a run.
struct NetworkProgress {
  std::uint64_t rate = 0;  ///< current load in packets per cycle and node, in millionths; 0: a trace
  Cycle cycles = 0;        ///< cycle of the current load
  std::size_t done = 0;    ///< loads of the list that are done
  const NetworkSaturation* search =
      nullptr;  ///< state of the search, if the current load is part of it; nullptr: it is not
};

struct NetworkControl {
  const std::atomic<bool>* stop = nullptr;  ///< ends the run; set by a signal handler
  std::function<void(const NetworkProgress&)> progress;
};

/// Runs the experiment and writes the files of every load that ran to its end. `output`: nullptr for none.
NetworkResult run_network(const NetworkExperiment& experiment, const NetworkControl& control, NetworkOutput* output);

}  // namespace gantry
