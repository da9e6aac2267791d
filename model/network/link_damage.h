// SPDX-License-Identifier: Apache-2.0
// Flits that links damage. Each fault of a link waits for the first flit that the link carries, in either direction,
// from the cycle of its begin on; faults of one link take flits of different cycles, in order of their begins. Cost:
// nothing before a fault begins; then two sums per cycle until a flit comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/network/fabric.h"
#include "gantry/network/network_fault.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

class LinkDamage {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Of `faults` those of kind `corrupt`. Precondition: the topology has the links.
  LinkDamage(const std::vector<NetworkFault>& faults, RandomTimes times, const Topology& topology);

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  /// Returns the earliest begin of a fault that waits for a flit; kNever: none.
  [[nodiscard]] Cycle next() const { return next_; }
  /// Before the routers of cycle `now`.
  void watch(const Fabric& fabric, Cycle now);
  /// After the routers of the same cycle: calls `damage(number of the fault, packets)` for each fault that has got its
  /// flit. Numbers are from 0, in order of these calls.
  template <class Damage>
  void take(const Fabric& fabric, Cycle now, Damage damage) {
    for (Line& line : lines_) {
      if (line.faults[line.next].fault.at > now) continue;
      const Way* way = way_of_flit(fabric, line);
      if (way == nullptr) continue;
      line.faults[line.next].end = now + 1;
      hits_.emplace_back(static_cast<std::size_t>(&line - lines_.data()), line.next);
      advance(line);
      damage(static_cast<std::uint32_t>(hits_.size() - 1), fabric.last_sent(way->router, way->port, now));
    }
    find_next();
  }
  /// A packet that fault `number` has damaged is sent again.
  void note_resent(std::uint32_t number) { ++lines_[hits_[number].first].faults[hits_[number].second].resent; }

  /// Returns the faults that began up to cycle `last`, by link.
  [[nodiscard]] std::vector<NetworkFaultRecord> records(Cycle last) const;

 private:
  /// One direction of a link.
  struct Way {
    std::uint32_t router = 0;
    std::uint32_t port = 0;
    std::uint64_t flits = 0;  ///< that it had carried before the cycle
  };
  /// Faults of the links between two routers.
  struct Line {
    std::vector<Way> ways;                   ///< those from the lower router first
    std::vector<NetworkFaultRecord> faults;  ///< by cycle; the last one never begins
    std::size_t next = 0;                    ///< the first one without a flit
    std::optional<RandomBits> bits;          ///< draws the next one
  };
  [[nodiscard]] static const Way* way_of_flit(const Fabric& fabric, const Line& line);
  [[nodiscard]] NetworkFaultRecord drawn(RandomBits& bits, const NetworkFault& before) const;
  Line& line_of(const NetworkFault& fault, const Topology& topology);
  void advance(Line& line);
  void find_next();

  RandomTimes times_;
  std::vector<Line> lines_;                                ///< in order of their first faults in the list
  std::vector<std::pair<std::size_t, std::size_t>> hits_;  ///< by number of the fault: its line and place
  Cycle next_ = kNever;
};

}  // namespace network
}  // namespace gantry
