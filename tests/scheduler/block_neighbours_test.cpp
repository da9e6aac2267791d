// SPDX-License-Identifier: Apache-2.0
// Blocks that share links, each beside its model in the same run: what one sends the other reads, and both are watched.
#include <functional>
#include <memory>
#include <vector>

#include "block_runs.h"

namespace gantry::block_neighbours_test {

using namespace block_runs;

namespace {

/// Somebody in every seat.
class AllSeats final : public BlockSeat {
 public:
  void add(std::unique_ptr<BlockSeat> seat) { seats_.push_back(std::move(seat)); }
  void finished(Cycle now) override {
    for (const auto& seat : seats_) seat->finished(now);
  }

 private:
  std::vector<std::unique_ptr<BlockSeat>> seats_;
};

}  // namespace

TEST_CASE("all blocks run in lockstep at once, in either order") {
  Experiment experiment = shipped("small_tasks.yaml", {});
  experiment.max_cycles = 20000;
  std::vector<const BlockPins*> blocks = all_block_pins();
  if (GENERATE(false, true)) std::reverse(blocks.begin(), blocks.end());
  const RecordedRun plain = run_seated(experiment, {}, false);
  const RecordedRun run = run_seated(
      experiment,
      [&](TaskScheduler& scheduler) {
        auto all = std::make_unique<AllSeats>();
        for (const BlockPins* pins : blocks) {
          const std::function<BlockSeatFactory> seat =
              block_seat(*pins, model_behind_pins(*pins), config_of(*pins, experiment), false, {});
          all->add(seat(scheduler));
        }
        return std::unique_ptr<BlockSeat>(std::move(all));
      },
      false);
  CHECK(run.records.jobs.size() > 100);
  CHECK((run.lives() == plain.lives()));
}

}  // namespace gantry::block_neighbours_test
