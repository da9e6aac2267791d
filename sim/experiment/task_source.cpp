// SPDX-License-Identifier: Apache-2.0
#include "experiment/task_source.h"

#include "experiment/graph_source.h"
#include "experiment/graph_stream_source.h"
#include "experiment/stream_chains.h"
#include "workload/stream_source.h"

namespace gantry {

std::unique_ptr<TaskSource> make_task_source(const Experiment& experiment) {
  if (experiment.stream)
    return std::make_unique<StreamSource>(*experiment.stream, experiment.architecture, experiment.seed);
  if (auto loop = make_request_source(experiment, nullptr)) return loop;
  if (!experiment.streams.empty())
    return std::make_unique<GraphStreamSource>(experiment.streams, experiment.architecture, experiment.seed);
  return std::make_unique<GraphSource>(experiment.workload, experiment.architecture,
                                       experiment.replay ? &*experiment.replay : nullptr,
                                       GraphInstance{GraphInstance::Which::drawn, experiment.seed});
}

std::unique_ptr<RequestSource> make_request_source(const Experiment& experiment, RequestSink* requests) {
  if (!is_closed_loop(experiment.streams)) return nullptr;
  return std::make_unique<RequestSource>(experiment.streams, experiment.architecture, experiment.seed, requests);
}

}  // namespace gantry
