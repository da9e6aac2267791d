// SPDX-License-Identifier: Apache-2.0
// The conditions of a comparison as test cases.
#pragma once

#include "compare/junit.h"

namespace gantry {

struct Comparison;

/// Returns a test case for each --fail-if; it fails if the condition holds.
JunitSuite comparison_junit(const Comparison& comparison);

}  // namespace gantry
