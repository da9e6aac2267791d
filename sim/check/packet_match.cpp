// SPDX-License-Identifier: Apache-2.0
#include "check/packet_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "result/output_names.h"
#include "result/tables.h"

namespace gantry {
namespace {

using Kind = PacketKind;

constexpr const char* kHost = "host";
constexpr const char* kScheduler = "scheduler";

constexpr std::uint32_t bit(Kind kind) { return std::uint32_t{1} << static_cast<std::uint32_t>(kind); }

constexpr std::uint32_t kOfTasks = bit(Kind::descriptor_push) | bit(Kind::descriptor_write) |
                                   bit(Kind::descriptor_ack) | bit(Kind::descriptor_data) | bit(Kind::interrupt) |
                                   bit(Kind::go);
constexpr std::uint32_t kOfJobs = bit(Kind::job) | bit(Kind::input_read) | bit(Kind::input_data) |
                                  bit(Kind::output_write) | bit(Kind::output_ack) | bit(Kind::completion);
/// Of data: of the job that needs or makes it, or of none.
constexpr std::uint32_t kOfParts = bit(Kind::part_read) | bit(Kind::part_data) | bit(Kind::part_elsewhere) |
                                   bit(Kind::part_write) | bit(Kind::part_ack);
constexpr std::uint32_t kOfNothing = bit(Kind::part_left) | bit(Kind::doorbell) | bit(Kind::descriptor_read) |
                                     bit(Kind::synthetic) | bit(Kind::synthetic_response) |
                                     bit(Kind::synthetic_urgent) | bit(Kind::synthetic_urgent_response);

std::uint64_t key(std::uint32_t task, std::uint32_t job) { return std::uint64_t{task} << 32U | job; }

}  // namespace

PacketMatch::PacketMatch(const RunFiles& run, Findings& findings)
    : run_(run),
      findings_(findings),
      file_(run.path(kPacketsFile)),
      of_jobs_(run.jobs.size()),
      of_tasks_(run.tasks.size()) {
  for (std::size_t n = 0; n < run.names.size(); ++n) names_.emplace(run.names[n], static_cast<std::uint32_t>(n));
  for (std::size_t j = 0; j < run.jobs.size(); ++j) {
    const JobRecord& job = run.jobs[j].stations;
    jobs_.emplace(key(static_cast<std::uint32_t>(job.task), job.job), static_cast<std::uint32_t>(j));
  }
}

std::string PacketMatch::title(const PacketRow& packet) const {
  if (packet.task.empty()) return fmt::format("{} from {} to {}", kind_name(packet.kind), packet.from, packet.to);
  if (packet.job == kNone) return fmt::format("{} of task {}", kind_name(packet.kind), packet.task);
  return fmt::format("{} of job {} of task {}", kind_name(packet.kind), packet.job, packet.task);
}

void PacketMatch::tell(const PacketRow& packet, const std::string& what) {
  findings_.add(file_, packet.line, title(packet) + ": " + what);
}

template <class Record>
void PacketMatch::same(const PacketRow& packet, Cycle PacketCells::*station, const Record& row, Cycle Record::*right) {
  const Cycle told = packet.*station;
  const Cycle cycle = row.*right;
  if (told == cycle) return;
  const char* file = CellsOf<Record>::Type::kFile;
  const std::string_view column = station_name(right);
  const std::string expected = cycle == kNever ? fmt::format("but {} has no {}", file, column)
                                               : fmt::format("(expected {}, as {} in {})", cycle, column, file);
  tell(packet, fmt::format("{} is {} {}", station_name(station), told, expected));
}

void PacketMatch::ends(const PacketRow& packet, std::string_view from, std::string_view to) {
  const auto end = [&](const char* which, std::string_view told, std::string_view right) {
    if (!right.empty() && told != right) tell(packet, fmt::format("{} is {} (expected {})", which, told, right));
  };
  end("from", packet.from, from);
  end("to", packet.to, to);
}

void PacketMatch::note_only(Way& way, const PacketRow& packet) {
  if ((way.kinds & bit(packet.kind)) != 0) tell(packet, "the second one");
  way.kinds |= bit(packet.kind);
}

void PacketMatch::follows(const Way& way, const PacketRow& packet, Kind before, Cycle then) {
  if ((way.kinds & bit(before)) == 0) {
    tell(packet, fmt::format("no {} before it", kind_name(before)));
  } else if (packet.created < then) {
    tell(packet, fmt::format("created in cycle {}, before what it follows arrived in {}", packet.created, then));
  }
}

template <class Record>
void PacketMatch::not_before(const PacketRow& packet, const Record& row, Cycle Record::*station) {
  if (packet.created >= row.*station) return;
  const char* file = CellsOf<Record>::Type::kFile;
  tell(packet, fmt::format("created is {} (expected {} at least, as {} in {})", packet.created, row.*station,
                           station_name(station), file));
}

void PacketMatch::request(Way& way, Transfer& transfer, const PacketRow& packet) {
  way.kinds |= bit(packet.kind);
  ++transfer.requests;
  transfer.flits += packet.flits;
  transfer.first = std::min(transfer.first, packet.created);
  way.open.push_back({packet.kind, std::string(packet.to), packet.arrived});
}

/// Answers of a controller may overtake each other where responses have several channels, so each takes the latest
/// request that it can be the answer to, which leaves the others to those that were created earlier.
void PacketMatch::answer(Way& way, Transfer& transfer, const PacketRow& packet, Kind asked) {
  way.kinds |= bit(packet.kind);
  ++transfer.answers;
  transfer.flits += packet.flits;
  transfer.last = std::max(transfer.last, packet.arrived);
  const auto none = way.open.end();
  auto latest = none;
  auto any = none;
  for (auto open = way.open.begin(); open != none; ++open) {
    if (open->kind != asked || open->memory != packet.from) continue;
    if (any == none) any = open;
    if (open->arrived <= packet.created) latest = open;
  }
  if (any == none) {
    tell(packet, fmt::format("no {} to {} before it that has no answer yet", kind_name(asked), packet.from));
    return;
  }
  if (latest == none) {
    tell(packet,
         fmt::format("created in cycle {}, before what it follows arrived in {}", packet.created, any->arrived));
    latest = any;
  }
  way.open.erase(latest);
}

bool PacketMatch::pushed(const Way& way) { return (way.kinds & bit(Kind::descriptor_push)) != 0; }

void PacketMatch::take(const PacketRow& packet) {
  const std::uint32_t kind = bit(packet.kind);
  const bool of_task = (kind & kOfTasks) != 0;
  const bool of_part = (kind & kOfParts) != 0;
  const bool of_job = (kind & kOfJobs) != 0 || (of_part && !packet.task.empty());
  if (of_part) take_of_part(packet);
  if (!of_task && !of_job && !of_part && (kind & kOfNothing) == 0) {
    findings_.add(file_, packet.line, fmt::format("{} is no message of this machine", kind_name(packet.kind)));
    return;
  }
  if (packet.task.empty() == (of_task || of_job) || (packet.job != kNone) != of_job) {
    const char* right = of_job ? "a task and a job" : of_task ? "a task and no job" : "neither task nor job";
    findings_.add(file_, packet.line,
                  fmt::format("{} names {} here (expected {})", kind_name(packet.kind),
                              packet.task.empty()   ? "no task"
                              : packet.job == kNone ? "a task"
                                                    : "a job",
                              right));
    return;
  }
  if (packet.task.empty() || (!run_.summary.wrote(kTasksFile) && !run_.summary.wrote(kJobsFile))) return;
  const auto at = names_.find(packet.task);
  const std::uint32_t task = at == names_.end() ? kNone : at->second;
  if (run_.summary.wrote(kTasksFile) && (task == kNone || run_.task(task) == nullptr)) {
    tell(packet, std::string("the task is not in ") + kTasksFile);
    return;
  }
  if (of_task && run_.summary.wrote(kTasksFile)) take_of_task(packet, task);
  if (of_job && run_.summary.wrote(kJobsFile)) take_of_job(packet, task);
}

/// Each read is answered, with the data or with where they are, and each write acknowledged.
void PacketMatch::take_of_part(const PacketRow& packet) {
  const bool asks = packet.kind == Kind::part_read || packet.kind == Kind::part_write;
  Way& way = of_parts_[std::string(asks ? packet.from : packet.to)];
  if (asks) {
    request(way, packet.kind == Kind::part_read ? way.in : way.out, packet);
  } else if (packet.kind == Kind::part_ack) {
    answer(way, way.out, packet, Kind::part_write);
  } else {
    answer(way, way.in, packet, Kind::part_read);
  }
}

void PacketMatch::take_of_task(const PacketRow& packet, std::uint32_t name) {
  const TaskRecord& task = run_.task(name)->stations;
  Way& way = of_tasks_[run_.row_of[name]];
  switch (packet.kind) {
    case Kind::descriptor_push:
      note_only(way, packet);
      ends(packet, kHost, kScheduler);
      same(packet, &PacketCells::created, task, &TaskRecord::submitted);
      if (task.cached != kNever || packet.arrived <= run_.summary.cycles) {
        same(packet, &PacketCells::arrived, task, &TaskRecord::cached);
      }
      way.in.last = packet.arrived;
      break;
    case Kind::go:
      take_go(packet, name);
      break;
    case Kind::descriptor_write:
      ends(packet, kHost, "");
      not_before(packet, task, &TaskRecord::submitted);
      request(way, way.out, packet);
      break;
    case Kind::descriptor_ack:
      ends(packet, "", kHost);
      answer(way, way.out, packet, Kind::descriptor_write);
      break;
    case Kind::descriptor_data:
      ends(packet, "", kScheduler);
      follows(way, packet, Kind::descriptor_ack, way.out.last);
      way.kinds |= bit(packet.kind);
      ++way.in.answers;
      way.in.last = std::max(way.in.last, packet.arrived);
      if (way.in.answers > way.out.requests) tell(packet, "more of them than descriptor_write");
      // The last cycle of an unfinished run can lie before it is seen.
      if (way.in.answers == way.out.requests && (task.cached != kNever || packet.arrived <= run_.summary.cycles)) {
        same(packet, &PacketCells::arrived, task, &TaskRecord::cached);
      }
      break;
    default:
      note_only(way, packet);
      follows(way, packet, pushed(way) ? Kind::descriptor_push : Kind::descriptor_data, way.in.last);
      ends(packet, kScheduler, kHost);
      same(packet, &PacketCells::created, task, &TaskRecord::completed);
      break;
  }
}

/// One starts all jobs of a task at its processor.
void PacketMatch::take_go(const PacketRow& packet, std::uint32_t name) {
  if (!run_.summary.wrote(kJobsFile)) return;
  if (gangs_.empty()) {
    for (const JobRow& row : run_.jobs) {
      if (row.stations.processor == kNone) continue;
      Gang& gang =
          gangs_[{static_cast<std::uint32_t>(row.stations.task), run_.summary.processors[row.stations.processor].name}];
      gang.started = std::min(gang.started, row.stations.started);
      gang.line = row.line;
    }
  }
  const auto at = gangs_.find({name, std::string(packet.to)});
  if (at == gangs_.end()) {
    if (run_.summary.complete) tell(packet, fmt::format("no job of the task is at {}", packet.to));
    return;
  }
  if (at->second.told) tell(packet, "the second one");
  at->second.told = true;
  if (packet.arrived > at->second.started) {
    tell(packet,
         fmt::format("arrived in cycle {}, after a job that it starts did in {}", packet.arrived, at->second.started));
  }
}

void PacketMatch::take_of_job(const PacketRow& packet, std::uint32_t name) {
  const auto at = name == kNone ? jobs_.end() : jobs_.find(key(name, packet.job));
  if (at != jobs_.end()) {
    match_job(packet, run_.jobs[at->second].stations, of_jobs_[at->second]);
    return;
  }
  // A job that did not complete has no row, which nothing but an unfinished run can have.
  const TaskRow* task = name == kNone ? nullptr : run_.task(name);
  const bool done = task != nullptr && (task->stations.completed != kNever || packet.job >= task->stations.jobs);
  if (run_.summary.complete || done) tell(packet, std::string("the job is not in ") + kJobsFile);
}

void PacketMatch::match_job(const PacketRow& packet, const JobRecord& job, Way& way) {
  static const std::string kUnknown;
  const std::string& processor = job.processor == kNone ? kUnknown : run_.summary.processors[job.processor].name;
  const bool has_input = (way.kinds & bit(Kind::input_read)) != 0;
  const bool has_output = (way.kinds & bit(Kind::output_write)) != 0;
  const bool has_data = run_.summary.data.has_value();
  switch (packet.kind) {
    case Kind::part_read:
    case Kind::part_data:
    case Kind::part_elsewhere:
    case Kind::part_write:
    case Kind::part_ack:
      break;  // its processor has been looked at
    case Kind::job:
      note_only(way, packet);
      ends(packet, "", processor);
      if (packet.created < job.picked) {
        tell(packet, fmt::format("created in cycle {}, before the job was picked in {}", packet.created, job.picked));
      }
      same(packet, &PacketCells::sent, job, &JobRecord::issued);
      same(packet, &PacketCells::arrived, job, &JobRecord::arrived);
      break;
    case Kind::input_read:
      follows(way, packet, Kind::job, 0);
      ends(packet, processor, "");
      not_before(packet, job, &JobRecord::arrived);
      request(way, way.in, packet);
      break;
    case Kind::input_data:
      answer(way, way.in, packet, Kind::input_read);
      ends(packet, "", processor);
      if (packet.arrived > job.started) {
        tell(packet, fmt::format("arrived in cycle {}, after the job started in {}", packet.arrived, job.started));
      }
      break;
    case Kind::output_write:
      follows(way, packet, has_input ? Kind::input_data : Kind::job, way.in.last);
      ends(packet, processor, "");
      not_before(packet, job, &JobRecord::finished);
      request(way, way.out, packet);
      break;
    case Kind::output_ack:
      answer(way, way.out, packet, Kind::output_write);
      ends(packet, "", processor);
      break;
    default:
      note_only(way, packet);
      follows(way, packet, has_output ? Kind::output_ack : has_input ? Kind::input_data : Kind::job, 0);
      ends(packet, processor, kScheduler);
      if (has_data) {
        same(packet, &PacketCells::created, job, &JobRecord::written);
      } else if (has_output && packet.created != way.out.last) {
        tell(packet, fmt::format("created is {} (expected {}, when its output was acknowledged)", packet.created,
                                 way.out.last));
      } else if (!has_output) {
        same(packet, &PacketCells::created, job, &JobRecord::finished);
      }
      same(packet, &PacketCells::arrived, job, &JobRecord::completed);
      break;
  }
}

void PacketMatch::finish() {
  if (run_.summary.wrote(kJobsFile)) finish_jobs();
  if (run_.summary.wrote(kTasksFile)) finish_tasks();
  if (run_.summary.complete) finish_parts();
  for (const auto& [of, gang] : gangs_) {
    if (gang.told) continue;
    findings_.add(run_.path(kJobsFile), gang.line,
                  fmt::format("{} has no go of task {} to {}", kPacketsFile, run_.names[of.first], of.second));
  }
}

void PacketMatch::finish_parts() {
  for (const auto& [processor, way] : of_parts_) {
    if (way.open.empty()) continue;
    findings_.add(file_, 0,
                  fmt::format("{} of the reads and writes of parts by {} have no answer", way.open.size(), processor));
  }
}

/// Each job has its message and its completion. Those of a task are alike in what they read and write, if no task has
/// jobs that differ.
void PacketMatch::finish_jobs() {
  std::vector<std::uint32_t> first(run_.names.size(), kNone);  // row of the task's first job in the file
  for (std::size_t j = 0; j < run_.jobs.size(); ++j) {
    const JobRow& row = run_.jobs[j];
    const Way& way = of_jobs_[j];
    const auto tell = [&](const std::string& what) {
      findings_.add(run_.path(kJobsFile), row.line,
                    fmt::format("job {} of task {}: {}", row.stations.job, run_.names[row.stations.task], what));
    };
    for (const Kind kind : {Kind::job, Kind::completion}) {
      if ((way.kinds & bit(kind)) == 0) tell(fmt::format("{} has no {} message of it", kPacketsFile, kind_name(kind)));
    }
    if (!way.open.empty()) {
      tell(fmt::format("{} of its requests to memory in {} have no answer", way.open.size(), kPacketsFile));
    }
    const auto ends = [&](const char* column, Cycle told, const Transfer& transfer, const char* answer, Cycle without) {
      const Cycle right = transfer.answers == 0 ? without : transfer.last;
      if (run_.summary.data ? told < right : told != right) {
        tell(fmt::format(
            "{} is {} (expected {}, {})", column, told, right,
            transfer.answers == 0 ? "as it moves no data" : fmt::format("when its last {} arrived", answer)));
      }
    };
    ends("ready", row.stations.ready, way.in, "input_data", row.stations.arrived);
    ends("written", row.stations.written, way.out, "output_ack", row.stations.finished);
    std::uint32_t& other = first[row.stations.task];
    if (other == kNone) other = static_cast<std::uint32_t>(j);
    const auto differ = [](const Transfer& a, const Transfer& b) {
      return a.requests != b.requests || a.answers != b.answers || a.flits != b.flits;
    };
    if (run_.summary.job_groups) continue;
    if (differ(way.in, of_jobs_[other].in) || differ(way.out, of_jobs_[other].out)) {
      tell(fmt::format("its messages of input and output in {} are not those of job {} of its task", kPacketsFile,
                       run_.jobs[other].stations.job));
    }
  }
}

void PacketMatch::finish_tasks() {
  for (std::size_t t = 0; t < run_.tasks.size(); ++t) {
    const TaskRow& row = run_.tasks[t];
    const Way& way = of_tasks_[t];
    const auto tell = [&](const std::string& what) {
      findings_.add(run_.path(kTasksFile), row.line, fmt::format("task {}: {}", run_.names[row.stations.number], what));
    };
    const auto need = [&](std::initializer_list<Kind> kinds) {
      for (const Kind kind : kinds) {
        if ((way.kinds & bit(kind)) != 0) continue;
        tell(fmt::format("{} has no {} message of it", kPacketsFile, kind_name(kind)));
      }
    };
    if (run_.summary.complete) need({Kind::interrupt});
    if (row.stations.cached == kNever) continue;
    if (pushed(way)) continue;
    need({Kind::descriptor_write, Kind::descriptor_ack, Kind::descriptor_data});
    if (way.out.answers != way.out.requests || way.in.answers != way.out.requests) {
      tell(fmt::format("its descriptor was written by {} messages, acknowledged by {} and read by {} in {}",
                       way.out.requests, way.out.answers, way.in.answers, kPacketsFile));
    } else if (way.out.first != row.stations.submitted) {
      tell(fmt::format("submitted is {} (expected {}, when its first descriptor_write was created by {})",
                       row.stations.submitted, way.out.first, kPacketsFile));
    }
  }
}

}  // namespace gantry
