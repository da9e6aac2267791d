// SPDX-License-Identifier: Apache-2.0
// A finished run, or two of them side by side, as one HTML page that needs nothing else: what `gantry report` writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// No page is larger, whatever the run.
inline constexpr std::size_t kMostPageBytes = 1'450'000;

/// What is known of B against A where there are two runs.
struct PageComparison {
  std::string json;     ///< of `gantry compare --json`; empty: they cannot be compared
  std::string why_not;  ///< a sentence
};

/// The page of the runs in these directories, from their files alone. Files that are missing or malformed where one is
/// needed are reported, and the result is then nothing; a table that the run did not write is a sentence in the page.
std::optional<std::string> run_page(const std::vector<std::string>& directories, const PageComparison& comparison,
                                    Diagnostics& problems);

/// Every file of these directories that the page may be made from.
std::vector<std::string> page_inputs(const std::vector<std::string>& directories);

}  // namespace gantry
