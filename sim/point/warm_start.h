// SPDX-License-Identifier: Apache-2.0
// Runs that share their first cycles. Experiments that differ only in later faults and in their limit are the same
// until then: the first one runs so far without the faults and leaves a checkpoint, from which all go on. Their files
// are those of runs from cycle 0.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "experiment/experiment.h"
#include "gantry/base/types.h"
#include "run/run_options.h"

namespace gantry {

struct WarmStart {
  Cycle at = 0;        ///< last cycle that the runs share
  std::string folder;  ///< of the checkpoints
};

/// Returns the experiment whose run up to cycle `at` is that of `experiment`; nothing: it has faults up to then or at
/// random times, or ends then.
std::optional<Experiment> shared_start(const Experiment& experiment, Cycle at);

/// Returns the checkpoint from which `experiment` goes on, which is made if there is none yet; without a file: there is
/// none, and the run begins at cycle 0. `id` returns a digest of an experiment and its files.
Checkpoints warm_checkpoint(const WarmStart& warm, const Experiment& experiment,
                            const std::function<std::string(Experiment&)>& id);

}  // namespace gantry
