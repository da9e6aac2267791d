// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/access_splitter.h"

#include <algorithm>
#include <vector>

#include "gantry/base/error.h"

namespace gantry::sc {

AccessSplitter::AccessSplitter(const sc_core::sc_module_name& name, std::uint32_t bytes)
    : sc_core::sc_module(name), in("in"), out("out"), bytes_(bytes) {
  if (bytes == 0) throw Error("pieces of no bytes");
  in.register_b_transport(this, &AccessSplitter::transport);
  in.register_transport_dbg(this, &AccessSplitter::debug);
}

/// A piece that fails ends the transaction, whose other pieces may have been written.
void AccessSplitter::transport(tlm::tlm_generic_payload& whole, sc_core::sc_time& delay) {
  const unsigned length = whole.get_data_length();
  if (whole.get_streaming_width() < length) return whole.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  const unsigned enables = whole.get_byte_enable_ptr() == nullptr ? 0 : whole.get_byte_enable_length();
  std::vector<unsigned char> enabled;
  tlm::tlm_generic_payload piece;
  piece.set_command(whole.get_command());
  for (unsigned at = 0; at < length;) {
    const sc_dt::uint64 address = whole.get_address() + at;
    const unsigned size = static_cast<unsigned>(std::min<sc_dt::uint64>(bytes_ - address % bytes_, length - at));
    piece.set_address(address);
    piece.set_data_ptr(whole.get_data_ptr() + at);
    piece.set_data_length(size);
    piece.set_streaming_width(size);
    if (enables > 0) {
      enabled.resize(size);
      for (unsigned i = 0; i < size; ++i) enabled[i] = whole.get_byte_enable_ptr()[(at + i) % enables];
      piece.set_byte_enable_ptr(enabled.data());
      piece.set_byte_enable_length(size);
    }
    piece.set_dmi_allowed(false);
    piece.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    ++pieces_;
    out->b_transport(piece, delay);
    if (!piece.is_response_ok()) return whole.set_response_status(piece.get_response_status());
    at += size;
  }
  whole.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace gantry::sc
