// SPDX-License-Identifier: Apache-2.0
// The key `provenance` of an experiment that a run wrote: what its keys no longer say of where it comes from, so that a
// run of it has the same provenance.
#pragma once

#include <string>
#include <vector>

#include "text/yaml_reader.h"

namespace gantry {

/// Reads the overrides in front of those given now, and `workload` if that is not null.
void read_origin(MapReader& map, std::vector<std::string>& overrides, std::string* workload = nullptr);

/// The key again; nothing if there is nothing to say.
std::string origin_text(const std::vector<std::string>& overrides, const std::string& workload = {});

}  // namespace gantry
