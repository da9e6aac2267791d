// SPDX-License-Identifier: Apache-2.0
// The page of `gantry report`: one finished run, or two side by side, as one HTML file without references.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Largest page in bytes.
inline constexpr std::size_t kMostPageBytes = 1'450'000;

/// Comparison of run B with run A, for pages of two runs.
struct PageComparison {
  std::string json;     ///< document of `gantry compare --json`; empty: the runs cannot be compared
  std::string why_not;  ///< the reason, a sentence
};

/// Returns the page of the runs in these directories, from their files alone. Missing and malformed files that are
/// needed are reported, and the result is then nothing. A table that the run did not write is a sentence in the page.
std::optional<std::string> run_page(const std::vector<std::string>& directories, const PageComparison& comparison,
                                    Diagnostics& problems);

/// Returns all files of these directories from which the page may be made.
std::vector<std::string> page_inputs(const std::vector<std::string>& directories);

}  // namespace gantry
