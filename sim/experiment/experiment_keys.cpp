// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "experiment/experiment.h"
#include "gantry/base/keys.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "output/run_report.h"

namespace gantry {

namespace {

constexpr Cycle kMaxCycles = Cycle{1} << 62;

template <class Catalogue>
KeyNames names_of(const Catalogue& catalogue) {
  KeyNames names;
  for (const auto& entry : catalogue.entries()) names.push_back(entry.name);
  return names;
}

struct Policies {
  Experiment& experiment;
};
void describe(KeyVisitor& keys, Policies& policies) {
  keys.name("picker", policies.experiment.picker, names_of(builtin_pickers()), "pickers",
            "which task sends the next job");
  keys.name("processor_choice", policies.experiment.processor_choice, names_of(builtin_processor_choices()),
            "processor_choices", "which processor takes it");
}

struct Limits {
  Experiment& experiment;
};
void describe(KeyVisitor& keys, Limits& limits) {
  keys.number("max_cycles", limits.experiment.max_cycles, {0, kMaxCycles}, "cycles",
              "the run is given up in this cycle; 0 = never");
}

}  // namespace

void describe(KeyVisitor& keys, Experiment& experiment) {
  keys.text("name", experiment.name, "the file's name without its ending",
            "names the default output directory; no `/`");
  keys.number("seed", experiment.seed, {0, std::numeric_limits<std::uint64_t>::max()}, "",
              "of everything that is random");
  Policies policies{experiment};
  keys.section("policies", policies, "what picks and places");
  keys.choice("timing", experiment.timing, {{"machine", Timing::machine}, {"ideal", Timing::ideal}},
              "`ideal`: a calendar replays the plan, with computing and transfers alone");
  Limits limits{experiment};
  keys.section("limits", limits, "where a run ends early");
  keys.section("output", experiment.output, "what is written");
  keys.section("architecture", experiment.architecture, "the machine: a path of an architecture file, or its keys");
}

}  // namespace gantry
