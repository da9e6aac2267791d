// SPDX-License-Identifier: Apache-2.0
// The order of the copies on every processor, and the schedule that follows from it.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// An edge on a longest chain of retimings that begins a period later than it would have to.
struct LateEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Time rest = 0;  ///< of the transfer
};

/// Copies without time take no room: they are in no order, and begin when their predecessors let them.
class ProcessorOrders {
 public:
  ProcessorOrders(const Copies& copies, std::uint32_t processors);

  /// Takes processors and orders over. Precondition: a legal schedule.
  void take(const PeriodicSchedule& schedule);

  /// Makes a schedule in these orders, every copy as early as its predecessors allow, and measures it. The gaps of a
  /// processor go to the copies that wait for predecessors, unless they are told not to.
  void decode();
  [[nodiscard]] std::uint64_t max_retiming() const { return max_retiming_; }
  /// Copies on a chain whose retiming is the largest.
  [[nodiscard]] std::uint64_t critical_copies() const { return critical_copies_; }
  [[nodiscard]] const std::vector<LateEdge>& late_edges() const { return late_; }
  /// Processors and starts as decoded last; retiming is empty.
  [[nodiscard]] const PeriodicSchedule& schedule() const { return schedule_; }

  [[nodiscard]] const std::vector<std::uint32_t>& sequence(std::uint32_t processor) const {
    return sequences_[processor];
  }
  [[nodiscard]] std::uint32_t processor(std::uint32_t copy) const { return schedule_.processor[copy]; }
  [[nodiscard]] std::uint32_t place(std::uint32_t copy) const { return places_[copy]; }
  [[nodiscard]] Time load(std::uint32_t processor) const { return loads_[processor]; }
  /// Time that a processor has no copy for.
  [[nodiscard]] Time gap(std::uint32_t processor) const { return copies_.period() - loads_[processor]; }

  /// Puts the copy at that place of the processor's order; others close up. A copy without time only changes its
  /// processor.
  void move(std::uint32_t copy, std::uint32_t processor, std::uint32_t place);
  /// Whether the copy rather begins in a later period than take a gap.
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
  std::vector<Time> head_;  ///< times of the copies before this one on its processor
  std::vector<std::uint64_t> stage_;
  std::vector<std::uint64_t> after_;  ///< retiming that the copy's successors ask for
  PeriodicSchedule schedule_;
  std::uint64_t max_retiming_ = 0;
  std::uint64_t critical_copies_ = 0;
  std::vector<LateEdge> late_;
};

}  // namespace gantry::plan
