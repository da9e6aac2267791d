// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/task_scheduler.h"

#include <algorithm>
#include <string>

#include "gantry/base/error.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::sc {

namespace {

// Ports behind those of jobs.
constexpr std::uint32_t kMemory = 1000;
constexpr std::uint32_t kMessages = 1001;

}  // namespace

TaskScheduler::TaskScheduler(const sc_core::sc_module_name& name, const SchedulerDeviceConfig& config,
                             const Options& options, GatedClock& clock)
    : sc_core::sc_module(name),
      registers("registers", *this, 0, clock.period()),
      memory("memory", *this, kMemory, clock.period(), options.blocking ? config.bursts.outstanding : 0),
      messages("messages", *this, kMessages, clock.period(), options.blocking ? 1U : 0U),
      interrupt("interrupt"),
      options_(options),
      clock_(clock.period()),
      device_(config, *this, options.records) {
  if (!clock.works_between_edges())
    throw Error("sc::TaskScheduler: its clock has to work between edges (GatedClock::Works)");
  RequestPort::Listener& listener = *this;
  for (std::uint32_t port = 0; port < config.scheduler.dispatcher->send_ports; ++port) {
    jobs_.push_back(std::make_unique<RequestPort>("jobs" + std::to_string(port), listener, port, clock_,
                                                  options.blocking ? 1U : 0U));
  }
  for (Unit* unit : device_.units()) {
    modules_.push_back(
        std::make_unique<UnitModule>(unit->name().c_str(), *unit, clock, GatedClock::Time::must_be_exact));
  }
  SC_METHOD(drive_interrupt);
  dont_initialize();
  sensitive << interrupt_changes_;
}

TaskScheduler::~TaskScheduler() = default;

void TaskScheduler::read(const DescriptorBurst& burst, Cycle /*at*/) {
  if (free_reads_.empty()) {
    free_reads_.push_back(static_cast<std::uint32_t>(reads_.size()));
    reads_.emplace_back();
  }
  const std::uint32_t tag = free_reads_.back();
  free_reads_.pop_back();
  reads_[tag] = burst;
  memory.send(memory.make(RequestPort::Kind::read, burst.address, burst.bytes, tag));
}

void TaskScheduler::take_read(std::uint32_t tag, const std::uint8_t* data, Cycle visible) {
  const DescriptorBurst burst = reads_[tag];
  free_reads_.push_back(tag);
  device_.read_done(burst, data, visible);
}

void TaskScheduler::send_job(std::uint32_t port, ProcessorId processor, std::vector<std::uint8_t> bytes, Cycle /*at*/) {
  const std::uint32_t token = read_split(bytes.data() + device_.layout().full_bytes()).token;
  tlm::tlm_generic_payload& payload =
      jobs_[port]->make(RequestPort::Kind::posted_write, options_.processors + processor * options_.processor_stride,
                        bytes.size(), token);
  std::copy(bytes.begin(), bytes.end(), payload.get_data_ptr());
  jobs_[port]->send(payload);
}

void TaskScheduler::send_message(std::uint64_t address, std::uint64_t value, Cycle at) {
  if (messages.socket.size() == 0) return device_.message_lost(address, at);
  tlm::tlm_generic_payload& payload = messages.make(RequestPort::Kind::posted_write, address, 8, device_.resets());
  write_bytes(value, payload.get_data_ptr(), 8);
  messages.send(payload);
}

void TaskScheduler::reset() { device_.reset(std::max<Cycle>(clock_.seen(sc_core::SC_ZERO_TIME), 1)); }

void TaskScheduler::restarted(Cycle at) {
  for (std::uint32_t port = 0; port < jobs_.size(); ++port) {
    for (std::size_t left = jobs_[port]->take_back().size(); left > 0; --left) device_.job_sent(port, at, at);
  }
  for (const std::uint32_t tag : memory.take_back()) free_reads_.push_back(tag);
  messages.take_back();
  for (std::size_t i = 0; i < modules_.size(); ++i) modules_[i]->replace(*device_.units()[i]);
}

void TaskScheduler::set_interrupt(bool level, Cycle at) {
  level_ = level;
  const sc_core::sc_time when = clock_.at(at);
  interrupt_changes_.notify(std::max(when, sc_core::sc_time_stamp()) - sc_core::sc_time_stamp());
}

void TaskScheduler::drive_interrupt() {
  if (interrupt.size() != 0) interrupt->write(level_);
}

void TaskScheduler::answered(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload,
                             Cycle visible) {
  if (port == kMemory) take_read(tag, payload.get_data_ptr(), visible);
}

void TaskScheduler::failed(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload,
                           Cycle visible) {
  if (port == kMemory) {
    take_read(tag, nullptr, visible);
  } else if (port == kMessages) {
    if (tag == device_.resets()) device_.message_lost(payload.get_address(), visible);
  } else {
    device_.job_lost(tag, payload.get_address(), visible);
  }
}

void TaskScheduler::left(std::uint32_t port, std::uint32_t /*tag*/, Cycle first, Cycle visible) {
  if (port < jobs_.size()) device_.job_sent(port, first, visible);
}

bool TaskScheduler::asked(std::uint32_t /*port*/, tlm::tlm_generic_payload& payload, Cycle visible) {
  access(payload, std::max<Cycle>(visible, 1));
  return true;
}

void TaskScheduler::access(tlm::tlm_generic_payload& payload, Cycle visible) {
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (payload.get_byte_enable_ptr() != nullptr) return payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  const std::size_t length = payload.get_data_length();
  const bool streams = payload.get_streaming_width() < length;
  const std::size_t size = streams ? 0 : length;
  bool good = true;
  if (payload.is_read()) good = device_.read_register(payload.get_address(), payload.get_data_ptr(), size, visible);
  if (payload.is_write()) good = device_.write_register(payload.get_address(), payload.get_data_ptr(), size, visible);
  if (!good) payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
}

/// A debugger's read has no side effects. Its write is an ordinary access.
unsigned TaskScheduler::asked_at_once(std::uint32_t /*port*/, tlm::tlm_generic_payload& payload) {
  const unsigned length = payload.get_data_length();
  if (payload.is_read()) {
    device_.peek_registers(payload.get_address(), payload.get_data_ptr(), length, clock_.now() + 1);
    return length;
  }
  if (!payload.is_write() || (length != 4 && length != 8) || payload.get_address() % length != 0) return 0;
  access(payload, clock_.now() + 1);
  return payload.is_response_ok() ? length : 0;
}

}  // namespace gantry::sc
