// SPDX-License-Identifier: Apache-2.0
// Routes around a closed row of routers, for the ring and both dimensions of the torus.
#pragma once

#include <cstdint>

#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

/// Whether a row is closed. Rows of one or two are not: the second link would join the same two routers.
constexpr bool is_closed(std::uint32_t size) { return size > 2; }

/// Whether the shorter way from position `at` to position `to` goes forward. A tie goes forward from even positions, so
/// that both directions carry the same load. Precondition: at != to, size >= 2.
constexpr bool goes_forward(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  if (!is_closed(size)) return at < to;
  const std::uint32_t forward = (to + size - at) % size;
  return forward * 2 == size ? at % 2 == 0 : forward * 2 < size;
}

/// Whether the route from `at` to `to` crosses the link between the last and the first position.
constexpr bool crosses_dateline(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  return goes_forward(at, to, size) ? at > to : at < to;
}

/// Whether the route crosses the link between the halves of the row. No shortest route crosses both links.
constexpr bool crosses_middle(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  const std::uint32_t half = (size + 1) / 2;
  return goes_forward(at, to, size) ? at < half && to >= half : at >= half && to < half;
}

/// Longest row in which the class depends on the last link. In longer rows it depends on the whole route. This is where
/// the two methods swap in throughput, measured on rings with either router and 2 or 4 channels.
inline constexpr std::uint32_t kLongestShortRow = 8;

constexpr bool is_long(std::uint32_t size) { return size > kLongestShortRow; }

/// Channel class of a packet at position `at` for position `to`: 0, 1 or kAnyClass.
///
/// Short row (Dally and Seitz): class 0 while the dateline, the link between the ends, is still ahead. Class 1 for a
/// packet that may have crossed it, and for every last link of a route, to balance the classes. No packet returns to
/// class 0. Neither class closes a cycle: no packet of class 1 crosses the dateline, and none of class 0 has crossed
/// it. Whether a packet may have crossed depends on `to` alone: the route from the end of the row before the dateline
/// would cross it in the same direction.
///
/// Long row: last links are rare, so class 0 would carry nearly everything. A packet stays in one class: 1 if its route
/// crosses the ends, 0 if it crosses the middle, else either. So class 1 never crosses the middle and class 0 never the
/// ends. Both are lines, which close no cycle.
constexpr std::uint32_t dateline_class(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  const bool over_ends = crosses_dateline(at, to, size);
  if (is_long(size)) return over_ends ? 1 : crosses_middle(at, to, size) ? 0 : kAnyClass;
  const bool forward = goes_forward(at, to, size);
  if ((at + (forward ? 1 : size - 1)) % size == to) return 1;
  if (over_ends) return 0;
  const std::uint32_t end = forward ? size - 1 : 0;
  const bool may_have_crossed = end != to && goes_forward(end, to, size) == forward && crosses_dateline(end, to, size);
  return may_have_crossed ? 1 : 0;
}

}  // namespace network
}  // namespace gantry
