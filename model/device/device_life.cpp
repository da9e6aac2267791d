// SPDX-License-Identifier: Apache-2.0
#include "gantry/device/device_life.h"

#include <algorithm>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/scheduler/decomposer_base.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_base.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace device {

namespace {

// Ports behind those of jobs.
constexpr std::uint32_t kMemoryPort = 1000;
constexpr std::uint32_t kInterruptPort = 1001;

MemoryMap make_map(const SchedulerDeviceConfig& config) {
  MemoryMap map(config.bursts, config.bursts.burst_bytes, 1, config.scheduler.task_cache->queues(),
                GANTRY_TS_MOST_ENTRIES, config.scheduler.descriptor->full_bytes);
  map.add_controller(0);
  map.continue_behind(config.scheduler.descriptor->full_bytes);
  return map;
}

SchedulerParts make_parts(const SchedulerDeviceConfig& config) {
  const DispatcherConfig& dispatcher = *config.scheduler.dispatcher;
  std::vector<std::uint32_t> hops = config.hops;
  hops.resize(config.processors.size(), 1);
  return {ProcessorTable(config.processors, std::move(hops)), make_picker(dispatcher, config.policies, config.pickers),
          make_choice(dispatcher, config.policies, config.processor_choices)};
}

DescriptorIntake::Config describe_intake(const SchedulerDeviceConfig& config) {
  return {DescriptorLayout(*config.scheduler.descriptor, count_types(config.processors)),
          *config.scheduler.dispatcher,
          {config.scheduler.task_cache->queues_per_class},
          config.scheduler.monitor->completion_window};
}

/// A waker that does nothing.
class Nobody final : public Waker {
  void schedule(Cycle /*at*/) override {}
};

}  // namespace

DeviceLife::DeviceLife(const SchedulerDeviceConfig& config, std::uint32_t number, const Surroundings& surroundings)
    : number_(number),
      retries_(config.scheduler.dispatcher->max_retries > 0),
      outside_(surroundings),
      memory_(make_map(config)),
      scheduler_(std::make_unique<TaskScheduler>(config.scheduler, make_parts(config), tasks_, jobs_, memory_,
                                                 surroundings.sink)),
      intake_(describe_intake(config), scheduler_->dispatcher().processors(), tasks_, surroundings.registers.errors()),
      reader_(intake_.layout(), memory_, config.scheduler.task_cache->queues()),
      under_way_(config.scheduler.dispatcher->send_ports),
      processors_(config.processors.size()),
      units_{&scheduler_->task_cache(), &scheduler_->decomposer(), &scheduler_->monitor(), &scheduler_->dispatcher(),
             &scheduler_->register_file()} {
  if (config.scheduler.dispatcher->multicast) {
    throw Error("a scheduler behind registers sends each job by itself (dispatcher.multicast: false)",
                ErrorKind::unsupported);
  }
  if (config.scheduler.dispatcher->preload) {
    throw Error("a scheduler behind registers sends no go words (dispatcher.preload: false)", ErrorKind::unsupported);
  }
  TaskScheduler::Outlets outlets;
  outlets.memory = SendPort(*this, kMemoryPort, 0);
  outlets.interrupts = SendPort(*this, kInterruptPort, 0);
  for (std::uint32_t port = 0; port < under_way_.size(); ++port) outlets.jobs.push_back(SendPort(*this, port, 0));
  for (ProcessorId p = 0; p < config.processors.size(); ++p) outlets.processor_inlets.push_back(p);
  scheduler_->connect(std::move(outlets));
  scheduler_->monitor().listen(this);
}

DeviceLife::~DeviceLife() = default;

bool DeviceLife::has_worked() const {
  return std::any_of(units_.begin(), units_.end(), [](const Unit* unit) { return unit->last_run() != kNever; });
}

void DeviceLife::end() {
  static Nobody nobody;  // has no state
  ended_ = true;
  for (Unit* unit : units_) unit->attach(&nobody);
}

std::uint64_t DeviceLife::oldest_unfinished() const { return scheduler_->monitor().oldest_unfinished(); }

void DeviceLife::doorbell(QueueId queue, std::uint64_t tail, Cycle visible) {
  scheduler_->inlet().receive(Message(0, kPointerBytes, Doorbell{queue, tail}), visible);
}

/// A call of the wires may reset the device, so it is the last action of each branch.
void DeviceLife::send(std::uint32_t source, const Message& message, Cycle now, Cycle /*created*/) {
  if (ended_) return;
  if (source == kMemoryPort) {
    DescriptorBurst burst = reader_.ask(message.content<DescriptorRead>());
    burst.life = number_;
    outside_.wires.read(burst, now + 1);
  } else if (source == kInterruptPort) {
    task_done(message.content<TaskInterrupt>(), now);
  } else {
    send_job(source, message, now);
  }
}

/// The task cache gets task kNone for a descriptor that is incomplete or wrong.
void DeviceLife::read_done(const DescriptorBurst& burst, const std::uint8_t* data, Cycle visible) {
  using Progress = DescriptorReader::Progress;
  DeviceRegisters& registers = outside_.registers;
  if (data == nullptr) registers.note(GANTRY_TS_BUS, burst.address);
  const Progress progress = reader_.answer(burst, data);
  TaskRef task = kNone;
  if (progress == Progress::has_more) {
    task = tasks_.allocate();
    tasks_[task].task = Task{};
    tasks_[task].record = TaskRecord{};
    tasks_[task].task.after.resize(reader_.named(burst));
    reader_.keep(burst, task);
  } else if (progress == Progress::too_long) {
    task = make_task(burst, visible, GANTRY_TS_TOO_MANY_PREDECESSORS);
  } else if (progress == Progress::failed) {
    if (const TaskRef begun = reader_.task(burst); begun != kNone) tasks_.release(begun);
    reader_.take(burst);
    registers.fetched(burst.queue, reader_.head(burst.queue));
  } else if (progress == Progress::whole) {
    task = make_task(burst, visible);
  }
  const DescriptorData what{burst.queue, task, burst.position, burst.offset};
  scheduler_->inlet().receive(Message(0, burst.bytes, what), visible);
}

/// Returns kNone if the descriptor is wrong.
TaskRef DeviceLife::make_task(const DescriptorBurst& burst, Cycle visible, std::optional<gantry_ts_error> wrong) {
  const TaskRef begun = reader_.task(burst);
  std::vector<std::uint8_t> bytes = reader_.take(burst);
  outside_.registers.fetched(burst.queue, reader_.head(burst.queue));
  const DescriptorIntake::Taken taken =
      intake_.take({burst.queue, burst.position, visible, begun, wrong}, bytes, oldest_unfinished());
  if (taken.outcome == DescriptorIntake::Outcome::skipped) return kNone;
  if (taken.task >= bytes_.size()) bytes_.resize(taken.task + 1);
  const bool runs = taken.outcome == DescriptorIntake::Outcome::task;
  bytes_[taken.task] = {std::move(bytes), runs ? 0U : GANTRY_TS_DONE_DROPPED};
  if (runs) return taken.task;
  scheduler_->monitor().drop(taken.task, visible);
  return kNone;
}

void DeviceLife::send_job(std::uint32_t port, const Message& message, Cycle now) {
  const auto job = message.content<JobMessage>();
  const LiveJob& live = jobs_[job.job];
  const std::size_t full = intake_.layout().full_bytes();
  std::vector<std::uint8_t> bytes(GANTRY_TS_JOB_BYTES(full));
  std::copy_n(bytes_[live.task].descriptor.begin(), full, bytes.begin());
  const std::uint32_t token = outside_.tokens.issue(job.job);
  write_split({token, live.record.job, job.slot, job.processor}, bytes.data() + full);
  processors_[job.processor].owes.push_back({job.job, token, now + 1});
  under_way_[port].push(message);
  outside_.wires.send_job(port, job.processor, std::move(bytes), now + 1);
}

void DeviceLife::job_sent(std::uint32_t port, Cycle first, Cycle visible) {
  const Message message = under_way_[port].pop();
  const JobRef job = message.content<JobMessage>().job;
  const Cycle last = std::max(first, visible - 1);
  scheduler_->send_listener().first_flit_sent(message, first);
  scheduler_->send_listener().last_flit_sent(port, message, last);
  // The processor may have completed the job before the bus reported that it has left.
  const JobTokens::Early early = outside_.tokens.sent(job);
  if (early.is) finish_job(job, std::max(early.visible, last + 1));
}

void DeviceLife::job_done(JobRef job, bool failed, Cycle visible) {
  Processor& processor = processors_[jobs_[job].record.processor];
  processor.owes.erase(
      std::find_if(processor.owes.begin(), processor.owes.end(), [&](const Owed& owed) { return owed.job == job; }));
  ++processor.ended;
  if (failed && retries_) {
    jobs_[job].answers_failed = true;
  } else if (failed) {
    bytes_[jobs_[job].task].flags |= GANTRY_TS_DONE_FAILED;
  }
  if (outside_.tokens.is_being_sent(job)) {
    outside_.tokens.over_early(job, visible);
  } else {
    finish_job(job, visible);
  }
}

void DeviceLife::finish_job(JobRef job, Cycle visible) {
  outside_.tokens.over(job);
  scheduler_->inlet().receive(Message(0, kPointerBytes, JobCompletion{job}), visible);
}

void DeviceLife::switch_processor(ProcessorId processor, bool off, Cycle visible) {
  processors_[processor].off = off;
  scheduler_->links().processor_switches.post({processor, off}, visible);
}

ProcessorNow DeviceLife::processor(ProcessorId processor, Cycle visible) const {
  const Processor& of = processors_[processor];
  ProcessorNow now;
  if (of.off) now.state |= GANTRY_TS_PROCESSOR_OFF;
  if (scheduler_->dispatcher().processors().is_silent(processor)) now.state |= GANTRY_TS_PROCESSOR_QUARANTINE;
  now.owed = static_cast<std::uint32_t>(of.owes.size());
  now.ended = of.ended;
  if (of.owes.empty()) return now;
  now.token = of.owes.front().token;
  now.age = visible - std::min(visible, of.owes.front().since);
  return now;
}

void DeviceLife::job_overdue(JobRef job, Cycle now) {
  outside_.registers.note(GANTRY_TS_JOB_OVERDUE, outside_.tokens.token_of(job));
  outside_.interrupt.update(now + 1);
}

void DeviceLife::task_done(const TaskInterrupt& interrupt, Cycle now) {
  const TaskRecord& record = tasks_[interrupt.task].record;
  const auto number = static_cast<std::uint32_t>(record.number);
  // Event tasks and dropped ones have bytes, too.
  std::uint32_t flags = bytes_[interrupt.task].flags;
  if (record.failed != kNever) flags |= GANTRY_TS_DONE_FAILED;
  if (record.cancelled != kNever) flags |= GANTRY_TS_DONE_CANCELLED;
  outside_.registers.task_done(number, flags);
  outside_.interrupt.update(now + 1);
  const std::uint64_t address = outside_.registers.message_address();
  if (address == 0 || ended_) return;
  const DoneMessage done{number, static_cast<std::uint32_t>(interrupt.oldest), static_cast<std::uint8_t>(flags)};
  outside_.wires.send_message(address, encode_done(done), now + 1);
}

}  // namespace device
}  // namespace gantry
