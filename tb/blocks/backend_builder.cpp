// SPDX-License-Identifier: Apache-2.0
#include "blocks/backend_builder.h"

#include <string>
#include <utility>

#include "blocks/block_backend.h"
#include "blocks/block_taps.h"
#include "gantry/base/error.h"
#include "gantry/scheduler/dispatcher.h"
#include "gantry/scheduler/task_scheduler.h"
#include "picker/lockstep_engine.h"
#include "pins/block_pins.h"
#include "pins/directory_pins.h"
#include "pins/dispatcher_pins.h"
#include "pins/pinned_decomposer.h"
#include "pins/pinned_directory.h"
#include "pins/pinned_dispatcher.h"
#include "pins/pinned_monitor.h"
#include "pins/pinned_task_cache.h"

namespace gantry {
namespace {

/// A backend that replaces our block. It documents an illegal message.
class AloneBackend final : public PinBackend {
 public:
  explicit AloneBackend(const ChosenBackend& chosen)
      : backend_(*chosen.pins, *chosen.model, chosen.config, chosen.options.waves), options_(chosen.options) {}
  Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) override {
    return backend_.clock(now, in, out);
  }
  bool archive(Archive& state) override { return backend_.archive(state); }
  void refused(Cycle now, const Error& illegal) override {
    const std::string text = std::string(backend_.pins().block) +
                             ": the rtl sent what no block may send: " + illegal.what() +
                             backend_.leave(options_.prefix, options_.waveform_cycles);
    if (options_.on_difference) options_.on_difference(now, text);
    throw Error("cycle " + std::to_string(now) + ", " + text, ErrorKind::mismatch);
  }

 private:
  BlockBackend backend_;
  BlockEngineOptions options_;
};

/// Beside our block.
class LockstepBackend {
 public:
  LockstepBackend(const ChosenBackend& chosen, TaskScheduler& scheduler)
      : lockstep_(*chosen.pins, *chosen.model, chosen.config, chosen.options),
        taps_(tap_block(*chosen.pins, scheduler, lockstep_)) {}
  void finished(Cycle now) { lockstep_.finished(now); }
  void archive(Archive& state) { lockstep_.archive(state); }

 private:
  BlockLockstep lockstep_;
  std::unique_ptr<BlockTaps> taps_;
};

class BackendBuilder final : public BlockBuilder {
 public:
  explicit BackendBuilder(ChosenBackends chosen) : chosen_(std::move(chosen)) {}

  std::unique_ptr<TaskCacheBase> task_cache(const TaskCacheParts& parts) override {
    PinBackend* backend = alone(task_cache_pins());
    if (backend == nullptr) return BlockBuilder::task_cache(parts);
    return std::make_unique<PinnedTaskCache>(parts, *backend);
  }
  std::unique_ptr<DecomposerBase> decomposer(const DecomposerParts& parts) override {
    PinBackend* backend = alone(decomposer_pins());
    if (backend == nullptr) return BlockBuilder::decomposer(parts);
    return std::make_unique<PinnedDecomposer>(parts, *backend);
  }
  std::unique_ptr<StateMonitorBase> monitor(const MonitorParts& parts) override {
    PinBackend* backend = alone(monitor_pins());
    if (backend == nullptr) return BlockBuilder::monitor(parts);
    return std::make_unique<PinnedMonitor>(parts, *backend);
  }
  std::unique_ptr<DispatcherBase> dispatcher(const DispatcherParts& parts, SchedulerParts own) override {
    if (PinBackend* backend = alone(dispatcher_pins())) {
      return std::make_unique<PinnedDispatcher>(parts, std::move(own.processors), *backend);
    }
    auto ours = std::make_unique<Dispatcher>(parts, std::move(own));
    if (chosen_.dispatch_core) {
      dispatch_core_ = chosen_.dispatch_core(ours->processors());
      ours->watch(dispatch_core_.get());
    }
    return ours;
  }

  std::unique_ptr<DataDirectoryBase> directory(const DirectoryParts& parts) override {
    PinBackend* backend = alone(directory_pins());
    if (backend == nullptr) return BlockBuilder::directory(parts);
    return std::make_unique<PinnedDirectory>(parts, *backend);
  }

  void built(TaskScheduler& scheduler) override {
    for (const ChosenBackend& chosen : chosen_.blocks) {
      if (!chosen.alone) lockstep_.push_back(std::make_unique<LockstepBackend>(chosen, scheduler));
    }
  }
  void finished(Cycle now) override {
    if (dispatch_core_) dispatch_core_->finished(now);
    for (const auto& lockstep : lockstep_) lockstep->finished(now);
  }
  // Blocks that replace ours archive their backend.
  bool archive(Archive& state) override {
    if (dispatch_core_ && !dispatch_core_->archive(state)) return false;
    for (const auto& lockstep : lockstep_) lockstep->archive(state);
    return true;
  }

 private:
  /// Returns the backend that replaces our block; nullptr: none.
  PinBackend* alone(const BlockPins& pins) {
    for (const ChosenBackend& chosen : chosen_.blocks) {
      if (chosen.pins != &pins || !chosen.alone) continue;
      return alone_.emplace_back(std::make_unique<AloneBackend>(chosen)).get();
    }
    return nullptr;
  }

  const ChosenBackends chosen_;
  std::vector<std::unique_ptr<AloneBackend>> alone_;
  std::vector<std::unique_ptr<LockstepBackend>> lockstep_;
  std::unique_ptr<DispatchWitness> dispatch_core_;
};

}  // namespace

std::unique_ptr<BlockBuilder> make_backend_builder(const ChosenBackends& chosen) {
  return std::make_unique<BackendBuilder>(chosen);
}

}  // namespace gantry
