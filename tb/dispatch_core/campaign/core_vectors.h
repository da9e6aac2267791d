// SPDX-License-Identifier: Apache-2.0
// Random traffic of the dispatch core as bits, for simulators with four states: what does not matter is x.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "dispatch_core/dispatch_core_models.h"

namespace gantry::campaign {

/// Writes a line per cycle, in the order of tb/verification/core_bench.v: inputs, and the outputs of the same cycle, of
/// a model that is compared with the reference meanwhile. The first cycle is a reset; in a reset all inputs are x.
/// Throws Error if they differ.
void write_core_vectors(const CoreModel& model, std::uint64_t seed, std::uint64_t cycles, std::ostream& out);

}  // namespace gantry::campaign
