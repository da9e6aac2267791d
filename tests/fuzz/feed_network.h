// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gantry {

/// A network experiment; what is right and small runs for some hundred cycles, and everything that must hold of its
/// flits and credits is looked at after each.
void feed_network(const std::string& input);

}  // namespace gantry
