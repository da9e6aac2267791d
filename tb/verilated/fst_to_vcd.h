// SPDX-License-Identifier: Apache-2.0
// Waveforms are written as FST, which is a hundredth of a VCD; a VCD is made of it by the reader that comes with it.
#pragma once

#include <string>

namespace gantry {

/// False: `fst` cannot be read as a whole, or `vcd` not be written.
bool fst_to_vcd(const std::string& fst, const std::string& vcd);
/// Whether a reader takes it.
bool is_whole_fst(const std::string& fst);

}  // namespace gantry
