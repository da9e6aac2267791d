// SPDX-License-Identifier: Apache-2.0
// Reader of the native workload format (docs/workloads.md), for workloads within an experiment.
#pragma once

#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "text/yaml_node.h"

namespace gantry {

/// Reads a workload and checks its graph. `path` names the map in messages. Returns false after a problem.
bool read_native_workload(const YamlNode& node, const std::string& path, Workload& workload, Diagnostics& diagnostics);

}  // namespace gantry
