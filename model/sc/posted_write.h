// SPDX-License-Identifier: Apache-2.0
// A write whose response nobody waits for.
#pragma once

#include <systemc>
#include <tlm>

namespace gantry::sc {

/// Set by the initiator: a doorbell, a job, a completion, an interrupt. Network does not carry the response as a
/// packet.
struct PostedWrite final : tlm::tlm_extension<PostedWrite> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new PostedWrite(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const PostedWrite&>(other); }
  /// When the request began to leave: set by whoever stands behind the socket, before END_REQ; zero: with BEGIN_REQ.
  sc_core::sc_time begun;
};

}  // namespace gantry::sc
