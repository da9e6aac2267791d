// SPDX-License-Identifier: Apache-2.0
// A splitter for targets that take few bytes at a time, such as a memory of words. It stands between an initiator and
// the target, cuts each transaction at multiples of its size, and calls the target with one piece after the other.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>

namespace gantry::sc {

class AccessSplitter : public sc_core::sc_module {
 public:
  /// `bytes`: most bytes of a piece, at least 1.
  AccessSplitter(const sc_core::sc_module_name& name, std::uint32_t bytes);

  /// Takes transactions of any length, with or without byte enables, by b_transport or by phases. Refuses a streaming
  /// width below the length.
  tlm_utils::simple_target_socket<AccessSplitter> in;
  tlm_utils::simple_initiator_socket<AccessSplitter> out;

  /// Number of pieces so far.
  [[nodiscard]] std::uint64_t pieces() const { return pieces_; }

 private:
  void transport(tlm::tlm_generic_payload& whole, sc_core::sc_time& delay);
  unsigned debug(tlm::tlm_generic_payload& whole) { return out->transport_dbg(whole); }

  const std::uint32_t bytes_;
  std::uint64_t pieces_ = 0;
};

}  // namespace gantry::sc
