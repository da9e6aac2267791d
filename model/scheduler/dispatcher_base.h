// SPDX-License-Identifier: Apache-2.0
// State shared by all backends of the dispatcher: the table of processors, the jobs at its send ports, stamps and
// counters. Dispatcher is our backend; another one is behind the block's pins (tb/pins).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/data_directory_base.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

struct DescriptorConfig;

/// Everything that a dispatcher is connected to. All references must outlive it.
struct DispatcherParts {
  const DispatcherConfig& config;
  const DescriptorConfig& descriptor;
  std::uint32_t slots = 0;  ///< number of decomposer slots
  TaskTable& tasks;
  JobTable& jobs;
  SchedulerLinks& links;
  RecordSink& sink;
  DataDirectoryBase* directory = nullptr;  ///< nullptr: no task has data
  bool watches_jobs = false;               ///< the state monitor receives each job that is sent
};

/// The processors of a scheduler, and the policies of its dispatcher.
struct SchedulerParts {
  ProcessorTable processors;
  std::unique_ptr<Picker> picker;
  std::unique_ptr<ProcessorChoice> choice;
};

class DispatcherBase : public Unit, public SendListener, public Recurrence {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Connects the send ports. `terminals[p]` is the inlet of processor p.
  void connect(std::vector<SendPort> ports, std::vector<TerminalId> terminals);
  /// Event: the first or the last flit of a job has left through a send port.
  struct Sent {
    std::uint32_t port = 0;
    std::uint32_t slot = 0;
    ProcessorId processor = 0;
    JobRef job = kNone;  ///< of a last flit
  };
  /// Sets observers of the jobs handed to the ports, and of their first and last flits. Call it once, after connect().
  /// Each observer must outlive the last message; nullptr: none.
  void listen_to_ports(LinkTap<Message>* jobs, LinkTap<Sent>* first_flits, LinkTap<Sent>* last_flits);

  void first_flit_sent(const Message& message, Cycle now) override;
  void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) override;

  [[nodiscard]] std::uint64_t jobs_issued() const { return jobs_issued_; }
  [[nodiscard]] std::uint64_t match_failures() const { return match_failures_; }
  [[nodiscard]] const ProcessorTable& processors() const { return processors_; }
  [[nodiscard]] virtual PickerStats picker_stats(std::string policy) const = 0;
  /// Returns the shares of picks at the end of a run. A wait that has not ended counts until `now`.
  [[nodiscard]] virtual std::vector<ShareStats> shares(Cycle now) = 0;
  [[nodiscard]] virtual std::vector<ShareBatch> share_batches() const = 0;
  void verify() const override { processors_.verify(); }

  [[nodiscard]] std::uint64_t events() const override { return match_failures_; }
  void announce(const Repetition& repetition) override;
  void mute(bool muted) override { muted_ = muted; }

 protected:
  DispatcherBase(const DispatcherParts& parts, ProcessorTable processors);

  /// Creates job `number` of the task and returns its message, which leaves through `port`. A job with parts needs an
  /// answer to a DataQuery before it leaves.
  Message begin_job(TaskRef task, std::uint32_t slot, std::uint32_t number, ProcessorId processor, std::uint32_t port);
  /// Stamps the pick of a job. Calls come in the order of picks.
  void note_pick(JobRecord& job, Cycle picked) {
    order_ = picked == last_pick_ ? order_ + 1 : 0;
    job.order = order_;
    job.picked = last_pick_ = picked;
  }
  /// The message that starts `jobs` jobs of a task at a processor.
  [[nodiscard]] Message go_word(TaskRef task, ProcessorId processor, std::uint32_t jobs) const {
    return {terminals_[processor], kPointerBytes, GangStart{task, processor, jobs}};
  }
  /// Returns the payload bytes of a job's message that no other job of its task has.
  [[nodiscard]] std::uint64_t own_bytes(const Message& message) const {
    return message.payload_bytes - job_bytes_ + kSplitInfoBytes;
  }
  /// Notifies the decomposer that all jobs of the task in `slot` are sent. Stamps when it hears that, because the task
  /// may be over and gone by then.
  void all_sent(std::uint32_t slot, TaskRef task, Cycle now);
  /// Counts a failed match of the task, and notifies the sink.
  void count_failure(TaskRef task, Cycle now);
  /// Cycles from the pick of a job until its message is at its send port.
  [[nodiscard]] Cycle from_pick_to_port() const;
  /// Returns for each picker class the names of its task classes, joined by '+'.
  [[nodiscard]] std::vector<std::string> class_names() const;

  const DispatcherConfig config_;
  ProcessorTable processors_;
  TaskTable& tasks_;
  JobTable& jobs_;
  SchedulerLinks& links_;
  RecordSink& sink_;
  DataDirectoryBase* const directory_;
  const bool watches_jobs_;
  std::vector<SendPort> ports_;
  Link<Sent> sent_;  ///< jobs whose last flit has left
  std::uint64_t& picks_ = add_total();
  std::uint64_t& match_failures_ = add_total();

 private:
  const std::uint64_t job_bytes_;  ///< of a job's message
  std::vector<TerminalId> terminals_;
  LinkTap<Sent>* first_flits_ = nullptr;
  Cycle last_pick_ = kNever;
  std::uint32_t order_ = 0;  ///< of the last pick within its round
  std::uint64_t& jobs_issued_ = add_total();
  bool muted_ = false;  ///< the sink is not notified of single failures
};

}  // namespace scheduler
}  // namespace gantry
