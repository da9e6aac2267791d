// SPDX-License-Identifier: Apache-2.0
// The output of a block: an initiator socket with a queue, because TLM-2.0 allows one pending request per socket, and a
// pool of payloads with data.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/sc/clock_period.h"

namespace gantry::sc {

class RequestPort final : public tlm::tlm_mm_interface {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    /// The response to the request with this tag is seen from cycle `visible` on. The payload then returns to the pool.
    virtual void answered(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload,
                          Cycle visible) = 0;
    /// As answered(), for an error response. The default reports an error of the simulation.
    virtual void failed(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload, Cycle visible);
    /// The request began to leave in cycle `first`. The socket is free from cycle `visible` on.
    virtual void left(std::uint32_t /*port*/, std::uint32_t /*tag*/, Cycle /*first*/, Cycle /*visible*/) {}
  };

  /// `listener` is notified of port `number`. `blocking`: number of requests that may be in blocking calls, each in a
  /// process of its own; 0: phases, which are faster.
  RequestPort(const std::string& name, Listener& listener, std::uint32_t number, const ClockPeriod& clock,
              std::uint32_t blocking = 0);
  ~RequestPort() override;

  tlm_utils::simple_initiator_socket_optional<RequestPort> socket;

  /// posted_write: a write with the extension PostedWrite. The listener is notified of its response, too.
  enum class Kind : std::uint8_t { read, write, posted_write };
  /// Returns a payload from the pool. For a write the caller fills the data (get_data_ptr) before send().
  tlm::tlm_generic_payload& make(Kind kind, std::uint64_t address, std::uint64_t bytes, std::uint32_t tag);
  /// Queues a payload from make(). The queue is unbounded. Requests leave in the order of the calls, in the next cycle
  /// at the earliest. With phases a request leaves when the target has taken the one before it. With blocking calls up
  /// to `blocking` requests are pending at a time. The payload returns to the pool after its response.
  void send(tlm::tlm_generic_payload& payload);
  /// Removes all queued requests and returns their tags, in order. The request at the socket stays.
  std::vector<std::uint32_t> take_back();
  void free(tlm::tlm_generic_payload* payload) override;
  /// Writes eight bytes, least significant first, without time, by transport_dbg. Reports an error of the simulation if
  /// the target does not take all eight.
  void write_at_once(std::uint64_t address, std::uint64_t value);

 private:
  struct Own;
  class Caller;

  tlm::tlm_sync_enum transport_backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay);
  void begin(tlm::tlm_generic_payload& payload, sc_core::sc_time delay);
  void call();
  void note_left(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);
  void note_answer(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);

  Listener& listener_;
  const std::uint32_t number_;
  const ClockPeriod clock_;
  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
  std::vector<tlm::tlm_generic_payload*> idle_;
  std::vector<tlm::tlm_generic_payload*> idle_posted_;
  Ring<tlm::tlm_generic_payload*> queue_;
  std::vector<std::unique_ptr<Caller>> callers_;
  sc_core::sc_event filled_;  ///< notified when the queue gets a request
  bool taken_ = false;        ///< a request is at the socket
  bool emptying_ = false;     ///< the queue is being emptied
};

}  // namespace gantry::sc
