// SPDX-License-Identifier: Apache-2.0
// Every algorithm is a rule that computes packet i from i alone, so a trace of any length takes no memory. A packet
// carries the same piece of a part, or of the vector, as the ones that it waits for.
#include "gantry/network/collective.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gantry/base/keys.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

namespace {

using Operation = CollectiveOperation;
using Algorithm = CollectiveScheme;

/// A message that is cut into packets. All packets but the last have the full length.
struct VectorMessage {
  VectorMessage(const CollectiveSpec& spec, std::uint64_t bytes, std::uint64_t least)
      : flits(std::max(ceil_div(bytes, spec.flit_bytes), std::uint64_t{1})),
        longest(std::max(spec.packet_flits, least)),
        packets(ceil_div(flits, longest)),
        least_flits(least) {}

  [[nodiscard]] std::uint64_t flits_of(std::uint64_t packet) const {
    return std::max(packet + 1 < packets ? longest : flits - longest * (packets - 1), least_flits);
  }

  std::uint64_t flits;
  std::uint64_t longest;
  std::uint64_t packets;
  std::uint64_t least_flits;
};

class CollectiveRule {
 public:
  CollectiveRule(const CollectiveSpec& spec, std::uint32_t nodes, std::uint64_t least_flits)
      : spec_(spec),
        nodes_(nodes),
        message_(spec, spec.has_root() ? spec.bytes : ceil_div(spec.bytes, nodes), least_flits) {}

  [[nodiscard]] std::uint64_t count() const {
    if (spec_.algorithm == Algorithm::tree) return message_.packets * rounds();
    if (spec_.operation == Operation::broadcast) return message_.packets * (nodes_ - 1);
    return message_.packets * nodes_ * rounds();
  }
  /// Most positions between a packet and one that it waits for.
  [[nodiscard]] std::uint64_t longest_wait() const {
    if (spec_.algorithm == Algorithm::tree) return rounds();
    if (spec_.operation == Operation::broadcast) return message_.packets;
    if (spec_.algorithm == Algorithm::ring) return message_.packets * nodes_;
    return spec_.operation == Operation::all_reduce ? count() : 0;
  }
  void packet_at(std::uint64_t index, TracePacket& packet) const {
    packet.after.clear();
    packet.delay = spec_.delay;
    packet.cycle = 1;
    if (spec_.algorithm == Algorithm::tree) {
      tree(index, packet);
    } else if (spec_.operation == Operation::broadcast) {
      chain(index, packet);
    } else if (spec_.algorithm == Algorithm::ring) {
      ring(index, packet);
    } else {
      direct(index, packet);
    }
  }

 private:
  /// Rounds in which every node sends a part; of a tree the packets of one piece, an edge and direction each.
  [[nodiscard]] std::uint64_t rounds() const {
    return (spec_.operation == Operation::all_reduce ? 2 : 1) * std::uint64_t{nodes_ - 1};
  }
  [[nodiscard]] std::uint32_t node(std::uint64_t rank) const {
    return static_cast<std::uint32_t>((rank + (spec_.has_root() ? spec_.root : 0)) % nodes_);
  }

  /// Round by round; in each the pieces of a part, of each those of all nodes. A node passes on what it got in the
  /// round before.
  void ring(std::uint64_t index, TracePacket& packet) const {
    const std::uint64_t rank = index % nodes_;
    const std::uint64_t piece = index / nodes_ % message_.packets;
    const std::uint64_t round = index / nodes_ / message_.packets;
    send(rank, rank + 1, piece, packet);
    if (round == 0) return;
    packet.cycle = 1 + round * (spec_.delay + 1);
    packet.after.push_back(index - message_.packets * nodes_ - rank + (rank + nodes_ - 1) % nodes_);
  }

  /// From rank to rank; each passes a piece on when it has got it.
  void chain(std::uint64_t index, TracePacket& packet) const {
    const std::uint64_t rank = index / message_.packets;
    send(rank, rank + 1, index % message_.packets, packet);
    if (rank == 0) return;
    packet.cycle = 1 + rank * (spec_.delay + 1);
    packet.after.push_back(index - message_.packets);
  }

  /// In round r to the node r + 1 further on, so that no two nodes send to the same. The second half of an all_reduce
  /// waits for the same piece from everybody.
  void direct(std::uint64_t index, TracePacket& packet) const {
    const std::uint64_t rank = index % nodes_;
    const std::uint64_t piece = index / nodes_ % message_.packets;
    const std::uint64_t round = index / nodes_ / message_.packets;
    const std::uint64_t half = nodes_ - 1;
    send(rank, rank + 1 + round % half, piece, packet);
    if (round < half) return;
    packet.cycle = 1 + spec_.delay + 1;
    for (std::uint64_t r = 0; r < half; ++r) {
      const std::uint64_t from = (rank + nodes_ - 1 - r) % nodes_;
      packet.after.push_back((r * message_.packets + piece) * nodes_ + from);
    }
  }

  /// Piece by piece; of each first up from the leaves, if it is reduced, then down. Rank r has the children 2r + 1 and
  /// 2r + 2.
  void tree(std::uint64_t index, TracePacket& packet) const {
    const std::uint64_t edges = nodes_ - 1;
    const std::uint64_t piece = index / rounds();
    const std::uint64_t first = piece * rounds();
    const bool reduces = spec_.operation == Operation::all_reduce;
    std::uint64_t at = index - first;
    // Positions of packets: upward in descending order of the ranks that send, downward in ascending order of those
    // that receive.
    const auto up = [&](std::uint64_t rank) { return first + edges - rank; };
    const auto down = [&](std::uint64_t rank) { return first + (reduces ? edges : 0) + rank - 1; };
    const auto wait_for_children = [&](std::uint64_t rank) {
      for (const std::uint64_t child : {2 * rank + 1, 2 * rank + 2}) {
        if (child < nodes_) packet.after.push_back(up(child));
      }
    };
    if (reduces && at < edges) {
      const std::uint64_t rank = edges - at;
      send(rank, (rank - 1) / 2, piece, packet);
      return wait_for_children(rank);
    }
    const std::uint64_t rank = at - (reduces ? edges : 0) + 1;
    const std::uint64_t parent = (rank - 1) / 2;
    send(parent, rank, piece, packet);
    if (parent > 0) {
      packet.after.push_back(down(parent));
    } else if (reduces) {
      wait_for_children(0);
    }
  }

  void send(std::uint64_t from, std::uint64_t to, std::uint64_t piece, TracePacket& packet) const {
    packet.from = node(from);
    packet.to = node(to);
    packet.flits = message_.flits_of(piece);
  }

  const CollectiveSpec spec_;
  const std::uint32_t nodes_;
  const VectorMessage message_;
};

class CollectiveReader final : public TraceReader {
 public:
  explicit CollectiveReader(const CollectiveRule& rule) : rule_(rule) {}
  bool next(TracePacket& packet) override {
    if (next_ == rule_.count()) return false;
    rule_.packet_at(next_++, packet);
    return true;
  }

 private:
  const CollectiveRule rule_;
  std::uint64_t next_ = 0;
};

class CollectiveTrace final : public Trace {
 public:
  explicit CollectiveTrace(const CollectiveRule& rule) : rule_(rule) {}
  [[nodiscard]] std::unique_ptr<TraceReader> open() const override { return std::make_unique<CollectiveReader>(rule_); }

 private:
  const CollectiveRule rule_;
};

constexpr std::array<std::pair<const char*, Algorithm>, 3> kAlgorithms = {
    {{"ring", Algorithm::ring}, {"tree", Algorithm::tree}, {"direct", Algorithm::direct}}};

bool fits(Operation operation, Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::ring:
      return operation != Operation::all_to_all;
    case Algorithm::tree:
      return operation == Operation::all_reduce || operation == Operation::broadcast;
    case Algorithm::direct:
      return operation != Operation::broadcast;
  }
  return false;
}

}  // namespace

void describe(KeyVisitor& keys, CollectiveKeys& collective) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
  constexpr std::uint64_t kMostCollectiveFlitBytes = 65536;
  constexpr std::uint64_t kMostRoot = 4095;  // collective_fault() knows how many nodes there are
  CollectiveSpec& spec = collective.spec;
  keys.choice("operation", spec.operation,
              {{"all_reduce", Operation::all_reduce},
               {"reduce_scatter", Operation::reduce_scatter},
               {"all_gather", Operation::all_gather},
               {"broadcast", Operation::broadcast},
               {"all_to_all", Operation::all_to_all}},
              "what the nodes do together");
  keys.choice("algorithm", spec.algorithm,
              {{"ring", Algorithm::ring}, {"tree", Algorithm::tree}, {"direct", Algorithm::direct}},
              "who sends to whom ([collectives](network.md#collectives))");
  keys.number("bytes", spec.bytes, {1, kMostBytes}, "bytes", "of a node's vector");
  keys.number("flit_bytes", spec.flit_bytes, {1, kMostCollectiveFlitBytes}, "bytes", "of a vector in a flit");
  spec.packet_flits = std::max(spec.packet_flits, collective.least_flits);
  keys.number("packet_flits", spec.packet_flits, {collective.least_flits, kMostPacketFlits}, "flits",
              "of the longest packet");
  keys.number("delay", spec.delay, {1, kMostTraceDelay}, "cycles", "from the arrival of a piece to its next packet");
  if (keys.applies(spec.has_root())) {
    keys.number("root", spec.root, {0, kMostRoot}, "", "node at the root, of `tree` and `broadcast`");
  }
}

std::optional<std::string> collective_fault(const CollectiveSpec& spec, std::uint32_t nodes) {
  if (!fits(spec.operation, spec.algorithm)) {
    std::string right;
    for (const auto& [name, algorithm] : kAlgorithms) {
      if (!fits(spec.operation, algorithm)) continue;
      right += (right.empty() ? "" : " or ") + std::string(name);
    }
    return "needs the algorithm " + right + " for this operation";
  }
  if (spec.has_root() && spec.root >= nodes) {
    return "has the root " + std::to_string(spec.root) + ", which is no node, 0 to " + std::to_string(nodes - 1);
  }
  if (CollectiveRule(spec, nodes, 1).longest_wait() >= kTraceWindow) {
    return "has packets that wait for one " + std::to_string(kTraceWindow) +
           " or more before them (longer packets are fewer: packet_flits)";
  }
  return std::nullopt;
}

std::shared_ptr<const Trace> make_collective(const CollectiveSpec& spec, std::uint32_t nodes,
                                             std::uint64_t least_flits) {
  return std::make_shared<CollectiveTrace>(CollectiveRule(spec, nodes, least_flits));
}

}  // namespace network
}  // namespace gantry
