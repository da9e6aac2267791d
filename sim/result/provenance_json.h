// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "result/provenance.h"

namespace gantry {

/// As every result has it. What picked and placed is left out where nothing does.
nlohmann::ordered_json provenance_json(const Provenance& from);

}  // namespace gantry
