// SPDX-License-Identifier: Apache-2.0
// Whether a test runs under AddressSanitizer, where everything takes some ten times as long.
#pragma once

namespace gantry {

#if defined(__SANITIZE_ADDRESS__) || defined(GANTRY_EXECUTED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace gantry
