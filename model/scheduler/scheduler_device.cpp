// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/scheduler_device.h"

#include <algorithm>
#include <utility>

namespace gantry {
inline namespace scheduler {

namespace {

// Ports behind those of jobs.
constexpr std::uint32_t kMemoryPort = 1000;
constexpr std::uint32_t kInterruptPort = 1001;

MemoryMap make_map(const SchedulerDeviceConfig& config) {
  MemoryMap map(config.bursts, config.bursts.burst_bytes, 1, config.scheduler.task_cache.queues(),
                GANTRY_TS_MOST_ENTRIES, config.scheduler.descriptor.full_bytes);
  map.add_controller(0);
  map.continue_behind(config.scheduler.descriptor.full_bytes);
  return map;
}

SchedulerParts make_parts(const SchedulerDeviceConfig& config) {
  const DispatcherConfig& dispatcher = config.scheduler.dispatcher;
  std::vector<std::uint32_t> hops = config.hops;
  hops.resize(config.processors.size(), 1);
  return {ProcessorTable(config.processors, std::move(hops)), make_picker(dispatcher, config.policies, config.pickers),
          make_choice(dispatcher, config.policies, config.processor_choices)};
}

DeviceRegisters::Facts facts_of(const SchedulerDeviceConfig& config) {
  const DescriptorConfig& descriptor = config.scheduler.descriptor;
  return {{config.scheduler.task_cache.queues_per_class},
          static_cast<std::uint32_t>(config.processors.size()),
          descriptor.predecessors,
          count_types(config.processors),
          descriptor.full_bytes,
          config.scheduler.monitor.completion_window};
}

}  // namespace

class SchedulerDevice::NoRecords final : public RecordSink {
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

SchedulerDevice::SchedulerDevice(const SchedulerDeviceConfig& config, DeviceWires& wires, RecordSink* sink)
    : wires_(wires),
      no_records_(std::make_unique<NoRecords>()),
      memory_(make_map(config)),
      scheduler_(std::make_unique<TaskScheduler>(config.scheduler, make_parts(config), tasks_, jobs_, memory_,
                                                 sink != nullptr ? *sink : *no_records_)),
      registers_(facts_of(config), *this),
      intake_(std::make_unique<DescriptorIntake>(
          DescriptorIntake::Config{DescriptorLayout(config.scheduler.descriptor, count_types(config.processors)),
                                   config.scheduler.dispatcher,
                                   {config.scheduler.task_cache.queues_per_class},
                                   config.scheduler.monitor.completion_window},
          scheduler_->dispatcher().processors(), tasks_, registers_.errors())),
      reader_(std::make_unique<DescriptorReader>(intake_->layout(), memory_, config.scheduler.task_cache.queues())),
      under_way_(config.scheduler.dispatcher.send_ports),
      units_{&scheduler_->task_cache(), &scheduler_->decomposer(), &scheduler_->monitor(), &scheduler_->dispatcher(),
             &scheduler_->register_file()} {
  TaskScheduler::Outlets outlets;
  outlets.memory = SendPort(*this, kMemoryPort, 0);
  outlets.interrupts = SendPort(*this, kInterruptPort, 0);
  for (std::uint32_t port = 0; port < under_way_.size(); ++port) outlets.jobs.push_back(SendPort(*this, port, 0));
  for (ProcessorId p = 0; p < config.processors.size(); ++p) outlets.processor_inlets.push_back(p);
  scheduler_->connect(std::move(outlets));
}

SchedulerDevice::~SchedulerDevice() = default;

void SchedulerDevice::attach(Waker& waker) {
  for (Unit* unit : units_) unit->attach(&waker);
}

Cycle SchedulerDevice::due() const {
  Cycle next = kNever;
  for (const Unit* unit : units_) next = std::min(next, unit->due());
  return next;
}

void SchedulerDevice::run(Cycle now) {
  for (Unit* unit : units_) unit->run(now);
}

void SchedulerDevice::verify() const {
  for (const Unit* unit : units_) unit->verify();
}

bool SchedulerDevice::read_register(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) {
  const bool good = registers_.read(offset, data, size, visible);
  update_interrupt(visible);
  return good;
}

bool SchedulerDevice::write_register(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible) {
  const bool good = registers_.write(offset, data, size, visible);
  update_interrupt(visible);
  return good;
}

void SchedulerDevice::update_interrupt(Cycle at) {
  if (registers_.interrupt() == interrupt_) return;
  interrupt_ = !interrupt_;
  wires_.set_interrupt(interrupt_, at);
}

void SchedulerDevice::doorbell(QueueId queue, std::uint64_t tail, Cycle visible) {
  scheduler_->inlet().receive(Message(0, kPointerBytes, Doorbell{queue, tail}), visible);
}

void SchedulerDevice::send(std::uint32_t source, const Message& message, Cycle now, Cycle /*created*/) {
  if (source == kMemoryPort) {
    wires_.read(reader_->ask(message.content<DescriptorRead>()), now + 1);
  } else if (source == kInterruptPort) {
    task_done(message.content<TaskInterrupt>(), now);
  } else {
    send_job(source, message, now);
  }
}

void SchedulerDevice::read_done(const DescriptorBurst& burst, const std::uint8_t* data, Cycle visible) {
  if (data == nullptr) registers_.note(GANTRY_TS_BUS, burst.address);
  take_descriptor(burst, reader_->answer(burst, data), visible);
  update_interrupt(visible);
}

/// Of a descriptor that is not whole yet, or that is no task, the cache hears of no task.
void SchedulerDevice::take_descriptor(const DescriptorBurst& burst, DescriptorReader::Progress progress,
                                      Cycle visible) {
  using Progress = DescriptorReader::Progress;
  TaskRef task = kNone;
  if (progress == Progress::has_more) {
    task = tasks_.allocate();
    tasks_[task].task = Task{};
    tasks_[task].record = TaskRecord{};
    tasks_[task].task.after.resize(reader_->named(burst));
    reader_->keep(burst, task);
  } else if (progress == Progress::too_long) {
    task = make_task(burst, visible, GANTRY_TS_TOO_MANY_PREDECESSORS);
  } else if (progress == Progress::failed) {
    if (const TaskRef begun = reader_->task(burst); begun != kNone) tasks_.release(begun);
    reader_->take(burst);
    registers_.fetched(burst.queue, reader_->head(burst.queue));
  } else if (progress == Progress::whole) {
    task = make_task(burst, visible);
  }
  const DescriptorData data{burst.queue, burst.position, task, burst.offset};
  scheduler_->inlet().receive(Message(0, burst.bytes, data), visible);
}

/// kNone: nothing that can run.
TaskRef SchedulerDevice::make_task(const DescriptorBurst& burst, Cycle visible, std::optional<gantry_ts_error> wrong) {
  const TaskRef begun = reader_->task(burst);
  std::vector<std::uint8_t> bytes = reader_->take(burst);
  registers_.fetched(burst.queue, reader_->head(burst.queue));
  const DescriptorIntake::Taken taken =
      intake_->take({burst.queue, burst.position, visible, begun, wrong}, bytes, oldest_unfinished());
  if (taken.outcome == DescriptorIntake::Outcome::skipped) return kNone;
  if (taken.task >= bytes_.size()) bytes_.resize(taken.task + 1);
  const bool runs = taken.outcome == DescriptorIntake::Outcome::task;
  bytes_[taken.task] = {std::move(bytes), runs ? 0U : GANTRY_TS_DONE_DROPPED};
  if (runs) return taken.task;
  scheduler_->monitor().drop(taken.task, visible);
  return kNone;
}

void SchedulerDevice::send_job(std::uint32_t port, const Message& message, Cycle now) {
  const auto job = message.content<JobMessage>();
  const LiveJob& live = jobs_[job.job];
  const std::size_t full = layout().full_bytes();
  std::vector<std::uint8_t> bytes(GANTRY_TS_JOB_BYTES(full));
  std::copy_n(bytes_[live.task].descriptor.begin(), full, bytes.begin());
  write_split({tokens_.issue(job.job), live.record.job, job.slot, job.processor}, bytes.data() + full);
  under_way_[port].push(message);
  wires_.send_job(port, job.processor, std::move(bytes), now + 1);
}

void SchedulerDevice::job_sent(std::uint32_t port, Cycle first, Cycle visible) {
  const Message message = under_way_[port].pop();
  const JobRef job = message.content<JobMessage>().job;
  const Cycle last = std::max(first, visible - 1);
  scheduler_->send_listener().first_flit_sent(message, first);
  scheduler_->send_listener().last_flit_sent(port, message, last);
  // A processor may be done with it before its bus has come back.
  const JobTokens::Early early = tokens_.sent(job);
  if (early.is) finish_job(job, std::max(early.visible, last + 1));
}

void SchedulerDevice::job_lost(std::uint32_t token, std::uint64_t address, Cycle visible) {
  registers_.note(GANTRY_TS_BUS, address);
  if (const std::optional<JobRef> job = tokens_.find(token)) fail_job(*job, visible);
  update_interrupt(visible);
}

void SchedulerDevice::message_lost(std::uint64_t address, Cycle visible) {
  registers_.note(GANTRY_TS_BUS, address);
  update_interrupt(visible);
}

void SchedulerDevice::completion(std::uint32_t token, std::uint32_t status, Cycle visible) {
  const std::optional<JobRef> job = tokens_.find(token);
  if (!job) return registers_.note(GANTRY_TS_UNKNOWN_COMPLETION, token);
  if (status == 0) return end_job(*job, visible);
  registers_.note(GANTRY_TS_JOB_FAILED, token);
  fail_job(*job, visible);
}

void SchedulerDevice::fail_job(JobRef job, Cycle visible) {
  bytes_[jobs_[job].task].flags |= GANTRY_TS_DONE_FAILED;
  end_job(job, visible);
}

void SchedulerDevice::end_job(JobRef job, Cycle visible) {
  if (tokens_.is_being_sent(job)) {
    tokens_.over_early(job, visible);
  } else {
    finish_job(job, visible);
  }
}

void SchedulerDevice::finish_job(JobRef job, Cycle visible) {
  tokens_.over(job);
  scheduler_->inlet().receive(Message(0, kPointerBytes, JobCompletion{job}), visible);
}

void SchedulerDevice::task_done(const TaskInterrupt& interrupt, Cycle now) {
  const auto number = static_cast<std::uint32_t>(tasks_[interrupt.task].record.number);
  // Event tasks and dropped ones have bytes, too.
  const std::uint32_t flags = bytes_[interrupt.task].flags;
  registers_.task_done(number, flags);
  update_interrupt(now + 1);
  const std::uint64_t address = registers_.message_address();
  if (address == 0) return;
  const DoneMessage done{number, static_cast<std::uint32_t>(interrupt.oldest), static_cast<std::uint8_t>(flags)};
  wires_.send_message(address, encode_done(done), now + 1);
}

}  // namespace scheduler
}  // namespace gantry
