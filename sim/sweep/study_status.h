// SPDX-License-Identifier: Apache-2.0
// How far a study is, from its directory alone, while it runs or after it was ended.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Nothing, and a problem, if there is no study in the directory.
std::optional<std::string> study_status(const std::string& directory, Diagnostics& diagnostics);

}  // namespace gantry
