// SPDX-License-Identifier: Apache-2.0
// A finished run simulated once more, from the experiment in its directory, by the cycle kernel. Every output has to
// come out byte for byte; of JSON files every value, what `provenance` says of libraries apart.
//
// check/ verifies a run without the simulator, and so finds errors of the simulator. This finds every other change of
// the files. It costs the time of the run, and disk space for its outputs.
#pragma once

#include <atomic>
#include <string>

#include "check/check_run.h"

namespace gantry {

/// Adds to the report of check_run: a violation per file that differs, or a line with the reason why the run cannot be
/// repeated. Nothing if the files are malformed. `stop`: ends the simulation when set.
void add_repeated_run(const std::string& directory, CheckReport& report, const std::atomic<bool>* stop = nullptr);

}  // namespace gantry
