// SPDX-License-Identifier: Apache-2.0
// Whether the numbers of network.json fit each other.
#pragma once

#include <string>

#include "result/findings.h"
#include "result/network_summary.h"

namespace gantry {

/// `file`: the path of the summary, for findings.
void check_network_numbers(const NetworkSummary& summary, const std::string& file, Findings& findings);

}  // namespace gantry
