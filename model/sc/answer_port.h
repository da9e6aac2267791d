// SPDX-License-Identifier: Apache-2.0
// The input of a block: a target socket that accepts every request at once, by phases or blocking. It reports the cycle
// in which a request is seen. The block answers when it can.
#pragma once

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/sc/clock_period.h"

namespace gantry::sc {

class AnswerPort final {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    /// A request, seen from cycle `visible` on. Returns true if it is done, with its response status set; else it lives
    /// until answer().
    virtual bool asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) = 0;
    /// A debug access without time. Returns the number of bytes moved.
    virtual unsigned asked_at_once(std::uint32_t /*port*/, tlm::tlm_generic_payload& /*payload*/) { return 0; }
  };

  /// `listener` receives the requests of port `number`.
  AnswerPort(const std::string& name, Listener& listener, std::uint32_t number, const ClockPeriod& clock);

  tlm_utils::simple_target_socket<AnswerPort> socket;

  /// Sends the response, which is seen from the next cycle on, with phases later if other responses occupy the
  /// socket. They leave in the order of the calls. Precondition: asked() returned false for the payload, and its
  /// response status is set.
  void answer(tlm::tlm_generic_payload& payload);

 private:
  tlm::tlm_sync_enum transport_forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);
  void transport_blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_debug(tlm::tlm_generic_payload& payload) { return listener_.asked_at_once(number_, payload); }
  void respond();

  Listener& listener_;
  const std::uint32_t number_;
  const ClockPeriod clock_;
  std::unordered_map<const tlm::tlm_generic_payload*, sc_core::sc_event*> blocked_;  ///< blocked callers
  Ring<tlm::tlm_generic_payload*> answers_;
  bool taken_ = false;  ///< a response occupies the socket
};

}  // namespace gantry::sc
