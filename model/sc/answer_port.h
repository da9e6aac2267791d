// SPDX-License-Identifier: Apache-2.0
// A block's way in: a target socket that takes every request at once, by phases or blocking, and says of each in which
// cycle it is seen. Answers come when the block has them.
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
    /// A request is seen from cycle `visible` on. True: it is done, with the response status that stands in it; else
    /// it lives until answer().
    virtual bool asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) = 0;
    /// Without time; answers the bytes that were moved.
    virtual unsigned asked_at_once(std::uint32_t /*port*/, tlm::tlm_generic_payload& /*payload*/) { return 0; }
  };

  /// `listener` hears of what comes to port `number`.
  AnswerPort(const std::string& name, Listener& listener, std::uint32_t number, const ClockPeriod& clock);

  tlm_utils::simple_target_socket<AnswerPort> socket;

  /// The response is seen by others from the next cycle on.
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
  std::unordered_map<const tlm::tlm_generic_payload*, sc_core::sc_event*> blocked_;  ///< callers that wait
  Ring<tlm::tlm_generic_payload*> answers_;
  bool taken_ = false;  ///< a response stands at the socket
};

}  // namespace gantry::sc
