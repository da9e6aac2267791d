// SPDX-License-Identifier: Apache-2.0
// Checks that no command overwrites a file that it reads.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Call before anything is written. Reports every output that is one of `inputs`, by any name or link, every output
/// that occurs twice, and a standard output that goes into one of them. Returns false if there is one.
bool check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                   Diagnostics& diagnostics);

/// Calls check_outputs(), makes `directory` unless it is empty, and removes files that an earlier call has left as
/// outputs. Returns false, and removes nothing, if there is a problem.
bool prepare_outputs(const std::string& directory, const std::vector<std::string>& outputs,
                     const std::vector<std::string>& inputs, Diagnostics& diagnostics);

/// Call before long work. Reports every output that cannot be written, with the reason. Returns false if there is one.
bool check_writable(const std::vector<std::string>& outputs, Diagnostics& diagnostics);

/// Returns `prefix`, with `_again` appended if an input begins with it.
std::string prefix_beside(const std::string& prefix, const std::vector<std::string>& endings, const std::string& input);

}  // namespace gantry
