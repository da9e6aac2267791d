// SPDX-License-Identifier: Apache-2.0
// Keys of a native workload that say what the jobs of a task need.
#pragma once

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Reads `cycles`: a number, or a number for each type of processor that may run the jobs.
void read_cycles(MapReader& map, WorkloadJobShape& jobs);

/// Reads `jobs` if it is a number. Returns the list of groups otherwise; nullptr: there is none.
const YamlNode* read_job_count(MapReader& map, WorkloadTask& task);

/// Reads the groups of a list `jobs`. What a group does not say is as the task says. Groups that are alike become one.
void read_job_groups(const YamlNode& list, WorkloadTask& task, Diagnostics& diagnostics);

}  // namespace gantry
