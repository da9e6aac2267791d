// SPDX-License-Identifier: Apache-2.0
#include "result/stream_results.h"

#include "result/result_visitor.h"

namespace gantry {
namespace {

constexpr const char* kHalfWidth = "half of the mean's 95 % interval; null with too few values for one";

void describe_interval(ResultVisitor& results, Estimate& estimate, std::string_view unit) {
  std::optional<double> half_width;
  if (estimate.has_interval) half_width = estimate.half_width;
  results.amount_or_null("half_width", half_width, unit, kHalfWidth);
  estimate.has_interval = half_width.has_value();
  estimate.half_width = half_width.value_or(0.0);
}

void estimate_section(ResultVisitor& results, std::string_view name, Estimate& estimate, std::string_view unit,
                      std::string_view meaning) {
  results.section(name, meaning, [&] { describe_estimate(results, estimate, unit, meaning); });
}

void describe(ResultVisitor& results, StreamShare& share) {
  results.text("class", share.cls, "as in `shares`, and in the same order");
  results.count("weight", share.weight, "", "as in `shares`", {1, 256});
  results.ratio("mean", share.share.mean, "picks / picks of the picker class");
  describe_interval(results, share.share, "");
  estimate_section(results, "expected_share", share.expected_share, "",
                   "the same as the weights promise it: mean over the class's picks of (weights of this value) / "
                   "(weights of all) among the entries present");
  results.section("lag", "", [&] {
    describe_estimate(results, share.lag, "jobs",
                      "largest number of picks that the weights promised to this weight since a stretch began and "
                      "that it did not get");
    results.amount("max", share.most_lag, "jobs", "the largest of all stretches");
  });
  results.section("longest_wait", "", [&] {
    describe_estimate(results, share.longest_wait, "cycles",
                      "longest time that an entry of this weight stood in the pending set until it was picked or left");
    results.count("max", share.most_wait, "cycles", "the longest of all stretches");
  });
}

/// The mean of responses that grow without bound would say how long the run was: it is null then.
void describe_response(ResultVisitor& results, TenantStats& stream) {
  std::optional<double> mean;
  if (stream.stable.value_or(true)) mean = stream.response.mean;
  results.amount_or_null("mean", mean, "cycles",
                         "from an instance's arrival to its last task recorded as done, after the warm-up; null if "
                         "the stream is not stable");
  stream.response.mean = mean.value_or(0.0);
  std::optional<Estimate> interval;
  if (mean) interval = stream.response;
  results.optional("half_width", Absence::left_out, interval,
                   [&](Estimate& there) { describe_interval(results, there, "cycles"); });
  stream.response.has_interval = interval && interval->has_interval;
  stream.response.half_width = interval ? interval->half_width : 0.0;
  results.count("warm_up", stream.warm_up, "instances", "left out of the mean");
  results.count("p50", stream.p50, "cycles",
                "of all instances that are done; exact for up to 1,024, else from 128 cycles on rounded up by at most "
                "1/64");
  results.count("p95", stream.p95, "cycles", "as `p50`");
  results.count("p99", stream.p99, "cycles", "as `p50`");
  results.count("max", stream.max, "cycles", "as `p50`");
}

void describe(ResultVisitor& results, TenantStats& stream) {
  struct Deadline {
    Cycle cycles = 0;
    std::uint64_t misses = 0;
    std::uint64_t tardiness = 0;
    std::uint64_t most_tardy = 0;
  };
  results.text("name", stream.tenant.name, "name of the stream");
  results.section("instances", "", [&] {
    results.count("arriving", stream.tenant.count, "instances",
                  "that the experiment asks for; with `merge` those that have begun");
    results.count("done", stream.done, "instances", "whose tasks are all recorded as done");
  });
  results.flag_or_null(
      "stable", stream.stable,
      "whether response times stay where they are: false if the mean of the third quarter of the instances is 1.33 "
      "times that of the second, and that of the last 1.2 times that of the third; null with fewer than 32 done");
  results.section("response_cycles", "", [&] { describe_response(results, stream); });
  results.count_or_null("alone_cycles", stream.tenant.alone, "cycles",
                        "response of an instance that has the machine to itself; null if `max_cycles` ends that run");
  results.amount_or_null("slowdown", stream.slowdown, "", "mean response / `alone_cycles`");
  std::optional<Deadline> deadline;
  if (stream.tenant.deadline)
    deadline = Deadline{*stream.tenant.deadline, stream.misses, stream.tardiness, stream.most_tardy};
  results.section_if_any("deadline", deadline, "only of a stream with deadlines", [&](Deadline& there) {
    results.count("cycles", there.cycles, "cycles", "the stream's `deadline_cycles`");
    results.count("misses", there.misses, "instances", "done later");
    results.section("tardiness", "", [&] {
      results.count("total", there.tardiness, "cycles", "after the deadline, summed over the instances");
      results.count("max", there.most_tardy, "cycles", "the most of one instance");
    });
  });
  stream.tenant.deadline.reset();
  if (deadline) {
    stream.tenant.deadline = deadline->cycles;
    stream.misses = deadline->misses;
    stream.tardiness = deadline->tardiness;
    stream.most_tardy = deadline->most_tardy;
  }
  results.count("processor_cycles", stream.processor_cycles, "cycles", "in which processors computed its jobs");
  results.ratio("share", stream.share, "`processor_cycles` / those of all streams");
  results.section_if_any("requests", stream.requests,
                         "only of a stream whose requests several instances serve (`after`, `repeat`)",
                         [&](RequestStats& requests) { describe(results, requests); });
}

}  // namespace

void describe_estimate(ResultVisitor& results, Estimate& estimate, std::string_view unit, std::string_view meaning) {
  results.amount("mean", estimate.mean, unit, meaning);
  describe_interval(results, estimate, unit);
}

void describe(ResultVisitor& results, StreamStats& stream) {
  results.count("tasks", stream.tasks, "tasks", "completed");
  results.section("warm_up", "", [&] {
    results.count("tasks", stream.warm_up_tasks, "tasks",
                  "cut off before anything is averaged: the cut after which the standard error of the mean response "
                  "time is least (MSER), at most half of the tasks");
    results.count("cycles", stream.warm_up_cycles, "cycles", "completion of the last of them");
  });
  results.section("response_cycles", "", [&] {
    describe_estimate(results, stream.response_cycles, "cycles",
                      "from a task's arrival (its submit cycle) to its completion, after the warm-up");
    results.count("p50", stream.p50, "cycles",
                  "of all tasks; exact for up to 1,024, else from 128 cycles on rounded up by at most 1/64");
    results.count("p95", stream.p95, "cycles", "as `p50`");
    results.count("p99", stream.p99, "cycles", "as `p50`");
    results.count("max", stream.max, "cycles", "as `p50`");
  });
  estimate_section(results, "wait_cycles", stream.wait_cycles, "cycles",
                   "from arrival to the first flit of its first job");
  estimate_section(results, "interdeparture_cycles", stream.interdeparture_cycles, "cycles",
                   "between two completions; its inverse is the throughput");
  results.count("share_stretch_picks", stream.shares.picks, "jobs",
                "length of the stretches of picks that the shares come from; 0 if the run was too short");
  results.list("shares", stream.shares.rows, "", [&](StreamShare& share) { describe(results, share); });
}

void describe(ResultVisitor& results, TenantsStats& streams) {
  results.list(
      "list", streams.tenants, "", [&](TenantStats& stream) { describe(results, stream); }, 1);
  results.section("fairness", "", [&] {
    results.amount("share", streams.fairness_of_share, "",
                   "Jain's index of `processor_cycles` / `weight`: 1 if all have the same, 1/n if one has it all");
    results.amount_or_null("slowdown", streams.fairness_of_slowdown, "",
                           "the same of the slowdowns; null if a stream has none");
  });
}

}  // namespace gantry
