// SPDX-License-Identifier: Apache-2.0
// A finished serving run as its files tell it: summary.json, sessions.csv, batches.csv, visits.csv, decisions.csv.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "result/serving_summary.h"
#include "result/tables.h"

namespace gantry {

struct ServingFiles {
  struct SessionRow : SessionStations {
    std::uint32_t kind = kNone;  ///< place in the summary's `kinds`
    std::uint64_t line = 0;
  };
  struct BatchRow : BatchStations {
    std::uint32_t node = kNone;  ///< place in the summary's `nodes`
    std::uint64_t line = 0;
  };
  struct VisitRow : VisitStations {
    std::uint32_t node = kNone;
    std::uint64_t line = 0;
  };

  struct DecisionRow {
    std::uint64_t decision = 0;
    Cycle cycle = 0;
    std::uint32_t node = kNone;
    std::uint32_t state = 0;  ///< place in kNodeStateWords
    std::uint64_t pending = 0;
    std::uint64_t priority_requests = 0;
    Cycle oldest = kNever;
    std::uint32_t chosen = kNone;
    std::string weight;  ///< decimals, as the next ones
    std::string compute;
    std::string priority;
    std::string compute_used;
    std::uint64_t line = 0;
  };

  std::string directory;
  bool has_pushes = false;  ///< its tables have the columns of sessions that push several data
  ServingSummary summary;
  std::vector<std::vector<std::uint32_t>> kind_nodes;  ///< per kind: the nodes that its sessions visit
  std::vector<SessionRow> sessions;                    ///< in the file's order, as all tables
  std::vector<BatchRow> batches;
  std::vector<VisitRow> visits;
  std::vector<DecisionRow> decisions;

  [[nodiscard]] std::string path(const char* file) const { return directory + '/' + file; }
};

/// Whether the summary in the directory is one of a serving run.
bool is_serving_run(const std::string& directory);

/// Files that are missing or malformed are reported, and the result is then not complete.
ServingFiles read_serving_files(const std::string& directory, Diagnostics& problems);

}  // namespace gantry
