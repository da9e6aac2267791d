// SPDX-License-Identifier: Apache-2.0
// Random machines whose gangs wait at their processors for go words (docs/timing.md, "Preloaded gangs"), some of them
// in turn, some with jobs in one message: everything is done in the end, every job runs once.
#include "catch.h"
#include "machine/checked_run.h"
#include "random_experiment.h"
#include "sanitized.h"

namespace gantry::preload_machines_test {

TEST_CASE("gangs wait at their processors for a go, on random machines") {
  const std::uint64_t runs = kSanitized ? 15 : 100;
  std::uint64_t done = 0;
  std::uint64_t waited = 0;
  for (std::uint64_t seed = 1; done < runs; ++seed) {
    Experiment e = random_experiment(seed);
    add_preload(e);
    if (seed % 3 == 0) add_multicast(e);
    e.max_cycles = 3000000;
    if (!can_run(e)) continue;
    ++done;
    INFO("seed " << seed);
    const RecordedRun run = checked_run(e, seed + 1);
    for (const JobRecord& job : run.records.jobs) waited += job.go > job.ready ? 1 : 0;
  }
  CHECK(waited > 5 * runs);
}

}  // namespace gantry::preload_machines_test
