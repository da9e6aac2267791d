// SPDX-License-Identifier: Apache-2.0
// Since when a request waits, which a network that arbitrates by age wants to know.
#pragma once

#include <systemc>
#include <tlm>

namespace gantry::sc {

/// Set by an initiator that has requests wait for its socket: others are ahead of them there. Whoever does not know it
/// ignores it.
struct HandedOver final : tlm::tlm_extension<HandedOver> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new HandedOver(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const HandedOver&>(other); }
  /// When the request would have been seen had the socket been free; zero: when it was.
  sc_core::sc_time at;
};

}  // namespace gantry::sc
