// SPDX-License-Identifier: Apache-2.0
// From one process node to another: Stillmaker and Baas, Scaling equations for the accurate prediction of CMOS device
// performance from 180 nm to 7 nm, Integration 58 (2017). Between the nodes of their tables, straight lines over the
// logarithms.
#pragma once

#include "gantry/cost/figures.h"

namespace gantry {
inline namespace cost {

/// What a figure of `from` nm is multiplied by to be one of `to` nm; both kSmallestNode..kLargestNode.
double node_scale(Scaling scaling, double from, double to);

/// To six significant digits: what follows is then exact, whatever the mathematical library's last bit.
double rounded(double value);

}  // namespace cost
}  // namespace gantry
