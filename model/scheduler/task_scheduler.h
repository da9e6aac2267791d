// SPDX-License-Identifier: Apache-2.0
// The hardware task scheduler: its five blocks, a directory if tasks have data, the links between them, and its inlet.
// SendPorts connect it to the machine's interconnect, or to the sockets of another platform.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gantry/network/send_port.h"
#include "gantry/scheduler/block_builder.h"
#include "gantry/scheduler/data_directory_base.h"
#include "gantry/scheduler/head_of_line.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/register_file.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace scheduler {

/// Hands arriving messages to the task cache, the state monitor and the directory.
class SchedulerInlet final : public Receiver {
 public:
  SchedulerInlet(Receiver& cache, Receiver& monitor) : cache_(cache), monitor_(monitor) {}
  void connect(Receiver* directory) { directory_ = directory; }
  void receive(const Message& message, Cycle visible) override {
    const bool completion = message.is<JobCompletion>();
    if (directory_ != nullptr && (completion || message.is<PartLeft>())) directory_->receive(message, visible);
    if (message.is<PartLeft>()) return;
    (completion ? monitor_ : cache_).receive(message, visible);
  }

 private:
  Receiver& cache_;
  Receiver& monitor_;
  Receiver* directory_ = nullptr;
};

/// The data of a scheduler's tasks, and where it may be.
struct SchedulerData {
  DataTable& table;
  const StoreMap& stores;
};

class TaskScheduler final {
  template <class>
  friend struct gantry::Archived;

 public:
  /// The tables, the map and the sink must outlive the scheduler, and `blocks` the constructor.
  TaskScheduler(const TaskSchedulerConfig& config, SchedulerParts parts, TaskTable& tasks, JobTable& jobs,
                const MemoryMap& memory, RecordSink& sink, BlockBuilder& blocks = our_blocks(),
                const std::optional<SchedulerData>& data = std::nullopt);
  ~TaskScheduler();

  /// The ports of the scheduler, and the destinations of its messages.
  struct Outlets {
    SendPort memory;                           ///< reads of descriptors
    SendPort interrupts;                       ///< interrupts to the host
    TerminalId host = 0;                       ///< terminal that receives interrupts
    std::vector<SendPort> jobs;                ///< one per dispatcher.send_ports
    std::vector<TerminalId> processor_inlets;  ///< terminal that receives the jobs, by processor
  };
  /// Connects the blocks. Call it once, before the first cycle.
  void connect(Outlets outlets);

  /// Control messages have a network of their own, so one may arrive in the same cycle as another message. Before the
  /// first cycle.
  void use_two_networks();

  /// The receiver of doorbells, descriptors and completions.
  [[nodiscard]] Receiver& inlet() { return inlet_; }
  /// The listener to notify when the first or last flit of a job leaves through a port of Outlets::jobs.
  [[nodiscard]] SendListener& send_listener();

  [[nodiscard]] SchedulerLinks& links() { return links_; }
  [[nodiscard]] TaskTable& tasks() { return tasks_; }
  [[nodiscard]] JobTable& jobs() { return jobs_; }
  [[nodiscard]] TaskCacheBase& task_cache() { return *task_cache_; }
  [[nodiscard]] RegisterFile& register_file() { return register_file_; }
  [[nodiscard]] DecomposerBase& decomposer() { return *decomposer_; }
  [[nodiscard]] StateMonitorBase& monitor() { return *monitor_; }
  [[nodiscard]] DispatcherBase& dispatcher() { return *dispatcher_; }
  /// nullptr: no task has data.
  [[nodiscard]] DataDirectoryBase* directory() { return directory_.get(); }
  [[nodiscard]] const DataDirectoryBase* directory() const { return directory_.get(); }
  [[nodiscard]] const StateMonitorBase& monitor() const { return *monitor_; }
  [[nodiscard]] const DispatcherBase& dispatcher() const { return *dispatcher_; }

 private:
  TaskTable& tasks_;
  JobTable& jobs_;
  SchedulerLinks links_;
  HeadOfLine head_of_line_;
  RegisterFile register_file_;
  std::unique_ptr<TaskCacheBase> task_cache_;
  std::unique_ptr<DecomposerBase> decomposer_;
  std::unique_ptr<StateMonitorBase> monitor_;
  std::unique_ptr<DataDirectoryBase> directory_;
  std::unique_ptr<DispatcherBase> dispatcher_;
  SchedulerInlet inlet_;
};

}  // namespace scheduler
}  // namespace gantry
