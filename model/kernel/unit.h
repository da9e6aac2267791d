// SPDX-License-Identifier: Apache-2.0
// A hardware unit: plain C++ that acts in the cycles in which it has something to do. A kernel (the SystemC shells in
// model/sc, or the CycleKernel) gives it time; links and timers wake it.
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

/// Something that a unit counts, or shows in waveforms alone.
struct Measure {
  enum class Kind : std::uint8_t { queue, stall, counter, signal };
  Kind kind = Kind::counter;
  std::string name;
  std::string_view meaning;
};

/// How a kernel hears that a unit wants to run, unless it asks every unit when it is due.
class Waker {
 public:
  virtual ~Waker() = default;
  /// Requests a run of the unit in cycle `at` instead of the cycle requested before.
  virtual void schedule(Cycle at) = 0;
  /// The unit does not want to run after all.
  virtual void cancel() {}
};

class Unit {
 public:
  explicit Unit(std::string name) : name_(std::move(name)) {}
  virtual ~Unit() = default;
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }

  /// One paragraph about what the unit holds and waits for; used when a run is given up.
  [[nodiscard]] virtual std::string state() const = 0;

  /// Throws std::logic_error when an invariant of the unit is broken; called after every cycle in checked runs.
  virtual void verify() const {}

  /// Asks to run in cycle `at`, later than the current one. Asking twice is harmless.
  void wake(Cycle at) {
    if (at >= due_) return;
    due_ = at;
    if (waker_ != nullptr) waker_->schedule(at);
  }

  /// For kernels: runs cycle `now` if the unit is due; a stale call does nothing.
  void run(Cycle now) {
    if (now != due_) return;
    due_ = kNever;
    last_run_ = now;
    const Cycle next = step(now);
    if (next != kNever) wake(next);
  }
  /// The same for a kernel that asks. Whether it wants to run in the cycle after, too.
  bool run_if_due(Cycle now) {
    if (due_ != now) return false;
    run(now);
    return due_ == now + 1;
  }
  [[nodiscard]] Cycle due() const { return due_; }
  /// nullptr: the kernel asks for due() before every cycle.
  void attach(Waker* waker) { waker_ = waker; }

  /// The last cycle in which the unit ran; kNever before the first.
  [[nodiscard]] Cycle last_run() const { return last_run_; }
  /// The unit is due in cycle `at` instead of due(); kNever: when it is woken. Between cycles, or by the unit itself.
  void reschedule(Cycle at) {
    due_ = at;
    if (waker_ == nullptr) return;
    at == kNever ? waker_->cancel() : waker_->schedule(at);
  }

  [[nodiscard]] BlockStats block_stats(Cycle end) const;
  [[nodiscard]] std::deque<Gauge>& gauges() { return gauges_; }
  /// What a waveform shows beside the gauges: values and one-cycle strobes that no statistic is made of.
  [[nodiscard]] std::deque<Gauge>& signals() { return signals_; }

  /// What the unit counts and shows, in the order in which it was added.
  [[nodiscard]] const std::vector<Measure>& measures() const { return measures_; }

  /// Visits everything that was added below, and the busy cycles.
  void visit_counts(CountVisitor& visitor);

 protected:
  /// Does the work of cycle `now`; everything sent is seen by others in a later cycle. Answers when the unit wants to
  /// run again of its own accord, kNever for "when a link wakes me". The machine's units have it [[gnu::flatten]]: what
  /// a step calls within its room becomes part of it, which a compiler does not dare by itself.
  virtual Cycle step(Cycle now) = 0;

  // What the unit counts is one line each: name, meaning and the member that the answer is kept in. Summaries, traces,
  // waveforms and the tables of docs/ (`gantry schema --counters`) come from it. `meaning` is a literal.

  /// Occupancy of something with places; reported with mean and maximum.
  Gauge& add_queue(std::string name, std::string_view meaning, std::uint64_t capacity = 0);
  /// 1 while something waits for `cause`; reported as the cycles in which it was.
  Gauge& add_stall(std::string cause, std::string_view meaning);
  std::uint64_t& add_counter(std::string name, std::string_view meaning);
  /// A counter that is not reported with the unit but elsewhere, as the unit's owner decides.
  std::uint64_t& add_total() { return totals_.emplace_back(0); }
  /// `max`: largest value, for the width of the wire; 0 = 64 bits.
  Gauge& add_signal(std::string name, std::string_view meaning, std::uint64_t max);

  void mark_busy(Cycle now) {
    if (now == last_busy_) return;
    last_busy_ = now;
    ++busy_cycles_;
  }
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
