// SPDX-License-Identifier: Apache-2.0
#include "plan/measured_times.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "result/output_names.h"
#include "result/run_files.h"
#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {

std::optional<std::vector<plan::Time>> measured_times(const std::string& directory, const Workload& workload,
                                                      Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  RunFiles run = read_run_files(directory, diagnostics);
  if (diagnostics.size() != before) return std::nullopt;
  if (!run.summary.complete || !run.summary.wrote(kJobsFile)) {
    diagnostics.error({run.path("summary.json"), 0, 0},
                      run.summary.complete ? "the run wrote no jobs.csv (output.jobs: true)"
                                           : "the run has unfinished tasks, whose times are not known");
    return std::nullopt;
  }
  std::unordered_map<std::string_view, std::uint32_t> number;  // looked up only
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) number.emplace(workload.tasks[t].id, t);
  std::vector<std::uint32_t> task_of(run.names.size(), kNone);
  for (std::uint32_t n = 0; n < run.names.size(); ++n) {
    const auto found = number.find(run.names[n]);
    if (found != number.end()) task_of[n] = found->second;
  }

  std::vector<plan::Time> times(workload.tasks.size());
  std::vector<std::uint64_t> jobs(workload.tasks.size());
  std::stable_sort(run.jobs.begin(), run.jobs.end(),
                   [](const JobRow& a, const JobRow& b) { return a.stations.completed < b.stations.completed; });
  std::vector<Cycle> free(run.summary.processors.size());
  for (const JobRow& row : run.jobs) {
    const JobRecord& job = row.stations;
    if (job.processor >= free.size()) continue;
    const Cycle begin = std::max(job.picked, free[job.processor]);
    free[job.processor] = job.completed;
    const std::uint32_t task = task_of[static_cast<std::size_t>(job.task)];
    if (task == kNone) continue;
    times[task] = plan::add(times[task], job.completed - std::min(begin, job.completed));
    ++jobs[task];
  }
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    if (jobs[t] == workload.tasks[t].jobs) continue;
    diagnostics.error({run.path("jobs.csv"), 0, 0},
                      "has " + std::to_string(jobs[t]) + " jobs of task " + in_quotes(workload.tasks[t].id) +
                          ", which has " + std::to_string(workload.tasks[t].jobs) + " (a run of this workload)");
    if (diagnostics.size() - before >= kMostProblems) break;
  }
  if (diagnostics.size() != before) return std::nullopt;
  return times;
}

}  // namespace gantry
