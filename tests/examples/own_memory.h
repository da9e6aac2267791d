// SPDX-License-Identifier: Apache-2.0
// A memory of one's own behind the machine: a TLM-2.0 target that answers every request after a constant time.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "gantry/base/types.h"

namespace gantry::sc {

/// One controller. Takes a request at once and answers `latency` later; serves any number at the same time.
class ConstantMemory : public sc_core::sc_module {
 public:
  ConstantMemory(const sc_core::sc_module_name& name, const sc_core::sc_time& latency)
      : sc_core::sc_module(name), socket("socket"), latency_(latency), answers_(this, &ConstantMemory::answer) {
    socket.register_nb_transport_fw(this, &ConstantMemory::transport_forward);
  }

  tlm_utils::simple_target_socket<ConstantMemory> socket;
  std::uint64_t requests = 0;

 private:
  tlm::tlm_sync_enum transport_forward(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;  // END_RESP
    ++requests;
    answers_.notify(transaction, tlm::BEGIN_RESP, delay + latency_);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }

  void answer(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase) {
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase sent = phase;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(transaction, sent, delay);
  }

  const sc_core::sc_time latency_;
  tlm_utils::peq_with_cb_and_phase<ConstantMemory> answers_;
};

}  // namespace gantry::sc
