// SPDX-License-Identifier: Apache-2.0
// Why a finished run took as long as it did, from its files alone.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "result/explanation.h"

namespace gantry {

/// Nothing, and problems, if the directory has no run of jobs or its files are not what runs write.
std::optional<Explanation> explain_run(const std::string& directory, Diagnostics& problems);

/// As people read it.
std::string explanation_text(const Explanation& explanation, bool unicode);
/// As scripts read it (`gantry schema explain`).
std::string explanation_json(const Explanation& explanation);

}  // namespace gantry
