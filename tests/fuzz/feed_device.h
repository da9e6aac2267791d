// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gantry {

/// What a driver does with a task scheduler: a byte says what, those behind it how. Whatever it is, no block's
/// invariant breaks, no task is done twice, and every error is counted.
void feed_device(const std::string& input);

}  // namespace gantry
