// SPDX-License-Identifier: Apache-2.0
// The parts of a page that are made from tables, each as JSON: what the page draws, or {"missing": why}. Malformed
// tables are reported.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "gantry/base/diagnostics.h"
#include "report/page_run.h"

namespace gantry {

/// Of a task by its number in PageRun::names, and a job of it.
using PageJob = std::pair<std::uint32_t, std::uint32_t>;

/// critical_path.csv. `computing`: the jobs whose computation the steps that are kept are about.
PageJson path_part(PageRun& run, std::set<PageJob>& computing, Diagnostics& problems);

/// Processors that are drawn, jobs.csv, and how many computed over time. `first`: jobs that are kept before others.
PageJson jobs_part(PageRun& run, const std::set<PageJob>& first, Diagnostics& problems);

/// tasks.csv and slack.csv: how many tasks were ready over time, and what is known of the tasks that have names.
PageJson tasks_part(PageRun& run, Diagnostics& problems);

/// links.csv, with a place for every router.
PageJson links_part(PageRun& run, const std::string& experiment, Diagnostics& problems);

/// packets.csv: latencies, and what the terminals sent and got over time.
PageJson packets_part(PageRun& run, Diagnostics& problems);

}  // namespace gantry
