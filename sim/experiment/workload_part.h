// SPDX-License-Identifier: Apache-2.0
// The first part of a workload (`workload.part`): a shorter run that says something of the long one.
#pragma once

#include <cstdint>

namespace gantry {

struct Experiment;

inline constexpr std::uint64_t kWholeWorkload = 1'000'000;  ///< millionths

/// So much of `count`, rounded up.
std::uint64_t part_of(std::uint64_t count, std::uint64_t millionths);

/// Leaves of a graph the first tasks in order of submission whose predecessors are all among them, of a stream its
/// first tasks, of streams of graphs the first instances of each. 1 <= millionths <= kWholeWorkload.
void keep_part(Experiment& experiment, std::uint64_t millionths);

}  // namespace gantry
