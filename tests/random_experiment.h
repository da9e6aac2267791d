// SPDX-License-Identifier: Apache-2.0
// Random machines and workloads for tests: small, odd ones included, and nearly always feasible. The same seed gives
// the same experiment on every platform.
#pragma once

#include <cstdint>

#include "experiment/experiment.h"

namespace gantry {

Experiment random_experiment(std::uint64_t seed);

/// Gives the machine a star of control messages, rounds of several picks, and jobs of one task in one message.
void add_multicast(Experiment& experiment);

/// Makes the jobs of gangs wait at their processors for a go word, of some machines in turn.
void add_preload(Experiment& experiment);

/// Gives the machine a loader, mostly with a ring, and its tasks what it loads.
void add_loads(Experiment& experiment);

/// Gives most tasks of several jobs groups of jobs that differ in processor, size, cycles and bytes, as far as the
/// machine can run them.
void add_different_jobs(Experiment& experiment);

/// Whether its tasks do not wait for each other in a circle, and the machine can run them.
bool can_run(const Experiment& experiment);

}  // namespace gantry
