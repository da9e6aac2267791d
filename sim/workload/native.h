// SPDX-License-Identifier: Apache-2.0
// The native workload format (docs/workloads.md), for workloads that stand inside of an experiment.
#pragma once

#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "text/yaml_node.h"

namespace gantry {

/// `path` names the map in messages. False when a problem was reported; the graph is checked as well.
bool read_native_workload(const YamlNode& node, const std::string& path, Workload& workload, Diagnostics& diagnostics);

}  // namespace gantry
