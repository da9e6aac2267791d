// SPDX-License-Identifier: Apache-2.0
// Collective operations of all nodes of an interconnect, as traces of packets that wait for each other. Node n is rank
// n. docs/network.md lists who sends what to whom.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gantry/base/keys_fwd.h"
#include "gantry/network/trace.h"

namespace gantry {
inline namespace network {

/// What the nodes have at the end.
enum class CollectiveOperation : std::uint8_t {
  all_reduce,      ///< every node the sum of all vectors
  reduce_scatter,  ///< node n part n of the sum
  all_gather,      ///< every node the parts of all nodes
  broadcast,       ///< every node the vector of the root
  all_to_all,      ///< node n part n of every vector
};

enum class CollectiveScheme : std::uint8_t {
  ring,    ///< to the next node alone, part by part
  tree,    ///< along a binary tree below the root
  direct,  ///< every node to every other
};

/// Name of the pattern that is a collective operation.
inline constexpr const char* kCollectivePattern = "collective";

struct CollectiveSpec {
  CollectiveOperation operation = CollectiveOperation::all_reduce;
  CollectiveScheme algorithm = CollectiveScheme::ring;
  std::uint64_t bytes = 65536;      ///< of a node's vector, 1..2^40; all but broadcast split it into a part per node
  std::uint64_t flit_bytes = 16;    ///< of a vector in a flit, 1..65536
  std::uint64_t packet_flits = 16;  ///< longest packet, 1..kMostPacketFlits
  std::uint64_t delay = 1;          ///< cycles from the arrival of what a packet waits for to the packet
  std::uint32_t root = 0;           ///< node at the root, of tree and broadcast

  [[nodiscard]] bool has_root() const {
    return algorithm == CollectiveScheme::tree || operation == CollectiveOperation::broadcast;
  }
};

/// Describes its keys (base/keys.h). `least_flits`: flits of the shortest packet.
struct CollectiveKeys {
  CollectiveSpec& spec;
  std::uint64_t least_flits = 1;
};
void describe(KeyVisitor& keys, CollectiveKeys& collective);

/// Returns why the operation has no such trace on this many nodes: no such algorithm, a root that is no node, or a
/// packet that waits for one too many positions before it (kTraceWindow). Nothing: it has.
std::optional<std::string> collective_fault(const CollectiveSpec& spec, std::uint32_t nodes);

/// Returns the packets. `least_flits`: flits of the shortest packet. Precondition: collective_fault() has none; at
/// least 2 nodes.
std::shared_ptr<const Trace> make_collective(const CollectiveSpec& spec, std::uint32_t nodes,
                                             std::uint64_t least_flits);

}  // namespace network
}  // namespace gantry
