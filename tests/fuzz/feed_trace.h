// SPDX-License-Identifier: Apache-2.0
// A trace of packets, of either format.
#pragma once

#include <string>

namespace gantry {

/// Reads it; what is accepted is taken packet by packet, each of which arrives a while later.
void feed_trace(const std::string& input);

}  // namespace gantry
