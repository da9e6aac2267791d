// SPDX-License-Identifier: Apache-2.0
#include "run/simulation.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/processor_list.h"
#include "gantry/sc/run_systemc.h"
#include "readback/output_names.h"
#include "report/gauge_fan_out.h"
#include "report/output_directory.h"
#include "report/output_file.h"
#include "report/output_guard.h"
#include "report/run_path.h"
#include "report/summary_json.h"
#include "report/table_writer.h"
#include "report/timing_file.h"
#include "report/trace_writer.h"
#include "report/traffic_files.h"
#include "report/vcd_writer.h"
#include "run/ideal_replay.h"
#include "run/record_fan_out.h"
#include "run/versions.h"

namespace gantry {

namespace {

namespace fs = std::filesystem;

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

RunEnd run_machine(Machine& machine, const SimulationOptions& options, const RunControl& control, Cycle& now) {
  if (options.kernel == Kernel::systemc) return sc::run_systemc(machine, control, now);
  return run_cycles(machine, control, {options.verify, options.shuffle_seed, true}, now);
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

  RunControl control;
  control.max_cycles = experiment.max_cycles;
  control.stop = options.stop;
  if (options.progress) {
    control.progress = [&](Cycle now) { options.progress(now, machine.tasks_completed(), source.total()); };
  }
  Cycle now = 0;
  RunEnd end = RunEnd::complete;
  try {
    end = run_machine(machine, options, control, now);
  } catch (...) {
    if (options.failed_at != nullptr) *options.failed_at = last_run(machine);
    throw;
  }
  if (end == RunEnd::complete) machine.verify_empty();

  return machine.finish(end, now);
}

}  // namespace

Kernel default_kernel() { return sc::has_systemc() ? Kernel::systemc : Kernel::cycle; }

SimulationResult simulate(const Experiment& experiment, const SimulationOptions& options, Diagnostics& diagnostics) {
  SimulationResult result;
  if (!check_outputs(output_paths(options.directory), experiment.inputs, diagnostics)) return result;
  if (!prepare_directory(options.directory, diagnostics)) return result;
  const OutputOptions& output = experiment.output;
  const auto path = [&](bool on, const char* file) {
    if (!on) return std::string();
    result.info.outputs.emplace_back(file);
    return (fs::path(options.directory) / file).string();
  };

  if (!options.resolved.empty()) {
    OutputFile resolved(path(true, kExperimentFile));
    resolved.text().append(options.resolved.data(), options.resolved.data() + options.resolved.size());
    resolved.finish(diagnostics);
  }

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
  if (diagnostics.ok()) {
    const std::string summary = (fs::path(options.directory) / kSummaryFile).string();
    write_summary_json(summary, result.info, result.stats, diagnostics);
    write_timing_json((fs::path(options.directory) / kTimingFile).string(), timer, diagnostics);
  }
  return result;
}

}  // namespace gantry
