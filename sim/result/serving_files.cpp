// SPDX-License-Identifier: Apache-2.0
#include "result/serving_files.h"

#include <algorithm>
#include <string_view>

#include "result/output_names.h"
#include "result/summary_keys.h"
#include "result/written_traffic.h"
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

void read_kinds(Keys& keys, const Keys::Json& root, ServingFiles& run) {
  for (const Keys::Json& entry : keys.array(root, "", "kinds")) {
    const std::string where = "kinds[" + std::to_string(run.kinds.size()) + ']';
    ServingFiles::Kind kind{keys.text(entry, where, "name"), keys.count(entry, where, "completed"), {}};
    for (const Keys::Json& name : keys.array(entry, where, "nodes")) {
      kind.nodes.push_back(find_name(run.nodes, name.is_string() ? name.get<std::string>() : ""));
      if (kind.nodes.back() == kNone) keys.fault(where + ".nodes has one that is not in nodes");
    }
    run.kinds.push_back(kind);
  }
}

void read_keys(Keys& keys, const Keys::Json& root, ServingFiles& run) {
  run.complete = keys.flag(root, "", "complete");
  run.cycles = keys.count(root, "", "cycles");
  const Keys::Json& sessions = keys.object(root, "", "sessions");
  run.arrived = keys.count(sessions, "sessions", "arrived");
  run.completed = keys.count(sessions, "sessions", "completed");
  for (const Keys::Json& entry : keys.array(root, "", "nodes")) {
    const std::string where = "nodes[" + std::to_string(run.nodes.size()) + ']';
    run.nodes.push_back({keys.text(entry, where, "name"), keys.count(entry, where, "batch_limit"),
                         keys.number(entry, where, "compute"), keys.count(entry, where, "batches"),
                         keys.count(entry, where, "requests")});
  }
  read_kinds(keys, root, run);
  const Keys::Json& rated = keys.object(root, "", "rated");
  const Keys::Json& places = keys.object(rated, "rated", "places");
  const Keys::Json& compute = keys.object(rated, "rated", "compute");
  const auto given = [](const Keys::Json& in) {
    return in.is_object() && in.contains("rated") && !in["rated"].is_null();
  };
  if (given(places)) run.rated_count = keys.count(places, "rated.places", "rated");
  if (given(compute)) run.rated_compute = keys.number(compute, "rated.compute", "rated");
  for (const Keys::Json& entry : keys.array(root, "", "outputs")) {
    const std::string file = entry.is_string() ? entry.get<std::string>() : "";
    run.has_sessions = run.has_sessions || file == kSessionsFile;
    run.has_batches = run.has_batches || file == kBatchesFile;
    run.has_visits = run.has_visits || file == kVisitsFile;
  }
  run.traffic = read_written_traffic(keys, root);
}

void read_sessions(ServingFiles& run, Diagnostics& problems) {
  TableReader<SessionCells> table(run.path(kSessionsFile), problems);
  for (SessionCells cells; table.next(cells);) {
    run.sessions.push_back({cells.stations, read_name(table, cells, cells.kind, run.kinds), table.line()});
  }
}

void read_batches(ServingFiles& run, Diagnostics& problems) {
  TableReader<BatchCells> table(run.path(kBatchesFile), problems);
  for (BatchCells cells; table.next(cells);) {
    run.batches.push_back({cells.stations, read_name(table, cells, cells.node, run.nodes), table.line()});
  }
}

void read_visits(ServingFiles& run, Diagnostics& problems) {
  TableReader<VisitCells> table(run.path(kVisitsFile), problems);
  for (VisitCells cells; table.next(cells);) {
    run.visits.push_back({cells.stations, read_name(table, cells, cells.node, run.nodes), table.line()});
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
  const auto root = parse_summary(path, problems);
  if (!root) return run;
  Keys keys(path, problems);
  try {
    read_keys(keys, *root, run);
  } catch (const Keys::Json::exception&) {
    keys.fault("a number is out of range");
  }
  if (!problems.ok()) return run;
  if (run.has_sessions) read_sessions(run, problems);
  if (run.has_batches) read_batches(run, problems);
  if (run.has_visits) read_visits(run, problems);
  return run;
}

}  // namespace gantry
