// SPDX-License-Identifier: Apache-2.0
// Progress of a study, from its directory alone, during the study or later.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Returns the progress; nothing, and a problem, if the directory has no study.
std::optional<std::string> study_status(const std::string& directory, Diagnostics& diagnostics);

}  // namespace gantry
