// SPDX-License-Identifier: Apache-2.0
// summary.json of a serving run, and its summary on the terminal. docs/serving.md explains the keys.
#pragma once

#include <string>
#include <vector>

#include "gantry/serving/serving_stats.h"
#include "result/provenance.h"
#include "serving/serving_experiment.h"
#include "serving/serving_statistics.h"

namespace gantry {

struct ServingRunInfo {
  Provenance provenance;
  std::vector<std::string> outputs;  ///< files written beside the summary
};

/// Returns the text with a final newline. Sorts the latencies of `measured` for the percentiles.
std::string serving_summary_json(const ServingExperiment& experiment, const ServingRunInfo& info,
                                 const ServingStats& stats, ServingStatistics& measured);

/// Returns lines of at most 100 columns, apart from long names.
std::string serving_table(const ServingExperiment& experiment, const ServingStats& stats, ServingStatistics& measured);

}  // namespace gantry
