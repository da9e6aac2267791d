// SPDX-License-Identifier: Apache-2.0
// A run in parts: its state is saved between two cycles, and a new machine goes on from there, without files.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/machine_archive.h"
#include "gantry/sc/run_systemc.h"
#include "gantry/scheduler/block_builder.h"
#include "recorded_run.h"

namespace gantry::saved_runs {

struct Saved {
  Cycle cut = 0;
  Cycle now = 0;
  std::string state;
  Records records;  ///< those before the cut
};

/// Others in the place of the model's picker and blocks; empty: none.
struct Engines {
  std::function<PickerFactory> picker = {};
  std::function<std::unique_ptr<BlockBuilder>()> blocks = {};
};

/// One run, from cycle 0 or from a saved state on.
class Part {
 public:
  Part(const Experiment& experiment, Records before, const Engines& engines = {})
      : records_(std::move(before)),
        source_(make_task_source(experiment)),
        builder_(engines.blocks ? engines.blocks() : std::make_unique<BlockBuilder>()),
        machine_(experiment.architecture, {experiment.picker, experiment.processor_choice, engines.picker}, *source_,
                 records_, experiment.background, builtin_catalogue(), *builder_) {
    machine_.use_faults(fault_plan(experiment));
    if (engines.blocks) machine_.run_all_cycles();
    kernel_.fast_forward = !engines.blocks;
    control_.max_cycles = experiment.max_cycles;
  }

  [[nodiscard]] std::string why_not() { return why_not_archived(machine_); }

  void save_at(std::set<Cycle> cuts, std::vector<Saved>& saved) {
    const auto from = [cuts = std::move(cuts)](Cycle cycle) {
      const auto at = cuts.lower_bound(cycle);
      return at == cuts.end() ? kNever : *at;
    };
    control_.first_cut = from(0);
    control_.save = [this, from, &saved](Cycle cut, Cycle now, Cycle next) {
      saved.push_back({cut, now, state(), records_});
      return from(next);
    };
  }
  void restore(const Saved& from, std::string& again) {
    control_.restore = [this, &from, &again] {
      Archive archive(from.state);
      archive_machine(machine_, archive);
      builder_->archive(archive);
      again = archive.at_end() ? state() : "bytes are left over";
      return from.now;
    };
  }

  RecordedRun run(bool by_systemc = false) {
    RecordedRun run;
    Cycle now = 0;
    run.end = by_systemc ? sc::run_systemc(machine_, control_, now) : run_cycles(machine_, control_, kernel_, now);
    builder_->finished(now);
    if (run.end == RunEnd::complete) machine_.verify_empty();
    run.stats = machine_.finish(run.end, now);
    run.records = records_;
    return run;
  }

 private:
  std::string state() {
    Archive archive;
    archive_machine(machine_, archive);
    builder_->archive(archive);
    return archive.bytes();
  }

  Records records_;
  std::unique_ptr<TaskSource> source_;
  std::unique_ptr<BlockBuilder> builder_;
  Machine machine_;
  CycleKernelOptions kernel_;
  RunControl control_;
};

}  // namespace gantry::saved_runs
