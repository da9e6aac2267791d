// SPDX-License-Identifier: Apache-2.0
// The tables of a run: what a row holds and, a line per column, what it means (text/columns.h). Whoever writes a table
// fills its cells, whoever reads it gets them; docs/outputs.md and docs/serving.md show the lines.
// Texts are names; of a row that was read they are valid until the next one is.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/explain/causes.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/stations.h"
#include "result/fault_cells.h"
#include "result/output_names.h"
#include "result/station_order.h"
#include "result/stay_cells.h"
#include "text/columns.h"

namespace gantry {

/// A row of tasks.csv: one task.
struct TaskCells {
  static constexpr const char* kFile = kTasksFile;
  std::string_view task;
  TaskRecord stations;        ///< without number and arrival
  bool more_columns = false;  ///< those of runs whose jobs may count as lost
};

/// Those that bound a stage, or the others.
template <class Columns>
void describe_stations(Columns& columns, TaskRecord& task, bool stage) {
  for (const StationLine<TaskRecord>& line : stations_of<TaskRecord>()) {
    if (line.stage == stage) columns.station(line, task, true);
  }
}

template <class Columns>
void describe(Columns& columns, TaskCells& row) {
  TaskRecord& task = row.stations;
  columns.text("task", row.task, "name of the task");
  columns.choice("class", task.cls, kTaskClassNames, "its class");
  columns.number("weight", task.weight, "", "configured weight, 1 to 256");
  columns.number("jobs", task.jobs, "jobs", "number of jobs; 0 for an event task");
  describe_stations(columns, task, true);
  columns.number_if_any("id", task.id, "",
                        "task id, from `monitor.register_cycles` before `registered` to `completed`; the lowest that "
                        "was free");
  columns.number("stream", task.stream, "",
                 "who submitted it, as the workload says; of streams of graphs their number");
  columns.number("instance", task.instance, "", "of a stream of graphs: which of its instances, from 0");
  columns.number("place", task.place, "",
                 "of a stream of graphs: which task of its instance, from 0 in order of submission");
  describe_stations(columns, task, false);
  columns.number("match_failures", task.counts.match_failures, "", "its matches given up after `match_timeout`");
  if (!row.more_columns) return;
  columns.number_if_any(
      "failed", task.failed, "cycles",
      "only with `max_retries` or faults of stores: all jobs are over, and one was lost for good; then it has no "
      "`completed`");
  columns.number_if_any(
      "cancelled", task.cancelled, "cycles",
      "only with `max_retries` or faults of stores: a predecessor failed or was cancelled; then the task was never "
      "registered");
}

/// A row of jobs.csv: one completed job.
struct JobCells {
  static constexpr const char* kFile = kJobsFile;
  std::string_view task;
  std::string_view processor;
  JobRecord stations;         ///< without task, processor and attempt
  std::uint32_t attempt = 1;  ///< JobRecord::attempt + 1
  // Groups of columns that only some runs write.
  static constexpr std::uint32_t kOfData = 1;      ///< tasks have data
  static constexpr std::uint32_t kOfRetries = 2;   ///< jobs may count as lost
  static constexpr std::uint32_t kOfTimeouts = 4;  ///< jobs may be overdue
  static constexpr std::uint32_t kMoreGroups = 3;
  std::uint32_t more_columns = 0;
};

template <class Columns>
void describe(Columns& columns, JobCells& row) {
  JobRecord& job = row.stations;
  columns.text("task", row.task, "name of its task");
  columns.number("job", job.job, "", "0, 1, … in the order in which the task's jobs were picked");
  columns.text("processor", row.processor, "name of the processor");
  columns.number("order", job.order, "", "launch order: its place among the jobs that its round picked, from 0");
  for (const StationLine<JobRecord>& line : stations_of<JobRecord>()) {
    if (!line.of_data || (row.more_columns & JobCells::kOfData) != 0) columns.station(line, job, line.optional);
  }
  if ((row.more_columns & JobCells::kOfRetries) != 0)
    columns.number("attempt", row.attempt, "",
                   "only with `max_retries`: which attempt completed, from 1; the ones before counted as lost");
  if ((row.more_columns & JobCells::kOfTimeouts) != 0)
    columns.cycle_if_any(
        "released", job.released,
        "only with `job_timeout`: in which its processor left quarantine, the last time up to `picked`, with a slot "
        "that had been free in it; empty: never");
}

inline constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};

/// A row of picks.csv: the candidate of one picker class in a decision of the picker.
struct PickCells {
  static constexpr const char* kFile = kPicksTable;
  Cycle cycle = 0;
  std::uint64_t round = 0;
  std::uint32_t decision = 0;
  std::uint32_t cls = 0;
  std::string_view task;
  std::uint32_t entry = 0;
  std::int64_t target = no_value<std::int64_t>();  ///< no_value(), as the next two: the picker has no weights
  std::uint32_t expected_weight = kNone;
  std::uint64_t history = kNever;
  bool winner = false;
  std::uint32_t job = kNone;   ///< of the winner alone
  std::string_view processor;  ///< of the winner alone
  std::uint32_t eligible = 0;
};

template <class Columns>
void describe(Columns& columns, PickCells& row) {
  columns.cycle("cycle", row.cycle, "of the round");
  columns.number("round", row.round, "", "rounds counted from 0");
  columns.number("decision", row.decision, "", "0, 1, … within the round, each of them one job");
  columns.choice("class", row.cls, kPickerClassLetters, "picker class, as `gantry pick` names it");
  columns.text("task", row.task, "name of the candidate's task");
  columns.number("entry", row.entry, "", "the candidate's entry");
  columns.number_if_any("target", row.target, "", "its target weight T before the decision; empty: no weights");
  columns.number_if_any("expected_weight", row.expected_weight, "", "its expected weight W");
  columns.number_if_any("history", row.history, "", "its history weight H, as H_raw");
  columns.choice("winner", row.winner, kNoYes, "whether it is picked; one row of a decision has yes");
  columns.number_if_any("job", row.job, "", "of the winner: number of the job as in `jobs.csv`");
  columns.text("processor", row.processor, "of the winner: name of the job's processor");
  columns.number("eligible", row.eligible, "entries", "that could have been picked, of all classes");
}

/// A row of critical_path.csv: a step.
struct PathCells {
  static constexpr const char* kFile = kPathFile;
  Cycle from = 0;
  Cycle to = 0;
  Cycle cycles = 0;
  Cause cause = Cause::host;
  std::string_view block;
  std::string_view task;      ///< empty: of none
  std::uint32_t job = kNone;  ///< kNone: of none
  std::string_view detail;
};

template <class Columns>
void describe(Columns& columns, PathCells& row) {
  columns.cycle("from", row.from, "where the step before ends; the first begins in cycle 0");
  columns.cycle("to", row.to, "its end; of the last step the run's `cycles`");
  columns.number("cycles", row.cycles, "cycles", "`to` − `from`, at least 1");
  columns.choice("cause", row.cause, kCauseNames, "what they went into");
  columns.text("block", row.block, "in which they passed");
  columns.text("task", row.task, "name of the task that waited; empty: not among the records that are kept");
  columns.number_if_any("job", row.job, "", "number of its job as in `jobs.csv`; empty: the task as a whole");
  columns.text(
      "detail", row.detail,
      "the station that it came to, `after` the one that it had waited for (of another task or job, `of` "
      "which); `then` before a station: the block's own time, behind what it had waited for; of `input_ready` in "
      "brackets the [store](stores.md) that the last part of its data came from, or `memory`");
}

/// A row of slack.csv: one task.
struct SlackCells {
  static constexpr const char* kFile = kSlackFile;
  std::string_view task;
  Cycle slack = 0;
};

template <class Columns>
void describe(Columns& columns, SlackCells& row) {
  columns.text("task", row.task, "name of the task");
  columns.number(
      "slack", row.slack, "cycles",
      "by how much any one step of it and its jobs may grow before the run ends later, all decisions kept; 0: "
      "on a critical path");
}

/// A row of edges.csv: one dependence.
struct EdgeCells {
  static constexpr const char* kFile = kEdgesFile;
  std::string_view task;
  std::string_view predecessor;
};

template <class Columns>
void describe(Columns& columns, EdgeCells& row) {
  columns.text("task", row.task, "name of a task");
  columns.text("predecessor", row.predecessor, "name of a task that has to complete before it is registered");
}

/// A row of requests.csv: one request.
struct RequestCells {
  static constexpr const char* kFile = kRequestsFile;
  std::uint32_t stream = 0;
  std::uint64_t request = 0;
  Cycle arrival = 0;
  Cycle first_token = kNever;
  Cycle last_token = kNever;
  Cycle done = kNever;
  std::uint64_t tokens = 0;
  std::uint64_t first_instance = kNever;
  std::uint64_t last_instance = kNever;
};

template <class Columns>
void describe(Columns& columns, RequestCells& row) {
  columns.number("stream", row.stream, "", "number of the stream whose arrivals are the requests");
  columns.number("request", row.request, "", "number of the request in that stream, from 0 in order of arrival");
  columns.cycle("arrival", row.arrival, "in which it arrived");
  columns.cycle_if_any("first_token", row.first_token,
                       "in which the host has taken the last interrupt of the instance that makes the first token");
  columns.cycle_if_any("last_token", row.last_token, "the same of the last token so far");
  columns.cycle_if_any("done", row.done, "the same of its last instance; empty: it is not over");
  columns.number("tokens", row.tokens, "tokens", "made so far");
  columns.number_if_any("first_instance", row.first_instance, "",
                        "first instance of the chain's last stream that serves it; empty: none has begun");
  columns.number_if_any("last_instance", row.last_instance, "",
                        "last one so far; with `merge` all between the two serve it");
}

enum class LinkRowKind : std::uint8_t { entry, link, exit, router, wire };
inline constexpr std::array<std::string_view, 5> kLinkRowKindNames = {"entry", "link", "exit", "router", "wire"};

/// A row of links.csv: one link, or one router.
struct LinkCells {
  static constexpr const char* kFile = kLinksFile;
  LinkRowKind kind = LinkRowKind::entry;
  std::string_view from;
  std::string_view to;
  std::uint64_t flits = 0;
  double utilization = 0.0;
  std::uint64_t buffered_cycles = kNever;  ///< of routers alone, as the stalls
  std::uint64_t switch_stalls = kNever;
  std::uint64_t channel_stalls = kNever;
  std::uint64_t flit_cycles = kNever;  ///< of links alone
  /// Of a link: in how many of the run's cycles flits set out. The last one may not be done when the run ends.
  [[nodiscard]] std::uint64_t busy_cycles(std::uint64_t cycles) const { return std::min(flits * flit_cycles, cycles); }
};

template <class Columns>
void describe(Columns& columns, LinkCells& row) {
  columns.choice("kind", row.kind, kLinkRowKindNames,
                 "from a terminal into its router, from router to router, from a router to a terminal; a router; of a "
                 "star, from terminal to terminal");
  columns.text("from", row.from, "number of a router or name of a terminal; of a router its number");
  columns.text("to", row.to, "number of a router or name of a terminal; of a router empty");
  columns.number("flits", row.flits, "flits",
                 "sent over the link, at most one a cycle; of a router those that have left it");
  columns.ratio("utilization", row.utilization,
                "`flits` x `flit_cycles` / cycles of the run; of a router the mean of its links and exits");
  columns.number_if_any("buffered_cycles", row.buffered_cycles, "flit cycles",
                        "of a router: for every cycle the flits that stand in its buffers at its end, summed");
  columns.number_if_any("switch_stalls", row.switch_stalls, "flit cycles",
                        "of a router: in which a flit that could have moved lost the switch to another one");
  columns.number_if_any("channel_stalls", row.channel_stalls, "flit cycles",
                        "the same of heads and virtual channels: another head got the one that it asked for, or could "
                        "have had");
  columns.number_if_any("flit_cycles", row.flit_cycles, "cycles",
                        "of a link: that a flit takes to set out, 1 unless the link is narrower than a flit");
}

/// A row of link_load.csv: what a link carried in a stretch of time.
struct LinkLoadCells {
  static constexpr const char* kFile = kLinkLoadFile;
  Cycle begin = 0;
  Cycle end = 0;
  LinkRowKind kind = LinkRowKind::entry;
  std::string_view from;
  std::string_view to;
  std::uint64_t flits = 0;
};

template <class Columns>
void describe(Columns& columns, LinkLoadCells& row) {
  columns.number("begin", row.begin, "cycle", "first of the stretch");
  columns.number("end", row.end, "cycle", "first behind it");
  columns.choice("kind", row.kind, kLinkRowKindNames, "as in links.csv; never a router");
  columns.text("from", row.from, "as in links.csv");
  columns.text("to", row.to, "as in links.csv");
  columns.number("flits", row.flits, "flits", "sent over the link in it, at most one a cycle");
}

/// A row of packets.csv: one message.
struct PacketCells {
  static constexpr const char* kFile = kPacketsFile;
  std::string_view message;
  std::string_view from;
  std::string_view to;
  std::uint64_t flits = 0;
  std::uint32_t hops = 0;
  Cycle created = 0;
  Cycle sent = 0;
  Cycle arrived = 0;
  std::string_view task;      ///< empty: of none
  std::uint32_t job = kNone;  ///< kNone: of none
};

template <class Columns>
void describe(Columns& columns, PacketCells& row) {
  columns.text("kind", row.message, "of the message");
  columns.text("from", row.from, "name of the terminal that it leaves");
  columns.text("to", row.to, "name of the terminal that it goes to");
  columns.number("flits", row.flits, "flits", "its length");
  columns.number("hops", row.hops, "links", "between routers on its way");
  columns.cycle("created", row.created, "a block handed it over; of synthetic traffic it was due at its node");
  columns.cycle("sent", row.sent, "its first flit left the terminal");
  columns.cycle("arrived", row.arrived,
                "its last flit was at the other terminal; `arrived` − `created` is its latency");
  columns.text("task", row.task,
               "name of the task that it is about; of inference nodes the number of its session; empty: of none");
  columns.number_if_any("job", row.job, "",
                        "number of the job as in `jobs.csv`; empty: about the task as a whole, or about none");
}

/// A session as sessions.csv has it, without its kind.
struct SessionStations {
  std::uint64_t number = 0;
  Cycle arrived = 0;
  Cycle completed = kNever;
  Cycle pushed = kNever;
};

/// A row of sessions.csv: one session.
struct SessionCells {
  static constexpr const char* kFile = kSessionsFile;
  std::string_view kind;
  SessionStations stations;
  bool more_columns = false;  ///< those of runs with sessions that push several data
};

template <class Columns>
void describe(Columns& columns, SessionCells& row) {
  SessionStations& session = row.stations;
  columns.number("session", session.number, "", "0, 1, … in order of arrival");
  columns.text("kind", row.kind, "name of its kind");
  columns.cycle("arrived", session.arrived, "it comes, and its data leave the gateway");
  columns.cycle_if_any("completed", session.completed, "its last result is at the gateway");
  if (!row.more_columns) return;
  columns.cycle_if_any("pushed", session.pushed, "its last datum leaves the gateway; only in runs with `pushes`");
}

/// A batch as batches.csv has it, without its node.
struct BatchStations {
  std::uint64_t number = 0;
  Cycle selected = 0;
  Cycle started = 0;
  Cycle finished = 0;
  std::uint64_t requests = 0;
  std::uint64_t priority_requests = 0;
  Cycle returned = kNever;
};

/// A row of batches.csv: one finished batch.
struct BatchCells {
  static constexpr const char* kFile = kBatchesFile;
  std::string_view node;
  BatchStations stations;
  bool more_columns = false;  ///< those of runs with an inner engine that writes back
};

template <class Columns>
void describe(Columns& columns, BatchCells& row) {
  BatchStations& batch = row.stations;
  columns.text("node", row.node, "name of the node");
  columns.number("batch", batch.number, "", "0, 1, … of the node's batches");
  columns.cycle("selected", batch.selected, "the scheduler's decision");
  columns.cycle("started", batch.started, "the node sees the message to begin and takes the requests");
  columns.cycle("finished", batch.finished, "the last of the node's engines ends it");
  columns.number("requests", batch.requests, "requests", "in it");
  columns.number("priority_requests", batch.priority_requests, "requests", "those of the priority type among them");
  if (!row.more_columns) return;
  columns.cycle_if_any("returned", batch.returned,
                       "its inner engine writes back; empty: the node has none; only in runs with such an engine");
}

/// A pass as visits.csv has it, without its node.
struct VisitStations {
  std::uint64_t session = 0;
  std::uint64_t pass = 0;
  Cycle queued = 0;
  Cycle started = 0;
  Cycle finished = 0;
  std::uint64_t batch = 0;
  std::uint32_t datum = 0;
};

/// A row of visits.csv: one pass of a session through a node.
struct VisitCells {
  static constexpr const char* kFile = kVisitsFile;
  std::string_view node;
  VisitStations stations;
  bool more_columns = false;  ///< those of runs with sessions that push several data
};

template <class Columns>
void describe(Columns& columns, VisitCells& row) {
  VisitStations& visit = row.stations;
  columns.number("session", visit.session, "", "number of the session");
  columns.text("node", row.node, "name of the node");
  columns.number("pass", visit.pass, "", "0, 1, … of the session through this node");
  columns.cycle("queued", visit.queued, "the node sees the last of its inputs, or the pass before it ends");
  columns.cycle("started", visit.started, "as of its batch");
  columns.cycle("finished", visit.finished, "as of its batch");
  columns.number("batch", visit.batch, "", "number of the batch within the node");
  if (!row.more_columns) return;
  columns.number("datum", visit.datum, "", "0, 1, … of the session's data; only in runs with `pushes`");
}

inline constexpr std::array<std::string_view, 3> kNodeStateWords = {"idle", "open", "busy"};

/// A row of decisions.csv: a node in a decision of the batch scheduler.
struct DecisionCells {
  static constexpr const char* kFile = kDecisionsFile;
  std::uint64_t decision = 0;
  Cycle cycle = 0;
  std::string_view node;
  std::uint32_t state = 0;  ///< kNodeStateWords
  std::uint64_t pending = 0;
  std::uint64_t priority_requests = 0;
  Cycle oldest = kNever;
  std::string_view weight;
  std::string_view compute;
  std::string_view priority;
  std::uint32_t chosen = kNone;
  std::string_view compute_used;
};

template <class Columns>
void describe(Columns& columns, DecisionCells& row) {
  columns.number("decision", row.decision, "", "0, 1, … in order");
  columns.cycle("cycle", row.cycle, "of the decision");
  columns.text("node", row.node, "name of the node");
  columns.choice("state", row.state, kNodeStateWords,
                 "before the decision; `open`: it serves a batch, and may begin another one");
  columns.number("pending", row.pending, "requests", "that wait at the node, as its last report says");
  columns.number("priority_requests", row.priority_requests, "requests", "those of the priority type among them");
  columns.cycle_if_any("oldest", row.oldest, "since which the oldest of them waits; empty: none waits");
  columns.text("weight", row.weight, "its importance");
  columns.text("compute", row.compute, "what it takes of the rated compute");
  columns.text("priority", row.priority, "its inference priority, whatever the policy is");
  columns.number_if_any("chosen", row.chosen, "", "0, 1, … in the order taken; empty: it is not taken");
  columns.text("compute_used", row.compute_used, "compute of all busy nodes after the decision");
}

/// The cells whose `stations` are a Record.
template <class Record>
struct CellsOf;
template <>
struct CellsOf<TaskRecord> {
  using Type = TaskCells;
};
template <>
struct CellsOf<JobRecord> {
  using Type = JobCells;
};
template <>
struct CellsOf<BatchStations> {
  using Type = BatchCells;
};

/// Name of the column of a station, for messages.
template <class Record>
std::string_view station_name(Cycle Record::*station) {
  auto cells = widest_row<typename CellsOf<Record>::Type>();
  return column_name(cells, &(cells.stations.*station));
}
inline std::string_view station_name(Cycle PacketCells::*station) {
  PacketCells cells;
  return column_name(cells, &(cells.*station));
}

/// Calls `visit(cells)` with empty cells of every table.
template <class Visit>
void for_each_table(Visit&& visit) {
  visit(TaskCells{});
  visit(JobCells{});
  visit(PickCells{});
  visit(StayCells{});
  visit(FaultCells{});
  visit(NetworkFaultCells{});
  visit(EdgeCells{});
  visit(RequestCells{});
  visit(PathCells{});
  visit(SlackCells{});
  visit(LinkCells{});
  visit(LinkLoadCells{});
  visit(PacketCells{});
  visit(SessionCells{});
  visit(BatchCells{});
  visit(VisitCells{});
  visit(DecisionCells{});
}

struct TableColumns {
  std::string file;
  std::vector<std::string> rows;  ///< `| column | holds | meaning |`
};
/// The tables of columns that docs/outputs.md and docs/serving.md show.
std::vector<TableColumns> column_tables();

}  // namespace gantry
