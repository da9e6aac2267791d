// SPDX-License-Identifier: Apache-2.0
#include "blocks/block_seats.h"

#include "blocks/block_taps.h"
#include "gantry/scheduler/block_pins.h"
#include "picker/lockstep_engine.h"

namespace gantry {

std::vector<std::uint32_t> block_config(const BlockPins& pins, const BlockConfig& all) {
  const TaskSchedulerConfig& config = all.scheduler;
  std::vector<std::uint32_t> values;
  for (const PinConstant& constant : pins.config) {
    const std::pair<std::string_view, std::uint32_t> known[] = {
        {"queues_per_class", config.task_cache.queues_per_class},
        {"window", config.task_cache.window},
        {"capacity", config.task_cache.capacity},
        {"slots", config.decomposer.slots},
        {"split_cycles", config.decomposer.split_cycles},
        {"retry_cycles", config.decomposer.retry_cycles},
        {"task_ids", config.monitor.task_ids},
        {"query_cycles", config.monitor.query_cycles},
        {"register_cycles", config.monitor.register_cycles},
        {"predecessors_per_cycle", config.monitor.predecessors_per_cycle},
        {"completion_window", config.monitor.completion_window},
        {"reads_in_flight", config.task_cache.reads_in_flight},
        {"full_bytes", config.descriptor.full_bytes},
        {"predecessors", config.descriptor.predecessors},
        {"ring_entries", all.ring_entries},
        {"burst_bytes", all.bursts.burst_bytes},
        {"outstanding_bursts", all.bursts.outstanding}};
    for (const auto& [name, value] : known) {
      if (name == constant.name) values.push_back(value);
    }
  }
  return values;
}

bool can_replace(const BlockPins& pins) { return &pins == &decomposer_pins(); }

namespace {

/// In the block's place.
class AloneSeat final : public BlockSeat, public PinEngine {
 public:
  AloneSeat(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
            const BlockEngineOptions& options, TaskScheduler& scheduler)
      : engine_(pins, model, config, options.waves), options_(options) {
    scheduler.decomposer().use(this);
  }
  Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) override {
    return engine_.clock(now, in, out);
  }
  void refused(Cycle now, const IllegalMessage& why) override {
    const std::string text = std::string(engine_.pins().block) +
                             ": the rtl sent what no block may send: " + why.what() +
                             engine_.leave(options_.prefix, options_.waveform_cycles);
    if (options_.on_difference) options_.on_difference(now, text);
    throw LockstepDifference("cycle " + std::to_string(now) + ", " + text);
  }
  void finished(Cycle /*now*/) override {}

 private:
  PinnedEngine engine_;
  BlockEngineOptions options_;
};

/// Beside it.
class LockstepSeat final : public BlockSeat {
 public:
  LockstepSeat(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
               const BlockEngineOptions& options, TaskScheduler& scheduler)
      : lockstep_(pins, model, config, options), taps_(tap_block(pins, scheduler, lockstep_)) {}
  void finished(Cycle now) override { lockstep_.finished(now); }

 private:
  BlockLockstep lockstep_;
  std::unique_ptr<BlockTaps> taps_;
};

}  // namespace

std::function<BlockSeatFactory> block_seat(const BlockPins& pins, const BlockModel& model,
                                           std::vector<std::uint32_t> config, bool alone,
                                           const BlockEngineOptions& options) {
  return [&pins, &model, config = std::move(config), alone,
          options](TaskScheduler& scheduler) -> std::unique_ptr<BlockSeat> {
    if (alone) return std::make_unique<AloneSeat>(pins, model, config, options, scheduler);
    return std::make_unique<LockstepSeat>(pins, model, config, options, scheduler);
  };
}

}  // namespace gantry
