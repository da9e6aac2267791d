// SPDX-License-Identifier: Apache-2.0
// Requests of streams in the summary on the terminal.
#pragma once

#include <string>

#include "result/stream_results.h"

namespace gantry {

/// Returns a table of the times of requests that several instances serve, and a line for each stream with limits. Empty
/// text: no stream has such requests.
std::string requests_text(const TenantsStats& streams);

}  // namespace gantry
