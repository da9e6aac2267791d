// SPDX-License-Identifier: Apache-2.0
// How far a written ratio or mean may lie from the same one recomputed.
#pragma once

namespace gantry {

/// They are written with all their digits; this much is left to other ways of dividing.
inline constexpr double kRounding = 1e-9;

}  // namespace gantry
