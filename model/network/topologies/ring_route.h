// SPDX-License-Identifier: Apache-2.0
// The way around a closed row of routers, for the ring and both dimensions of the torus.
#pragma once

#include <cstdint>

#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

/// Rows of two or fewer are not closed: the second link would be a twin of the first.
constexpr bool is_closed(std::uint32_t size) { return size > 2; }

/// The shorter way from place `at` to place `to`; if both are equally long forwards from even places, so that both
/// directions carry the same. Precondition: they differ, size >= 2.
constexpr bool goes_forward(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  if (!is_closed(size)) return at < to;
  const std::uint32_t forward = (to + size - at) % size;
  return forward * 2 == size ? at % 2 == 0 : forward * 2 < size;
}

/// Whether the way from place `at` to place `to` leads over the link between the ends of the row.
constexpr bool crosses_dateline(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  return goes_forward(at, to, size) ? at > to : at < to;
}

/// Whether it leads over the link between the halves of the row. No shortest way does both.
constexpr bool crosses_middle(std::uint32_t at, std::uint32_t to, std::uint32_t size) {
  const std::uint32_t half = (size + 1) / 2;
  return goes_forward(at, to, size) ? at < half && to >= half : at >= half && to < half;
}

/// Rows of so many routers at most give most packets a class by their last link, longer ones by their whole way: where
/// the two change places in throughput, on every ring measured, with either router and 2 or 4 channels.
inline constexpr std::uint32_t kLongestShortRow = 8;

constexpr bool is_long(std::uint32_t size) { return size > kLongestShortRow; }

/// In a short row (Dally and Seitz): class 0 as long as the link between the ends of the row is still ahead. A packet
/// that may have come over it takes class 1, and so does every packet for its last link in the row, to spread the
/// others over both classes. Nothing changes back to class 0, and neither class closes a circle: none is left of class
/// 1 that would go on over the dateline, and none of class 0 that has come over it. Whether a packet may have come over
/// it depends on `to` alone: from the end of the row before the dateline its way would lead over it in the same
/// direction.
///
/// In a long row last links are few, and class 0 would carry nearly all. There a packet stays in one class for its
/// whole way: 1 if that leads over the link between the ends, 0 if over the link between the halves, else either. So
/// class 1 is never held over the middle, nor class 0 over the ends, and each is a line that closes no circle.
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
