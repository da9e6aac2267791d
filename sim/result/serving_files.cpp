// SPDX-License-Identifier: Apache-2.0
#include "result/serving_files.h"

#include <algorithm>
#include <string_view>

#include "result/json_file.h"
#include "result/output_names.h"
#include "result/result_reader.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

template <class Named>
std::uint32_t find_name(const std::vector<Named>& list, std::string_view name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const Named& one) { return one.name == name; });
  return at == list.end() ? kNone : static_cast<std::uint32_t>(at - list.begin());
}

/// Place of the row's name in a list of the summary. `name` is a member of the row.
template <class Cells, class Named>
std::uint32_t read_name(TableReader<Cells>& table, Cells& row, const std::string_view& name,
                        const std::vector<Named>& list) {
  const std::uint32_t at = find_name(list, name);
  if (at == kNone) table.fault(row, &name, "unknown to the summary");
  return at;
}

void find_nodes(ServingFiles& run, const std::string& path, Diagnostics& problems) {
  const ServingSummary& summary = run.summary;
  for (std::size_t k = 0; k < summary.kinds.size(); ++k) {
    std::vector<std::uint32_t>& nodes = run.kind_nodes.emplace_back();
    for (const std::string& name : summary.kinds[k].nodes) {
      nodes.push_back(find_name(summary.nodes, name));
      if (nodes.back() == kNone)
        problems.error({path, 1, 1}, "kinds[" + std::to_string(k) + "].nodes has one that is not in nodes");
    }
  }
}

void read_sessions(ServingFiles& run, Diagnostics& problems) {
  TableReader<SessionCells> table(run.path(kSessionsFile), problems);
  for (SessionCells cells; table.next(cells);) {
    run.sessions.push_back({cells.stations, read_name(table, cells, cells.kind, run.summary.kinds), table.line()});
    run.has_pushes = cells.more_columns;
  }
}

void read_batches(ServingFiles& run, Diagnostics& problems) {
  TableReader<BatchCells> table(run.path(kBatchesFile), problems);
  for (BatchCells cells; table.next(cells);) {
    run.batches.push_back({cells.stations, read_name(table, cells, cells.node, run.summary.nodes), table.line()});
  }
}

void read_visits(ServingFiles& run, Diagnostics& problems) {
  TableReader<VisitCells> table(run.path(kVisitsFile), problems);
  for (VisitCells cells; table.next(cells);) {
    run.visits.push_back({cells.stations, read_name(table, cells, cells.node, run.summary.nodes), table.line()});
    run.has_pushes = cells.more_columns;
  }
}

void read_decisions(ServingFiles& run, Diagnostics& problems) {
  TableReader<DecisionCells> table(run.path(kDecisionsFile), problems);
  for (DecisionCells cells; table.next(cells);) {
    run.decisions.push_back({cells.decision, cells.cycle, read_name(table, cells, cells.node, run.summary.nodes),
                             cells.state, cells.pending, cells.priority_requests, cells.oldest, cells.chosen,
                             std::string(cells.weight), std::string(cells.compute), std::string(cells.priority),
                             std::string(cells.compute_used), table.line()});
  }
}

}  // namespace

bool is_serving_run(const std::string& directory) {
  Diagnostics ignored;  // what is wrong with the file is told when it is read in earnest
  const auto root = parse_summary(directory + '/' + kSummaryFile, ignored);
  return root && root->is_object() && root->contains("schema") && (*root)["schema"] == kServingSchema;
}

ServingFiles read_serving_files(const std::string& directory, Diagnostics& problems) {
  ServingFiles run;
  run.directory = directory;
  const std::string path = run.path(kSummaryFile);
  run.summary = read_results<ServingSummary>(path, problems);
  find_nodes(run, path, problems);
  if (!problems.ok()) return run;
  if (run.summary.wrote(kSessionsFile)) read_sessions(run, problems);
  if (run.summary.wrote(kBatchesFile)) read_batches(run, problems);
  if (run.summary.wrote(kVisitsFile)) read_visits(run, problems);
  if (run.summary.wrote(kDecisionsFile)) read_decisions(run, problems);
  return run;
}

}  // namespace gantry
