// SPDX-License-Identifier: Apache-2.0
// The key `workload` of an experiment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "gantry/base/diagnostics.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Reads the key from the experiment's map into `to`, whose architecture has been read; `path` is the experiment's.
/// Files that it names are added to `inputs`. `data_by_plan`: position of a plan with transfers; without the key
/// `workload.edges` edges then carry data objects, unless the workload is a model that was lowered.
void read_workload_key(MapReader& map, const std::string& path, const std::optional<SourcePosition>& data_by_plan,
                       Experiment& to, std::vector<std::string>& inputs, Diagnostics& diagnostics);

}  // namespace gantry
