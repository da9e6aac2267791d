// SPDX-License-Identifier: Apache-2.0
#include "result/calibration_answer.h"

#include <limits>

#include "result/result_visitor.h"

namespace gantry {
namespace {

void describe_errors(ResultVisitor& results, CalibrationAnswer::Errors& errors, bool first) {
  const auto of_first = [first](const char* text) { return first ? text : kAsAbove; };
  results.count("rows", errors.rows, "rows", of_first("that have a value"));
  results.count("absent", errors.absent, "rows", of_first("that have none"));
  results.amount("median", errors.median, "", of_first("of the errors without their sign, as the next two"));
  results.amount("p95", errors.p95, "", of_first("95 % of the rows do not exceed it"));
  results.amount("worst", errors.worst, "", of_first("the largest"));
  results.count_or_null("worst_line", errors.worst_line, "",
                        of_first("line of the table with it; null: there are no rows"));
}

}  // namespace

void describe(ResultVisitor& results, CalibrationAnswer& answer) {
  results.constant("schema", kCalibrationSchema, "form of this file");
  results.text("experiment", answer.experiment, "as in `summary.json`");
  results.text("architecture", answer.architecture, "as in `summary.json`");
  results.count("seed", answer.seed, "", "as in `summary.json`");
  results.text("table", answer.table, "path of the table");
  results.text("measured", answer.measured, "column with what was measured");
  results.text("metric", answer.metric, "what is held against it");
  results.flag("complete", answer.complete, "false: interrupted");
  results.flag("exhausted", answer.exhausted, "whether the search ended at `--runs`");
  results.count("runs", answer.runs, "runs", "simulations");
  results.list("keys", answer.keys, "that were fitted", [&](CalibrationAnswer::Key& key) {
    results.text("key", key.key, "its path");
    results.text("before", key.before, "value of the experiment");
    results.text("found", key.found, "value that was found");
    results.text("low", key.low, "least value of the search");
    results.text("high", key.high, "largest value of the search");
  });
  results.section("before", "rows that were fitted on, with the values of the experiment",
                  [&] { describe_errors(results, answer.before, true); });
  results.section("fitted", "rows that were fitted on", [&] { describe_errors(results, answer.fitted, false); });
  results.section("held_out", "all other rows", [&] { describe_errors(results, answer.held_out, false); });
  results.list("rows", answer.rows, "of the table, in order", [&](CalibrationAnswer::Row& row) {
    results.count("line", row.line, "", "in the table");
    results.flag("fitted", row.fitted, "whether it was fitted on");
    results.amount("measured", row.measured, "", "as in the table");
    results.amount_or_null("value", row.value, "", "of the metric; null: there is none");
    results.optional("error", Absence::null, row.error, [&](double& error) {
      results.amount("error", error, "", "(value - measured) / measured; null without a value",
                     {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()});
    });
    results.text_or_null("message", row.message, "why there is no value; else null");
  });
  results.section("provenance", "", [&] {
    describe_versions(results, answer.provenance);
    describe_machine(results, answer.provenance);
    describe_inputs(results, answer.provenance);
  });
}

}  // namespace gantry
