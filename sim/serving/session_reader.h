// SPDX-License-Identifier: Apache-2.0
// The list `serving.sessions`: kinds of sessions, the graphs that they walk and how they arrive.
#pragma once

#include <string>
#include <vector>

#include "serving/serving_experiment.h"
#include "text/yaml_reader.h"

namespace gantry {

/// `nodes` are the names of the inference nodes, `directory` is where files of arrivals are. Everything wrong is
/// reported.
void read_sessions(MapReader& serving, const std::vector<std::string>& nodes, const std::string& directory,
                   std::vector<SessionKind>& kinds, std::vector<SessionStream>& streams);

}  // namespace gantry
