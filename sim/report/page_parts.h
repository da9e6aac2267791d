// SPDX-License-Identifier: Apache-2.0
// Parts of a page that are made from tables, each as JSON: the data, or {"missing": reason}. Malformed tables are
// reported.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "gantry/base/diagnostics.h"
#include "report/page_run.h"

namespace gantry {

/// A job, and its task by its number in PageRun::names.
using PageJob = std::pair<std::uint32_t, std::uint32_t>;

/// Reads critical_path.csv. `computing` receives the jobs in whose computation the kept steps lie.
PageJson path_part(PageRun& run, std::set<PageJob>& computing, Diagnostics& problems);

/// Reads jobs.csv: the processors that are drawn, and how many computed over time. Jobs in `first` are kept before
/// others.
PageJson jobs_part(PageRun& run, const std::set<PageJob>& first, Diagnostics& problems);

/// Reads tasks.csv and slack.csv: how many tasks were ready over time, and details of the tasks with names.
PageJson tasks_part(PageRun& run, Diagnostics& problems);

/// Reads links.csv, with a position for every router.
PageJson links_part(PageRun& run, const std::string& experiment, Diagnostics& problems);

/// Reads picks.csv: T, W and H of tasks, round by round.
PageJson picks_part(PageRun& run, const std::string& experiment, Diagnostics& problems);

/// Reads residency.csv: how full the local stores were over time, and where their parts came from. Precondition: the
/// summary has `data`.
PageJson stores_part(PageRun& run, Diagnostics& problems);

/// Reads packets.csv: latencies, and the traffic of the terminals over time.
PageJson packets_part(PageRun& run, Diagnostics& problems);

}  // namespace gantry
