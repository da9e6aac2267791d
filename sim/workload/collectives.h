// SPDX-License-Identifier: Apache-2.0
// Collectives as transfers between the ranks of a group. The algorithm decides which rank sends how many bytes to which
// other rank, and which transfers a transfer waits for. docs/workloads.md has the table of the algorithms.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry {

enum class CollectiveKind : std::uint8_t {
  all_reduce,
  reduce,
  all_gather,
  gather,
  scatter,
  broadcast,
  all_to_all,
  reduce_scatter,
  barrier,
};

/// ring: to the next rank only. halving_doubling: to the rank whose number differs in one bit; the distance is halved
/// or doubled from step to step. direct: from the rank that has the data to each rank that needs it. Gather and scatter
/// are direct in all of them.
enum class CollectiveAlgorithm : std::uint8_t { ring, halving_doubling, direct };

struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::all_reduce;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::ring;
  std::uint32_t ranks = 1;  ///< of the group, numbered from 0; at least 1
  std::uint64_t bytes = 0;  ///< that a rank has at the beginning: every one, or the root of a broadcast or scatter
  std::uint32_t root = 0;   ///< of reduce, gather, scatter and broadcast
};

struct Transfer {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t step = 0;            ///< of the algorithm, from 0
  std::uint64_t bytes = 0;           ///< 0 for a barrier, and for a part of fewer bytes than ranks
  std::vector<std::uint32_t> after;  ///< earlier transfers, as indices in the result: those that `from` received and
                                     ///< passes on; rising
};

/// Returns why the algorithm does not suit the call; nothing if it does.
std::optional<std::string> unsuitable(const CollectiveCall& call);

/// Returns an upper bound of the transfers of a call and of their waits together, at most 2^64 - 1.
std::uint64_t collective_size(const CollectiveCall& call);

/// Returns the transfers of a call, step after step, and within a step by sender. A group of one rank has none.
/// Precondition: !unsuitable(call), root < ranks, bytes at most 2^40.
std::vector<Transfer> expand_collective(const CollectiveCall& call);

/// Returns the bytes of part `part` of `bytes` in `parts` parts: the first ones are a byte larger than the others where
/// the division leaves a rest.
constexpr std::uint64_t part_bytes(std::uint64_t bytes, std::uint32_t parts, std::uint32_t part) {
  return bytes / parts + (part < bytes % parts ? 1 : 0);
}

}  // namespace gantry
