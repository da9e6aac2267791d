// SPDX-License-Identifier: Apache-2.0
#include "run/simulation.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "experiment/engine_names.h"
#include "experiment/randomness.h"
#include "experiment/task_source.h"
#include "gantry/base/archive.h"
#include "gantry/base/error.h"
#include "gantry/cost/machine_cost.h"
#include "gantry/cost/run_energy.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/machine_archive.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/store_list.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/rtl_times.h"
#include "output/request_statistics.h"
#include "output/run_path.h"
#include "output/stage_statistics.h"
#include "output/store_advice.h"
#include "output/stream_shares.h"
#include "output/stream_statistics.h"
#include "output/summary_json.h"
#include "output/tenant_statistics.h"
#include "output/verdict.h"
#include "plan/plan_edges.h"
#include "plan/plan_machine.h"
#include "result/output_names.h"
#include "run/cut_run.h"
#include "run/experiment_provenance.h"
#include "run/ideal_replay.h"
#include "run/run_session.h"
#include "run/tenants.h"
#include "run/watched_source.h"
#include "run/without_faults.h"

namespace gantry {

namespace {

/// Value for a machine whose picker times are not those of a picker in Verilog.
constexpr std::string_view kNotOfRtl = "not_of_rtl";

Provenance provenance_of(const Experiment& experiment, const SimulationOptions& options) {
  Provenance from = experiment_provenance(experiment);
  from.picker_engine = options.picker_engine_name;
  from.block_engines = options.block_engines;
  if (options.picker_engine && is_engine(options.picker_engine_name)) {  // the times of a user's own picker are unknown
    const RtlTimes* times = rtl_with_times(experiment.architecture.picker());
    from.picker_timing = times != nullptr ? times->name : kNotOfRtl;
  }
  return from;
}

/// PlanOutcome::bytes_not_moved.
std::optional<std::uint64_t> not_moved(const Experiment& experiment) {
  if (experiment.timing == Timing::ideal || !counts_transfers(experiment.plan->parameters)) return std::nullopt;
  const std::uint64_t bytes = unmoved_edges(*experiment.plan, experiment.workload).bytes;
  return bytes == 0 ? std::nullopt : std::optional<std::uint64_t>(bytes);
}

/// Throws Error if the machine has a part whose state cannot be saved. `builder`: of its blocks; nullptr: they are
/// ours.
void must_be_archived(Machine& machine, BlockBuilder* builder) {
  std::string why = why_not_archived(machine);
  Archive unused;
  if (why.empty() && builder != nullptr && !builder->archive(unused)) why = "an observer of its blocks has no archive";
  if (!why.empty()) throw Error("the machine cannot be saved: " + why);
}

RunStats simulate_machine(const Experiment& experiment, const SimulationOptions& options, TaskSource& source,
                          RunSession& session, CutRun* cuts) {
  const std::unique_ptr<BlockBuilder> builder = options.block_builder ? options.block_builder() : nullptr;
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice, options.picker_engine},
                  cuts != nullptr ? cuts->watch(source, session) : source, session.records(), experiment.background,
                  builtin_catalogue(), builder ? *builder : our_blocks());
  machine.use_faults(fault_plan(experiment));
  RunControl control;
  if (cuts != nullptr) {
    must_be_archived(machine, builder.get());
    CutMachine cut;
    cut.state = [&machine, &builder](Archive& state) {
      archive_machine(machine, state);
      if (builder) builder->archive(state);
    };
    if (options.checkpoints.changes_faults)
      cut.restored = [&machine, &experiment] { machine.change_faults(fault_plan(experiment)); };
    control = cuts->control(std::move(cut), session);
  }
  if (builder || !options.fast_forward)
    machine.run_all_cycles();  // a backend is clocked in every cycle in which its block runs
  Cycle now = 0;
  RunEnd end = RunEnd::complete;
  try {
    end = session.run(
        machine, experiment.max_cycles, [&] { return machine.tasks_completed(); }, source.total(), now, control);
    if (builder) builder->finished(now);
  } catch (...) {
    if (options.failed_at != nullptr) *options.failed_at = last_run(machine);
    throw;
  }
  return machine.finish(end, now);
}

/// The same with stages, bounds and overhead.
RunStats simulate_explained(const Experiment& experiment, const SimulationOptions& options, TaskSource& source,
                            RunSession& session, CutRun* cuts, RunInfo& info) {
  std::vector<bool> waits;
  for (const GraphStream& stream : experiment.streams) waits.push_back(stream.follows || stream.repeat);
  WatchedSource watched(source, source.is_closed_loop() ? nullptr : make_task_source(experiment),
                        experiment.architecture, std::move(waits));
  StageStatistics stages(experiment.stream || !experiment.streams.empty());
  session.records().add(stages);
  session.records().add(watched.records());
  RunStats stats = simulate_machine(experiment, options, watched, session, cuts);
  info.stages = stages.rows();
  if (stats.end == RunEnd::complete) {
    info.bounds = watched.bounds();
    // Bounds are those of our blocks, and of the routes of before any death.
    if ((options.own_block || !experiment.faults.network.empty()) &&
        (*info.bounds)[info.bounds->binding()] > stats.cycles)
      info.bounds.reset();
    info.overhead = watched.overhead(stats.cycles);
  }
  return stats;
}

std::vector<JudgedStream> judged_streams(const Experiment& experiment) {
  if (experiment.stream) return {JudgedStream{}};
  std::vector<JudgedStream> streams;
  for (const GraphStream& stream : experiment.streams) {
    streams.push_back({static_cast<std::uint32_t>(stream.workload.tasks.size()), stream.deadline_cycles});
  }
  return streams;
}

bool has_control_faults(const Experiment& experiment) {
  const std::vector<NetworkFault>& faults = experiment.faults.network;
  return std::any_of(faults.begin(), faults.end(), [](const NetworkFault& fault) { return fault.control; });
}

/// Keeps the jobs of a run.
class JobKeeper final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& job) override { jobs_.push_back(job); }
  [[nodiscard]] const std::vector<JobRecord>& jobs() const { return jobs_; }

 private:
  std::vector<JobRecord> jobs_;
};

std::vector<std::string> store_names(const Architecture& architecture) {
  std::vector<std::string> names;
  for (const StoreInfo& store : list_stores(architecture).stores) names.push_back(store.name);
  return names;
}

}  // namespace

SimulationResult simulate(const Experiment& experiment, const SimulationOptions& options, Diagnostics& diagnostics) {
  SimulationResult result;
  RequestFanOut requests;
  const std::unique_ptr<RequestSource> loop = make_request_source(experiment, &requests);
  const std::unique_ptr<TaskSource> tasks = loop != nullptr ? nullptr : make_task_source(experiment);
  TaskSource& source = loop != nullptr ? static_cast<TaskSource&>(*loop) : *tasks;
  std::optional<CutRun> cuts;
  if (options.checkpoints.any() && !cuts.emplace(options, diagnostics).prepare()) return result;
  CutRun* const cut = cuts ? &*cuts : nullptr;
  const bool endless = experiment.stream || !experiment.streams.empty();
  RunSession session(
      experiment, experiment.output,
      {experiment.name,
       experiment.architecture.interconnect.topology,
       experiment.architecture.clock_mhz,
       [&](std::uint64_t number) { return source.name(number); },
       processor_names(experiment.architecture),
       &experiment.workload,
       &experiment.architecture,
       experiment.timing == Timing::machine,
       endless,
       [&](const TaskRecord& task) { return source.links(task.number, task.stream, task.place); },
       loop != nullptr,
       judged_streams(experiment),
       source.objects() != nullptr,
       !experiment.faults.empty() || !experiment.faults.memory.empty() || !experiment.faults.stores.empty(),
       !experiment.faults.network.empty(),
       has_control_faults(experiment),
       !experiment.faults.memory.empty(),
       !experiment.faults.stores.empty(),
       adding_run_without_faults(experiment, options),
       [&](std::uint32_t object) { return source.object_name(object); },
       store_names(experiment.architecture),
       options.own_block},
      options, diagnostics);
  if (!session.started()) return result;
  result.started = true;
  if (cut != nullptr && experiment.timing == Timing::machine) session.keep_journal();

  StreamStatistics stream;
  if (experiment.stream) session.records().add(stream);
  std::optional<TenantStatistics> tenants;
  if (!experiment.streams.empty()) {
    session.records().add(tenants.emplace(tenants_of(experiment, options.tenant_picker_engine, options.explained)));
  }
  std::optional<JobKeeper> jobs;
  const bool has_data = !experiment.workload.data.empty() && experiment.timing == Timing::machine;
  if (options.explained && has_data && !endless) session.records().add(jobs.emplace());
  RequestStatistics request_times(request_streams(experiment));
  if (loop != nullptr) {
    requests.add(session.requests());
    requests.add(request_times);
  }
  std::optional<RunPath> path_to_end;
  if (experiment.replay) session.records().add(path_to_end.emplace(experiment.workload, *experiment.replay));

  result.info.experiment = experiment.name;
  result.info.architecture = experiment.architecture.name;
  result.info.seed = experiment.seed;
  result.info.clock_mhz = experiment.architecture.clock_mhz;
  result.info.provenance = provenance_of(experiment, options);
  if (experiment.timing == Timing::ideal) {
    result.info.ideal = true;
    result.stats = replay_ideally(experiment, session.records());
    if (cut != nullptr) cut->write_without_state(result.stats.cycles);
  } else {
    result.stats = options.explained ? simulate_explained(experiment, options, source, session, cut, result.info)
                                     : simulate_machine(experiment, options, source, session, cut);
    result.info.cost = run_cost(machine_cost(experiment.architecture, experiment.picker, experiment.cost), result.stats,
                                experiment.architecture.clock_mhz);
  }
  if (path_to_end) {
    result.info.plan = PlanOutcome{experiment.plan->method, predicted_cycles(*experiment.plan), not_moved(experiment),
                                   path_to_end->stretches(result.stats.cycles)};
  }
  if (experiment.stream) {
    result.info.stream = stream.stats();
    result.info.stream->shares = stream_shares(result.stats, result.info.stream->warm_up_cycles);
  }
  if (loop != nullptr) loop->report_unfinished();
  if (tenants) {
    for (std::uint32_t s = 0; s < experiment.streams.size(); ++s) {
      if (experiment.streams[s].merge_up_to) tenants->set_count(s, loop->instances(s));
    }
    result.info.streams = tenants->stats();
    for (std::size_t s = 0; s < experiment.streams.size(); ++s)
      result.info.streams->tenants[s].requests =
          request_times.stats(s, result.stats.cycles, experiment.architecture.clock_mhz);
  }
  const std::optional<ControlStats>& control = result.stats.control;
  session.finish({result.stats.traffic,
                  result.stats.cycles,
                  nullptr,
                  {},
                  control ? &control->traffic : nullptr,
                  &result.stats.faults,
                  &result.stats.busy_of_streams,
                  &result.stats.network_faults,
                  &result.stats.memory_faults,
                  &result.stats.store_faults,
                  &result.stats.holds});
  session.summarise(result.info);
  if (jobs && result.stats.end == RunEnd::complete && result.stats.data && !result.info.critical_path.empty()) {
    result.info.stores = store_advice(
        jobs->jobs(), experiment.workload, [&](std::uint64_t number) { return source.name(number); },
        experiment.architecture, result.stats.data->memory.bytes);
  }
  result.info.random = random_text(random_keys(experiment));
  result.info.verdict = verdict(result.info, result.stats, experiment.architecture);
  result.info.outputs = session.outputs();
  session.close(kSummaryFile, summary_json(result.info, result.stats));
  if (cut != nullptr) cut->report();
  return result;
}

}  // namespace gantry
