// SPDX-License-Identifier: Apache-2.0
// A study as one HTML page that needs nothing else: what `gantry report` writes of a study's directory, and
// `gantry sweep` at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// The page of the study in this directory, from its files alone: study.json, points.csv, pareto.csv, and what the
/// points' summaries say of their causes. `page`: where it will be written, from which it names the points. It is the
/// same wherever both stand together.
std::optional<std::string> study_page(const std::string& directory, const std::string& page, Diagnostics& problems);

/// Files of the directory that the page may be made from, but those of the points.
std::vector<std::string> study_page_inputs(const std::string& directory);

}  // namespace gantry
