// SPDX-License-Identifier: Apache-2.0
// What of a run depends on the experiment's seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gantry {

struct Experiment;

/// Returns the keys from which a run draws random numbers, by their paths; empty: every seed gives the same run.
std::vector<std::string> random_keys(const Experiment& experiment);

/// Returns a list of such keys for a message: "workload.cycles, background".
std::string random_text(const std::vector<std::string>& keys);

/// Returns the note about results of one seed. Precondition: there are such keys.
std::string one_seed_text(const std::vector<std::string>& keys, std::uint64_t seed);

}  // namespace gantry
