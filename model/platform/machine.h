// SPDX-License-Identifier: Apache-2.0
// The complete machine: all units and the links between them. The constructor is the block diagram as text. The machine
// has no behaviour of its own; a kernel runs the units.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/fast_forward/fast_forward.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/background.h"
#include "gantry/network/interconnect.h"
#include "gantry/network/latency_histogram.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/packet_source.h"
#include "gantry/network/synthetic_traffic.h"
#include "gantry/network/topology.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/machine_catalogue.h"
#include "gantry/platform/machine_networks.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/run_stats.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/policy_config.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/task_scheduler.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace platform {

using scheduler::PolicyConfig;

class GlobalMemory;
class Host;
class Processors;
struct FaultPlan;

struct MachineData;

class Machine final : public ClockedMachine {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `source` and `sink` must outlive the machine, `catalogue` and `blocks` the constructor. Throws Error for an
  /// unknown name or an impossible placement; configurations that passed the reader's checks do not throw.
  Machine(const Architecture& architecture, const PolicyConfig& policies, TaskSource& source, RecordSink& sink,
          const std::optional<BackgroundTraffic>& background = std::nullopt,
          const MachineCatalogue& catalogue = builtin_catalogue(), BlockBuilder& blocks = our_blocks());
  ~Machine() override;

  [[nodiscard]] const std::vector<Unit*>& units() const override { return units_; }
  const Unit* run_due(Cycle now) override;
  [[nodiscard]] Host& host() { return *host_; }
  [[nodiscard]] GlobalMemory& memory() { return *memory_; }
  [[nodiscard]] Interconnect& interconnect() { return interconnect_; }
  [[nodiscard]] TaskScheduler& scheduler() { return scheduler_; }
  [[nodiscard]] TaskCacheBase& task_cache() { return scheduler_.task_cache(); }
  [[nodiscard]] DecomposerBase& decomposer() { return scheduler_.decomposer(); }
  [[nodiscard]] RegisterFile& register_file() { return scheduler_.register_file(); }
  [[nodiscard]] StateMonitorBase& monitor() { return scheduler_.monitor(); }
  [[nodiscard]] DispatcherBase& dispatcher() { return scheduler_.dispatcher(); }
  [[nodiscard]] Processors& processors() { return *processors_; }
  /// nullptr: no task has data.
  [[nodiscard]] DataDirectoryBase* directory() { return scheduler_.directory(); }
  /// Sets the observer of all packets that have crossed the networks, with their task and job.
  void listen(PacketSink* packets) {
    networks_.listen(packets, [this](const Message& message) { return subject(message); });
  }
  /// The control network; nullptr: the interconnect carries all messages.
  [[nodiscard]] MessageNetwork* control() { return networks_.control(); }
  /// Names of terminals, by the numbers in packets.
  [[nodiscard]] std::vector<std::string> terminal_names() const { return networks_.terminal_names(); }
  /// Makes processors, links and routers fail; without faults it changes nothing. Before the first cycle.
  void use_faults(const FaultPlan& plan);
  /// Between two cycles: replaces the faults of use_faults(), of which none has begun, by others that have not begun
  /// either. Precondition: use_faults() had faults of processors if `plan` has some, failing jobs if it has some, and
  /// links or routers that die if it has some.
  void change_faults(const FaultPlan& plan);
  /// Makes the networks keep the load of links over time. Before the first cycle.
  void keep_history() { networks_.keep_history(); }
  /// The synthetic background traffic; nullptr: none.
  [[nodiscard]] SyntheticTraffic* background() { return background_ ? &*background_ : nullptr; }
  [[nodiscard]] const Architecture& architecture() const { return architecture_; }

  /// Wakes the host for the first task, and the background traffic. `last_cycle` limits the periodic fast-forward.
  void start(Cycle last_cycle = kNever) override;
  [[nodiscard]] CycleWatcher* watcher() override { return &*fast_forward_; }
  void run_all_cycles() override { fast_forward_->run_all(); }
  [[nodiscard]] bool finished() const override;
  [[nodiscard]] std::uint64_t tasks_completed() const;
  /// Whether the run ended because a message cannot reach its destination any more. Kernels call such a run complete.
  [[nodiscard]] bool cut_off() const;

  void verify() const override;
  /// Checks the end of a complete run. Throws std::logic_error if an invariant is broken, or if a task, job, packet or
  /// reservation is left in any unit. Packets of the background may be left.
  void verify_empty() const;

  /// Ends a run. Hands the records of unfinished tasks to the sink, and returns the statistics of the run. `now`: its
  /// last cycle. Call it once. Tasks that were not submitted get a record only if TaskSource::is_list(); the source is
  /// then read to its end.
  [[nodiscard]] RunStats finish(RunEnd end, Cycle now);

 private:
  /// Adds terminals and ports to the networks.
  void connect(BlockBuilder& blocks);
  void add_background(const BackgroundTraffic& background);
  void use_network_faults(const FaultPlan& plan);
  void add_fast_forward();
  [[nodiscard]] PacketSubject subject(const Message& message) const;
  [[nodiscard]] Cycle next_work(Cycle now) const;
  [[nodiscard]] std::uint64_t background_packets() const { return background_ ? background_->packets_in_flight() : 0; }
  [[nodiscard]] std::vector<std::string> diagnose(RunEnd end, Cycle now) const;

  Architecture architecture_;
  PolicyConfig policies_;
  TaskSource& source_;
  RecordSink& sink_;
  std::unique_ptr<Topology> topology_;
  TaskTable tasks_;
  JobTable jobs_;
  std::unique_ptr<MachineData> data_;  ///< nullptr: no task has data
  Interconnect interconnect_;
  MachineNetworks networks_;
  std::unique_ptr<GlobalMemory> memory_;
  std::unique_ptr<Host> host_;
  TaskScheduler scheduler_;
  std::unique_ptr<Processors> processors_;
  std::vector<Unit*> units_;
  std::optional<PacketSource> background_source_;
  std::optional<PacketSource> urgent_source_;
  std::optional<SyntheticTraffic> background_;
  BackgroundStats background_stats_;
  LatencyHistogram background_latency_;
  std::optional<LostWay> lost_way_;            ///< the first message that cannot reach its destination
  bool stores_die_ = false;                    ///< a fault of a store is planned
  std::optional<LostWay> lost_control_way_;    ///< the same of the control network
  std::unique_ptr<SharedUnits> shared_units_;  ///< the interconnect and the background; nullptr: no background
  std::optional<FastForward> fast_forward_;
};

}  // namespace platform
}  // namespace gantry
