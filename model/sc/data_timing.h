// SPDX-License-Identifier: Apache-2.0
// Transaction extension with which a memory behind MemoryInitiator streams the data of a read.
#pragma once

#include <systemc>
#include <tlm>

namespace gantry::sc {

/// Extension of every transaction of MemoryInitiator. A target that begins its response (BEGIN_RESP) with the first
/// data sets the time of the last data. A target that ignores it delivers all data at BEGIN_RESP.
struct DataTiming final : tlm::tlm_extension<DataTiming> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new DataTiming(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const DataTiming&>(other); }
  sc_core::sc_time all_there;
};

}  // namespace gantry::sc
