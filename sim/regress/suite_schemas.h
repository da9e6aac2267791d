// SPDX-License-Identifier: Apache-2.0
// Schema and table of keys of suites.
#pragma once

#include <vector>

#include "text/schema_kind.h"

namespace gantry {

std::vector<SchemaKind> suite_schemas();
/// The table of docs/regression.md.
std::vector<KeySection> suite_key_tables();

}  // namespace gantry
