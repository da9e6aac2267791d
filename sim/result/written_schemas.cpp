// SPDX-License-Identifier: Apache-2.0
#include "result/written_schemas.h"

#include <utility>

#include "result/calibration_answer.h"
#include "result/explanation.h"
#include "result/network_summary.h"
#include "result/output_names.h"
#include "result/result_schema.h"
#include "result/run_summary.h"
#include "result/serving_summary.h"
#include "result/whatif_answer.h"

namespace gantry {

/// Written by sim/CMakeLists.txt.
extern const std::vector<std::pair<const char*, const char*>> kHandWrittenSchemas;

namespace {

/// Calls `visit(name, title, file, results)` for every file whose results are described.
template <class Visit>
void for_each_result_file(Visit&& visit) {
  visit("summary", "summary.json of a Gantry run (gantry-summary-1)", kSummaryFile, RunSummary{});
  visit("serving_summary", "summary.json of a Gantry run of batch serving (gantry-serving-1)", kSummaryFile,
        ServingSummary{});
  visit("network_result", "network.json, the answer of `gantry network` (gantry-network-1)", kNetworkFile,
        NetworkSummary{});
  visit("whatif", "whatif.json, the answer of `gantry whatif` (gantry-whatif-1)", kWhatIfFile, WhatIfAnswer{});
  visit("calibration", "calibration.json, the answer of `gantry calibrate` (gantry-calibration-1)", kCalibrationFile,
        CalibrationAnswer{});
  visit("explain", "Why a run took as long as it did: gantry explain --json", "explain --json", Explanation{});
}

}  // namespace

std::vector<WrittenSchema> written_schemas() {
  std::vector<WrittenSchema> all;
  all.reserve(kHandWrittenSchemas.size());
  for (const auto& [name, text] : kHandWrittenSchemas) all.push_back({name, text});
  for_each_result_file([&](const char* name, const char* title, const char* /*file*/, auto results) {
    ResultSchema schema;
    describe(schema, results);
    all.push_back({name, schema.text(title)});
  });
  return all;
}

std::vector<ResultTables> result_tables() {
  std::vector<ResultTables> all;
  for_each_result_file([&](const char* /*name*/, const char* /*title*/, const char* file, auto results) {
    ResultTable table;
    describe(table, results);
    all.push_back({file, table.tables()});
  });
  return all;
}

}  // namespace gantry
