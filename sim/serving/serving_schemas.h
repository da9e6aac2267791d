// SPDX-License-Identifier: Apache-2.0
// Schema and tables of keys of experiments with the key `serving`, and of files of `gantry select`.
#pragma once

#include <vector>

#include "text/schema_kind.h"

namespace gantry {

std::vector<SchemaKind> serving_schemas();
/// The tables of docs/serving.md.
std::vector<KeySection> serving_key_tables();

}  // namespace gantry
