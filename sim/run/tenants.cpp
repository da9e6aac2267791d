// SPDX-License-Identifier: Apache-2.0
#include "run/tenants.h"

#include "experiment/graph_source.h"
#include "experiment/stream_chains.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"

namespace gantry {
namespace {

/// Finds the completion of the last task of a graph that arrives in cycle 0.
class LastTask final : public RecordSink {
 public:
  void task_done(const TaskRecord& task) override { last_ = std::max(last_, task.completed); }
  void job_done(const JobRecord& /*job*/) override {}
  [[nodiscard]] Cycle last() const { return last_; }

 private:
  Cycle last_ = 0;
};

std::optional<Cycle> response_alone(const Experiment& experiment, const Workload& graph,
                                    const std::function<PickerFactory>& picker_engine) {
  LastTask last;
  GraphSource source(graph, experiment.architecture);
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice, picker_engine}, source,
                  last);
  machine.use_faults(fault_plan(experiment));
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  Cycle now = 0;
  const RunEnd end = run_cycles(machine, control, {}, now);
  if (end != RunEnd::complete || machine.cut_off()) return std::nullopt;
  return last.last();
}

}  // namespace

std::vector<Tenant> tenants_of(const Experiment& experiment, const std::function<PickerFactory>& picker_engine,
                               bool alone) {
  std::vector<Tenant> tenants;
  for (std::uint32_t s = 0; s < experiment.streams.size(); ++s) {
    const GraphStream& stream = experiment.streams[s];
    Tenant tenant;
    tenant.name = stream.name;
    tenant.count = instances_of(experiment.streams, s);
    tenant.tasks = static_cast<std::uint32_t>(stream.workload.tasks.size());
    tenant.weight = stream.weight;
    tenant.deadline = stream.deadline_cycles;
    if (alone) tenant.alone = response_alone(experiment, stream.workload, picker_engine);
    tenants.push_back(std::move(tenant));
  }
  return tenants;
}

std::vector<RequestStream> request_streams(const Experiment& experiment) {
  std::vector<RequestStream> streams;
  for (std::uint32_t s = 0; s < experiment.streams.size(); ++s) {
    const GraphStream& stream = experiment.streams[s];
    RequestStream& to = streams.emplace_back();
    to.in_chain = !stream.follows && is_in_chain(experiment.streams, s);
    to.count = stream.count;
    if (stream.limits.any())
      to.limits = RequestGoodput{stream.limits.ttft, stream.limits.tpot, stream.limits.e2e, 0, 0.0};
  }
  return streams;
}

}  // namespace gantry
