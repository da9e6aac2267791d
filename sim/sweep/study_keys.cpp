// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "gantry/base/keys.h"
#include "sweep/search.h"
#include "sweep/study.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMany = std::uint64_t{1} << 40;

}  // namespace

void describe(KeyVisitor& keys, SearchOptions& search) {
  KeyNames names;
  for (const SearchEntry& entry : searches().entries()) names.push_back(entry.name);
  keys.name("method", search.method, names, "searches", "which points are tried; `search: NAME` for short");
  keys.number("count", search.count, {1, 1000000}, "", "configurations that a search other than `all` tries");
  keys.number("seed", search.seed, {0, std::numeric_limits<std::uint64_t>::max()}, "", "of what it draws");
  keys.number("population", search.population, {4, 10000}, "", "configurations of a generation of `evolution`");
  keys.number("batch", search.batch, {1, 1000}, "", "configurations that `guided` proposes at a time");
  keys.number("rounds", search.rounds, {2, 10}, "", "of `halving`, the last one with the whole workload");
  keys.number("factor", search.factor, {2, 10}, "",
              "of `halving`: one of so many configurations goes on, to so many times the part of the workload");
}

void describe(KeyVisitor& keys, StudyBudget& budget) {
  keys.number("points", budget.points, {0, kMany}, "", "after which the search ends; 0 = no limit");
  keys.number("seconds", budget.seconds, {0, kMany}, "s",
              "after which no further point begins, and the next `gantry sweep` goes on; 0 = no limit");
}

void describe(KeyVisitor& keys, PointLimits& point) {
  keys.number("timeout_seconds", point.timeout_seconds, {0, kMany}, "s",
              "that one simulation may take before it is ended (`timeout`); 0 = no limit");
  keys.number("memory_mib", point.memory_mib, {0, kMany / 1024}, "MiB",
              "that one simulation may take beside what was read before it (`failed`); 0 = no limit");
}

void describe(KeyVisitor& keys, WarmKeys& warm) {
  keys.number("at", warm.at, {0, kMany}, "cycles",
              "that points share which differ only in later `faults` and in `max_cycles` "
              "([warm starts](checkpoints.md#sweeps-from-a-warm-state)); 0 = none");
}

void describe(KeyVisitor& keys, Study& study) {
  keys.text("name", study.name, "the file's name without its ending", "names the default output directory; no `/`");
  keys.form("base", {{"string", "object"}, "path or experiment", true}, kRequired,
            "the experiment that is varied: its file, or its keys");
  keys.form("vary", {{"object"}, "map"}, "nothing",
            "axes: a key with a list of values or a range, or a name with a map of alternatives");
  keys.form("zip", {{"array"}, "list of lists of axes"}, "none", "axes that advance together, and count as one");
  keys.form("exclude", {{"array"}, "list of expressions"}, "none",
            "over axes and keys: combinations for which one holds are no points");
  keys.form("derive", {{"object"}, "map of expressions"}, "none", "keys that are worked out from others");
  keys.form("workloads", {{"array"}, "list of workloads"}, "the base's",
            "each point is run with each of them: paths, or maps `{name, workload}`");
  keys.form("repeats", {{"integer", "array"}, "1..1000, or seeds"}, "1",
            "runs of each point with common seeds, from the base's on; metrics are means with 95 % intervals");
  keys.form("objectives", {{"array"}, "list of `minimise: METRIC`, `maximise: METRIC`"}, "`minimise: cycles`",
            "what `pareto.csv` is the front of");
  keys.form("metrics", {{"array"}, "list of metrics, or `name: EXPRESSION`"}, "none",
            "further columns of `points.csv`");
  keys.form("constraints", {{"array"}, "list of expressions"}, "none",
            "that must hold: over keys alone the point is not run (`infeasible`), with metrics it stays off the front");
  keys.section("search", study.search, "which points are tried");
  keys.section("budget", study.budget, "where the study ends early");
  keys.section("point", study.point, "limits of each simulation");
  keys.section("warm", study.warm, "where the simulations begin");
  keys.form("keep", {{"array"}, "list of reports"}, "none",
            "outputs of `gantry list reports` that each point keeps beside `summary.json` and `experiment.yaml`");
}

}  // namespace gantry
