// SPDX-License-Identifier: Apache-2.0
// Configuration of the task scheduler as a device, and its interface to the platform.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/device/descriptor_reader.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/policy_config.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace device {

/// The outputs of the device, implemented by the platform. An output of a cycle is visible from cycle `at` on, the next
/// one.
class DeviceWires {
 public:
  virtual ~DeviceWires() = default;
  /// Requests a burst of a descriptor. The platform answers with SchedulerDevice::read_done.
  virtual void read(const DescriptorBurst& burst, Cycle at) = 0;
  /// Sends a descriptor and its split information to a processor. Jobs of one port leave one after the other. The
  /// platform calls SchedulerDevice::job_sent for each, in the same order.
  virtual void send_job(std::uint32_t port, ProcessorId processor, std::vector<std::uint8_t> bytes, Cycle at) = 0;
  /// Writes the message of a completed task, 8 bytes, to an address of the host.
  virtual void send_message(std::uint64_t address, std::uint64_t value, Cycle at) = 0;
  virtual void set_interrupt(bool level, Cycle at) = 0;
  /// The device was reset. SchedulerDevice::units() are new ones, attached to the same Waker. The platform may drop
  /// outputs from before the reset. It still calls job_sent for every job, dropped ones included; it may call
  /// read_done, and does not call message_lost.
  virtual void restarted(Cycle /*at*/) {}
};

struct SchedulerDeviceConfig {
  TaskSchedulerConfig scheduler;
  PolicyConfig policies;
  BurstRules bursts;                      ///< bursts of descriptor reads
  std::vector<ProcessorInfo> processors;  ///< types and queue depths; speeds if a policy uses them
  std::vector<std::uint32_t> hops = {};   ///< links from the scheduler to each processor; empty: 1 each
  // Catalogues that `policies` refers to. They must outlive the device.
  const PickerCatalogue& pickers = builtin_pickers();
  const ProcessorChoiceCatalogue& processor_choices = builtin_processor_choices();
};

}  // namespace device
}  // namespace gantry
