// SPDX-License-Identifier: Apache-2.0
// A run of a machine that has to end, with every check that holds for all machines: invariants in each cycle, the
// records, the counters, another order of evaluation, and no periodic fast-forward.
#pragma once

#include <cstdint>
#include <string>

#include "catch.h"
#include "random_experiment.h"
#include "record_checker.h"
#include "recorded_run.h"
#include "stats_checker.h"

namespace gantry {

/// Fails the test unless the run completes and all checks hold. `seed`: of the other order of evaluation.
inline RecordedRun checked_run(const Experiment& experiment, std::uint64_t seed) {
  CycleKernelOptions options;
  options.verify = true;
  RecordedRun run = record_run(experiment, options);
  REQUIRE(run.end == RunEnd::complete);
  for (const std::string& finding : RecordChecker(experiment, run).findings()) FAIL(finding);
  for (const std::string& finding : StatsChecker(experiment, run).findings()) FAIL(finding);
  REQUIRE(first_difference(run.bytes(), record_run(experiment, {false, seed}).bytes()).empty());
  if (run.stats.schedule_failures > 0) {
    REQUIRE(first_difference(run.bytes(), record_run(experiment, {false, 0, false}).bytes()).empty());
  }
  return run;
}

/// Runs `runs` random machines with all checks, as `change(experiment, seed)` leaves them, and calls `see(run)` for
/// each. Machines that cannot run are left out.
template <class Change, class See>
void for_checked_machines(std::uint64_t runs, Change change, See see) {
  std::uint64_t done = 0;
  for (std::uint64_t seed = 1; done < runs; ++seed) {
    Experiment experiment = random_experiment(seed);
    change(experiment, seed);
    experiment.max_cycles = 3000000;  // far beyond what any of these workloads takes
    if (!can_run(experiment)) continue;
    ++done;
    INFO("seed " << seed);
    see(checked_run(experiment, seed + 1));
  }
}

}  // namespace gantry
