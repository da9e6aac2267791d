// SPDX-License-Identifier: Apache-2.0
// The dispatcher ("task scheduling device"): matches the jobs of scheduling requests with processors, keeps the pending
// sets, lets the picker choose, locks the chosen processor and sends the job with all its information. Source 004
// [0057]-[0071], [0092]-[0138].
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/scheduler/dispatch_witness.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/id_pool.h"
#include "gantry/scheduler/matcher.h"
#include "gantry/scheduler/pick_timing.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/share_meter.h"

namespace gantry {
inline namespace scheduler {

class Dispatcher final : public DispatcherBase {
 public:
  Dispatcher(const DispatcherParts& parts, SchedulerParts own);

  /// `witness` hears of everything that the dispatch core is told and answers, and outlives the dispatcher's last
  /// cycle.
  void watch(DispatchWitness* witness) {
    witness_ = witness;
    matcher_.watch(witness);
  }

  [[nodiscard]] PickerStats picker_stats(std::string policy) const override {
    return {std::move(policy), rounds_, picks_, contested_, true};
  }
  [[nodiscard]] std::vector<ShareStats> shares(Cycle now) override;
  [[nodiscard]] std::vector<ShareBatch> share_batches() const override { return meter_.batches(); }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

  [[nodiscard]] bool only_repeats() const override;
  void append_state(Cycle now, std::vector<std::uint64_t>& state) const override;
  void shift(const Repetition& repetition) override;
  [[nodiscard]] Cycle next_event() const override { return matcher_.next_deadline(); }

 protected:
  Cycle step(Cycle now) override;

 private:
  /// A place in the pending sets.
  struct Entry {
    std::uint32_t slot = kNone;  ///< kNone: empty, or waiting for its drop
    std::uint32_t cls = 0;       ///< picker class
    std::uint32_t weight = 0;
    Cycle waits_since = 0;  ///< joined or picked last
  };
  struct Outgoing {
    Cycle due = 0;
    std::uint32_t port = 0;
    Message message;
  };

  void take_inputs(Cycle now);
  /// How many entries are eligible; fills eligible_.
  std::uint32_t find_eligible();
  void decide(Cycle now);
  void pick_job(const Pick& pick, Cycle now);
  void join(std::uint32_t slot, Cycle now);
  void fail(const Matcher::Failure& failure, Cycle now);
  void apply_commands(Cycle now);
  void free_entry(std::uint32_t entry);
  void send_collected(Cycle now);
  void update_gauges(Cycle now);

  std::unique_ptr<Picker> picker_;
  std::unique_ptr<ProcessorChoice> choice_;
  IdPool free_entries_;
  Matcher matcher_;
  PickTiming timing_;
  ShareMeter meter_;
  std::vector<std::uint32_t> port_load_;  ///< jobs picked for a port and not yet sent
  std::uint32_t load_ = 0;                ///< of all ports

  std::vector<Entry> entries_;
  EntrySet present_;
  std::uint32_t present_count_ = 0;
  EntrySet eligible_;
  DispatchWitness* witness_ = nullptr;
  Ring<Outgoing> outgoing_;  ///< in order of due: grant and collection take a constant time
  Matcher::Outcome outcome_;

  std::uint32_t contenders_ = 0;  ///< entries that are eligible when a cycle begins
  bool any_eligible_ = false;     ///< in the cycle last looked at
  bool changed_ = false;          ///< something this cycle may make a match or a pick possible in the next
  std::uint64_t& rounds_ = add_total();
  std::uint64_t& contested_ = add_total();  ///< of the rounds, those with more than one eligible entry
  Gauge& requests_;
  Gauge& pending_;
  Gauge& places_;
  Gauge& to_send_;
  Gauge& stall_processors_;
  Gauge& stall_entries_;
  Gauge& stall_reweigh_;
  Gauge& pick_valid_;
  Gauge& pick_task_;
  Gauge& pick_entry_;
  Gauge& pick_processor_;
  Gauge& locked_;
  Gauge& match_failed_;
};

}  // namespace scheduler
}  // namespace gantry
