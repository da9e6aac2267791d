// SPDX-License-Identifier: Apache-2.0
// The page of a study as one HTML file without references. `gantry report` writes it for a study's directory, and
// `gantry sweep` at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Returns the page of the study in this directory, from its files alone: study.json, points.csv, pareto.csv, and the
/// causes in the points' summaries. `page`: path of the page, for relative paths to the points. If both are moved
/// together the page stays the same.
std::optional<std::string> study_page(const std::string& directory, const std::string& page, Diagnostics& problems);

/// Returns the files of the directory from which the page may be made, without those of the points.
std::vector<std::string> study_page_inputs(const std::string& directory);

}  // namespace gantry
