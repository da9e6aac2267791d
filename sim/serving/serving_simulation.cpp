// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_simulation.h"

#include <optional>
#include <string>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/serving/serving_archive.h"
#include "gantry/serving/serving_machine.h"
#include "output/gauge_fan_out.h"
#include "output/report_set.h"
#include "output/run_directory.h"
#include "result/output_names.h"
#include "run/cut_run.h"
#include "run/run_session.h"
#include "run/versions.h"
#include "serving/drawn_load.h"

namespace gantry {
namespace {

/// Later cycles could overflow; an experiment without a limit of its own ends here.
constexpr Cycle kLastCycle = Cycle{1} << 62;

ReportedRun reported_run(const ServingExperiment& experiment) {
  ReportedRun run;
  run.title = experiment.name;
  run.topology = experiment.config.interconnect.topology;
  run.clock_mhz = experiment.config.clock_mhz;
  run.task_name = [](std::uint64_t session) { return std::to_string(session); };
  run.of_machine = true;
  run.serving = &experiment.config;
  return run;
}

}  // namespace

ServingResult simulate_serving(const ServingExperiment& experiment, const RunOptions& options,
                               Diagnostics& diagnostics) {
  ServingResult result;
  std::optional<CutRun> cuts;
  if (options.checkpoints.any() && !cuts.emplace(options, diagnostics).prepare()) return result;
  RunSession session(experiment, experiment.output, reported_run(experiment), options, diagnostics);
  if (!session.started()) return result;
  result.started = true;
  if (cuts) session.keep_journal();
  result.measured = std::make_unique<ServingStatistics>(experiment.config.kinds.size(), experiment.config.nodes.size());
  session.sessions().add(*result.measured);
  DrawnLoad load(experiment);
  ServingMachine machine(experiment.config, load, session.sessions());

  result.info.provenance.versions = versions();
  result.info.provenance.overrides = experiment.overrides;
  RunControl control;
  if (cuts) {
    if (const std::string why = why_not_archived(machine); !why.empty())
      throw Error("the machine cannot be saved: " + why);
    CutMachine cut;
    cut.state = [&machine](Archive& state) { archive_serving(machine, state); };
    control = cuts->control(std::move(cut), session);
  }
  Cycle now = 0;
  const Cycle last = experiment.max_cycles == 0 ? kLastCycle : experiment.max_cycles;
  const RunEnd end = session.run(
      machine, last, [&] { return machine.gateway().completed(); }, load.total(), now, control);
  result.stats = machine.finish(end, now);
  const InterconnectTraffic sent = machine.interconnect().traffic(now);
  session.finish({sent, result.stats.cycles});
  result.info.outputs = session.outputs();
  session.close(kSummaryFile, serving_summary_json(experiment, result.info, result.stats, *result.measured));
  if (cuts) cuts->report();
  return result;
}

}  // namespace gantry
