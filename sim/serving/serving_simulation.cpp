// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_simulation.h"

#include "report/gauge_fan_out.h"
#include "report/report_set.h"
#include "report/run_directory.h"
#include "result/output_names.h"
#include "run/run_kernel.h"
#include "run/versions.h"
#include "serving/drawn_load.h"
#include "serving/serving_tables.h"
#include "serving/serving_trace.h"

namespace gantry {
namespace {

/// Later cycles could overflow; an experiment without a limit of its own ends here.
constexpr Cycle kLastCycle = Cycle{1} << 62;

class Fan final : public ServingSink {
 public:
  explicit Fan(std::vector<ServingSink*> sinks) : sinks_(std::move(sinks)) {}
  void session_done(const SessionRecord& session) override {
    for (ServingSink* sink : sinks_) sink->session_done(session);
  }
  void batch_done(const BatchRecord& batch) override {
    for (ServingSink* sink : sinks_) sink->batch_done(batch);
  }
  void visit_done(const VisitRecord& visit, const BatchRecord& batch) override {
    for (ServingSink* sink : sinks_) sink->visit_done(visit, batch);
  }
  void visit_open(const VisitRecord& visit, Cycle started, Cycle end) override {
    for (ServingSink* sink : sinks_) sink->visit_open(visit, started, end);
  }

 private:
  std::vector<ServingSink*> sinks_;
};

}  // namespace

ServingResult simulate_serving(const ServingExperiment& experiment, const SimulationOptions& options,
                               Diagnostics& diagnostics) {
  ServingResult result;
  RunDirectory directory(options.directory, experiment.inputs, diagnostics, options.kept);
  if (!directory.ready()) return result;
  const auto path = [&](bool on, const char* file) { return directory.file(on, file); };
  directory.write(kExperimentFile, options.resolved, diagnostics);
  const ServingOutput& output = experiment.output;
  ServingTables tables(
      {path(output.sessions, kSessionsFile), path(output.batches, kBatchesFile), path(output.visits, kVisitsFile)},
      experiment.config);
  ServingTrace trace(path(output.trace, kTraceFile), experiment);
  ReportSet traffic({experiment.name,
                     experiment.config.interconnect.topology,
                     experiment.config.clock_mhz,
                     [](std::uint64_t session) { return std::to_string(session); },
                     {}},
                    directory);
  for (const auto& [name, on] :
       {std::pair("packets", output.packets), {"links", output.links}, {"pictures", output.pictures}}) {
    if (on) traffic.add(*run_reports().find(name), {});
  }
  if (!tables.ok() || !trace.ok() || !traffic.ok()) {
    tables.finish(diagnostics);
    trace.finish(diagnostics);
    traffic.finish(nullptr, diagnostics);
    return result;
  }
  result.started = true;
  result.measured = std::make_unique<ServingStatistics>(experiment.config.kinds.size(), experiment.config.nodes.size());
  Fan sinks({result.measured.get(), &tables, &trace});
  DrawnLoad load(experiment);
  ServingMachine machine(experiment.config, load, sinks);
  traffic.listen(machine);
  GaugeFanOut gauges;
  if (output.trace) gauges.add_recorder(trace);
  for (Unit* unit : machine.units()) {
    for (Gauge& gauge : unit->gauges()) gauges.add(gauge);
  }

  result.info.provenance.versions = versions();
  result.info.provenance.overrides = experiment.overrides;
  const RunTimer timer;
  Cycle now = 0;
  const Cycle last = experiment.max_cycles == 0 ? kLastCycle : experiment.max_cycles;
  const RunEnd end = run_kernel(
      machine, options, last, [&] { return machine.gateway().completed(); }, load.total(), now);
  result.stats = machine.finish(end, now);
  tables.finish(diagnostics);
  trace.finish(diagnostics);
  const InterconnectTraffic sent = machine.interconnect().traffic(now);
  const RanMachine ran{sent, result.stats.cycles};
  traffic.finish(&ran, diagnostics);
  result.info.outputs = directory.outputs();
  directory.close(kSummaryFile, serving_summary_json(experiment, result.info, result.stats, *result.measured), timer,
                  diagnostics);
  return result;
}

}  // namespace gantry
