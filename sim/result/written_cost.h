// SPDX-License-Identifier: Apache-2.0
// What a summary says of costs.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "result/run_files.h"
#include "result/summary_keys.h"

namespace gantry {

/// Nothing if it has no numbers.
std::optional<WrittenCost> read_written_cost(Keys& keys, const nlohmann::json& root);

}  // namespace gantry
