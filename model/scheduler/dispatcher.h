// SPDX-License-Identifier: Apache-2.0
// The dispatcher ("task scheduling device"): matches the jobs of scheduling requests with processors, keeps the pending
// sets, lets the picker choose, locks the chosen processor and sends the job with all its information. Source 004
// [0057]-[0071], [0092]-[0138].
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/kernel/retry_part.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/dispatch_witness.h"
#include "gantry/scheduler/id_pool.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/matcher.h"
#include "gantry/scheduler/pick_timing.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/pin_engine.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/share_meter.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

class Dispatcher final : public Unit, public SendListener, public FailingPart {
 public:
  Dispatcher(const DispatcherConfig& config, const DescriptorConfig& descriptor, std::uint32_t slots,
             ProcessorTable processors, std::unique_ptr<Picker> picker, std::unique_ptr<ProcessorChoice> choice,
             TaskTable& tasks, JobTable& jobs, SchedulerLinks& links, RecordSink& sink);

  /// `terminals[p]` is where processor p hears.
  void connect(std::vector<SendPort> ports, std::vector<TerminalId> terminals);
  /// A job that leaves, or has left, through a send port.
  struct Sent {
    std::uint32_t port = 0;
    std::uint32_t slot = 0;
    ProcessorId processor = 0;
  };
  /// Ears on what it says to its ports and hears of them; each outlives its last message.
  void listen_to_ports(LinkTap<Message>* jobs, LinkTap<Sent>* first_flits, LinkTap<Sent>* last_flits);
  /// `witness` hears of everything that the dispatch core is told and answers, and outlives the dispatcher's last
  /// cycle.
  void watch(DispatchWitness* witness) {
    witness_ = witness;
    matcher_.watch(witness);
  }

  /// From now on, which is before the first cycle, `engine` computes what is sent and when; it outlives the last cycle.
  /// What its pins do not tell - rounds, entries, matches, and who waits for what - is booked no more.
  void use(PinEngine* engine);

  void first_flit_sent(const Message& message, Cycle now) override;
  void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) override;

  [[nodiscard]] std::uint64_t jobs_issued() const { return jobs_issued_; }
  [[nodiscard]] PickerStats picker_stats(std::string policy) const {
    return {std::move(policy), rounds_, picks_, contested_, !engine_.taken()};
  }
  /// At the end of a run: who still waits has waited until `now`.
  [[nodiscard]] std::vector<ShareStats> shares(Cycle now);
  [[nodiscard]] const std::vector<ShareBatch>& share_batches() const { return meter_.batches(); }
  [[nodiscard]] const ProcessorTable& processors() const { return processors_; }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

  [[nodiscard]] bool only_retries() const override;
  void append_signature(Cycle now, std::vector<std::uint64_t>& signature) const override;
  void shift(const SkippedStretch& stretch) override;
  [[nodiscard]] Cycle next_failure() const override { return matcher_.next_deadline(); }
  [[nodiscard]] std::uint64_t match_failures() const override { return match_failures_; }
  void tell_failures(bool tells) override { tells_failures_ = tells; }

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

  /// What an engine was asked, by slot.
  struct Asked {
    TaskRef task = kNone;        ///< kNone: none stands in the slot
    bool open = false;           ///< the request has no verdict
    std::uint32_t asked = 0;     ///< jobs of the task, but for those that a failure left
    std::uint32_t next_job = 0;  ///< its number in the task; those before it are at their ports, or have left
    std::uint32_t sent = 0;      ///< of the task
    ProcessorSet may_run;
  };

  /// Between the links and the engine, keeping the books.
  Cycle step_engine(Cycle now);
  void take_request(const ScheduleRequest& request, Cycle now);
  void take_job(const PinMessage& message, Cycle now);
  void take_verdict(const ScheduleVerdict& verdict, Cycle now);
  [[nodiscard]] std::vector<ShareStats> counted_shares() const;
  [[nodiscard]] std::string engine_state() const;
  /// A job that a processor gets through this port.
  Message begin_job(TaskRef task, std::uint32_t slot, std::uint32_t number, ProcessorId processor, std::uint32_t port);
  /// From the pick of a job until it stands at its port.
  [[nodiscard]] Cycle from_pick_to_port() const;
  [[nodiscard]] std::vector<std::string> class_names() const;

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

  const DispatcherConfig config_;
  const DescriptorConfig descriptor_;
  ProcessorTable processors_;
  std::unique_ptr<Picker> picker_;
  std::unique_ptr<ProcessorChoice> choice_;
  TaskTable& tasks_;
  JobTable& jobs_;
  SchedulerLinks& links_;
  RecordSink& sink_;
  IdPool free_entries_;
  Matcher matcher_;
  PickTiming timing_;
  ShareMeter meter_;
  std::vector<SendPort> ports_;
  std::vector<std::uint32_t> port_load_;  ///< jobs picked for a port and not yet sent
  std::uint32_t load_ = 0;                ///< of all ports
  std::vector<TerminalId> terminals_;

  std::vector<Entry> entries_;
  EntrySet present_;
  std::uint32_t present_count_ = 0;
  EntrySet eligible_;
  DispatchWitness* witness_ = nullptr;
  Ring<Outgoing> outgoing_;  ///< in order of due: grant and collection take a constant time
  Link<Sent> sent_;
  EnginePlace engine_;
  Link<Sent> begun_;  ///< for the engine: jobs whose first flit has left
  std::vector<Asked> asked_;
  std::vector<std::vector<std::uint64_t>> counted_;  ///< picks of an engine, by picker class and weight
  LinkTap<Sent>* first_flits_ = nullptr;
  Matcher::Outcome outcome_;

  std::uint32_t contenders_ = 0;  ///< entries that are eligible when a cycle begins
  bool any_eligible_ = false;     ///< in the cycle last looked at
  bool changed_ = false;          ///< something this cycle may make a match or a pick possible in the next
  std::uint64_t jobs_issued_ = 0;
  std::uint64_t match_failures_ = 0;
  bool tells_failures_ = true;
  std::uint64_t rounds_ = 0;
  std::uint64_t contested_ = 0;  ///< of the rounds, those with more than one eligible entry
  std::uint64_t picks_ = 0;
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
