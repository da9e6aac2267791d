// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/keys.h"
#include "regress/suite.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 40;

}  // namespace

void describe(KeyVisitor& keys, CaseLimits& limits) {
  keys.number("timeout_seconds", limits.timeout_seconds, {0, kMost}, "s",
              "that a case may take before it is ended, and fails; 0 = no limit");
  keys.number("memory_mib", limits.memory_mib, {0, kMost / 1024}, "MiB",
              "that a case may take beside what was read before it; 0 = no limit");
}

void describe(KeyVisitor& keys, CaseTerms& terms) {
  keys.form("set", {{"object"}, "map"}, "nothing", "overrides: dotted keys with their values");
  keys.form("metrics", {{"array"}, "list of metrics, or `METRIC: TOLERANCE`"}, "none",
            "numbers of the summary that must be as they are stored, or as near as `20`, `0.01` or `2%` of that");
  keys.form("tables", {{"array"}, "list of files, or `FILE: GOLDEN`"}, "none",
            "files of the run that must be as their stored digests say, or equal a golden file");
  keys.flag("invariants", terms.invariants, "the run's files must pass `gantry check`");
  keys.section("limits", terms.limits, "of one case");
}

void describe(KeyVisitor& keys, SuiteCase& one) {
  keys.text("name", one.name, "the file's name without its ending", "what the case is called");
  keys.text("experiment", one.experiment, "none", "path of an experiment of `gantry run` or `gantry network`");
  keys.text("study", one.study, "none", "path of a study of `gantry sweep`; each of its runs is a case");
  keys.text("stimulus", one.stimulus, "none", "path of a stimulus of `gantry pick`");
  keys.text("stimuli", one.stimuli, "none",
            "path of a directory: each `FILE.stim` in it is a case, whose rounds are in `FILE.expected`");
  keys.text("engine", one.engine, "`picker=model`",
            "`picker=rtl`, or `picker=lockstep`: RTL and model must agree in every round; of an experiment "
            "`dispatch_core=lockstep` or `decomposer=lockstep`, too");
  keys.text("policy", one.policy, "`weight_delay`", "picker of a stimulus");
  keys.optional_number("exit", one.exit, {0, 2}, "", "0; of a study's points as stored",
                       "exit status that the command must have");
  describe(keys, one.terms);
}

void describe(KeyVisitor& keys, Suite& suite) {
  keys.text("name", suite.name, "the file's name without its ending", "names the default output directory; no `/`");
  keys.text("stored", suite.stored, "the same with `.stored.json`",
            "path of the file of stored values, which `--update` writes");
  keys.section("defaults", suite.defaults, "what is said of all cases");
  keys.sections("cases", suite.cases, "case", "what is run, in this order");
}

}  // namespace gantry
