// SPDX-License-Identifier: Apache-2.0
// calibration.json, the answer of `gantry calibrate`, as the writer fills it and the reader returns it. `describe` in
// calibration_answer.cpp has a line per result (result/result_visitor.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "result/provenance.h"

namespace gantry {

class ResultVisitor;

// Files of `gantry calibrate`.
inline constexpr const char* kCalibrationFile = "calibration.json";
inline constexpr const char* kCalibrationTable = "calibration.csv";
inline constexpr const char* kCalibratedFile = "calibrated.yaml";

inline constexpr const char* kCalibrationSchema = "gantry-calibration-1";

struct CalibrationAnswer {
  struct Key {
    std::string key;
    std::string before;
    std::string found;
    std::string low;
    std::string high;
  };
  struct Errors {
    std::uint64_t rows = 0;
    std::uint64_t absent = 0;
    double median = 0.0;
    double p95 = 0.0;
    double worst = 0.0;
    std::optional<std::uint64_t> worst_line;
  };
  struct Row {
    std::uint64_t line = 0;
    bool fitted = false;
    double measured = 0.0;
    std::optional<double> value;
    std::optional<double> error;
    std::optional<std::string> message;
  };

  std::string experiment;
  std::string architecture;
  std::uint64_t seed = 0;
  std::string table;
  std::string measured;
  std::string metric;
  bool complete = false;
  bool exhausted = false;
  std::uint64_t runs = 0;
  std::vector<Key> keys;
  Errors before;
  Errors fitted;
  Errors held_out;
  std::vector<Row> rows;
  Provenance provenance;
};

void describe(ResultVisitor& results, CalibrationAnswer& answer);

}  // namespace gantry
