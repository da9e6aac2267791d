// SPDX-License-Identifier: Apache-2.0
// Transaction extension for a write whose response nobody waits for.
#pragma once

#include <systemc>
#include <tlm>

namespace gantry::sc {

/// Set by the initiator of a doorbell, a job, a completion or an interrupt. Network does not send a packet for the
/// response.
struct PostedWrite final : tlm::tlm_extension<PostedWrite> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new PostedWrite(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const PostedWrite&>(other); }
  /// Time at which the request began to leave, set by the target side before END_REQ; zero: at BEGIN_REQ.
  sc_core::sc_time begun;
};

}  // namespace gantry::sc
