// SPDX-License-Identifier: Apache-2.0
// A network experiment, from its first load to the search for saturation.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "network/network_experiment.h"
#include "network/network_output.h"
#include "network/network_result.h"

namespace gantry {

/// How far a run is.
struct NetworkProgress {
  std::uint64_t rate = 0;                     ///< of the present load, in millionths; 0: a trace
  Cycle cycles = 0;                           ///< of the present load
  std::size_t done = 0;                       ///< loads of the list before it
  const NetworkSaturation* search = nullptr;  ///< what the search has found, if the load is one of its
};

struct NetworkControl {
  const std::atomic<bool>* stop = nullptr;  ///< set from a signal handler
  std::function<void(const NetworkProgress&)> progress;
};

/// Writes the files of every load that comes to its end. `output`: nullptr for none.
NetworkResult run_network(const NetworkExperiment& experiment, const NetworkControl& control, NetworkOutput* output);

}  // namespace gantry
