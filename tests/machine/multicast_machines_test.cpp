// SPDX-License-Identifier: Apache-2.0
// Random machines whose jobs leave in messages to several processors, on stars and over routers (docs/timing.md, "Jobs
// in one message"): every job runs once, everything is done in the end, and no order of evaluation is to be seen.
#include "catch.h"
#include "machine/checked_run.h"
#include "random_experiment.h"
#include "sanitized.h"

namespace gantry::multicast_machines_test {

TEST_CASE("jobs of one task and round leave as one message, on random machines") {
  const std::uint64_t runs = kSanitized ? 20 : 150;
  std::uint64_t copies = 0;
  for_checked_machines(
      runs, [](Experiment& experiment, std::uint64_t /*seed*/) { add_multicast(experiment); },
      [&](const RecordedRun& run) {
        copies += (run.stats.control ? run.stats.control->totals : run.stats.interconnect).flits_copied.value();
      });
  CHECK(copies > runs);
}

}  // namespace gantry::multicast_machines_test
