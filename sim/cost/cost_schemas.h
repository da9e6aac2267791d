// SPDX-License-Identifier: Apache-2.0
// Schema and table of keys of files of cost figures.
#pragma once

#include <vector>

#include "text/schema_kind.h"

namespace gantry {

std::vector<SchemaKind> cost_schemas();
/// The table of docs/cost.md: the default figures with their sources.
std::vector<KeySection> cost_key_tables();

}  // namespace gantry
