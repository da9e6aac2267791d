// SPDX-License-Identifier: Apache-2.0
// What `gantry calibrate` tells: tables for a terminal, JSON and CSV (docs/calibrating.md).
#pragma once

#include <cstdint>
#include <string>

#include "calibrate/calibration.h"
#include "result/provenance.h"

namespace gantry {

/// Of which experiment, and what was held against what.
struct CalibrationSubject {
  std::string experiment;
  std::string architecture;
  std::uint64_t seed = 0;
  std::string metric;
  std::string by;  ///< column whose cells group the rows; empty: none
  Provenance provenance;
};

std::string calibration_text(const Calibration& found, const MeasuredTable& table, const CalibrationSubject& subject);
std::string calibration_json(const Calibration& found, const MeasuredTable& table, const CalibrationSubject& subject);
/// The table, with further columns at its end.
std::string calibration_csv(const Calibration& found, const MeasuredTable& table);

}  // namespace gantry
