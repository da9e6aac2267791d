// SPDX-License-Identifier: Apache-2.0
// What a study left: study.json, points.csv and pareto.csv, read back with everything checked that who draws or counts
// takes for granted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// A dimension of the space: one key, or several that go together.
struct WrittenAxis {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> choices;  ///< a cell for each column
  bool ordered = false;                           ///< numbers that grow
};

struct WrittenObjective {
  std::size_t metric = 0;
  bool maximise = false;
};

struct WrittenMetricValue {
  double number = 0.0;
  std::string text;  ///< exact
  std::optional<double> half_width;
};

struct WrittenPoint {
  std::uint64_t number = 0;
  std::string id;  ///< empty: it cannot be built
  std::string state;
  std::size_t workload = 0;           ///< of WrittenStudy::workloads
  std::vector<std::uint32_t> choice;  ///< of each axis
  std::vector<std::string> derived;
  std::vector<std::optional<WrittenMetricValue>> metrics;
  std::uint64_t broken = 0;  ///< constraints that do not hold
  bool knows_broken = true;
  std::string message;
  bool front = false;

  [[nodiscard]] bool done() const { return state == "done"; }
  /// Whether it may stand on the front.
  [[nodiscard]] bool admitted() const { return done() && knows_broken && broken == 0; }
};

struct WrittenStudy {
  std::string name;
  std::string search;
  bool parts = false;                  ///< the search runs parts of the workload before the whole
  std::vector<std::string> workloads;  ///< at least one; of a study that names none, the empty one
  std::vector<WrittenAxis> axes;
  std::vector<std::string> derived;
  std::vector<std::string> metrics;
  std::vector<WrittenObjective> objectives;  ///< at least one
  std::vector<std::string> constraints;
  std::uint64_t repeats = 1;
  std::vector<std::string> costless;  ///< columns of axes that change no figure of the machine's cost
  std::vector<WrittenPoint> points;   ///< in the order in which they were tried; with the whole workload
  std::size_t partial = 0;            ///< rows beside them, with parts of it
  bool has_front = false;             ///< false: it was interrupted, there is no pareto.csv
};

/// Whether the directory is one of a study.
bool is_study(const std::string& directory);

/// Nothing, and problems with their place, if a file cannot be read or is not as `gantry sweep` writes it.
std::optional<WrittenStudy> read_written_study(const std::string& directory, Diagnostics& problems);

}  // namespace gantry
