// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/answer_port.h"

namespace gantry::sc {

AnswerPort::AnswerPort(const std::string& name, Listener& listener, std::uint32_t number, const ClockPeriod& clock)
    : socket(name.c_str()), listener_(listener), number_(number), clock_(clock) {
  socket.register_nb_transport_fw(this, &AnswerPort::transport_forward);
  socket.register_b_transport(this, &AnswerPort::transport_blocking);
  socket.register_transport_dbg(this, &AnswerPort::transport_debug);
}

tlm::tlm_sync_enum AnswerPort::transport_forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    taken_ = false;
    respond();
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) {
    SC_REPORT_ERROR("/gantry/answer", "only BEGIN_REQ and END_RESP come from an initiator");
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  if (listener_.asked(number_, payload, clock_.seen(delay))) {
    payload.release();
    return tlm::TLM_COMPLETED;
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void AnswerPort::transport_blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  sc_core::sc_event done;
  blocked_[&payload] = &done;
  if (listener_.asked(number_, payload, clock_.seen(delay))) {
    blocked_.erase(&payload);
    return;
  }
  sc_core::wait(done);
  delay = sc_core::SC_ZERO_TIME;
}

void AnswerPort::answer(tlm::tlm_generic_payload& payload) {
  const auto blocked = blocked_.find(&payload);
  if (blocked != blocked_.end()) {
    blocked->second->notify(clock_.to(clock_.now() + 1));
    blocked_.erase(blocked);
    return;
  }
  answers_.push(&payload);
  respond();
}

void AnswerPort::respond() {
  while (!taken_ && !answers_.empty()) {
    tlm::tlm_generic_payload& payload = *answers_.pop();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = clock_.to(clock_.now() + 1);
    taken_ = true;
    const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
    if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP)) taken_ = false;
    payload.release();
  }
}

}  // namespace gantry::sc
