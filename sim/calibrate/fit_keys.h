// SPDX-License-Identifier: Apache-2.0
// The numbers of a machine that a fit may change, from the words of the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "calibrate/fit.h"

namespace gantry {

/// Reads `KEY` or `KEY=LOW..HIGH`. Reports a key that the machine does not have, that is `auto`, or that a column of
/// the table sets, and a range outside the key's own.
std::vector<CalibratedKey> read_fit_keys(const std::vector<std::string>& words, const Experiment& experiment,
                                         const MeasuredTable& table, Diagnostics& diagnostics);

/// Whole numbers go in steps of 1; decimals in steps of 0.01, those that begin below 1 in steps of 0.001.
FitRange fit_range(const CalibratedKey& key);

}  // namespace gantry
