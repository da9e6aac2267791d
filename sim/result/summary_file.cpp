// SPDX-License-Identifier: Apache-2.0
// summary.json read back: every key that the check uses must be there and of the right kind.
#include <algorithm>
#include <array>
#include <string_view>

#include "result/output_names.h"
#include "result/run_files.h"
#include "result/summary_keys.h"
#include "result/written_cost.h"
#include "result/written_traffic.h"

namespace gantry {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kEnds = {"complete", "deadlock", "cycle_limit", "interrupted"};

std::vector<RunSummary::Share> read_shares(Keys& keys, const Json& root, const char* key, bool with_weight) {
  std::vector<RunSummary::Share> shares;
  for (const Json& entry : keys.array(root, "", key)) {
    const std::string where = key + ('[' + std::to_string(shares.size())) + ']';
    RunSummary::Share share;
    share.cls = keys.text(entry, where, "class");
    if (with_weight) share.weight = keys.count(entry, where, "weight");
    share.picks = keys.count(entry, where, "picks");
    share.share = keys.number(entry, where, "share");
    shares.push_back(share);
  }
  return shares;
}

void read_stages(Keys& keys, const Json& root, RunSummary& summary) {
  if (!root.contains("stages")) return;
  auto& rows = summary.stages.emplace();
  for (const Json& entry : keys.array(root, "", "stages")) {
    const std::string where = "stages[" + std::to_string(rows.size()) + ']';
    RunSummary::Stages& row = rows.emplace_back();
    row.cls = keys.text(entry, where, "class");
    row.weight = keys.count(entry, where, "weight");
    row.stream = keys.count(entry, where, "stream");
    row.tasks = keys.count(entry, where, "tasks");
    row.waits.lifetime = keys.count(entry, where, "lifetime");
    const Json& cycles = keys.object(entry, where, "cycles");
    const bool percentiles = entry.is_object() && entry.contains("percentiles");
    for (std::size_t i = 0; i < kStages; ++i) {
      const std::string stage(kStageNames[i]);
      row.waits.cycles[i] = keys.count(cycles, where + ".cycles", stage.c_str());
      if (!percentiles) continue;
      const Json& of = keys.object(entry["percentiles"], where + ".percentiles", stage.c_str());
      const std::string of_where = where + ".percentiles." + stage;
      row.percentiles.push_back(
          {keys.count(of, of_where, "p50"), keys.count(of, of_where, "p95"), keys.count(of, of_where, "p99")});
    }
  }
}

void read_bounds(Keys& keys, const Json& root, RunSummary& summary) {
  if (!root.contains("bounds")) return;
  const Json& bounds = keys.object(root, "", "bounds");
  WrittenBounds& to = summary.bounds.emplace();
  for (std::size_t b = 0; b < kBoundCount; ++b) {
    to.bounds.cycles[b] = keys.count(bounds, "bounds", std::string(kBounds[b].name).c_str());
  }
  to.binding = keys.text(bounds, "bounds", "binding");
  to.share = keys.number(bounds, "bounds", "share");
}

void read_overhead(Keys& keys, const Json& root, RunSummary& summary) {
  if (!root.contains("overhead")) return;
  const Json& overhead = keys.object(root, "", "overhead");
  WrittenOverhead& to = summary.overhead.emplace();
  to.processor_cycles = keys.count(overhead, "overhead", "processor_cycles");
  to.parts.busy = keys.count(overhead, "overhead", "busy");
  to.parts.nothing_ready = keys.count(overhead, "overhead", "nothing_ready");
  to.work_ready = keys.count(overhead, "overhead", "work_ready");
  const Json& blocks = keys.object(overhead, "overhead", "blocks");
  for (std::size_t i = 0; i < kHolderCount; ++i) {
    to.parts.held[i] = keys.count(blocks, "overhead.blocks", std::string(kHolders[i].name).c_str());
  }
}

void read_outputs(Keys& keys, const Json& root, RunSummary& summary) {
  for (const Json& entry : keys.array(root, "", "outputs")) {
    const std::string file = entry.is_string() ? entry.get<std::string>() : "";
    summary.has_tasks = summary.has_tasks || file == kTasksFile;
    summary.has_jobs = summary.has_jobs || file == kJobsFile;
    summary.has_edges = summary.has_edges || file == kEdgesFile;
    summary.has_path = summary.has_path || file == kPathFile;
    summary.has_slack = summary.has_slack || file == kSlackFile;
  }
  summary.traffic = read_written_traffic(keys, root);
}

RunSummary read_keys(Keys& keys, const Json& root) {
  RunSummary summary;
  const std::string schema = keys.text(root, "", "schema");
  if (schema != kSummarySchema) {
    keys.fault(std::string("not the schema known here (would be \"") + kSummarySchema + "\")");
    return summary;  // every other key would be missing
  }
  summary.complete = keys.flag(root, "", "complete");
  summary.ideal = keys.text(root, "", "timing") == "ideal";
  summary.end = keys.text(root, "", "end");
  if (std::find(kEnds.begin(), kEnds.end(), summary.end) == kEnds.end()) {
    keys.fault("end is none known here (would be complete, deadlock, cycle_limit or interrupted)");
  }
  summary.cycles = keys.count(root, "", "cycles");
  const Json& tasks = keys.object(root, "", "tasks");
  summary.tasks_submitted = keys.count(tasks, "tasks", "submitted");
  summary.tasks_completed = keys.count(tasks, "tasks", "completed");
  summary.tasks_unfinished = keys.count(tasks, "tasks", "unfinished");
  const Json& jobs = keys.object(root, "", "jobs");
  summary.jobs_total = keys.count(jobs, "jobs", "total");
  summary.jobs_issued = keys.count(jobs, "jobs", "issued");
  summary.jobs_completed = keys.count(jobs, "jobs", "completed");
  for (const Json& entry : keys.array(root, "", "processors")) {
    const std::string where = "processors[" + std::to_string(summary.processors.size()) + ']';
    summary.processors.push_back({keys.text(entry, where, "name"), keys.count(entry, where, "jobs"),
                                  keys.count(entry, where, "busy_cycles"), keys.number(entry, where, "utilization")});
  }
  const auto& picker = keys.object(root, "", "picker");
  summary.rounds_seen = picker.contains("rounds") || picker.contains("contested");
  if (summary.rounds_seen) {
    summary.rounds = keys.count(picker, "picker", "rounds");
    summary.contested = keys.count(picker, "picker", "contested");
  }
  summary.picks = keys.count(picker, "picker", "picks");
  summary.classes = read_shares(keys, root, "classes", false);
  summary.shares = read_shares(keys, root, "shares", true);
  const Json& waits = keys.object(root, "", "waits");
  for (std::size_t i = 0; i < kStages; ++i) {
    summary.waits.cycles[i] = keys.count(waits, "waits", std::string(kStageNames[i]).c_str());
  }
  summary.waits.lifetime = keys.count(waits, "waits", "lifetime");
  read_stages(keys, root, summary);
  if (root.contains("critical_path")) {
    const Json& causes = keys.object(root, "", "critical_path");
    for (const std::string_view cause : kCauseNames) {
      summary.path_causes.push_back(keys.count(causes, "critical_path", std::string(cause).c_str()));
    }
  }
  read_bounds(keys, root, summary);
  read_overhead(keys, root, summary);
  summary.cost = read_written_cost(keys, root);
  read_outputs(keys, root, summary);
  return summary;
}

}  // namespace

RunSummary read_summary(const std::string& path, Diagnostics& problems) {
  const auto root = parse_summary(path, problems);
  if (!root) return {};
  Keys keys(path, problems);
  try {
    return read_keys(keys, *root);
  } catch (const Json::exception&) {
    keys.fault("a number is out of range");
  }
  return {};
}

}  // namespace gantry
