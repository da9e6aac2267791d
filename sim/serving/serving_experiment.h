// SPDX-License-Identifier: Apache-2.0
// An experiment with the key `serving`: a machine of inference nodes, its sessions, and its outputs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/serving/serving_config.h"
#include "output/output_options.h"
#include "text/experiment_head.h"
#include "workload/distribution.h"
#include "workload/stream.h"

namespace gantry {

/// The catalogue of reports of such runs.
const ReportCatalogue& serving_reports();

/// Service time of an engine for a batch.
struct EngineTime {
  Distribution cycles;              ///< cycles per batch
  Distribution per_request;         ///< additional cycles of each request of the batch
  std::vector<Cycle> batch_cycles;  ///< cycles by number of requests, instead of the two above; empty: not given
};

struct NodeTimes {
  std::vector<EngineTime> engines;
  Distribution passes = Distribution::constant(1);  ///< passes of a session; at least one is made
  bool passes_are_work = false;  ///< the number of passes is the work of the session's arrival record
};

struct SessionStream {
  std::uint64_t count = 0;
  std::shared_ptr<const ArrivalModel> arrivals;
  std::vector<std::string> files;  ///< files of the arrivals
};

struct ServingExperiment : ExperimentHead {
  Cycle max_cycles = 0;  ///< last cycle of the run; 0: no limit
  OutputOptions output{serving_reports()};
  ServingConfig config;
  std::vector<NodeTimes> times;        ///< by node
  std::vector<SessionStream> streams;  ///< by kind of session
};

/// Most sessions of all kinds together, because every latency is kept for exact percentiles.
inline constexpr std::uint64_t kMaxSessions = 100000000;

/// Reads an experiment with overrides `a.b=value`. Reports all problems.
std::optional<ServingExperiment> load_serving_experiment(const std::string& path, const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics);

/// The same for a text that was read from the file `path`.
std::optional<ServingExperiment> read_serving_experiment(const std::string& text, const std::string& path,
                                                         const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics);

/// Returns the experiment with every key that has an effect, as YAML. A run of it writes the same bytes. Its paths
/// start in `directory`.
std::string resolved_serving_experiment(ServingExperiment& experiment, const std::string& directory);

}  // namespace gantry
