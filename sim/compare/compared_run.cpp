// SPDX-License-Identifier: Apache-2.0
#include "compare/compared_run.h"

#include <algorithm>
#include <utility>

#include "result/json_file.h"
#include "result/output_names.h"
#include "text/moved_paths.h"
#include "text/table_rows.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// Differences and sums of smaller values fit into 64 bits.
constexpr Cycle kLatest = std::uint64_t{1} << 62;

YamlNode read_resolved(const std::string& directory, Diagnostics& problems) {
  const std::string path = directory + '/' + kExperimentFile;
  const auto text = read_text_file(path, problems);
  auto tree = text ? parse_yaml(*text, path, problems) : std::nullopt;
  if (!tree) return {};
  if (!tree->is_map()) problems.error(tree->where(), "no experiment (expected a map of its keys)");
  move_paths(*tree, directory, "");
  return std::move(*tree);
}

std::vector<ComparedLink> read_links(const std::string& path, Diagnostics& problems) {
  std::vector<ComparedLink> links;
  TableReader<LinkCells> table(path, problems);
  for (LinkCells cells; table.next(cells);) {
    if (cells.kind == LinkRowKind::router) continue;
    links.push_back({cells.kind, std::string(cells.from), std::string(cells.to), cells.flits, cells.utilization});
  }
  return links;
}

template <class Record>
bool reaches_too_far(const Record& record) {
  for (const StationLine<Record>& line : stations_of<Record>()) {
    const Cycle cycle = record.*(line.cycle);
    if (cycle != kNever && cycle > kLatest) return true;
  }
  return false;
}

void check_rows(const RunFiles& files, Diagnostics& problems) {
  const auto fault = [&](const char* file, std::uint64_t line, const std::string& what) {
    problems.error({files.path(file), static_cast<int>(line), 1}, what);
  };
  const char* far = "cycle out of range (expected at most 2^62)";
  for (std::size_t i = 0; i < files.tasks.size(); ++i) {
    const TaskRow& row = files.tasks[i];
    const auto name = static_cast<std::size_t>(row.stations.number);
    if (files.row_of[name] != i)
      fault(kTasksFile, row.line, "task " + in_quotes(files.names[name]) + " is a duplicate");
    if (reaches_too_far(row.stations)) fault(kTasksFile, row.line, far);
  }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> seen;
  seen.reserve(files.jobs.size());
  for (const JobRow& row : files.jobs) {
    seen.emplace_back(row.stations.task, row.stations.job);
    if (reaches_too_far(row.stations)) fault(kJobsFile, row.line, far);
  }
  std::sort(seen.begin(), seen.end());
  const auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (twice == seen.end()) return;
  fault(kJobsFile, 1,
        "job " + std::to_string(twice->second) + " of task " +
            in_quotes(files.names[static_cast<std::size_t>(twice->first)]) + " is a duplicate");
}

}  // namespace

bool ComparedRun::reserves() const {
  const YamlNode* at = &experiment;
  for (const char* key : {"architecture", "dispatcher", "match_against"}) {
    at = at->is_map() ? at->find(key) : nullptr;
    if (at == nullptr) return false;
  }
  return at->text == "reserve";
}

ComparedRun read_compared_run(const std::string& directory, Diagnostics& problems) {
  ComparedRun run;
  run.files = read_run_files(directory, problems);
  if (!problems.ok()) return run;  // nothing else would be understood
  auto summary = parse_summary(run.files.path(kSummaryFile), problems);
  if (!summary) return run;
  run.summary = std::move(*summary);
  if (run.files.summary.cycles > kLatest)
    problems.error({run.files.path(kSummaryFile), 1, 1}, "cycles is out of range (expected at most 2^62)");
  if (run.files.summary.streams) {
    for (const TenantStats& stream : run.files.summary.streams->tenants) run.streams.push_back(stream.tenant.name);
  }
  run.experiment = read_resolved(directory, problems);
  if (run.has_links()) run.links = read_links(run.files.path(kLinksFile), problems);
  check_rows(run.files, problems);
  return run;
}

void name_by_place(ComparedRun& run) {
  for (const TaskRow& row : run.files.tasks) {
    const TaskRecord& task = row.stations;
    const std::string stream =
        task.stream < run.streams.size() ? run.streams[task.stream] : "stream " + std::to_string(task.stream);
    run.files.names[static_cast<std::size_t>(task.number)] =
        stream + ' ' + std::to_string(task.instance) + '.' + std::to_string(task.place);
  }
}

std::vector<std::string> compared_files(const std::string& directory) {
  std::vector<std::string> files;
  for (const char* file :
       {kSummaryFile, kExperimentFile, kTasksFile, kJobsFile, kEdgesFile, kPathFile, kSlackFile, kLinksFile})
    files.push_back(directory + '/' + file);
  return files;
}

}  // namespace gantry
