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
  std::uint64_t waited = 0;
  for_checked_machines(
      runs,
      [](Experiment& experiment, std::uint64_t seed) {
        add_preload(experiment);
        if (seed % 3 == 0) add_multicast(experiment);
      },
      [&](const RecordedRun& run) {
        for (const JobRecord& job : run.records.jobs) waited += job.go > job.ready ? 1 : 0;
      });
  CHECK(waited > 5 * runs);
}

}  // namespace gantry::preload_machines_test
