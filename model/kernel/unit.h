// SPDX-License-Identifier: Apache-2.0
// A hardware unit: plain C++ that runs only in cycles in which it has work. A kernel (the SystemC shells in model/sc,
// or the CycleKernel) calls it. Links and timers wake it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/count_visitor.h"
#include "gantry/kernel/gauge.h"

namespace gantry {
inline namespace kernel {

/// A statistic of a unit, or a signal that only waveforms show. The add_... functions of Unit below create it.
struct Measure {
  enum class Kind : std::uint8_t { queue, stall, counter, signal };
  Kind kind = Kind::counter;
  std::string name;  ///< of a stall: its cause, without the prefix "stall_" of its gauge
  std::string_view meaning;
};

/// Receives a unit's requests to run, for kernels that do not query due() of every unit.
class Waker {
 public:
  virtual ~Waker() = default;
  /// Requests a run of the unit in cycle `at` instead of the cycle requested before.
  virtual void schedule(Cycle at) = 0;
  /// Cancels the requested run.
  virtual void cancel() {}
};

class Unit {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit Unit(std::string name) : name_(std::move(name)) {}
  virtual ~Unit() = default;
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Returns one paragraph about the content of the unit and what it waits for; part of the diagnosis of a failed run.
  [[nodiscard]] virtual std::string state() const = 0;

  /// Throws std::logic_error if an invariant of the unit is broken. Checked runs call it after every cycle.
  virtual void verify() const {}

  /// Of a unit that replaces one of ours: writes the state into a checkpoint, or reads it (gantry/base/archive.h).
  /// Returns false, and does nothing, if runs with this unit cannot be cut. Our units are visited without it.
  virtual bool archive(Archive& /*state*/) { return false; }

  /// Requests a run in cycle `at`, unless the unit is due earlier. Precondition: `at` is later than the current cycle.
  void wake(Cycle at) {
    if (at >= due_) return;
    due_ = at;
    if (waker_ != nullptr) waker_->schedule(at);
  }

  /// For kernels: runs the unit if it is due in cycle `now`, and does nothing otherwise.
  void run(Cycle now) {
    if (now != due_) return;
    due_ = kNever;
    last_run_ = now;
    const Cycle next = step(now);
    if (next != kNever) wake(next);
  }
  /// The same for kernels that call all units. Returns whether the unit ran and is due again in the next cycle.
  bool run_if_due(Cycle now) {
    if (due_ != now) return false;
    run(now);
    return due_ == now + 1;
  }
  /// Cycle of the next run; kNever: none is requested.
  [[nodiscard]] Cycle due() const { return due_; }
  /// Sets the receiver of requests to run; nullptr: the kernel queries due() before every cycle.
  void attach(Waker* waker) { waker_ = waker; }

  /// The last cycle in which the unit ran; kNever before the first.
  [[nodiscard]] Cycle last_run() const { return last_run_; }
  /// Replaces due() by cycle `at`; kNever: the unit runs when it is woken. Call between cycles, or from the unit
  /// itself.
  void reschedule(Cycle at) {
    due_ = at;
    if (waker_ == nullptr) return;
    at == kNever ? waker_->cancel() : waker_->schedule(at);
  }

  /// Returns the statistics of cycles [0, end).
  [[nodiscard]] BlockStats block_stats(Cycle end) const;
  /// Queues and stalls, in order of their creation.
  [[nodiscard]] std::deque<Gauge>& gauges() { return gauges_; }
  /// Values and one-cycle strobes that only waveforms show.
  [[nodiscard]] std::deque<Gauge>& signals() { return signals_; }

  /// Descriptions of all statistics and signals, in order of their creation.
  [[nodiscard]] const std::vector<Measure>& measures() const { return measures_; }

  /// Visits all statistics that were added below, and the busy cycles.
  void visit_counts(CountVisitor& visitor);

 protected:
  /// Does the work of cycle `now`. Other units see what it sends in a later cycle. Returns the cycle in which the unit
  /// wants to run again without a link that wakes it; kNever: none. Units of the machine mark it [[gnu::flatten]], so
  /// that calls within their module are inlined (docs/performance.md).
  virtual Cycle step(Cycle now) = 0;

  // Statistics of the unit. Each is one line: name, meaning, and a member that keeps the returned reference. Summaries,
  // traces, waveforms and the tables of docs/ (`gantry schema --counters`) use it. `meaning` is a literal.

  /// Adds an occupancy, reported with mean and maximum. `capacity` 0: unbounded.
  Gauge& add_queue(std::string name, std::string_view meaning, std::uint64_t capacity = 0);
  /// Adds a gauge that is 1 while something waits for `cause`. Reported as the number of cycles in which it is 1. The
  /// unit sets 0 and 1 only.
  Gauge& add_stall(std::string cause, std::string_view meaning);
  /// Adds a counter of events, which only grows.
  std::uint64_t& add_counter(std::string name, std::string_view meaning);
  /// Adds a counter that is not reported with the unit. The unit's owner reports it elsewhere.
  std::uint64_t& add_total() { return totals_.emplace_back(0); }
  /// Adds a signal. `max`: largest value, for the width of the wire; 0: 64 bits.
  Gauge& add_signal(std::string name, std::string_view meaning, std::uint64_t max);

  /// Counts cycle `now` as busy, once however often it is called.
  void mark_busy(Cycle now) {
    if (now == last_busy_) return;
    last_busy_ = now;
    ++busy_cycles_;
  }
  /// Adds busy cycles that mark_busy() does not count. If several parts of a unit work in a cycle, each part may add
  /// it.
  void add_busy(std::uint64_t cycles) { busy_cycles_ += cycles; }

 private:
  Waker* waker_ = nullptr;
  Cycle due_ = kNever;
  Cycle last_run_ = kNever;
  Cycle last_busy_ = kNever;
  std::uint64_t busy_cycles_ = 0;
  std::string name_;
  std::deque<Gauge> gauges_;
  std::deque<Gauge> signals_;
  std::vector<bool> is_stall_;
  std::vector<Measure> measures_;
  std::deque<std::pair<std::string, std::uint64_t>> counters_;
  std::deque<std::uint64_t> totals_;
};

}  // namespace kernel
}  // namespace gantry
