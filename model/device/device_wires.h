// SPDX-License-Identifier: Apache-2.0
// What the task scheduler as a device is made of and connected to.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/device/descriptor_reader.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/policy_config.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/task_scheduler.h"

namespace gantry {
inline namespace device {

/// What leaves the device in a cycle can be seen from cycle `at` on, the next one.
class DeviceWires {
 public:
  virtual ~DeviceWires() = default;
  /// SchedulerDevice::read_done answers.
  virtual void read(const DescriptorBurst& burst, Cycle at) = 0;
  /// A descriptor and its split information. Jobs of one port leave one after the other; SchedulerDevice::job_sent
  /// answers in their order.
  virtual void send_job(std::uint32_t port, ProcessorId processor, std::vector<std::uint8_t> bytes, Cycle at) = 0;
  /// The message of a finished task, 8 bytes to the host.
  virtual void send_message(std::uint64_t address, std::uint64_t value, Cycle at) = 0;
  virtual void set_interrupt(bool level, Cycle at) = 0;
  /// The device has begun anew: SchedulerDevice::units() are others, which have the Waker of attach() if there was one.
  /// What it has handed over before is not wanted any more. What has begun to leave ends as it is told: job_sent is
  /// still said of every job, also of one that is taken back, read_done may be, and message_lost is not.
  virtual void restarted(Cycle /*at*/) {}
};

struct SchedulerDeviceConfig {
  TaskSchedulerConfig scheduler;
  PolicyConfig policies;
  BurstRules bursts;                                   ///< in which descriptors are read
  std::vector<ProcessorInfo> processors;               ///< places, types and speeds, as far as policies ask for them
  std::vector<std::uint32_t> hops = {};                ///< to each processor; empty: 1
  const PickerCatalogue& pickers = builtin_pickers();  ///< of which the policies are names; outlives the device
  const ProcessorChoiceCatalogue& processor_choices = builtin_processor_choices();
};

}  // namespace device
}  // namespace gantry
