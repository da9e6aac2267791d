// SPDX-License-Identifier: Apache-2.0
// Options of a run of any kind: kernel, stop, progress, and the directory of its outputs.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "gantry/base/types.h"
#include "output/output_place.h"

namespace gantry {

/// Kernel that calls the units. Both write the same bytes.
enum class Kernel : std::uint8_t { systemc, cycle };

/// SystemC if this program was built with it, else the cycle kernel.
Kernel default_kernel();

/// How the caller of a run steers it. None of this changes a result.
struct RunSteering {
  Kernel kernel = default_kernel();         ///< the SystemC kernel can be used once per process
  bool fast_forward = true;                 ///< skip periods that repeat; runs of inference nodes have none
  const std::atomic<bool>* stop = nullptr;  ///< ends the run when it becomes true
  /// Called at irregular intervals with the cycle, the work done, and the total work.
  std::function<void(Cycle, std::uint64_t, std::uint64_t)> progress;
};

/// Checkpoints of a run (docs/checkpoints.md): those that it writes into its directory, and the one that it goes on
/// from.
struct Checkpoints {
  std::string asked;            ///< the options, as the user gave them, for messages; empty: there is none
  Cycle at = kNever;            ///< last cycle before the only one; kNever: see `every`
  Cycle every = 0;              ///< cycles between two; 0: none, or `at`
  std::string restore;          ///< file to go on from; empty: the run begins at cycle 0
  std::string experiment;       ///< digest of the experiment with its overrides
  std::string inputs;           ///< digest of the files that it names
  std::string engines;          ///< engines of the run, as a user names them; empty: the model's
  bool changes_faults = false;  ///< `restore` is of a run with other faults; none has begun in either

  [[nodiscard]] bool any() const { return !asked.empty(); }
  [[nodiscard]] bool writes() const { return at != kNever || every != 0; }
  /// The last cycle before the first checkpoint in cycle `from` or later; kNever: none.
  [[nodiscard]] Cycle next(Cycle from) const {
    if (every == 0) return at != kNever && at >= from ? at : kNever;
    return from == 0 ? every : ceil_div(from, every) * every;
  }
};

struct RunOptions : RunSteering {
  Checkpoints checkpoints;
  std::string directory;           ///< directory of the outputs; created if missing
  KeptOutputs* kept = nullptr;     ///< receives the outputs instead of a directory; nullptr: files are written
  std::string resolved;            ///< text of experiment.yaml; empty: the file is not written
  bool verify = false;             ///< cycle kernel only: check all invariants after every cycle
  std::uint64_t shuffle_seed = 0;  ///< cycle kernel only: evaluate units in random order; 0: in fixed order
};

}  // namespace gantry
