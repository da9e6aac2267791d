// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/memory_target.h"

#include "gantry/platform/global_memory_config.h"
#include "gantry/sc/data_timing.h"

namespace gantry::sc {

namespace {

/// Remembers the controller a transaction came through, so that its answers take the same socket back.
struct ControllerTag final : tlm::tlm_extension<ControllerTag> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new ControllerTag(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    controller = static_cast<const ControllerTag&>(other).controller;
  }
  std::size_t controller = 0;
};

}  // namespace

MemoryTarget::Controller::Controller(MemoryTarget* owner, std::size_t id, const MemoryConfig& config)
    : socket(("socket" + std::to_string(id)).c_str()), calendar(config) {
  socket.register_nb_transport_fw(owner, &MemoryTarget::transport_forward, static_cast<int>(id));
  socket.register_b_transport(owner, &MemoryTarget::transport_blocking, static_cast<int>(id));
}

MemoryTarget::MemoryTarget(const sc_core::sc_module_name& name, const MemoryConfig& config, const ClockPeriod& clock)
    : sc_core::sc_module(name), clock_(clock), events_(this, &MemoryTarget::at_phase) {
  for (std::size_t id = 0; id < config.controllers; ++id) {
    controllers_.push_back(std::make_unique<Controller>(this, id, config));
  }
}

tlm::tlm_sync_enum MemoryTarget::transport_forward(int id, tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                                   sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
  if (phase != tlm::BEGIN_REQ) {
    SC_REPORT_ERROR("/gantry/memory", "only BEGIN_REQ and END_RESP come from an initiator");
    return tlm::TLM_COMPLETED;
  }
  const auto controller = static_cast<std::size_t>(id);
  ControllerTag* tag = transaction.get_extension<ControllerTag>();
  if (tag == nullptr) {
    tag = new ControllerTag;
    transaction.set_extension(tag);
  }
  tag->controller = controller;
  const Cycle now = (sc_core::sc_time_stamp() + delay).value() / clock_.period().value();
  const MemoryController::Times times = controllers_[controller]->calendar.admit(now, transaction.get_data_length());
  // A requester that knows the arrival of the last data is notified when the first ones arrive.
  auto* timing = transaction.is_read() ? transaction.get_extension<DataTiming>() : nullptr;
  if (timing != nullptr) timing->all_there = clock_.at(times.done);
  const Cycle answer = timing != nullptr ? times.begins : times.done;
  events_.notify(transaction, tlm::BEGIN_RESP, clock_.at(answer) - sc_core::sc_time_stamp());
  if (times.accepted == now) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  events_.notify(transaction, tlm::END_REQ, clock_.at(times.accepted) - sc_core::sc_time_stamp());
  return tlm::TLM_ACCEPTED;
}

void MemoryTarget::at_phase(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase) {
  Controller& controller = *controllers_[transaction.get_extension<ControllerTag>()->controller];
  if (phase == tlm::BEGIN_RESP) transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase sent = phase;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  controller.socket->nb_transport_bw(transaction, sent, delay);
}

void MemoryTarget::transport_blocking(int id, tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const Cycle now = (sc_core::sc_time_stamp() + delay).value() / clock_.period().value();
  MemoryController& calendar = controllers_[static_cast<std::size_t>(id)]->calendar;
  const MemoryController::Times times = calendar.admit(now, transaction.get_data_length());
  delay = clock_.at(times.done) - sc_core::sc_time_stamp();
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace gantry::sc
