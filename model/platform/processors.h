// SPDX-License-Identifier: Apache-2.0
// All processors ("second processors"), as one unit of dense arrays. A job reads its input from global memory, computes
// for its set-up and ceil(cycles / speed), writes its output, and reports its completion after the acknowledgement.
// Input and output are transfers in bursts. A processor computes one job at a time, in order of arrival. Transfers of
// other jobs overlap with that, as far as queue_depth lets jobs arrive.
#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/platform/data_outlet.h"
#include "gantry/platform/run_stats.h"
#include "gantry/scheduler/burst_window.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace platform {

class DataFlow;
struct DataFlowParts;
struct FaultPlan;
struct FaultRecord;
class ProcessorFaults;

class Processors final : public Unit, private DataOutlet {
  template <class>
  friend struct gantry::Archived;

 public:
  Processors(const std::vector<ProcessorInfo>& info, TaskTable& tasks, JobTable& jobs, const MemoryMap& memory);
  ~Processors() override;

  /// Returns the receiver for the terminal of processor `p`.
  [[nodiscard]] Receiver* receiver(ProcessorId p) { return &receivers_[p]; }
  /// Returns the receiver of control messages, if these have a network of their own.
  [[nodiscard]] Receiver* control_receiver(ProcessorId p) { return &control_receivers_[p]; }
  /// Control messages have a network of their own: a processor may receive one in the same cycle as another message.
  /// Before the first cycle.
  void use_two_networks() { two_networks_ = true; }
  void connect(std::vector<SendPort> ports, TerminalId monitor) {
    ports_ = std::move(ports);
    monitor_ = monitor;
  }

  /// Gives them local stores, or at least jobs with data. Call it once, before the first cycle.
  void use_data(const DataFlowParts& parts);
  /// nullptr: no job has data.
  [[nodiscard]] DataFlow* data() { return data_.get(); }

  /// Every job waits for a GangStart. Before the first cycle.
  void use_go_words() { needs_go_ = true; }
  /// Makes processors fail. Call it once, before the first cycle.
  void use_faults(const FaultPlan& plan);
  /// Between two cycles: replaces faults that have not begun by others that have not, of the same kinds. Jobs that
  /// compute end by the new ones. Precondition: use_faults().
  void change_faults(const FaultPlan& plan);
  /// Reads of memory may fail. `fail_jobs`: then their jobs do; else they wait for ever. Before the first cycle.
  void use_read_errors(bool fail_jobs) {
    fail_unread_ = fail_jobs;
    ends_unread_ = ends_unread_ || fail_jobs;
    counts_streams_ = true;
  }
  /// Makes local stores die: jobs whose parts are lost end without computing. Without data nothing happens. Before the
  /// first cycle.
  void use_store_faults(const FaultPlan& plan);
  /// The faults that began up to cycle `last`.
  [[nodiscard]] std::vector<FaultRecord> fault_records(Cycle last) const;

  [[nodiscard]] std::vector<ProcessorStats> processor_stats(Cycle end) const;
  /// Cycles in which processors computed jobs of each stream, by its number; empty: neither they nor memory fail.
  [[nodiscard]] std::vector<Cycle> busy_of_streams(Cycle end) const;
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// A message at, or from, a processor.
  struct Arrival {
    ProcessorId processor = 0;
    Message message;
  };
  /// Receiver of one processor.
  struct Inlet final : Receiver {
    void receive(const Message& message, Cycle visible) override {
      in_order ? inbox->send({id, message}, visible - 1) : inbox->post({id, message}, visible);
    }
    Link<Arrival>* inbox = nullptr;
    bool in_order = true;  ///< messages of all processors come in the order in which they are seen
    ProcessorId id = 0;
  };
  /// A job that has arrived at its processor.
  struct Queued {
    JobRef job = kNone;
    std::uint32_t missing = 0;  ///< of its private input and its data: those that have not arrived completely
    bool waits_for_go = false;
  };
  /// A go word that is there before jobs that it starts.
  struct EarlyGo {
    GangStart start;
    Cycle at = 0;
  };
  struct Processor {
    explicit Processor(const BurstRules& rules) : bursts(rules) {}
    Ring<Queued> queue;          ///< jobs that have arrived and are not computed; the front one may be computing
    std::vector<EarlyGo> early;  ///< their jobs are still in the network
    BurstWindow bursts;          ///< transfers of inputs and outputs, by job
    bool computing = false;
    Cycle compute_end = 0;          ///< kNever: its job does not end
    std::uint32_t held = 0;         ///< jobs that have arrived and not completed
    std::uint64_t jobs = 0;         ///< jobs computed so far
    std::uint64_t busy_cycles = 0;  ///< cycles in which it computed
  };
  /// The end of a processor's computation in cycle `at`.
  struct End {
    Cycle at = 0;
    ProcessorId processor = 0;
    bool operator>(const End& other) const { return at != other.at ? at > other.at : processor > other.processor; }
  };

  void take_in_order(Cycle now);
  void take(const Arrival& arrival, Cycle now);
  void take_job(ProcessorId p, JobRef job, Cycle now);
  void take_go(ProcessorId p, const GangStart& start, Cycle now);
  /// Whether the go of an arriving job is there already, which is taken then.
  bool take_early_go(ProcessorId p, JobRef job);
  void take_input(ProcessorId p, const InputData& data, Cycle now);
  /// Ends the jobs at the front whose input could not be read, or is lost.
  void end_unread(ProcessorId p, Cycle now);
  /// Its private input, or its data, is there.
  void input_arrived(ProcessorId p, JobRef job, Cycle now);
  void output_written(ProcessorId p, JobRef job, Cycle now);
  /// Moves the first job that does not wait for its go to the front, if there is one.
  static void bring_to_front(Ring<Queued>& queue);
  void start_next(ProcessorId p, Cycle now);
  /// Returns the cycle in which a job ends that starts now and takes `time` cycles without faults.
  Cycle compute_end(ProcessorId p, Cycle now, Cycle time);
  /// Adds cycles that the job will have computed.
  void count_busy(JobRef job, Cycle cycles);
  void finish_compute(ProcessorId p, Cycle now);
  void complete(ProcessorId p, JobRef job, Cycle now);
  [[nodiscard]] const JobShape& shape_of(JobRef job) const {
    return tasks_[jobs_[job].task].task.shape_of(jobs_[job].record.job);
  }
  void read_input(ProcessorId p, JobRef job);
  void write_output(ProcessorId p, JobRef job);
  /// Takes an answer. Returns whether it was the last one of the job's transfer.
  bool take_answer(ProcessorId p, std::uint32_t owner, bool write);
  void start_transfer(ProcessorId p, const MemoryAccess& access, std::uint32_t owner, bool write);
  // Of the data.
  void start_part(ProcessorId p, const MemoryAccess& access, std::uint32_t owner, bool write) override {
    start_transfer(p, access, owner, write);
  }
  bool part_answered(ProcessorId p, std::uint32_t owner, bool write) override { return take_answer(p, owner, write); }
  void send(ProcessorId from, const Message& message, Cycle now) override { ports_[from].send(message, now); }
  void send_notice(ProcessorId from, const PartLeft& left, Cycle now) override {
    send_control(from, Message(monitor_, kPointerBytes, left), now);
  }
  /// Sends it; with a control network at the end of the cycle, where the messages of all processors are in order.
  void send_control(ProcessorId from, const Message& message, Cycle now);
  void send_in_order(Cycle now);
  [[nodiscard]] TerminalId terminal(ProcessorId p) const override { return ports_[p].terminal(); }
  void parts_here(ProcessorId p, JobRef job, Cycle now) override { input_arrived(p, job, now); }
  void parts_gone(ProcessorId p, JobRef job) override;
  void parts_written(ProcessorId p, JobRef job, Cycle now) override { output_written(p, job, now); }
  void ask_for_bursts(Cycle now);

  const std::vector<ProcessorInfo> info_;
  TaskTable& tasks_;
  JobTable& jobs_;
  const MemoryMap& memory_;
  std::vector<Inlet> receivers_;
  std::vector<Inlet> control_receivers_;
  bool two_networks_ = false;
  bool needs_go_ = false;
  bool fail_unread_ = false;
  bool ends_unread_ = false;     ///< some jobs end without computing
  bool counts_streams_ = false;  ///< into busy_of_streams_
  std::vector<JobRef> unread_;   ///< jobs whose input could not be read, and that wait for ever
  std::vector<SendPort> ports_;
  TerminalId monitor_ = 0;
  Link<Arrival> inbox_;
  Link<Arrival> control_inbox_;    ///< of control messages that have a network of their own
  std::vector<Arrival> to_send_;   ///< control messages of this cycle
  std::vector<Arrival> arrivals_;  ///< scratch: of one cycle
  std::vector<Processor> processors_;
  std::vector<std::uint8_t> writing_;  ///< by JobRef: of private output and data, what is not written; with data only
  std::unique_ptr<DataFlow> data_;
  std::unique_ptr<ProcessorFaults> faults_;  ///< nullptr: nothing fails
  std::vector<Cycle> busy_of_streams_;       ///< with `counts_streams_` only
  std::uint64_t* jobs_hit_ = nullptr;        ///< counters, with `faults_` only
  std::uint64_t* jobs_lost_ = nullptr;
  std::uint64_t* delay_cycles_ = nullptr;
  std::uint64_t* jobs_failed_ = nullptr;  ///< nullptr: none fails
  BitSet asking_;                         ///< processors that can request a burst
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::uint32_t computing_ = 0;
  std::uint32_t held_ = 0;
  std::uint32_t bursts_ = 0;
  Gauge& computing_gauge_;
  Gauge& held_gauge_;
  Gauge& bursts_gauge_;
};

}  // namespace platform
}  // namespace gantry
