// SPDX-License-Identifier: Apache-2.0
// Numbers of 64 bits as indices, which have 32 on some computers.
#pragma once

#include <cstddef>

namespace gantry {
inline namespace base {

/// Precondition: the number is at most the largest std::size_t. A template, so that compilers which call a cast useless
/// where both types are the same do not say so here.
template <class Number>
[[nodiscard]] constexpr std::size_t as_index(Number number) {
  return static_cast<std::size_t>(number);
}

}  // namespace base
}  // namespace gantry
