// SPDX-License-Identifier: Apache-2.0
// The dispatcher (in the source "task scheduling device"). It matches the jobs of scheduling requests with processors
// and keeps the pending sets. The picker chooses an entry; the dispatcher then locks a processor and sends it the job
// with all its information. Source 004 [0057]-[0071], [0092]-[0138].
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/scheduler/dispatch_witness.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/gang_starter.h"
#include "gantry/scheduler/id_pool.h"
#include "gantry/scheduler/job_places.h"
#include "gantry/scheduler/load_ring.h"
#include "gantry/scheduler/loader.h"
#include "gantry/scheduler/matcher.h"
#include "gantry/scheduler/pick_timing.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/retry_queue.h"
#include "gantry/scheduler/share_meter.h"

namespace gantry {
inline namespace scheduler {

class Dispatcher final : public DispatcherBase {
  template <class>
  friend struct gantry::Archived;

 public:
  Dispatcher(const DispatcherParts& parts, SchedulerParts own);

  /// `witness` observes all inputs and outputs of the dispatch core. It must outlive the dispatcher's last cycle.
  void watch(DispatchWitness* witness) {
    witness_ = witness;
    watched_ = follows_picks_ || witness != nullptr;
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
  /// An entry of the pending sets.
  struct Entry {
    std::uint32_t slot = kNone;  ///< kNone: empty, or waiting for its drop
    std::uint32_t cls = 0;       ///< picker class
    std::uint32_t weight = 0;    ///< configured weight S, 1..256
    Cycle waits_since = 0;       ///< cycle in which it joined or was picked last
  };
  /// A picked job whose message is being collected until cycle `due`.
  struct Outgoing {
    Cycle due = 0;
    std::uint32_t port = 0;
    Message message;
    JobRef asks = kNone;  ///< job whose parts the directory is looking up; kNone: none
    bool more = false;    ///< with multicast: the next job leaves in the same message
  };

  /// Takes messages of all links.
  void take_inputs(Cycle now);
  void take_update(const ProcessorUpdate& update, Cycle now);
  /// Issues a lost job again if a processor is free for it; one a cycle.
  void retry(Cycle now);
  /// Whether a request waits for the ring of the loader.
  bool waits_for_ring(TaskRef task, Cycle now);
  /// A job has ended, and requests that wait for the ring may go on.
  void give_to_ring(TaskRef task, Cycle now);
  /// The predecessors of a task that was registered early are done.
  void wake_task(TaskRef task, Cycle now);
  /// Whether the task with this id was woken before its request came, of which it forgets.
  bool take_early_wake(std::uint32_t id);
  /// Fills `eligible_` with the entries that can be picked, and returns their number.
  std::uint32_t find_eligible();
  /// Runs a round of the picker if its clock allows one.
  void decide(Cycle now);
  /// Notes the next decision and its candidates for the sink.
  void note_candidates(std::uint32_t decision, std::uint32_t eligible, Cycle now);
  void note_candidate(const Pick& candidate);
  /// Tells the witness and the sink of a decision.
  void tell_pick(const Pick& pick, const Matcher::Assignment& assignment, Cycle now);
  /// Locks a processor for the next job of the picked entry, and collects its message.
  void pick_job(const Pick& pick, Cycle now);
  /// Orders the entry of a slot to join its pending set.
  void join(std::uint32_t slot, Cycle now);
  /// Drops the entry of a failed request, and notifies the decomposer.
  void fail(const Matcher::Failure& failure, Cycle now);
  /// Lets the ordered drops and joins take effect if the picker's clock allows it.
  void apply_commands(Cycle now);
  void free_entry(std::uint32_t entry);
  /// Asks the directory about the parts of a picked job, if it has any. Returns the job, or kNone.
  JobRef ask_for_parts(const Message& message, Cycle now);
  void send_collected(Cycle now);
  /// Sends the go words of all gangs that may start.
  void start_gangs(Cycle now);
  /// The send port of a job of `slot` that is picked now.
  [[nodiscard]] std::uint32_t choose_port(std::uint32_t slot) const;
  /// The one with the fewest jobs to send.
  [[nodiscard]] std::uint32_t least_loaded_port() const {
    return static_cast<std::uint32_t>(std::min_element(port_load_.begin(), port_load_.end()) - port_load_.begin());
  }
  /// Makes one message of all jobs of a task that the round of this cycle has picked.
  void gather_round();
  /// Returns how many jobs are in the oldest message; 0 if the directory is looking up parts of one of them.
  /// Precondition: a message is being collected.
  [[nodiscard]] std::size_t collected_jobs() const;
  void update_gauges(Cycle now);

  std::unique_ptr<Picker> picker_;
  std::unique_ptr<ProcessorChoice> choice_;
  IdPool free_entries_;
  std::unique_ptr<JobPlaces> job_places_;  ///< nullptr: no task has data
  Matcher matcher_;
  PickTiming timing_;
  ShareMeter meter_;
  Loader loader_;
  LoadRing ring_;
  GangStarter gangs_;
  RetryQueue retries_;
  std::vector<Cycle> loaded_;             ///< by decomposer slot: when its task is loaded
  std::vector<std::uint32_t> port_load_;  ///< jobs picked for a port and not yet sent
  std::uint32_t load_ = 0;                ///< sum of port_load_

  std::vector<Entry> entries_;
  EntrySet present_;
  std::uint32_t present_count_ = 0;
  EntrySet eligible_;
  DispatchWitness* witness_ = nullptr;
  const bool follows_picks_;  ///< the sink is told of every decision
  bool watched_;              ///< somebody is told of a pick
  PickRecord told_;           ///< the current decision, for the sink
  std::vector<Pick> candidates_;
  Ring<Outgoing> outgoing_;  ///< in order of their picks; a job whose parts are looked up holds up those behind it
  std::size_t round_ = 0;    ///< first of outgoing_ that the round of this cycle has picked
  std::vector<Message> gathered_;  ///< the message that leaves, a copy for each of its jobs
  Matcher::Outcome outcome_;

  std::vector<std::uint32_t> woken_;  ///< ids of tasks that were woken before their requests came: a bit per id
  std::uint32_t contenders_ = 0;      ///< entries that are eligible when a cycle begins
  bool any_eligible_ = false;         ///< in the last cycle with a call of find_eligible
  bool changed_ = false;              ///< an event of this cycle may allow a match or a pick in the next
  std::uint64_t& rounds_ = add_total();
  std::uint64_t& contested_ = add_total();  ///< rounds with more than one eligible entry
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
  Gauge* silent_ = nullptr;      ///< nullptr: nobody watches jobs
  Gauge* lost_ = nullptr;        ///< nullptr: no job counts as lost
  Gauge* gangs_wait_ = nullptr;  ///< nullptr: gangs wait for no go
};

}  // namespace scheduler
}  // namespace gantry
