// SPDX-License-Identifier: Apache-2.0
#include "result/explanation.h"

#include "result/output_names.h"

namespace gantry {

void describe(ResultVisitor& results, Explanation& of) {
  results.constant("schema", kExplainSchema, "form of this answer");
  results.text("experiment", of.experiment, "name of the experiment");
  results.count("cycles", of.cycles, "cycles", "length of the run");
  results.flag("complete", of.complete, "whether every task completed");
  results.texts("verdict", of.verdict, "as in `summary.json`; then what `gantry whatif` measured");
  results.named_counts("critical_path", of.causes, "<cause>", "cycles",
                       "as in `summary.json`, the largest first, none of 0");
  results.named_counts("critical_path_held", of.held, "<cause>", "cycles",
                       "as in `summary.json`, the largest first, none of 0");
  results.named_counts("critical_path_without", of.without, "<relief>", "cycles",
                       "as in `summary.json`, the best first");
  results.named_counts("bounds", of.bounds, "<bound>", "cycles", "as in `summary.json`, the largest first, none of 0");
  results.count("steps", of.steps, "steps", "of the critical path");
  results.list("longest_steps", of.longest, "the ten longest, the longest first", [&](LongStep& step) {
    results.count("from", step.from, "cycles", "its first cycle");
    results.count("to", step.to, "cycles", "the cycle after it");
    results.text("cause", step.cause, "what the time went into");
    results.text("task", step.task, "name of the task");
    results.text("job", step.job, "number of the job; empty: the task as a whole");
    results.text("detail", step.detail, "as in `critical_path.csv`");
  });
}

}  // namespace gantry
