// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/memory.h"

#include <string>

#include "gantry/platform/global_memory_config.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry::sc {

namespace {

constexpr std::uint32_t kNoRings = 1;  // the writer decides which bytes are descriptors

}  // namespace

Memory::Memory(const sc_core::sc_module_name& name, const Architecture& architecture, GatedClock& clock)
    : sc_core::sc_module(name),
      memory_(*architecture.memory, architecture.interconnect, *architecture.descriptor, kNoRings, kNoRings),
      unit_("memory", memory_, clock, GatedClock::Time::must_be_exact) {
  AnswerPort::Listener& listener = *this;
  for (std::uint32_t c = 0; c < architecture.memory->controllers; ++c) {
    ports_.push_back(std::make_unique<AnswerPort>("socket" + std::to_string(c), listener, c, clock.period()));
    memory_.add_controller(SendPort(*this, c, c));
  }
}

bool Memory::asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) {
  const std::uint64_t length = payload.get_data_length();
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return true;
  }
  if (length == 0 || payload.get_streaming_width() < length) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return true;
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(asked_.size()));
    asked_.emplace_back();
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  asked_[number] = {&payload, port};
  const MemoryAccess access{payload.get_address(), length};
  if (payload.is_write()) {
    memory_.receive(Message(port, length, OutputWrite{access, number}), visible);
  } else {
    memory_.receive(Message(port, kPointerBytes, InputRead{access, number}), visible);
  }
  return false;
}

void Memory::send(std::uint32_t /*source*/, const Message& message, Cycle /*now*/, Cycle /*created*/) {
  const std::uint32_t number =
      message.is<InputData>() ? message.content<InputData>().job : message.content<OutputAck>().job;
  const Asked about = asked_[number];
  free_.push_back(number);
  move_bytes(*about.payload);
  about.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  ports_[about.port]->answer(*about.payload);
}

void Memory::move_bytes(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  std::uint8_t* data = payload.get_data_ptr();
  if (data == nullptr) return;  // the caller needs only the timing
  const std::uint8_t* enabled = payload.get_byte_enable_ptr();
  if (enabled == nullptr) {
    if (payload.is_write()) {
      bytes_.write(address, data, payload.get_data_length());
    } else {
      bytes_.read(address, data, payload.get_data_length());
    }
    return;
  }
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    if (enabled[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) continue;
    if (payload.is_write()) {
      bytes_.write(address + i, data + i, 1);
    } else {
      bytes_.read(address + i, data + i, 1);
    }
  }
}

unsigned Memory::asked_at_once(std::uint32_t /*port*/, tlm::tlm_generic_payload& payload) {
  move_bytes(payload);
  return payload.get_data_length();
}

}  // namespace gantry::sc
