// SPDX-License-Identifier: Apache-2.0
// The way around a closed row of routers, for the ring and both dimensions of the torus.
#pragma once

#include <cstdint>

namespace gantry {

/// Rows of two or fewer are not closed: the second link would be a twin of the first.
constexpr bool is_closed(std::uint32_t size) { return size > 2; }

/// The shorter way from place `at` to place `to`; if both are equally long forwards from even places, so that both
/// directions carry the same. Precondition: they differ, size >= 2.
constexpr bool goes_forward(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  if (!is_closed(size)) return at < to;
  const std::uint32_t forward = (to + size - at) % size;
  return forward * 2 == size ? at % 2 == 0 : forward * 2 < size;
}

/// Dateline (Dally and Seitz): class 0 as long as the link between the ends of the row is still ahead, then class 1.
/// Neither class can close a circle, and nothing changes back.
constexpr std::uint32_t dateline_class(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  const bool crosses = goes_forward(at, to, size) ? at > to : at < to;
  return crosses ? 0 : 1;
}

}  // namespace gantry
