// SPDX-License-Identifier: Apache-2.0
#include "gantry/device/scheduler_device.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gantry/device/device_life.h"
#include "gantry/scheduler/state_monitor_base.h"

namespace gantry {
inline namespace device {

class SchedulerDevice::NoRecords final : public RecordSink {
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

SchedulerDevice::SchedulerDevice(const SchedulerDeviceConfig& config, DeviceWires& wires, RecordSink* sink)
    : config_(config),
      layout_(*config.scheduler.descriptor, count_types(config.processors)),
      wires_(wires),
      no_records_(std::make_unique<NoRecords>()),
      sink_(sink != nullptr ? *sink : *no_records_),
      registers_(device_facts(config.scheduler, config.processors), *this),
      interrupt_(registers_, wires),
      life_(make_life()),
      forgotten_(life_->ports(), 0) {}

SchedulerDevice::~SchedulerDevice() = default;

std::unique_ptr<DeviceLife> SchedulerDevice::make_life() {
  return std::make_unique<DeviceLife>(config_, resets_,
                                      DeviceLife::Surroundings{wires_, registers_, interrupt_, tokens_, sink_});
}

void SchedulerDevice::attach(Waker& waker) {
  waker_ = &waker;
  for (Unit* unit : units()) unit->attach(&waker);
}

Cycle SchedulerDevice::due() const {
  Cycle next = kNever;
  for (const Unit* unit : units()) next = std::min(next, unit->due());
  return next;
}

/// A reset within the loop replaces the units. The new ones are not due.
void SchedulerDevice::run(Cycle now) {
  for (std::size_t i = 0; i < units().size(); ++i) units()[i]->run(now);
}

void SchedulerDevice::verify() const {
  for (const Unit* unit : units()) unit->verify();
}

/// A block may call this through the wires, and continues when it returns. So its life is kept until a later life has
/// worked and is reset in turn.
void SchedulerDevice::reset(Cycle visible) {
  for (std::uint32_t port = 0; port < forgotten_.size(); ++port) forgotten_[port] += life_->under_way(port);
  life_->end();
  ++resets_;
  std::unique_ptr<DeviceLife> last = std::exchange(life_, make_life());
  if (last->has_worked()) former_ = std::move(last);
  tokens_.forget();
  registers_.reset();
  if (waker_ != nullptr) attach(*waker_);
  wires_.restarted(visible);
  interrupt_.update(visible);
}

bool SchedulerDevice::read_register(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) {
  const bool good = registers_.read(offset, data, size, visible);
  interrupt_.update(visible);
  return good;
}

bool SchedulerDevice::write_register(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible) {
  const bool good = registers_.write(offset, data, size, visible);
  interrupt_.update(visible);
  return good;
}

void SchedulerDevice::read_done(const DescriptorBurst& burst, const std::uint8_t* data, Cycle visible) {
  if (burst.life != resets_) return;
  life_->read_done(burst, data, visible);
  interrupt_.update(visible);
}

void SchedulerDevice::job_sent(std::uint32_t port, Cycle first, Cycle visible) {
  if (forgotten_[port] == 0) return life_->job_sent(port, first, visible);
  --forgotten_[port];
}

void SchedulerDevice::job_lost(std::uint32_t token, std::uint64_t address, Cycle visible) {
  if (tokens_.is_forgotten(token)) return;
  registers_.note(GANTRY_TS_BUS, address);
  if (const std::optional<JobRef> job = tokens_.find(token)) life_->job_done(*job, true, visible);
  interrupt_.update(visible);
}

void SchedulerDevice::message_lost(std::uint64_t address, Cycle visible) {
  registers_.note(GANTRY_TS_BUS, address);
  interrupt_.update(visible);
}

void SchedulerDevice::completion(std::uint32_t token, std::uint32_t status, Cycle visible) {
  const std::optional<JobRef> job = tokens_.find(token);
  if (!job) return registers_.note(GANTRY_TS_UNKNOWN_COMPLETION, token);
  if (status != 0) registers_.note(GANTRY_TS_JOB_FAILED, token);
  life_->job_done(*job, status != 0, visible);
}

const std::array<Unit*, 5>& SchedulerDevice::units() const { return life_->units(); }
TaskScheduler& SchedulerDevice::scheduler() { return life_->scheduler(); }
void SchedulerDevice::ring_is(QueueId queue, const DescriptorRing& ring) { life_->set_ring(queue, ring); }
void SchedulerDevice::doorbell(QueueId queue, std::uint64_t tail, Cycle visible) {
  life_->doorbell(queue, tail, visible);
}
void SchedulerDevice::switch_processor(ProcessorId processor, bool off, Cycle visible) {
  life_->switch_processor(processor, off, visible);
}
ProcessorNow SchedulerDevice::processor(ProcessorId processor, Cycle visible) const {
  return life_->processor(processor, visible);
}
std::uint64_t SchedulerDevice::live_tasks() const { return life_->live_tasks(); }
std::uint64_t SchedulerDevice::oldest_unfinished() const { return life_->oldest_unfinished(); }
std::uint64_t SchedulerDevice::tasks_completed() const { return life_->scheduler().monitor().tasks_completed(); }

}  // namespace device
}  // namespace gantry
