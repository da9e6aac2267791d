// SPDX-License-Identifier: Apache-2.0
// Reader of the list `serving.sessions`: kinds of sessions, their graphs and their arrivals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serving/serving_experiment.h"
#include "text/yaml_reader.h"

namespace gantry {

/// `nodes`: names of the inference nodes. `directory`: start of relative paths. `clock_mhz`: for times in seconds.
/// Reports all problems.
void read_sessions(MapReader& serving, const std::vector<std::string>& nodes, const std::string& directory,
                   std::uint32_t clock_mhz, std::vector<SessionKind>& kinds, std::vector<SessionStream>& streams);

}  // namespace gantry
