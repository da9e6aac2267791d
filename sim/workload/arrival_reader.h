// SPDX-License-Identifier: Apache-2.0
// Reads how tasks or sessions arrive from the keys of a generator: a Poisson process, bursts, a recorded file.
#pragma once

#include <cstddef>
#include <memory>

#include "workload/generator.h"

namespace gantry {

/// Each function reads its keys, and returns nullptr after a problem.

/// Constant intervals: `interval_cycles`, `offset_cycles`.
std::shared_ptr<const ArrivalModel> read_periodic_arrivals(MapReader& keys, GeneratorContext& context);
/// Poisson process: `interval_cycles`, the mean.
std::shared_ptr<const ArrivalModel> read_poisson_arrivals(MapReader& keys, GeneratorContext& context);
/// Bursts: `burst_tasks`, `burst_interval_cycles`, `interval_cycles`.
std::shared_ptr<const ArrivalModel> read_burst_arrivals(MapReader& keys, GeneratorContext& context);
/// Recorded arrivals: `path`, `mapping`; `recorded` becomes the number of arrivals in the file. `with_sizes`: also the
/// key `sizes`, of requests.
std::shared_ptr<const ArrivalModel> read_recorded_arrivals(MapReader& keys, GeneratorContext& context,
                                                           std::size_t& recorded, bool with_sizes = false);

/// Descriptions of the keys of each of these functions (gantry/base/keys.h).
void describe_periodic_arrivals(KeyVisitor& keys);
void describe_poisson_arrivals(KeyVisitor& keys);
void describe_burst_arrivals(KeyVisitor& keys);
void describe_recorded_arrivals(KeyVisitor& keys);
void describe_recorded_requests(KeyVisitor& keys);  ///< with `sizes`

}  // namespace gantry
