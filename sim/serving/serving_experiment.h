// SPDX-License-Identifier: Apache-2.0
// An experiment with the key `serving`: a machine of inference nodes, the sessions that arrive, and what to write.
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

/// Reports of a run of inference nodes.
const ReportCatalogue& serving_reports();

/// How long an engine takes for a batch.
struct EngineTime {
  Distribution cycles;              ///< once per batch
  Distribution per_request;         ///< drawn for every request of it, and added up
  std::vector<Cycle> batch_cycles;  ///< not empty: instead of these, by the number of requests
};

struct NodeTimes {
  std::vector<EngineTime> engines;
  Distribution passes = Distribution::constant(1);  ///< at least one is made
  bool passes_are_work = false;                     ///< as many as the record of the session's arrival says
};

struct SessionStream {
  std::uint64_t count = 0;
  std::shared_ptr<const ArrivalModel> arrivals;
  std::vector<std::string> files;  ///< that the arrivals were read from
};

struct ServingExperiment : ExperimentHead {
  Cycle max_cycles = 0;  ///< 0 = never
  OutputOptions output{serving_reports()};
  ServingConfig config;
  std::vector<NodeTimes> times;        ///< of every node
  std::vector<SessionStream> streams;  ///< of every kind of session
};

/// Sessions of all kinds together: every latency is kept for exact percentiles.
inline constexpr std::uint64_t kMaxSessions = 100000000;

/// Reads an experiment with overrides `a.b=value`. Everything that is wrong is reported.
std::optional<ServingExperiment> load_serving_experiment(const std::string& path, const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics);

/// The same for text that has been read already from the file `path`.
std::optional<ServingExperiment> read_serving_experiment(const std::string& text, const std::string& path,
                                                         const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics);

/// The experiment with every key that has an effect, as YAML that runs to the same bytes; paths in it start in
/// `directory`.
std::string resolved_serving_experiment(ServingExperiment& experiment, const std::string& directory);

}  // namespace gantry
