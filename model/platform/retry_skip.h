// SPDX-License-Identifier: Apache-2.0
// A matching failure that nothing can have changed repeats: request, time-out, retry, for as long as the processors the
// task waits for compute. Only the units between which that goes on act then. This watcher recognises that their state
// comes back to what it was a period ago while every other unit slept, and lets as many periods pass at once as end
// before any other unit is due: cycle numbers, counters and occupancies come out as if every failure had been run.
//
// What has to be clocked in every cycle, as Verilog beside a block or in its place has, misses none: the same stretches
// are found then, run, and kept from observers, so that traces and waveforms come out the same.
//
// Synthetic traffic on the machine's interconnect disturbs no matching, but nothing is skipped while it flows; when it
// is all that is left, it is told to stop, so that a machine which waits for ever is found to do so.
//
// The state is compared between cycles, before any of those units has run, so the order of evaluation cannot be
// seen. Periods are found by Brent's method: the state kept for comparison is replaced after 1, 2, 4, ... failures.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/kernel/retry_part.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/interconnect.h"
#include "gantry/network/synthetic_traffic.h"
#include "gantry/scheduler/records.h"

namespace gantry {
inline namespace platform {

class RetrySkip final : public CycleWatcher {
 public:
  /// Units of a machine by what they do while matching fails over and over.
  struct Cast {
    FailingPart& matching;            ///< where it fails
    std::vector<RetryPart*> parts;    ///< who else may have something under way
    std::vector<Unit*> acting;        ///< between whom it goes on
    std::vector<const Unit*> others;  ///< in whom something can happen, but for those and the interconnect
  };
  RetrySkip(Cast cast, const Interconnect& interconnect, RecordSink& sink);
  /// The interconnect carries packets of others, too.
  void share_with(SyntheticTraffic& background) { background_ = &background; }

  bool before(Cycle now) override;
  /// No stretch that is skipped reaches beyond this cycle.
  void limit(Cycle last_cycle) { last_cycle_ = last_cycle; }
  /// No cycle is left out.
  void run_all() { runs_all_ = true; }

 private:
  bool build_signature(Cycle now);
  [[nodiscard]] bool sleeps(const Unit& unit, Cycle now) const;
  [[nodiscard]] bool anything_left() const;
  void keep(Cycle now);
  void give_up(Cycle now);
  bool skip(Cycle now);
  void mute(bool on);
  [[nodiscard]] bool is_over(Cycle now) const;

  Cast cast_;
  const Interconnect& interconnect_;
  SyntheticTraffic* background_ = nullptr;
  RecordSink& sink_;
  Cycle last_cycle_ = kNever;
  bool runs_all_ = false;
  // Of a stretch that is run and kept from observers; there is none: 0.
  Cycle muted_since_ = 0;
  Cycle muted_until_ = 0;
  Cycle looked_at_ = kNever;

  std::vector<std::uint64_t> signature_;
  // The state kept for comparison.
  std::vector<std::uint64_t> kept_;
  Cycle kept_at_ = kNever;
  std::uint64_t kept_failures_ = 0;
  std::vector<Unit::Tally> tallies_;  ///< of those who act
  std::uint64_t looks_ = 0;
  std::uint64_t patience_ = 1;
};

}  // namespace platform
}  // namespace gantry
