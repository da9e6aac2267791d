// SPDX-License-Identifier: Apache-2.0
// The task scheduler for another platform: a register map behind a target socket, descriptors read from memory as
// bytes, jobs and messages written as bytes, and an interrupt wire (docs/embedding.md). Its cycles are those of the
// machine. Any number of instances may exist in a simulation, each with its clock.
#pragma once

#include <systemc>
#include <tlm>

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/device/scheduler_device.h"
#include "gantry/sc/answer_port.h"
#include "gantry/sc/gated_clock.h"
#include "gantry/sc/request_port.h"
#include "gantry/sc/unit_module.h"

namespace gantry::sc {

class TaskScheduler : public sc_core::sc_module,
                      private DeviceWires,
                      private RequestPort::Listener,
                      private AnswerPort::Listener {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(TaskScheduler);
#endif
  struct Options {
    std::uint64_t processors = 0;               ///< address for the jobs of processor 0
    std::uint64_t processor_stride = 0x100000;  ///< bytes from the job address of one processor to that of the next
    bool blocking = false;          ///< use b_transport from processes of its own, for targets without phases
    RecordSink* records = nullptr;  ///< observer of tasks, jobs and failed matches; may be nullptr
  };
  /// `clock` must work between edges. Throws as SchedulerDevice does.
  TaskScheduler(const sc_core::sc_module_name& name, const SchedulerDeviceConfig& config, const Options& options,
                GatedClock& clock);
  ~TaskScheduler() override;

  AnswerPort registers;                                                         ///< target
  RequestPort memory;                                                           ///< initiator: reads descriptors
  RequestPort messages;                                                         ///< initiator: MSI; may stay unbound
  [[nodiscard]] auto& jobs(std::uint32_t port) { return jobs_[port]->socket; }  ///< initiators, one per send port
  [[nodiscard]] std::uint32_t send_ports() const { return static_cast<std::uint32_t>(jobs_.size()); }
  /// Interrupt wire; may stay unbound.
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> interrupt;

  /// Resets the device, as bit RESET of CONTROL does; at any time, from any process.
  void reset();

  [[nodiscard]] SchedulerDevice& device() { return device_; }

 private:
  // DeviceWires
  void read(const DescriptorBurst& burst, Cycle at) override;
  void send_job(std::uint32_t port, ProcessorId processor, std::vector<std::uint8_t> bytes, Cycle at) override;
  void send_message(std::uint64_t address, std::uint64_t value, Cycle at) override;
  void set_interrupt(bool level, Cycle at) override;
  void restarted(Cycle at) override;
  // RequestPort::Listener
  void answered(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload, Cycle visible) override;
  void failed(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload, Cycle visible) override;
  void left(std::uint32_t port, std::uint32_t tag, Cycle first, Cycle visible) override;
  // AnswerPort::Listener
  bool asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) override;
  unsigned asked_at_once(std::uint32_t port, tlm::tlm_generic_payload& payload) override;

  void access(tlm::tlm_generic_payload& payload, Cycle visible);
  void take_read(std::uint32_t tag, const std::uint8_t* data, Cycle visible);
  void drive_interrupt();

  const Options options_;
  const ClockPeriod clock_;
  std::vector<std::unique_ptr<RequestPort>> jobs_;
  std::vector<DescriptorBurst> reads_;  ///< by tag
  std::vector<std::uint32_t> free_reads_;
  bool level_ = false;
  sc_core::sc_event interrupt_changes_;
  SchedulerDevice device_;
  std::vector<std::unique_ptr<UnitModule>> modules_;
};

}  // namespace gantry::sc
