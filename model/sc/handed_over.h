// SPDX-License-Identifier: Apache-2.0
// Transaction extension with the time since which a request waits, for networks that arbitrate by age.
#pragma once

#include <systemc>
#include <tlm>

namespace gantry::sc {

/// Set by an initiator whose requests queue for its socket. Targets that do not know it ignore it.
struct HandedOver final : tlm::tlm_extension<HandedOver> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new HandedOver(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const HandedOver&>(other); }
  /// Time at which the request would have been seen at a free socket; zero: the socket was free.
  sc_core::sc_time at;
};

}  // namespace gantry::sc
