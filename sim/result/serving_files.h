// SPDX-License-Identifier: Apache-2.0
// A finished serving run as its files tell it: summary.json, sessions.csv, batches.csv, visits.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "result/tables.h"
#include "result/written_traffic.h"

namespace gantry {

struct ServingFiles {
  struct Node {
    std::string name;
    std::uint64_t batch_limit = 0;
    double compute = 0.0;
    std::uint64_t batches = 0;
    std::uint64_t requests = 0;
  };
  struct Kind {
    std::string name;
    std::uint64_t completed = 0;
    std::vector<std::uint32_t> nodes;  ///< that its sessions visit
  };
  struct SessionRow : SessionStations {
    std::uint32_t kind = kNone;  ///< place in `kinds`
    std::uint64_t line = 0;
  };
  struct BatchRow : BatchStations {
    std::uint32_t node = kNone;  ///< place in `nodes`
    std::uint64_t line = 0;
  };
  struct VisitRow : VisitStations {
    std::uint32_t node = kNone;
    std::uint64_t line = 0;
  };

  std::string directory;
  bool complete = false;
  Cycle cycles = 0;
  std::uint64_t arrived = 0;
  std::uint64_t completed = 0;
  std::optional<std::uint64_t> rated_count;
  std::optional<double> rated_compute;
  std::vector<Node> nodes;
  std::vector<Kind> kinds;
  bool has_sessions = false;  ///< the tables that the run wrote
  bool has_batches = false;
  bool has_visits = false;
  WrittenTraffic traffic;
  std::vector<SessionRow> sessions;  ///< in the file's order, as all tables
  std::vector<BatchRow> batches;
  std::vector<VisitRow> visits;

  [[nodiscard]] std::string path(const char* file) const { return directory + '/' + file; }
};

/// Whether the summary in the directory is one of a serving run.
bool is_serving_run(const std::string& directory);

/// Files that are missing or malformed are reported, and the result is then not complete.
ServingFiles read_serving_files(const std::string& directory, Diagnostics& problems);

}  // namespace gantry
