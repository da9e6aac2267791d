// SPDX-License-Identifier: Apache-2.0
// The key `provenance` of an experiment that a run wrote. It holds origins that the keys no longer contain, so that a
// run of this file has the same provenance.
#pragma once

#include <string>
#include <vector>

#include "text/yaml_reader.h"

namespace gantry {

/// Reads the overrides that precede those given now, and `workload` unless it is null.
void read_origin(MapReader& map, std::vector<std::string>& overrides, std::string* workload = nullptr);

/// Returns the key again; nothing if it would be empty.
std::string origin_text(const std::vector<std::string>& overrides, const std::string& workload = {});

}  // namespace gantry
