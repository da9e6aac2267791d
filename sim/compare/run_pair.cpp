// SPDX-License-Identifier: Apache-2.0
#include "compare/run_pair.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "result/output_names.h"

namespace gantry {
namespace {

using Job = std::tuple<std::uint32_t, std::uint32_t, const JobRecord*>;  // index of its task, number, record

std::vector<Job> in_order(const RunFiles& files, const std::vector<std::uint32_t>& places) {
  std::vector<Job> jobs;
  jobs.reserve(files.jobs.size());
  for (const JobRow& row : files.jobs)
    jobs.emplace_back(places[static_cast<std::size_t>(row.stations.task)], row.stations.job, &row.stations);
  std::sort(jobs.begin(), jobs.end(), [](const Job& x, const Job& y) {
    return std::tie(std::get<0>(x), std::get<1>(x)) < std::tie(std::get<0>(y), std::get<1>(y));
  });
  return jobs;
}

std::vector<JobPair> paired(const std::vector<Job>& a, const std::vector<Job>& b) {
  std::vector<JobPair> pairs;
  pairs.reserve(std::max(a.size(), b.size()));
  const auto key = [](const Job& job) { return std::make_pair(std::get<0>(job), std::get<1>(job)); };
  for (std::size_t i = 0, k = 0; i < a.size() || k < b.size();) {
    const bool of_a = k == b.size() || (i < a.size() && key(a[i]) <= key(b[k]));
    const bool of_b = i == a.size() || (k < b.size() && key(b[k]) <= key(a[i]));
    const auto [task, job] = key(of_a ? a[i] : b[k]);
    pairs.push_back({task, job, of_a ? std::get<2>(a[i]) : nullptr, of_b ? std::get<2>(b[k]) : nullptr});
    i += of_a ? 1 : 0;
    k += of_b ? 1 : 0;
  }
  return pairs;
}

}  // namespace

RunPair::RunPair(const ComparedRun& a_run, const ComparedRun& b_run)
    : a(a_run),
      b(b_run),
      has_tasks(a_run.files.summary.wrote(kTasksFile) && b_run.files.summary.wrote(kTasksFile)),
      has_jobs(a_run.files.summary.wrote(kJobsFile) && b_run.files.summary.wrote(kJobsFile)) {
  std::unordered_map<std::string_view, std::uint32_t> places;
  std::vector<std::uint32_t> of_a;
  std::vector<std::uint32_t> of_b;
  for (const std::string& name : a.files.names) {
    of_a.push_back(static_cast<std::uint32_t>(tasks.size()));
    places.emplace(name, of_a.back());
    tasks.push_back({name, a.files.task(of_a.back()), nullptr});
  }
  for (std::size_t i = 0; i < b.files.names.size(); ++i) {
    const auto [at, is_new] = places.emplace(b.files.names[i], static_cast<std::uint32_t>(tasks.size()));
    if (is_new) tasks.push_back({b.files.names[i]});
    tasks[at->second].b = b.files.task(i);
    of_b.push_back(at->second);
  }
  if (has_jobs) jobs = paired(in_order(a.files, of_a), in_order(b.files, of_b));
}

}  // namespace gantry
