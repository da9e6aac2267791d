// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "check/invariants.h"
#include "result/output_names.h"
#include "result/rounding.h"
#include "result/run_parts.h"

namespace gantry {
namespace {

/// Compares what the summary says with what it should say.
class SummaryCheck {
 public:
  SummaryCheck(const RunFiles& run, Findings& findings)
      : run_(run), summary_(run.summary), file_(run.path(kSummaryFile)), findings_(findings) {}

  void check_alone();
  void check_streams_without_faults(const RunSummary::WithoutFaults& without);
  void check_against_tasks();
  void check_against_jobs();

 private:
  void tell(const std::string& what) { findings_.add(file_, 0, what); }
  void same(const std::string& key, std::uint64_t told, std::uint64_t right, const char* by) {
    if (told != right) tell(key + " is " + std::to_string(told) + " (expected " + std::to_string(right) + by + ")");
  }
  void same_ratio(const std::string& key, double told, double right) {
    if (told != right) tell(key + fmt::format(" is {} (expected {})", told, right));
  }
  void at_most(const std::string& key, std::uint64_t told, std::uint64_t most, const std::string& what) {
    if (told > most) tell(key + " is " + std::to_string(told) + ", more than " + what + ": " + std::to_string(most));
  }
  void check_shares();
  void check_promises(const RunSummary::ClassShare& cls);
  void check_shares_against_tasks();

  const RunFiles& run_;
  const RunSummary& summary_;
  const std::string file_;
  Findings& findings_;
};

void SummaryCheck::check_streams_without_faults(const RunSummary::WithoutFaults& without) {
  const std::size_t streams = summary_.streams ? summary_.streams->tenants.size() : 0;
  same("streams of without_faults", without.streams.size(), streams, " as streams.list");
  for (std::size_t s = 0; s < std::min(streams, without.streams.size()); ++s) {
    const RunSummary::StreamWithoutFaults& stream = without.streams[s];
    const TenantStats& run = summary_.streams->tenants[s];
    if (stream.name != run.tenant.name) tell("without_faults.streams and streams.list have other names");
    if (stream.with_faults.has_value() != (run.done > 0) ||
        (stream.with_faults && run.warm_up == 0 && run.stable.value_or(true) &&
         *stream.with_faults != run.response.mean))
      tell("without_faults: with_faults of " + stream.name + " is not the mean response of the stream");
    const bool known = stream.with_faults && stream.response_cycles.value_or(0) > 0;
    if (stream.slowdown !=
        (known ? std::optional<double>(*stream.with_faults / *stream.response_cycles) : std::nullopt))
      tell("without_faults: the slowdown of " + stream.name + " is not that of the mean responses of both runs");
  }
}

void SummaryCheck::check_alone() {
  if (summary_.complete != (summary_.end == RunEnd::complete)) {
    tell(std::string("complete is ") + (summary_.complete ? "true" : "false") + ", but end is \"" +
         std::string(name(summary_.end)) + '"');
  }
  if (const auto& seen = summary_.rounds) at_most("picker.contested", seen->contested, seen->rounds, "picker.rounds");
  at_most("tasks.completed", summary_.tasks_completed, summary_.tasks_submitted, "tasks.submitted");
  at_most("jobs.issued", summary_.jobs_issued, summary_.jobs_total + summary_.jobs_lost.value_or(0),
          summary_.jobs_lost ? "jobs.total and jobs.lost" : "jobs.total");
  at_most("jobs.groups", summary_.job_groups.value_or(0), summary_.jobs_total, "jobs.total");
  at_most("jobs.failed", summary_.jobs_failed.value_or(0), summary_.jobs_lost.value_or(0), "jobs.lost");
  at_most("tasks.failed", summary_.tasks_failed.value_or(0), summary_.jobs_failed.value_or(0), "jobs.failed");
  at_most("jobs.completed", summary_.jobs_completed, summary_.jobs_issued, "jobs.issued");
  if (summary_.complete) {
    same("tasks.unfinished", summary_.tasks_unfinished, 0, " in a complete run");
    same("tasks.failed", summary_.tasks_failed.value_or(0), 0, " in a complete run");
    same("tasks.completed", summary_.tasks_completed, summary_.tasks_submitted, " as tasks.submitted");
    const std::uint64_t lost = summary_.jobs_lost.value_or(0);
    same("jobs.issued", summary_.jobs_issued, summary_.jobs_total + lost, " as jobs.total and jobs.lost");
    same("jobs.completed", summary_.jobs_completed, summary_.jobs_total, " as jobs.total");
    if (!summary_.ideal) same("picker.picks", summary_.picks, summary_.jobs_total, " as jobs.total");
  }
  if (const auto& without = summary_.without_faults) {
    const bool known = summary_.complete && without->cycles.value_or(0) > 0;
    const double right = known ? ratio(summary_.cycles, *without->cycles) : 0.0;
    if (known != without->slowdown.has_value() || without->slowdown.value_or(0.0) != right)
      tell("without_faults.slowdown is not that of the cycles of both runs");
    check_streams_without_faults(*without);
  }
  std::vector<std::string> names;
  for (const RunSummary::Processor& processor : summary_.processors) {
    const std::string key = "processor " + processor.name;
    names.push_back(processor.name);
    at_most(key + ": busy_cycles", processor.busy_cycles, summary_.cycles, "the run's cycles");
    same_ratio(key + ": utilization", processor.utilization, ratio(processor.busy_cycles, summary_.cycles));
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) tell("two processors are called " + *twice);
  const auto check_faults = [&](const std::string& network, const std::optional<RerouteStats>& faults) {
    if (!faults) return;
    at_most(network + ".faults.drain_cycles", faults->drain_cycles, summary_.cycles, "the run's cycles");
    if (faults->drain_cycles == 0)
      same(network + ".faults.packets_held", faults->packets_held, 0, " without drain_cycles");
  };
  check_faults("interconnect", summary_.interconnect.reroutes);
  if (summary_.control) check_faults("control", summary_.control->totals.reroutes);
  std::uint64_t waits = 0;
  for (const std::uint64_t cycles : summary_.waits.cycles) waits += cycles;
  same("waits.lifetime", summary_.waits.lifetime, waits, " as the sum of the stages");
  check_shares();
}

void SummaryCheck::check_shares() {
  const auto sum_of = [&](const std::string& cls) {
    std::uint64_t sum = 0;
    for (const RunSummary::Share& share : summary_.shares) {
      if (cls.empty() || share.cls == cls) sum += share.picks;
    }
    return sum;
  };
  same("the sum of the shares' picks", sum_of(""), summary_.picks, " as picker.picks");
  for (const RunSummary::Share& share : summary_.shares) {
    same_ratio("share of weight " + std::to_string(share.weight) + " in " + share.cls, share.share,
               ratio(share.picks, sum_of(share.cls)));
  }
  std::uint64_t picks = 0;
  for (const RunSummary::ClassShare& cls : summary_.classes) {
    picks += cls.picks;
    same("picks of class " + cls.cls, cls.picks, sum_of(cls.cls), " by its shares");
    same_ratio("share of class " + cls.cls, cls.share, ratio(cls.picks, summary_.picks));
    check_promises(cls);
  }
  same("the sum of the classes' picks", picks, summary_.picks, " as picker.picks");
}

/// What the weights promised to those of a class.
void SummaryCheck::check_promises(const RunSummary::ClassShare& cls) {
  double expected = 0.0;
  std::uint64_t longest = 0;
  bool seen = false;
  for (const RunSummary::Share& share : summary_.shares) {
    if (share.cls != cls.cls || !share.seen) continue;
    const std::string key = "share of weight " + std::to_string(share.weight) + " in " + share.cls;
    if (share.seen->lag > static_cast<double>(cls.picks)) tell(key + ": lag is more than the picks of its class");
    at_most(key + ": longest_wait", share.seen->longest_wait, summary_.cycles, "the run's cycles");
    expected += share.seen->expected_share;
    longest = std::max(longest, share.seen->longest_wait);
    seen = true;
  }
  if (!seen) return;
  if (cls.picks > 0 && !(std::abs(expected - 1.0) <= kRounding))
    tell(fmt::format("the sum of expected_share in {} is {} (expected 1)", cls.cls, expected));
  if (cls.longest_wait)
    same("longest_wait of class " + cls.cls, *cls.longest_wait, longest, " as the longest of its shares");
}

void SummaryCheck::check_against_tasks() {
  static constexpr const char* kBy = " by tasks.csv";
  std::uint64_t submitted = 0;
  std::uint64_t completed = 0;
  std::uint64_t failed = 0;
  std::uint64_t cancelled = 0;
  std::uint64_t jobs_cancelled = 0;
  std::uint64_t jobs = 0;
  std::uint64_t failures = 0;
  Cycle latest = 0;
  WaitStats waits;
  const bool ordered = all_in_order(run_);
  for (const TaskRow& row : run_.tasks) {
    const TaskRecord& task = row.stations;
    for (const Cycle cycle :
         {task.submitted, task.cached, task.shown, task.ready, task.registered, task.split, task.admitted,
          task.first_issue, task.last_issue, task.completed, task.failed, task.cancelled}) {
      if (cycle != kNever) latest = std::max(latest, cycle);
    }
    if (task.submitted == kNever) continue;
    ++submitted;
    jobs += task.jobs;
    failures += task.counts.match_failures;
    if (task.failed != kNever) ++failed;
    if (task.cancelled != kNever) {
      ++cancelled;
      jobs_cancelled += task.jobs;
    }
    if (task.completed == kNever) continue;
    ++completed;
    if (ordered) add_waits(task, waits);
  }
  same("tasks.submitted", summary_.tasks_submitted, submitted, kBy);
  same("tasks.completed", summary_.tasks_completed, completed, kBy);
  same("tasks.failed", summary_.tasks_failed.value_or(0), failed, kBy);
  same("tasks.cancelled", summary_.tasks_cancelled.value_or(0), cancelled, kBy);
  same("jobs.cancelled", summary_.jobs_cancelled.value_or(0), jobs_cancelled, kBy);
  const std::uint64_t left = run_.tasks.size() - completed - failed - cancelled;
  if (left > summary_.tasks_unfinished) {
    same("tasks.unfinished", summary_.tasks_unfinished, left, kBy);
  }
  same("jobs.total", summary_.jobs_total, jobs, kBy);
  same("jobs.schedule_failures", summary_.schedule_failures, failures, kBy);
  if (latest > summary_.cycles)
    tell("cycles is " + std::to_string(summary_.cycles) + ", but tasks.csv goes on to " + std::to_string(latest));
  for (std::size_t i = 0; ordered && i < kStages; ++i) {
    same("waits." + std::string(kStageNames[i]), summary_.waits.cycles[i], waits.cycles[i], kBy);
  }
  if (ordered) same("waits.lifetime", summary_.waits.lifetime, waits.lifetime, kBy);
  if (summary_.complete) check_shares_against_tasks();
}

/// Each job of each task is one pick under the task's class and weight.
void SummaryCheck::check_shares_against_tasks() {
  std::array<std::vector<std::uint64_t>, kTaskClasses> jobs;
  for (auto& by_weight : jobs) by_weight.resize(257);
  for (const TaskRow& row : run_.tasks) {
    if (row.stations.weight <= 256) jobs[index(row.stations.cls)][row.stations.weight] += row.stations.jobs;
  }
  for (const RunSummary::Share& share : summary_.shares) {
    std::uint64_t picks = 0;
    for (std::size_t c = 0; c < kTaskClasses; ++c) {
      const std::string joined = '+' + share.cls + '+';
      const bool member = joined.find('+' + std::string(kTaskClassNames[c]) + '+') != std::string::npos;
      if (member && share.weight <= 256) picks += jobs[c][static_cast<std::size_t>(share.weight)];
    }
    same("picks of weight " + std::to_string(share.weight) + " in " + share.cls, share.picks, picks, " by tasks.csv");
  }
}

void SummaryCheck::check_against_jobs() {
  struct Sum {
    std::uint64_t jobs = 0;
    std::uint64_t busy = 0;
  };
  std::vector<Sum> sums(summary_.processors.size());
  Cycle latest = 0;
  for (const JobRow& row : run_.jobs) {
    const JobRecord& job = row.stations;
    latest = std::max({latest, job.picked, job.issued, job.arrived, job.started, job.finished, job.completed});
    if (job.processor == kNone) continue;
    ++sums[job.processor].jobs;
    sums[job.processor].busy += std::max(job.finished, job.started) - job.started;
  }
  same("jobs.completed", summary_.jobs_completed, run_.jobs.size(), " by jobs.csv");
  if (latest > summary_.cycles)
    tell("cycles is " + std::to_string(summary_.cycles) + ", but jobs.csv goes on to " + std::to_string(latest));
  for (std::size_t p = 0; p < sums.size(); ++p) {
    const RunSummary::Processor& processor = summary_.processors[p];
    const std::string key = "processor " + processor.name;
    if (summary_.complete && !summary_.has_losses()) {
      same(key + ": jobs", processor.jobs, sums[p].jobs, " by jobs.csv");
      same(key + ": busy_cycles", processor.busy_cycles, sums[p].busy, " by jobs.csv");
    } else {
      // A processor may have computed jobs that did not complete, or whose answers were dropped.
      if (processor.jobs < sums[p].jobs) same(key + ": jobs", processor.jobs, sums[p].jobs, " at least by jobs.csv");
      if (processor.busy_cycles < sums[p].busy) {
        same(key + ": busy_cycles", processor.busy_cycles, sums[p].busy, " at least by jobs.csv");
      }
    }
  }
}

}  // namespace

/// As docs/outputs.md defines them.
void add_waits(const TaskRecord& task, WaitStats& waits) {
  const Cycle pending = std::min(task.admitted, task.first_issue);
  waits.lifetime += task.completed - task.submitted;
  waits.cycles[0] += task.cached - task.submitted;
  waits.cycles[1] += task.shown - task.cached;
  if (registered_early(task)) {
    const bool event = task.cls == TaskClass::event;
    const Cycle split = event ? task.registered : task.split;
    const Cycle known = std::max(split, task.ready);
    waits.cycles[3] += task.registered - task.shown;
    waits.cycles[4] += split - task.registered;
    waits.cycles[2] += known - split;
    waits.cycles[5] += (event ? known : pending) - known;
    waits.cycles[6] += event ? 0 : task.first_issue - pending;
    waits.cycles[7] += event ? 0 : task.last_issue - task.first_issue;
    waits.cycles[8] += task.completed - (event ? known : task.last_issue);
    return;
  }
  waits.cycles[2] += task.ready - task.shown;
  waits.cycles[3] += task.registered - task.ready;
  if (task.cls == TaskClass::event) {
    waits.cycles[8] += task.completed - task.registered;
    return;
  }
  waits.cycles[4] += task.split - task.registered;
  waits.cycles[5] += pending - task.split;
  waits.cycles[6] += task.first_issue - pending;
  waits.cycles[7] += task.last_issue - task.first_issue;
  waits.cycles[8] += task.completed - task.last_issue;
}

void check_summary(const RunFiles& run, Findings& findings) {
  SummaryCheck check(run, findings);
  check.check_alone();
  if (run.summary.wrote(kTasksFile)) check.check_against_tasks();
  if (run.summary.wrote(kJobsFile)) check.check_against_jobs();
}

}  // namespace gantry
