// SPDX-License-Identifier: Apache-2.0
// Schema and tables of keys of network experiments.
#pragma once

#include <vector>

#include "text/schema_kind.h"

namespace gantry {

std::vector<SchemaKind> network_schemas();
/// The tables of docs/network.md.
std::vector<KeySection> network_key_tables();

}  // namespace gantry
