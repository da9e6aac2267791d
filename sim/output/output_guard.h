// SPDX-License-Identifier: Apache-2.0
// No command writes over a file that it reads.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// To be asked before anything is written. Reports every file of `outputs` that is one of `inputs`, by whichever name
/// or link, or that stands there twice; and a standard output that goes into one of them. False if there is any.
bool check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                   Diagnostics& diagnostics);

/// To be asked before long work: reports every file of `outputs` that cannot be written, and why. False if there is
/// any.
bool check_writable(const std::vector<std::string>& outputs, Diagnostics& diagnostics);

/// `prefix`, with `_again` behind it if a file that begins so is the input.
std::string prefix_beside(const std::string& prefix, const std::vector<std::string>& endings, const std::string& input);

}  // namespace gantry
