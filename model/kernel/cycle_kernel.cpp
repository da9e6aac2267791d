// SPDX-License-Identifier: Apache-2.0
#include "gantry/kernel/cycle_kernel.h"

#include <algorithm>
#include <random>

namespace gantry {
inline namespace kernel {

namespace {

constexpr std::uint64_t kStepsBetweenLooks = 4096;

}  // namespace

RunEnd run_cycles(ClockedMachine& machine, const RunControl& control, const CycleKernelOptions& options, Cycle& now) {
  if (!options.fast_forward) machine.run_all_cycles();
  std::vector<Unit*> units = machine.units();
  for (Unit* unit : units) unit->attach(nullptr);
  machine.start(control.max_cycles == 0 ? kNever : control.max_cycles);

  CycleWatcher* const watcher = machine.watcher();
  std::mt19937_64 random(options.shuffle_seed);
  now = control.restore ? control.restore() : 0;
  const Cycle last = control.max_cycles == 0 ? kNever : control.max_cycles;
  Cycle cut = control.first_cut;
  Cycle halt = std::min(last, cut);  // one comparison per cycle for both
  const Unit* again = nullptr;       // was due in the very next cycle when it had run; another one may put it off
  for (std::uint64_t steps = 0;; ++steps) {
    if (machine.finished()) return RunEnd::complete;
    Cycle next = now + 1;
    if (again == nullptr || again->due() != next) {
      next = kNever;
      for (const Unit* unit : units) next = std::min(next, unit->due());
    }
    if (next == kNever) {
      now = last_run(machine);  // a unit that was put off for ever was due, and did not run
      return RunEnd::deadlock;
    }
    if (next > halt) {
      if (cut <= last && cut < next) cut = control.save(cut, now, next);
      if (next > last) {
        now = last;
        return RunEnd::cycle_limit;
      }
      halt = std::min(last, cut);
    }
    now = next;
    if (watcher != nullptr) watcher->before(now);
    if (options.shuffle_seed != 0) {
      // Fisher-Yates by hand: std::shuffle may differ between standard libraries.
      for (std::size_t i = units.size() - 1; i > 0; --i) std::swap(units[i], units[random() % (i + 1)]);
    }
    again = options.shuffle_seed != 0 ? run_due(units, now) : machine.run_due(now);
    if (options.verify) machine.verify();
    if (steps % kStepsBetweenLooks == 0) {
      if (control.stop != nullptr && control.stop->load()) return RunEnd::interrupted;
      if (control.progress) control.progress(now);
    }
  }
}

}  // namespace kernel
}  // namespace gantry
