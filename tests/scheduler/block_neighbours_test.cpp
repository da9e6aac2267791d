// SPDX-License-Identifier: Apache-2.0
// Blocks that share links, each beside its model in the same run: what one sends the other reads, and both are watched.
#include <algorithm>
#include <vector>

#include "block_runs.h"
#include "pins/directory_pins.h"

namespace gantry::block_neighbours_test {

using namespace block_runs;

TEST_CASE("all blocks run in lockstep at once, in either order") {
  Experiment experiment = shipped("small_tasks.yaml", {});
  experiment.max_cycles = 20000;
  std::vector<const BlockPins*> blocks = all_block_pins();
  blocks.erase(std::find(blocks.begin(), blocks.end(), &directory_pins()));  // its tasks have no data
  if (GENERATE(false, true)) std::reverse(blocks.begin(), blocks.end());
  const RecordedRun plain = run_with(experiment, {});
  std::vector<ChosenBackend> backends;
  for (const BlockPins* pins : blocks) {
    backends.push_back(backend_of(experiment, *pins, model_behind_pins(*pins), false));
  }
  const RecordedRun run = run_with(experiment, backends);
  CHECK(run.records.jobs.size() > 100);
  CHECK((run.lives() == plain.lives()));
}

}  // namespace gantry::block_neighbours_test
