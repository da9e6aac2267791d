// SPDX-License-Identifier: Apache-2.0
#include "check/serving_check.h"

#include <algorithm>
#include <tuple>

#include "check/decision_check.h"
#include "check/serving_match.h"
#include "check/traffic_check.h"
#include "result/findings.h"
#include "result/output_names.h"

namespace gantry {
namespace {

using Files = ServingFiles;

/// Sums of decimals in floating point are off by less.
constexpr double kTolerance = 1e-9;

class ServingChecker {
 public:
  ServingChecker(const Files& run, Findings& findings)
      : run_(run), findings_(findings), batches_(run.summary.nodes.size()) {
    for (const Files::BatchRow& row : run_.batches) batches_[row.node].push_back(&row);
  }

  void check_sessions();
  void check_batches();
  void check_rating();
  void check_visits();
  void check_batch_members();
  void check_sessions_visits();

 private:
  void session(const Files::SessionRow& row, const std::string& what) {
    findings_.add(run_.path(kSessionsFile), row.line, "session " + std::to_string(row.number) + ' ' + what);
  }
  void batch(const Files::BatchRow& row, const std::string& what) {
    findings_.add(run_.path(kBatchesFile), row.line,
                  "batch " + std::to_string(row.number) + " of " + run_.summary.nodes[row.node].name + ' ' + what);
  }
  void visit(const Files::VisitRow& row, const std::string& what) {
    findings_.add(run_.path(kVisitsFile), row.line,
                  "session " + std::to_string(row.session) + " at " + run_.summary.nodes[row.node].name + ", pass " +
                      std::to_string(row.pass) + ", " + what);
  }
  void total(std::uint64_t table, std::uint64_t summary, const std::string& what) {
    if (table == summary) return;
    findings_.add(run_.path(kSummaryFile), 0,
                  what + " is " + std::to_string(summary) + ", the table has " + std::to_string(table));
  }

  [[nodiscard]] bool returned_in(const Files::VisitRow& row, Cycle queued) const;

  const Files& run_;
  Findings& findings_;
  std::vector<std::vector<const Files::BatchRow*>> batches_;  // per node, in order
};

void ServingChecker::check_sessions() {
  std::vector<std::uint64_t> completed(run_.summary.kinds.size(), 0);
  std::vector<bool> seen(run_.sessions.size(), false);
  std::uint64_t all = 0;
  for (const Files::SessionRow& row : run_.sessions) {
    if (row.number >= seen.size() || seen[row.number]) {
      session(row, row.number >= seen.size() ? "has a number above the number of rows" : "has a second row");
    } else {
      seen[row.number] = true;
    }
    if (row.completed == kNever) {
      if (run_.summary.complete) session(row, "did not complete, and the run says that all did");
      continue;
    }
    if (row.completed < row.arrived) session(row, "completed before it arrived");
    if (run_.has_pushes && (row.pushed < row.arrived || row.pushed > row.completed))
      session(row, "pushed its last datum before it arrived or after it completed");
    if (row.completed > run_.summary.cycles) session(row, "completed after the run's last cycle");
    ++completed[row.kind];
    ++all;
  }
  total(run_.sessions.size(), run_.summary.sessions_arrived, "sessions.arrived");
  total(all, run_.summary.sessions_completed, "sessions.completed");
  for (std::size_t k = 0; k < run_.summary.kinds.size(); ++k)
    total(completed[k], run_.summary.kinds[k].completed, "completed of the kind " + run_.summary.kinds[k].name);
}

void ServingChecker::check_batches() {
  std::vector<std::uint64_t> batches(run_.summary.nodes.size(), 0);
  std::vector<std::uint64_t> requests(run_.summary.nodes.size(), 0);
  std::vector<Cycle> free_from(run_.summary.nodes.size(), 0);
  std::vector<Cycle> last_end(run_.summary.nodes.size(), 0);
  for (const Files::BatchRow& row : run_.batches) {
    if (row.number != batches[row.node]) batch(row, "is not the next one of its node");
    if (row.selected > row.started || row.started > row.finished) batch(row, "has its stages out of order");
    if (row.selected < free_from[row.node]) batch(row, "was selected while the one before it was being served");
    if (row.returned != kNever && (row.returned < row.started || row.returned > row.finished))
      batch(row, "wrote back outside its service");
    if (row.finished < last_end[row.node]) batch(row, "ended before the one before it");
    if (row.requests == 0 || row.requests > run_.summary.nodes[row.node].batch_limit)
      batch(row, "has " + std::to_string(row.requests) + " requests and may have 1 to " +
                     std::to_string(run_.summary.nodes[row.node].batch_limit));
    if (row.priority_requests > row.requests) batch(row, "has more priority requests than requests");
    ++batches[row.node];
    requests[row.node] += row.requests;
    // Behind an inner engine that writes back, the node is free as soon as the engines behind take the batch.
    free_from[row.node] = row.returned == kNever ? row.finished : std::max(row.returned, last_end[row.node]);
    last_end[row.node] = row.finished;
  }
  for (std::size_t n = 0; n < run_.summary.nodes.size(); ++n) {
    total(batches[n], run_.summary.nodes[n].batches, "batches of " + run_.summary.nodes[n].name);
    total(requests[n], run_.summary.nodes[n].requests, "requests of " + run_.summary.nodes[n].name);
  }
}

/// A node holds its place at least from the decision to the end of its batch.
void ServingChecker::check_rating() {
  std::vector<std::tuple<Cycle, bool, std::size_t>> events;  // ends before decisions of the same cycle
  for (std::size_t b = 0; b < run_.batches.size(); ++b) {
    events.emplace_back(run_.batches[b].selected, true, b);
    events.emplace_back(std::max(run_.batches[b].finished, run_.batches[b].selected + 1), false, b);
  }
  std::sort(events.begin(), events.end());
  std::vector<std::uint64_t> busy(run_.summary.nodes.size(), 0);
  for (const auto& [at, begins, b] : events) {
    const Files::BatchRow& row = run_.batches[b];
    if (!begins) {
      --busy[row.node];
      continue;
    }
    ++busy[row.node];
    std::uint64_t places = 0;
    double compute = 0.0;
    for (std::size_t n = 0; n < busy.size(); ++n) {
      if (busy[n] == 0) continue;  // two batches of a node that writes back count once
      ++places;
      compute += run_.summary.nodes[n].compute;
    }
    if (run_.summary.places.rated && places > *run_.summary.places.rated)
      batch(row, "makes " + std::to_string(places) + " nodes busy in cycle " + std::to_string(at) +
                     ", above the rated count");
    if (run_.summary.compute.rated && compute > *run_.summary.compute.rated * (1 + kTolerance))
      batch(row, "exceeds the rated compute in cycle " + std::to_string(at));
  }
}

/// Whether a request returned to the queue in this cycle, after this pass. Only batches.csv has the cycle of an inner
/// engine.
bool ServingChecker::returned_in(const Files::VisitRow& row, Cycle queued) const {
  if (!run_.summary.wrote(kBatchesFile)) return queued >= row.started && queued <= row.finished;
  if (row.batch >= batches_[row.node].size()) return queued == row.finished;
  const Cycle returned = batches_[row.node][row.batch]->returned;
  return queued == (returned == kNever ? row.finished : returned);
}

/// Each pass once and in order, and its times those of the one before. The data of a session are numbered from 0.
void ServingChecker::check_visits() {
  std::vector<const Files::VisitRow*> rows;
  for (const Files::VisitRow& row : run_.visits) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [](const Files::VisitRow* x, const Files::VisitRow* y) {
    return std::tie(x->session, x->node, x->datum, x->pass) < std::tie(y->session, y->node, y->datum, y->pass);
  });
  const Files::VisitRow* last = nullptr;
  for (const Files::VisitRow* row : rows) {
    const bool goes_on =
        last != nullptr && last->session == row->session && last->node == row->node && last->datum == row->datum;
    if (row->queued > row->started || row->started > row->finished) visit(*row, "has its stages out of order");
    const bool same_visit = last != nullptr && last->session == row->session && last->node == row->node;
    if (!goes_on && row->datum != (same_visit ? last->datum + 1 : 0)) visit(*row, "lacks the datum before it");
    if (row->pass != (goes_on ? last->pass + 1 : 0)) {
      visit(*row, goes_on && row->pass == last->pass ? "was served twice" : "lacks the pass before it");
    } else if (goes_on && !returned_in(*last, row->queued)) {
      visit(*row, "was not queued when the pass before it ended");
    }
    last = row;
  }
}

void ServingChecker::check_batch_members() {
  const auto& batches = batches_;
  std::vector<std::vector<std::uint64_t>> members(run_.summary.nodes.size());
  for (std::size_t n = 0; n < batches.size(); ++n) members[n].resize(batches[n].size(), 0);
  for (const Files::VisitRow& row : run_.visits) {
    if (row.batch >= batches[row.node].size()) {
      visit(row, "names a batch that is not in the table");
      continue;
    }
    const Files::BatchRow& batch = *batches[row.node][row.batch];
    if (row.started != batch.started || row.finished != batch.finished) visit(row, "differs from its batch in time");
    ++members[row.node][row.batch];
  }
  for (std::size_t n = 0; n < batches.size(); ++n) {
    for (std::size_t b = 0; b < batches[n].size(); ++b) {
      if (members[n][b] != batches[n][b]->requests)
        batch(*batches[n][b], "has " + std::to_string(batches[n][b]->requests) + " requests, and " +
                                  std::to_string(members[n][b]) + " visits name it");
    }
  }
}

/// A session that completed was at each node of its kind, and nowhere before it arrived or after it completed.
void ServingChecker::check_sessions_visits() {
  std::vector<const Files::SessionRow*> by_number(run_.sessions.size(), nullptr);
  for (const Files::SessionRow& row : run_.sessions) {
    if (row.number < by_number.size()) by_number[row.number] = &row;
  }
  std::vector<std::uint64_t> nodes(run_.sessions.size(), 0);
  for (const Files::VisitRow& row : run_.visits) {
    const Files::SessionRow* session = row.session < by_number.size() ? by_number[row.session] : nullptr;
    if (session == nullptr) {
      visit(row, "is of a session that is not in the table");
      continue;
    }
    const auto& graph = run_.kind_nodes[session->kind];
    if (std::count(graph.begin(), graph.end(), row.node) == 0) visit(row, "is not in the graph of its session");
    if (row.queued < session->arrived) visit(row, "was queued before its session arrived");
    if (session->completed != kNever && row.finished > session->completed)
      visit(row, "ended after its session completed");
    if (row.pass == 0 && row.datum == 0) ++nodes[row.session];
  }
  for (std::size_t s = 0; s < by_number.size(); ++s) {
    const Files::SessionRow* row = by_number[s];
    if (row != nullptr && row->completed != kNever && nodes[s] != run_.kind_nodes[row->kind].size())
      session(*row, "completed and was at " + std::to_string(nodes[s]) + " of " +
                        std::to_string(run_.kind_nodes[row->kind].size()) + " nodes");
  }
}

}  // namespace

CheckReport check_serving_run(const std::string& directory) {
  CheckReport report;
  Diagnostics problems;
  const Files run = read_serving_files(directory, problems);
  if (!problems.ok()) {
    report.status = 2;
    report.errors = problems.lines();
    return report;
  }
  Findings findings;
  check_left_over(run.path(kSessionsFile), run.summary.wrote(kSessionsFile), findings);
  check_left_over(run.path(kBatchesFile), run.summary.wrote(kBatchesFile), findings);
  check_left_over(run.path(kVisitsFile), run.summary.wrote(kVisitsFile), findings);
  check_left_over(run.path(kDecisionsFile), run.summary.wrote(kDecisionsFile), findings);
  ServingChecker checker(run, findings);
  if (run.summary.wrote(kSessionsFile)) checker.check_sessions();
  if (run.summary.wrote(kBatchesFile)) {
    checker.check_batches();
    checker.check_rating();
  }
  if (run.summary.wrote(kVisitsFile)) checker.check_visits();
  if (run.summary.wrote(kVisitsFile) && run.summary.wrote(kBatchesFile)) checker.check_batch_members();
  if (run.summary.wrote(kVisitsFile) && run.summary.wrote(kSessionsFile)) checker.check_sessions_visits();
  DecisionChecker decisions(run, findings, problems);
  if (run.summary.wrote(kDecisionsFile)) decisions.check();
  ServingMatch match(run, findings);
  const WrittenTraffic written = written_traffic(run.summary);
  const TrafficRows rows = check_written_traffic(directory, written, findings, problems,
                                                 [&](const PacketRow& packet) { match.take(packet); });
  if (written.packets && problems.ok()) match.finish();
  if (written.packets && problems.ok() && run.summary.wrote(kDecisionsFile))
    decisions.check_reports(match.node_reports());
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
  for (const char* const file : {kSessionsFile, kBatchesFile, kVisitsFile}) {
    if (!run.summary.wrote(file))
      report.result.push_back(std::string("skipped: what needs ") + file + " (the run wrote none)");
  }
  if (run.summary.wrote(kDecisionsFile) && !written.packets)
    report.result.push_back(std::string("skipped: what the scheduler knew in ") + kDecisionsFile +
                            " (the run wrote no " + kPacketsFile + ")");
  std::string traffic;
  if (written.links) traffic += std::to_string(rows.links) + " links and routers, ";
  if (written.packets) traffic += std::to_string(rows.packets) + " packets, ";
  report.result.push_back("ok: " + std::to_string(run.sessions.size()) + " sessions, " +
                          std::to_string(run.batches.size()) + " batches, " + std::to_string(run.visits.size()) +
                          " visits, " + traffic + std::to_string(run.summary.cycles) + " cycles" +
                          (run.summary.complete ? "" : " of an unfinished run"));
  return report;
}

}  // namespace gantry
