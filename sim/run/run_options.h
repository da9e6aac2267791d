// SPDX-License-Identifier: Apache-2.0
// How a run of any kind is steered, and where its outputs go.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "gantry/base/types.h"
#include "output/output_place.h"

namespace gantry {

/// Kernel that gives the units their cycles. Both write the same bytes.
enum class Kernel : std::uint8_t { systemc, cycle };

/// SystemC if this program was built with it, else the cycle loop.
Kernel default_kernel();

struct RunOptions {
  std::string directory;                    ///< of the outputs; created when missing
  KeptOutputs* kept = nullptr;              ///< takes the outputs in the place of a directory
  std::string resolved;                     ///< text of experiment.yaml; empty: the file is not written
  Kernel kernel = default_kernel();         ///< SystemC can be used once per process
  bool fast_forward = true;                 ///< periods that repeat pass at once; same results
  bool verify = false;                      ///< cycle kernel only: check every invariant after every cycle
  std::uint64_t shuffle_seed = 0;           ///< cycle kernel only: evaluate units in random order; 0: in their own
  const std::atomic<bool>* stop = nullptr;  ///< ends the run when set
  /// Called now and then with the cycle, the units of work done, and the units of work in all.
  std::function<void(Cycle, std::uint64_t, std::uint64_t)> progress;
};

}  // namespace gantry
