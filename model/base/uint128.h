// SPDX-License-Identifier: Apache-2.0
// Whole numbers of 128 bits, for sums and products that must not wrap.
#pragma once

namespace gantry {
inline namespace base {

__extension__ using Uint128 = unsigned __int128;

}  // namespace base
}  // namespace gantry
