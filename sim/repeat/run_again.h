// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Simulates the experiment of a run's directory, of whatever kind it is, with the model's blocks and the cycle kernel,
/// and writes the outputs into `into`. Reports an experiment that cannot be read, and files that cannot be written.
/// False: `stop` was set.
bool run_again(const std::string& directory, const std::string& into, const std::atomic<bool>* stop,
               Diagnostics& problems);

}  // namespace gantry
