// SPDX-License-Identifier: Apache-2.0
#include "result/serving_summary.h"

#include "result/output_names.h"
#include "result/result_visitor.h"
#include "result/run_parts.h"

namespace gantry {
namespace {

void describe(ResultVisitor& results, ServingSummary::Latency& latency) {
  describe_estimate(results, latency.mean, "cycles", "from arrival to completion, after the warm-up");
  results.count("warm_up", latency.warm_up, "sessions", "left out of the mean");
  results.count("p50", latency.p50, "cycles",
                "of all completed sessions, exact: the smallest latency that so many percent do not exceed");
  results.count("p90", latency.p90, "cycles", "as `p50`");
  results.count("p99", latency.p99, "cycles", "as `p50`");
  results.count("max", latency.max, "cycles", "the longest");
}

void describe(ResultVisitor& results, ServingSummary::Throughput& throughput) {
  results.amount_or_null("per_second", throughput.per_second, "1/s", "completions; null with too few of them");
  results.amount_or_null("low", throughput.low, "1/s", "lower end of the 95 % interval");
  results.amount_or_null("high", throughput.high, "1/s", "upper end of the 95 % interval");
  results.section("interdeparture_cycles", "", [&] {
    describe_estimate(results, throughput.interdeparture_cycles, "cycles",
                      "between two completions; the throughput is its inverse");
  });
}

void describe(ResultVisitor& results, ServingSummary::Wait& wait) {
  results.amount("mean", wait.mean, "cycles", "queued to started, of one pass");
  results.count("longest", wait.longest, "cycles", "the longest; those that still wait at the end count");
}

void describe(ResultVisitor& results, ServingSummary::Kind& kind) {
  results.text("name", kind.name, "name of the kind of sessions");
  results.flag("priority", kind.priority, "whether its requests are of the priority type");
  results.count("sessions", kind.sessions, "sessions", "that the experiment asks for");
  results.count("completed", kind.completed, "sessions", "that have completed");
  results.texts("nodes", kind.nodes, "names of the nodes that its sessions visit");
  results.section("latency_cycles", "", [&] { describe(results, kind.latency); });
  results.section("throughput", "", [&] { describe(results, kind.throughput); });
  results.section("wait_cycles", "", [&] { describe(results, kind.wait); });
}

void describe(ResultVisitor& results, ServingSummary::Node& node) {
  results.text("name", node.name, "name of the node");
  results.count("batch_limit", node.batch_limit, "requests", "that a batch may have", {1, CountRange().max});
  results.amount("compute", node.compute, "", "what the node takes of the rated compute");
  results.count("batches", node.batches, "batches", "finished");
  results.count("requests", node.requests, "requests", "in them; each pass counts");
  results.amount("batch_mean", node.batch_mean, "requests", "`requests` / `batches`");
  results.list("batch_sizes", node.batch_sizes, "", [&](ServingSummary::BatchSize& size) {
    results.count("requests", size.requests, "requests", "in a batch", {1, CountRange().max});
    results.count("batches", size.batches, "batches", "with so many", {1, CountRange().max});
  });
  results.count("busy_cycles", node.busy_cycles, "cycles", "serving");
  results.ratio("utilization", node.utilization, "`busy_cycles` / `cycles`");
  results.count("held_cycles", node.held_cycles, "cycles",
                "holding a place: from the decision until the scheduler has seen the end");
  results.section("wait_cycles", "", [&] { describe(results, node.wait); });
}

}  // namespace

void describe(ResultVisitor& results, ServingSummary& run) {
  results.constant("schema", kServingSchema, "form of this file");
  results.text("experiment", run.experiment, "name of the experiment");
  results.count("clock_mhz", run.clock_mhz, "MHz", "clock", {1, 100000});
  results.count("seed", run.seed, "", "seed of the run");
  results.flag("complete", run.complete, "whether every session completed");
  results.choice("end", run.end, kRunEndNames, "why the run ended");
  results.count("cycles", run.cycles, "cycles", "length of the run");
  results.section("sessions", "", [&] {
    results.count("arrived", run.sessions_arrived, "sessions", "that have come to the gateway");
    results.count("completed", run.sessions_completed, "sessions", "whose last result is at the gateway");
    results.count("unfinished", run.sessions_unfinished, "sessions", "that have not completed");
  });
  results.section("latency_cycles", "of completed sessions", [&] { describe(results, run.latency); });
  results.section("throughput", "", [&] { describe(results, run.throughput); });
  results.list(
      "kinds", run.kinds, "the same for one kind of sessions",
      [&](ServingSummary::Kind& kind) { describe(results, kind); }, 1);
  results.list(
      "nodes", run.nodes, "in the order of the experiment",
      [&](ServingSummary::Node& node) { describe(results, node); }, 1);
  results.section("scheduler", "", [&] {
    results.text("policy", run.policy, "name of the dispatch policy");
    results.count("decisions", run.decisions, "cycles", "in which there was a report");
  });
  results.section("rated", "what the device is rated for, and how much of it was in use", [&] {
    results.section("places", "", [&] {
      results.count_or_null("rated", run.places.rated, "nodes", "that may run at the same time; null: any number");
      results.amount("mean", run.places.mean, "nodes", "that hold a place, in the mean");
      results.count("max", run.places.max, "nodes", "that hold a place, at most");
    });
    results.section("compute", "", [&] {
      results.amount_or_null("rated", run.compute.rated, "",
                             "compute of the nodes that run at the same time; null: any");
      results.amount("mean", run.compute.mean, "", "compute of the nodes that hold a place, in the mean");
      results.amount("max", run.compute.max, "", "compute of the nodes that hold a place, at most");
      results.amount_or_null("fill", run.compute.fill, "", "`mean` / `rated`; null: nothing is rated");
    });
  });
  describe_blocks(results, run.blocks);
  results.section("interconnect", "", [&] { describe(results, run.interconnect); });
  results.section("cost", "", [&] { describe_not_modelled(results, run.cost); });
  results.section("provenance", "", [&] {
    describe_versions(results, run.provenance);
    describe_inputs(results, run.provenance);
  });
  results.texts("outputs", run.outputs, "files written beside the summary, `timing.json` apart", true);
  results.texts("diagnosis", run.diagnosis, "empty if complete; else why the run ended, and the state of each block");
}

}  // namespace gantry
