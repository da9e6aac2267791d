// SPDX-License-Identifier: Apache-2.0
#include "check/check_run.h"

#include "check/invariants.h"
#include "check/network_check.h"
#include "check/packet_match.h"
#include "check/serving_check.h"
#include "check/traffic_check.h"
#include "result/findings.h"
#include "result/output_names.h"
#include "result/run_files.h"
#include "result/run_parts.h"
#include "result/written_traffic.h"

namespace gantry {
namespace {

/// Whether messages went twice: of lost jobs, of reads that memory answered with an error, or for parts in stores that
/// died.
bool has_repeated_messages(const RunSummary& summary) {
  for (const BlockStats& block : summary.blocks) {
    for (const auto& [counter, value] : block.counters)
      if ((counter == "read_errors" || counter == "stores_died") && value > 0) return true;
  }
  return summary.has_losses();
}

std::vector<std::string> skipped(const RunSummary& summary) {
  std::vector<std::string> lines;
  const auto skip = [&](const char* what, const std::string& reason) {
    lines.push_back(std::string("skipped: ") + what + " (" + reason + ")");
  };
  const std::string no_tasks = std::string("the run wrote no ") + kTasksFile;
  const std::string no_jobs = std::string("the run wrote no ") + kJobsFile;
  if (!summary.wrote(kTasksFile)) {
    skip("stages of tasks, waits, numbers of tasks", no_tasks);
    skip("predecessors first", no_tasks);
    if (summary.wrote(kJobsFile)) skip("no job of a task is missing", no_tasks);
  } else if (!summary.wrote(kEdgesFile)) {
    skip("predecessors first", std::string("the run wrote no ") + kEdgesFile);
  }
  if (!summary.wrote(kJobsFile)) {
    skip("jobs exactly once, stages of jobs", no_jobs);
    skip("no overlap on a processor, jobs and busy cycles of processors", no_jobs);
  }
  if (summary.wrote(kPicksTable)) {
    if (!summary.rounds) skip("rounds of the picker", "a dispatcher in Verilog alone tells of none");
    if (!summary.wrote(kJobsFile)) skip("winners are picked jobs", no_jobs);
  }
  if (summary.wrote(kPacketsFile) && has_repeated_messages(summary))
    skip("messages of tasks and jobs", "lost jobs or failed reads were sent again");
  if (!summary.complete) skip("totals that only a complete run has", "it ended by " + std::string(name(summary.end)));
  return lines;
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace

CheckReport check_run(const std::string& directory) {
  CheckReport report;
  Diagnostics problems;
  if (is_serving_run(directory)) return check_serving_run(directory);
  if (is_network_run(directory)) return check_network_run(directory);
  const RunFiles run = read_run_files(directory, problems);
  if (!problems.ok()) {
    report.status = 2;
    report.errors = problems.lines();
    return report;
  }
  Findings findings;
  check_left_over(run.path(kTasksFile), run.summary.wrote(kTasksFile), findings);
  check_left_over(run.path(kJobsFile), run.summary.wrote(kJobsFile), findings);
  check_left_over(run.path(kPicksTable), run.summary.wrote(kPicksTable), findings);
  check_left_over(run.path(kResidencyTable), run.summary.wrote(kResidencyTable), findings);
  check_left_over(run.path(kFaultsTable), run.summary.wrote(kFaultsTable), findings);
  check_left_over(run.path(kNetworkFaultsTable), run.summary.wrote(kNetworkFaultsTable), findings);
  check_left_over(run.path(kEdgesFile), run.summary.wrote(kEdgesFile), findings);
  check_left_over(run.path(kRequestsFile), run.summary.wrote(kRequestsFile), findings);
  check_left_over(run.path(kPathFile), run.summary.wrote(kPathFile), findings);
  check_left_over(run.path(kSlackFile), run.summary.wrote(kSlackFile), findings);
  if (run.summary.wrote(kTasksFile)) check_tasks(run, findings);
  if (run.summary.wrote(kJobsFile)) {
    check_jobs(run, findings);
    check_processors(run, findings);
  }
  std::size_t picks = 0;
  if (run.summary.wrote(kPicksTable)) picks = check_picks(run, findings, problems);
  std::size_t stays = 0;
  if (run.summary.wrote(kResidencyTable)) stays = check_residency(run, findings, problems);
  if (run.summary.wrote(kFaultsTable)) check_faults(run, findings, problems);
  if (run.summary.wrote(kNetworkFaultsTable)) check_network_faults(run, findings, problems);
  if (run.summary.wrote(kTasksFile) && run.summary.wrote(kEdgesFile)) check_edges(run, findings);
  std::size_t requests = 0;
  if (run.summary.wrote(kRequestsFile)) requests = check_requests(run, findings, problems);
  if (run.summary.wrote(kPathFile)) check_path(run, findings);
  if (run.summary.wrote(kSlackFile)) check_slack(run, findings);
  check_summary(run, findings);
  check_stages(run, findings);
  check_bounds(run, findings);
  check_overhead(run, findings);
  check_cost(run, findings);
  const WrittenTraffic traffic = written_traffic(run.summary);
  PacketMatch match(run, findings);
  const bool matches = !has_repeated_messages(run.summary);
  const TrafficRows rows =
      check_written_traffic(run.directory, traffic, findings, problems, [&](const PacketRow& packet) {
        if (matches) match.take(packet);
      });
  if (traffic.packets && matches && problems.ok()) match.finish();
  if (!problems.ok()) {
    report.status = 2;
    report.errors = problems.lines();
    return report;
  }
  if (findings.count() > 0) {
    report.status = 1;
    report.errors = findings.lines();
    return report;
  }
  report.result = skipped(run.summary);
  std::string tables;
  if (run.summary.wrote(kTasksFile)) tables += counted(run.tasks.size(), "task", "tasks") + ", ";
  if (run.summary.wrote(kJobsFile)) tables += counted(run.jobs.size(), "job", "jobs") + ", ";
  if (run.summary.wrote(kPicksTable)) tables += counted(picks, "pick", "picks") + ", ";
  if (run.summary.wrote(kResidencyTable)) tables += counted(stays, "stay", "stays") + " in local stores, ";
  if (run.summary.wrote(kEdgesFile)) tables += counted(run.edges.size(), "dependence", "dependences") + ", ";
  if (run.summary.wrote(kRequestsFile)) tables += counted(requests, "request", "requests") + ", ";
  if (!run.path_steps.empty()) tables += counted(run.path_steps.size(), "step", "steps") + " of the critical path, ";
  if (traffic.links) tables += counted(rows.links, "link and router", "links and routers") + ", ";
  if (traffic.packets) tables += counted(rows.packets, "packet", "packets") + ", ";
  report.result.push_back("ok: " + tables + counted(run.summary.processors.size(), "processor", "processors") + ", " +
                          std::to_string(run.summary.cycles) + " cycles" +
                          (run.summary.complete ? "" : " of an unfinished run"));
  return report;
}

}  // namespace gantry
