// SPDX-License-Identifier: Apache-2.0
#include "run/simulation.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "experiment/task_source.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/processor_list.h"
#include "gantry/sc/run_systemc.h"
#include "readback/output_names.h"
#include "report/gauge_fan_out.h"
#include "report/run_directory.h"
#include "report/run_path.h"
#include "report/summary_json.h"
#include "report/table_writer.h"
#include "report/trace_writer.h"
#include "report/traffic_files.h"
#include "report/vcd_writer.h"
#include "run/ideal_replay.h"
#include "run/record_fan_out.h"
#include "run/run_kernel.h"
#include "run/versions.h"

namespace gantry {

namespace {

std::vector<std::string> processor_names(const Architecture& architecture) {
  std::vector<std::string> names;
  for (const ProcessorInfo& info : list_processors(architecture)) names.push_back(info.name);
  return names;
}

void write_edges(EdgeTable& edges, const Workload& workload, Diagnostics& diagnostics) {
  for (const WorkloadTask& task : workload.tasks) {
    for (const WorkloadEdge& edge : task.after) edges.add(task.id, workload.tasks[edge.task].id);
  }
  edges.finish(diagnostics);
}

Provenance provenance_of(const Experiment& experiment, const SimulationOptions& options) {
  Provenance from;
  from.versions = versions();
  from.picker_engine = options.picker_engine_name;
  from.picker = experiment.picker;
  from.processor_choice = experiment.processor_choice;
  from.overrides = experiment.overrides;
  if (experiment.workload_file) {
    from.workload_path = experiment.workload_file->path;
    from.workload_sha256 = experiment.workload_file->sha256;
  }
  return from;
}

RunStats simulate_machine(const Experiment& experiment, const SimulationOptions& options, TaskSource& source,
                          RecordSink& records, TrafficFiles& traffic, GaugeFanOut& gauges, GaugeFanOut& signals) {
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice, options.picker_engine},
                  source, records, experiment.background);
  for (Unit* unit : machine.units()) {
    for (Gauge& gauge : unit->gauges()) gauges.add(gauge);
    for (Gauge& signal : unit->signals()) signals.add(signal);
  }

  const auto name = [&](std::uint64_t number) { return source.name(number); };
  if (PacketSink* packets = traffic.packets(machine.interconnect(), name)) machine.listen(packets);

  Cycle now = 0;
  RunEnd end = RunEnd::complete;
  try {
    end = run_kernel(
        machine, options, experiment.max_cycles, [&] { return machine.tasks_completed(); }, source.total(), now);
  } catch (...) {
    if (options.failed_at != nullptr) *options.failed_at = last_run(machine);
    throw;
  }
  return machine.finish(end, now);
}

}  // namespace

Kernel default_kernel() { return sc::has_systemc() ? Kernel::systemc : Kernel::cycle; }

SimulationResult simulate(const Experiment& experiment, const SimulationOptions& options, Diagnostics& diagnostics) {
  SimulationResult result;
  RunDirectory directory(options.directory, experiment.inputs, diagnostics);
  if (!directory.ready()) return result;
  const OutputOptions& output = experiment.output;
  const auto path = [&](bool on, const char* file) { return directory.file(on, file); };
  directory.write(kExperimentFile, options.resolved, diagnostics);

  const std::unique_ptr<TaskSource> tasks = make_task_source(experiment);
  TaskSource& source = *tasks;
  const std::vector<std::string> processors = processor_names(experiment.architecture);
  TableWriter tables({path(output.tasks, kTasksFile), path(output.jobs, kJobsFile)}, source, processors);
  EdgeTable edges(path(output.tasks, kEdgesFile));
  TraceWriter trace(path(output.trace, kTraceFile),
                    {experiment.name, experiment.architecture.clock_mhz, output.trace_from,
                     output.trace_to == kNever ? kNever : output.trace_to - 1},
                    source, processors);
  VcdWriter waves(path(output.waves, kWavesFile), experiment.architecture.clock_mhz);
  const bool has_traffic = experiment.timing == Timing::machine;
  const bool pictures = output.pictures && has_traffic;
  TrafficFiles traffic({path(output.packets, kPacketsFile), path(output.links && has_traffic, kLinksFile),
                        path(pictures, kNetworkPicture), path(pictures, kLatencyPicture)});

  if (!tables.ok() || !edges.ok() || !trace.ok() || !waves.ok() || !traffic.ok()) {
    tables.finish(diagnostics);
    edges.finish(diagnostics);
    traffic.abandon(diagnostics);
    trace.finish(diagnostics);
    waves.finish(0, diagnostics);
    return result;
  }
  result.started = true;
  write_edges(edges, experiment.workload, diagnostics);
  if (!diagnostics.ok()) return result;

  RecordFanOut records;
  if (output.tasks || output.jobs) records.add(tables);
  if (output.trace) records.add(trace);
  StreamStatistics stream;
  if (experiment.stream) records.add(stream);
  std::optional<RunPath> path_to_end;
  if (experiment.replay) records.add(path_to_end.emplace(experiment.workload, *experiment.replay));
  GaugeFanOut gauges;
  if (output.trace) gauges.add_recorder(trace);
  if (output.waves) gauges.add_recorder(waves);
  GaugeFanOut signals;
  if (output.waves) signals.add_recorder(waves);

  result.info.experiment = experiment.name;
  result.info.architecture = experiment.architecture.name;
  result.info.seed = experiment.seed;
  result.info.clock_mhz = experiment.architecture.clock_mhz;
  result.info.provenance = provenance_of(experiment, options);
  const RunTimer timer;
  if (experiment.timing == Timing::ideal) {
    result.info.ideal = true;
    result.stats = replay_ideally(experiment, records);
  } else {
    result.stats = simulate_machine(experiment, options, source, records, traffic, gauges, signals);
  }
  if (path_to_end) {
    result.info.plan = PlanOutcome{experiment.plan->method, plan::whole(experiment.plan->metrics, "makespan"),
                                   path_to_end->stretches(result.stats.cycles)};
  }
  if (experiment.stream) {
    result.info.stream = stream.stats();
    result.info.stream->shares = stream_shares(result.stats, result.info.stream->warm_up_cycles);
  }
  tables.finish(diagnostics);
  if (output.trace) trace.finish(diagnostics);
  if (output.waves) waves.finish(result.stats.cycles, diagnostics);
  traffic.finish(experiment.name, experiment.architecture.interconnect.topology, result.stats.traffic,
                 result.stats.cycles, diagnostics);
  result.info.outputs = directory.outputs();
  directory.close(kSummaryFile, summary_json(result.info, result.stats), timer, diagnostics);
  return result;
}

}  // namespace gantry
