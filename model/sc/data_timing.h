// SPDX-License-Identifier: Apache-2.0
// How a memory behind MemoryInitiator tells that the data of a read come one after the other, so that they can set out
// while they are read.
#pragma once

#include <systemc>
#include <tlm>

namespace gantry::sc {

/// Stands at every transaction of MemoryInitiator. A target that begins its response (BEGIN_RESP) when the data begin
/// to come sets the time at which they are all there; to one that leaves it alone they are when the response begins.
struct DataTiming final : tlm::tlm_extension<DataTiming> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new DataTiming(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const DataTiming&>(other); }
  sc_core::sc_time all_there;
};

}  // namespace gantry::sc
