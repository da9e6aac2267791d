// SPDX-License-Identifier: Apache-2.0
// The conditions of a comparison as JUnit XML, which CI systems show.
#pragma once

#include <ostream>

#include "compare/comparison.h"

namespace gantry {

/// A test case per --fail-if; it fails if the condition holds. What XML cannot hold becomes '?'.
void write_junit(std::ostream& out, const Comparison& comparison);

}  // namespace gantry
