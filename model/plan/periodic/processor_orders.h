// SPDX-License-Identifier: Apache-2.0
// Order of the copies on every processor, and the schedule that it determines.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// An edge on a longest chain of retimings that starts a period later than necessary.
struct LateEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Time rest = 0;  ///< time of the transfer modulo the period
};

/// Copies without time are in no order. They start when their predecessors allow.
class ProcessorOrders {
 public:
  ProcessorOrders(const Copies& copies, std::uint32_t processors);

  /// Takes processors and orders from a schedule. Precondition: it is legal.
  void take(const PeriodicSchedule& schedule);

  /// Computes the start of every copy from these orders, and from the starts the retiming. A copy starts when the copy
  /// before it on its processor ends, or later, when the data of its predecessors arrive. All waits of a processor
  /// together are at most its gap(). A copy that would have to wait longer does not wait: it runs in a later period.
  /// A copy that toggle_hurry() has marked never waits. A heuristic: the number of passes over the graph is limited.
  /// Preconditions: take() was called, and no load() exceeds the period.
  void decode();
  [[nodiscard]] std::uint64_t max_retiming() const { return max_retiming_; }
  /// Number of copies on a chain with the largest retiming.
  [[nodiscard]] std::uint64_t critical_copies() const { return critical_copies_; }
  [[nodiscard]] const std::vector<LateEdge>& late_edges() const { return late_; }
  /// Processors and starts of the last decode(); retiming is empty.
  [[nodiscard]] const PeriodicSchedule& schedule() const { return schedule_; }

  [[nodiscard]] const std::vector<std::uint32_t>& sequence(std::uint32_t processor) const {
    return sequences_[processor];
  }
  [[nodiscard]] std::uint32_t processor(std::uint32_t copy) const { return schedule_.processor[copy]; }
  [[nodiscard]] std::uint32_t place(std::uint32_t copy) const { return places_[copy]; }
  [[nodiscard]] Time load(std::uint32_t processor) const { return loads_[processor]; }
  /// Idle time of a processor per period.
  [[nodiscard]] Time gap(std::uint32_t processor) const { return copies_.period() - loads_[processor]; }

  /// Moves a copy to position `place` of a processor's order; other copies close up. A copy without time only changes
  /// its processor.
  void move(std::uint32_t copy, std::uint32_t processor, std::uint32_t place);
  /// Toggles whether the copy starts in a later period instead of taking a gap.
  void toggle_hurry(std::uint32_t copy) { hurries_[copy] = !hurries_[copy]; }

 private:
  bool pass();
  void close_gaps();
  void measure();

  const Copies& copies_;
  std::vector<std::vector<std::uint32_t>> sequences_;
  std::vector<std::uint32_t> places_;
  std::vector<Time> loads_;
  std::vector<bool> hurries_;
  std::vector<Time> head_;  ///< total time of the earlier copies on its processor
  std::vector<std::uint64_t> stage_;
  std::vector<std::uint64_t> after_;  ///< retiming that the copy's successors require
  PeriodicSchedule schedule_;
  std::uint64_t max_retiming_ = 0;
  std::uint64_t critical_copies_ = 0;
  std::vector<LateEdge> late_;
};

}  // namespace gantry::plan
