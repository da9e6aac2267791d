// SPDX-License-Identifier: Apache-2.0
#include "check/check_run.h"

#include <filesystem>
#include <system_error>

#include "check/findings.h"
#include "check/invariants.h"
#include "check/network_check.h"
#include "check/run_files.h"
#include "check/serving_check.h"
#include "check/traffic_check.h"
#include "report/output_names.h"

namespace gantry {
namespace {

/// A table that the run did not write can only be left over from another one, and would mislead every reader.
void check_left_over(const RunFiles& run, const char* file, bool written, Findings& findings) {
  std::error_code error;
  if (!written && std::filesystem::exists(run.path(file), error)) {
    findings.add(run.path(file), 0, "the summary does not list it among the outputs: left over from another run");
  }
}

std::vector<std::string> skipped(const RunSummary& summary) {
  std::vector<std::string> lines;
  const auto skip = [&](const char* what, const std::string& why) {
    lines.push_back(std::string("skipped: ") + what + " (" + why + ")");
  };
  const std::string no_tasks = std::string("the run wrote no ") + kTasksFile;
  const std::string no_jobs = std::string("the run wrote no ") + kJobsFile;
  if (!summary.has_tasks) {
    skip("stages of tasks, waits, numbers of tasks", no_tasks);
    skip("predecessors first", no_tasks);
    if (summary.has_jobs) skip("no job of a task is missing", no_tasks);
  } else if (!summary.has_edges) {
    skip("predecessors first", std::string("the run wrote no ") + kEdgesFile);
  }
  if (!summary.has_jobs) {
    skip("jobs exactly once, stages of jobs", no_jobs);
    skip("no overlap on a processor, jobs and busy cycles of processors", no_jobs);
  }
  if (!summary.complete) skip("totals that only a complete run has", "it ended by " + summary.end);
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
  check_left_over(run, kTasksFile, run.summary.has_tasks, findings);
  check_left_over(run, kJobsFile, run.summary.has_jobs, findings);
  check_left_over(run, kEdgesFile, run.summary.has_edges, findings);
  check_left_over(run, kLinksFile, run.summary.has_links, findings);
  check_left_over(run, kPacketsFile, run.summary.has_packets, findings);
  if (run.summary.has_tasks) check_tasks(run, findings);
  if (run.summary.has_jobs) {
    check_jobs(run, findings);
    check_processors(run, findings);
  }
  if (run.summary.has_tasks && run.summary.has_edges) check_edges(run, findings);
  check_summary(run, findings);
  const RunSummary& summary = run.summary;
  TrafficTotals totals;
  totals.cycles = summary.cycles;
  totals.packets = summary.packets;
  totals.flits = summary.flits;
  totals.flit_hops = summary.flit_hops;
  totals.drained = summary.complete && summary.synthetic_in_flight == 0;
  totals.background = {summary.synthetic_packets, summary.synthetic_flits};
  std::size_t links = 0;
  std::size_t packets = 0;
  if (summary.has_links) links = check_links_file(run.path(kLinksFile), totals, findings, problems);
  if (summary.has_packets) packets = check_packets_file(run.path(kPacketsFile), totals, findings, problems);
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
  if (run.summary.has_tasks) tables += counted(run.tasks.size(), "task", "tasks") + ", ";
  if (run.summary.has_jobs) tables += counted(run.jobs.size(), "job", "jobs") + ", ";
  if (run.summary.has_edges) tables += counted(run.edges.size(), "dependence", "dependences") + ", ";
  if (summary.has_links) tables += counted(links, "link and router", "links and routers") + ", ";
  if (summary.has_packets) tables += counted(packets, "packet", "packets") + ", ";
  report.result.push_back("ok: " + tables + counted(run.summary.processors.size(), "processor", "processors") + ", " +
                          std::to_string(run.summary.cycles) + " cycles" +
                          (run.summary.complete ? "" : " of an unfinished run"));
  return report;
}

}  // namespace gantry
