// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/request_port.h"

#include <algorithm>

#include "gantry/device/descriptor_codec.h"
#include "gantry/sc/handed_over.h"
#include "gantry/sc/posted_write.h"

namespace gantry::sc {

/// Extension of every payload of the pool.
struct RequestPort::Own final : tlm::tlm_extension<Own> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new Own(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const Own&>(other); }
  std::vector<std::uint8_t> data;
  std::uint32_t tag = 0;
  bool posted = false;
  bool left = false;  ///< the socket is free for the next one
  Cycle first = 0;    ///< others see it
};

/// A process that may wait.
class RequestPort::Caller final : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(Caller);
#endif
  Caller(const sc_core::sc_module_name& name, RequestPort& port) : sc_core::sc_module(name), port_(port) {
    SC_THREAD(run);
  }

 private:
  void run() {
    for (;;) port_.call();
  }
  RequestPort& port_;
};

void RequestPort::Listener::failed(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload,
                                   Cycle visible) {
  SC_REPORT_ERROR("/gantry/request", payload.get_response_string().c_str());
  answered(port, tag, payload, visible);
}

RequestPort::RequestPort(const std::string& name, Listener& listener, std::uint32_t number, const ClockPeriod& clock,
                         std::uint32_t blocking)
    : socket(name.c_str()), listener_(listener), number_(number), clock_(clock) {
  socket.register_nb_transport_bw(this, &RequestPort::transport_backward);
  for (std::uint32_t i = 0; i < blocking; ++i) {
    callers_.push_back(std::make_unique<Caller>((name + "_caller" + std::to_string(i)).c_str(), *this));
  }
}

RequestPort::~RequestPort() = default;

tlm::tlm_generic_payload& RequestPort::make(Kind kind, std::uint64_t address, std::uint64_t bytes, std::uint32_t tag) {
  const bool posted = kind == Kind::posted_write;
  std::vector<tlm::tlm_generic_payload*>& idle = posted ? idle_posted_ : idle_;
  if (idle.empty()) {
    payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
    tlm::tlm_generic_payload* fresh = payloads_.back().get();
    fresh->set_extension(new Own);
    fresh->set_extension(new HandedOver);
    if (posted) fresh->set_extension(new PostedWrite);
    fresh->get_extension<Own>()->posted = posted;
    idle.push_back(fresh);
  }
  tlm::tlm_generic_payload& payload = *idle.back();
  idle.pop_back();
  payload.acquire();
  Own& own = *payload.get_extension<Own>();
  own.tag = tag;
  own.left = false;
  if (posted) payload.get_extension<PostedWrite>()->begun = sc_core::SC_ZERO_TIME;
  if (own.data.size() < bytes) own.data.resize(static_cast<std::size_t>(bytes));
  const auto length = static_cast<unsigned>(bytes);  // a burst, or less
  payload.set_command(kind == Kind::read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(own.data.data());
  payload.set_data_length(length);
  payload.set_streaming_width(length);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  return payload;
}

void RequestPort::free(tlm::tlm_generic_payload* payload) {
  (payload->get_extension<Own>()->posted ? idle_posted_ : idle_).push_back(payload);
}

void RequestPort::send(tlm::tlm_generic_payload& payload) {
  payload.get_extension<HandedOver>()->at = clock_.at(clock_.now() + 1);
  if (!callers_.empty()) {
    queue_.push(&payload);
    filled_.notify();
  } else if (taken_ || emptying_ || !queue_.empty()) {
    queue_.push(&payload);
  } else {
    begin(payload, clock_.to(clock_.now() + 1));
  }
}

std::vector<std::uint32_t> RequestPort::take_back() {
  std::vector<std::uint32_t> tags;
  while (!queue_.empty()) {
    tlm::tlm_generic_payload& payload = *queue_.pop();
    tags.push_back(payload.get_extension<Own>()->tag);
    payload.release();
  }
  return tags;
}

/// One request, from a process that may wait.
void RequestPort::call() {
  while (queue_.empty()) sc_core::wait(filled_);
  tlm::tlm_generic_payload& payload = *queue_.pop();
  sc_core::sc_time delay = clock_.to(clock_.now() + 1);
  payload.get_extension<Own>()->first = clock_.seen(delay);
  socket->b_transport(payload, delay);
  payload.acquire();  // note_answer gives it back
  note_answer(payload, delay);
  note_left(payload, delay);
  payload.release();
}

void RequestPort::begin(tlm::tlm_generic_payload& payload, sc_core::sc_time delay) {
  taken_ = true;
  payload.get_extension<Own>()->first = clock_.seen(delay);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  if (status == tlm::TLM_UPDATED && phase == tlm::END_REQ) return note_left(payload, delay);
  if (status == tlm::TLM_UPDATED) {
    phase = tlm::END_RESP;
    sc_core::sc_time at = delay;
    socket->nb_transport_fw(payload, phase, at);
  }
  payload.acquire();  // note_answer gives it back, and there may be no other holder
  note_answer(payload, delay);
  note_left(payload, delay);
  payload.release();
}

tlm::tlm_sync_enum RequestPort::transport_backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                   sc_core::sc_time& delay) {
  if (phase == tlm::END_REQ) {
    note_left(payload, delay);
    return tlm::TLM_ACCEPTED;
  }
  if (phase != tlm::BEGIN_RESP) {
    SC_REPORT_ERROR("/gantry/request", "only END_REQ and BEGIN_RESP come from a target");
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  note_answer(payload, delay);
  note_left(payload, delay);  // a response implies that the request was taken
  payload.release();
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

/// The next request may follow. It is sent by an event, because a target that answers at once would otherwise recurse.
void RequestPort::note_left(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
  Own& own = *payload.get_extension<Own>();
  if (own.left) return;
  own.left = true;
  taken_ = false;
  const PostedWrite* timing = own.posted ? payload.get_extension<PostedWrite>() : nullptr;
  const bool told = timing != nullptr && timing->begun != sc_core::SC_ZERO_TIME;
  listener_.left(number_, own.tag, told ? clock_.first_at(timing->begun) : own.first, clock_.seen(delay));
  if (emptying_ || !callers_.empty()) return;
  emptying_ = true;
  while (!taken_ && !queue_.empty()) begin(*queue_.pop(), std::max(delay, clock_.to(clock_.now() + 1)));
  emptying_ = false;
}

void RequestPort::note_answer(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
  const std::uint32_t tag = payload.get_extension<Own>()->tag;
  if (payload.is_response_error()) {
    listener_.failed(number_, tag, payload, clock_.seen(delay));
  } else {
    listener_.answered(number_, tag, payload, clock_.seen(delay));
  }
  payload.release();
}

void RequestPort::write_at_once(std::uint64_t address, std::uint64_t value) {
  tlm::tlm_generic_payload& payload = make(Kind::write, address, 8, 0);
  write_bytes(value, payload.get_data_ptr(), 8);
  if (socket->transport_dbg(payload) != 8) {
    SC_REPORT_ERROR("/gantry/request", "the target does not support writes by transport_dbg");
  }
  payload.release();
}

}  // namespace gantry::sc
