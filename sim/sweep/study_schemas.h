// SPDX-License-Identifier: Apache-2.0
// Schema and table of keys of studies.
#pragma once

#include <vector>

#include "text/schema_kind.h"

namespace gantry {

std::vector<SchemaKind> study_schemas();
/// The table of docs/exploration.md.
std::vector<KeySection> study_key_tables();

}  // namespace gantry
