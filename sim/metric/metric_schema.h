// SPDX-License-Identifier: Apache-2.0
// Whether a metric can be one, before there is a summary: by the JSON Schema of what it will be looked for in.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "metric/metric.h"

namespace gantry {

/// What keeps the path from a number in every file of this schema, with the column of the step; nothing if some file
/// may have it. `whose` names the file in messages.
std::optional<Diagnostic> metric_fault(const nlohmann::json& schema, const MetricPath& path, const std::string& whose);

}  // namespace gantry
