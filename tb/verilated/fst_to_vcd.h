// SPDX-License-Identifier: Apache-2.0
// Conversion of FST waveforms, which are a hundredth of the size of a VCD, to VCD, by the reader that comes with FST.
#pragma once

#include <string>

namespace gantry {

/// Returns false if `fst` cannot be read completely, or `vcd` cannot be written.
bool fst_to_vcd(const std::string& fst, const std::string& vcd);
/// Whether the file is a valid FST.
bool is_whole_fst(const std::string& fst);

}  // namespace gantry
