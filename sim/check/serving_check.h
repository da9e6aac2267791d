// SPDX-License-Identifier: Apache-2.0
// The invariants of a finished serving run, from its files alone.
#pragma once

#include "check/check_run.h"
#include "result/serving_files.h"

namespace gantry {

CheckReport check_serving_run(const std::string& directory);

}  // namespace gantry
