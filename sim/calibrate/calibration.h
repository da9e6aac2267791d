// SPDX-License-Identifier: Apache-2.0
// Values of keys with which a machine comes as near as possible to measurements, and how near it comes to others.
//
//   std::optional<Calibration> found = calibrate(reader, experiment, table, request, options, diagnostics);
//
// Rows that are not fitted on are simulated once, with the values that were found. Nothing of them is looked at before.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "calibrate/measured_table.h"
#include "gantry/base/diagnostics.h"
#include "gantry/platform/number_keys.h"
#include "metric/expression.h"

namespace gantry {

class PointReader;
struct Experiment;

struct CalibrationRequest {
  std::vector<std::string> fit;  ///< `KEY`, or `KEY=LOW..HIGH` with a narrower range than the key's own
  Expression metric;             ///< over metrics of the summary, and columns of the table
};

struct CalibrationOptions {
  unsigned jobs = 1;
  std::size_t most_runs = 0;  ///< simulations of the search, after which it ends
  const std::atomic<bool>* stop = nullptr;
  /// Called after each run; `rows`: how often all rows have to be simulated in the batch under way. May be empty.
  std::function<void(std::size_t runs)> progress;
};

/// A key that is fitted.
struct CalibratedKey {
  NumberKey key;  ///< with the range in which it was searched
  std::uint64_t found = 0;
};

/// What the machine gives for a row.
struct CalibratedRow {
  std::optional<double> value;  ///< nothing: it was not simulated, or could not be
  double error = 0.0;           ///< (value - measured) / measured
  std::string message;          ///< why there is no value
};

/// Of the rows that were fitted on, or of those that were held out.
struct CalibrationErrors {
  std::size_t rows = 0;    ///< with a value
  std::size_t absent = 0;  ///< without one
  double median = 0.0;     ///< of the errors without sign; as the following
  double p95 = 0.0;
  double worst = 0.0;
  std::size_t worst_row = 0;  ///< its number in the table, from 0
};

struct Calibration {
  std::vector<CalibratedKey> keys;
  std::vector<CalibratedRow> rows;  ///< of the table, in order
  CalibrationErrors before;         ///< of the rows that were fitted on, with the values of the experiment
  CalibrationErrors fitted;
  CalibrationErrors held_out;
  std::size_t runs = 0;
  bool complete = true;    ///< false: interrupted
  bool exhausted = false;  ///< the search ended at `most_runs`

  /// `a.b=value` for each key.
  [[nodiscard]] std::vector<std::string> sets() const;
};

/// Median: of an even number the mean of both in the middle. p95: the smallest that 95 % do not exceed.
CalibrationErrors errors_of(const std::vector<CalibratedRow>& rows, const std::vector<std::size_t>& which);

/// Returns nothing after a problem, such as a row that is no experiment, or that cannot be run with the values that the
/// search starts with.
std::optional<Calibration> calibrate(const PointReader& reader, const Experiment& experiment,
                                     const MeasuredTable& table, const CalibrationRequest& request,
                                     const CalibrationOptions& options, Diagnostics& diagnostics);

}  // namespace gantry
