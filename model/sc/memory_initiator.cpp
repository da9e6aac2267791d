// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/memory_initiator.h"

#include <algorithm>

namespace gantry::sc {

MemoryInitiator::MemoryInitiator(const sc_core::sc_module_name& name, GlobalMemory& memory, std::uint32_t controllers,
                                 const ClockPeriod& clock)
    : sc_core::sc_module(name), memory_(memory), clock_(clock), later_(this, &MemoryInitiator::take_phase) {
  for (std::uint32_t id = 0; id < controllers; ++id) {
    sockets_.push_back(std::make_unique<tlm_utils::simple_initiator_socket_tagged<MemoryInitiator>>(
        ("socket" + std::to_string(id)).c_str()));
    sockets_.back()->register_nb_transport_bw(this, &MemoryInitiator::transport_backward, static_cast<int>(id));
  }
  memory_.use(this);
}

MemoryInitiator::~MemoryInitiator() = default;

tlm::tlm_generic_payload& MemoryInitiator::allocate() {
  if (idle_.empty()) {
    payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
    payloads_.back()->set_extension(new Request);
    payloads_.back()->set_extension(new DataTiming);
    idle_.push_back(payloads_.back().get());
  }
  tlm::tlm_generic_payload* transaction = idle_.back();
  idle_.pop_back();
  transaction->acquire();
  return *transaction;
}

void MemoryInitiator::free(tlm::tlm_generic_payload* transaction) { idle_.push_back(transaction); }

void MemoryInitiator::begin(std::uint32_t controller, std::uint32_t request, std::uint64_t address, std::uint64_t bytes,
                            bool write, Cycle /*now*/) {
  tlm::tlm_generic_payload& transaction = allocate();
  Request& about = *transaction.get_extension<Request>();
  about.controller = controller;
  about.request = request;
  about.accepted = false;
  if (about.bytes.size() < bytes) about.bytes.resize(static_cast<std::size_t>(bytes));
  transaction.set_data_ptr(about.bytes.data());
  transaction.get_extension<DataTiming>()->all_there = sc_core::SC_ZERO_TIME;
  const auto length = static_cast<unsigned>(bytes);  // bytes of a burst
  transaction.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  transaction.set_address(address);
  transaction.set_data_length(length);
  transaction.set_streaming_width(length);
  transaction.set_byte_enable_ptr(nullptr);
  transaction.set_dmi_allowed(false);
  transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);

  ++outstanding_;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = (*sockets_[controller])->nb_transport_fw(transaction, phase, delay);
  if (status == tlm::TLM_COMPLETED) phase = tlm::BEGIN_RESP;
  if (status != tlm::TLM_ACCEPTED) at_edge(transaction, phase, delay);
}

tlm::tlm_sync_enum MemoryInitiator::transport_backward(int /*id*/, tlm::tlm_generic_payload& transaction,
                                                       tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) {
    SC_REPORT_ERROR("/gantry/memory", "only END_REQ and BEGIN_RESP come from a target");
    return tlm::TLM_COMPLETED;
  }
  at_edge(transaction, phase, delay);
  if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

void MemoryInitiator::at_edge(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase,
                              const sc_core::sc_time& delay) {
  const sc_core::sc_time edge = clock_.at(cycle_of(sc_core::sc_time_stamp() + delay));
  if (edge == sc_core::sc_time_stamp()) {
    take_phase(transaction, phase);
  } else {
    later_.notify(transaction, phase, edge - sc_core::sc_time_stamp());
  }
}

/// The first that is not before.
Cycle MemoryInitiator::cycle_of(const sc_core::sc_time& time) const {
  return ceil_div(time.value(), clock_.period().value());
}

void MemoryInitiator::take_phase(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase) {
  if (phase == tlm::END_REQ) {
    note_accepted(*transaction.get_extension<Request>());
  } else {
    note_done(transaction);
  }
}

void MemoryInitiator::note_accepted(Request& request) {
  if (request.accepted) return;
  request.accepted = true;
  memory_.accepted(request.controller, clock_.now());
}

void MemoryInitiator::note_done(tlm::tlm_generic_payload& transaction) {
  Request& request = *transaction.get_extension<Request>();
  note_accepted(request);  // a response implies that the request was taken
  if (transaction.is_response_error()) {
    SC_REPORT_ERROR("/gantry/memory", transaction.get_response_string().c_str());
  }
  const Cycle now = clock_.now();
  memory_.answered(request.request, now, std::max(now, cycle_of(transaction.get_extension<DataTiming>()->all_there)));
  --outstanding_;
  transaction.release();
}

}  // namespace gantry::sc
