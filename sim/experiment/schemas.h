// SPDX-License-Identifier: Apache-2.0
// Schemas and tables of keys of experiments and architectures.
#pragma once

#include <vector>

#include "text/schema_kind.h"

namespace gantry {

std::vector<SchemaKind> experiment_schemas();
/// The tables of docs/configuration.md: those of an experiment or of an architecture, section by section.
std::vector<KeySection> experiment_key_tables();

/// The tables of docs/workloads.md: the mapping, and each generator's.
std::vector<KeySection> workload_key_tables();

}  // namespace gantry
