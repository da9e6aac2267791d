// SPDX-License-Identifier: Apache-2.0
// Scaling between process nodes, after Stillmaker and Baas, Scaling equations for the accurate prediction of CMOS
// device performance from 180 nm to 7 nm, Integration 58 (2017). Logarithms are interpolated linearly between the nodes
// of their tables.
#pragma once

#include "gantry/cost/figures.h"

namespace gantry {
inline namespace cost {

/// Returns the factor by which a figure at process node `from` becomes one at `to`, both in nm and within
/// kSmallestNode..kLargestNode. 1 for Scaling::none.
double node_scale(Scaling scaling, double from, double to);

/// Returns the value with six significant digits, so that results do not depend on the last bit of the math library.
double rounded(double value);

}  // namespace cost
}  // namespace gantry
