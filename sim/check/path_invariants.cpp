// SPDX-License-Identifier: Apache-2.0
// The critical path against the tables of tasks and jobs: it is a chain from cycle 0 to the end, and its stations are
// when the tables say.
#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/invariants.h"
#include "gantry/explain/event.h"
#include "result/output_names.h"

namespace gantry {
namespace {

/// The cycle of a station by its name in the path; nothing: no column of the table.
template <class Record, std::size_t N>
std::optional<Cycle> cycle_of(const GraphStation<Record> (&stations)[N], std::string_view name, const Record& record) {
  for (const GraphStation<Record>& known : stations) {
    if (known.name == name && station_line(known.stamp) != nullptr) return record.*(known.stamp);
  }
  return std::nullopt;
}

template <class Record, std::size_t N>
bool has_station(const GraphStation<Record> (&stations)[N], std::string_view name) {
  return std::any_of(std::begin(stations), std::end(stations), [&](const auto& known) { return known.name == name; });
}

std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find(' ');
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return word;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Whose station: a place in RunFiles::names, and the job's number.
struct Whose {
  std::uint32_t task = kNone;
  std::uint32_t job = kNone;
};

bool of_job(std::string_view name) { return has_station(kJobStations, name); }

bool is_station(std::string_view name) {
  return name == station_name(Station::begin) || has_station(kTaskStations, name) || of_job(name);
}

class PathCheck {
 public:
  PathCheck(const RunFiles& run, Findings& findings) : run_(run), findings_(findings) {
    for (std::uint32_t i = 0; i < run.jobs.size(); ++i) {
      jobs_.emplace(key(static_cast<std::uint32_t>(run.jobs[i].stations.task), run.jobs[i].stations.job), i);
    }
    for (std::uint32_t i = 0; i < run.names.size(); ++i) names_.emplace(run.names[i], i);
  }

  void chain() {
    Cycle now = 0;
    std::array<Cycle, kCauses> causes{};
    for (std::size_t i = 0; i < run_.path_steps.size(); ++i) {
      const PathRow& step = run_.path_steps[i];
      if (step.from != now) tell(step, "does not begin where the step before ends, in cycle " + std::to_string(now));
      if (step.to <= step.from || step.cycles != step.to - step.from) tell(step, "cycles are not to - from, from 1 on");
      if (step.block != info(step.cause).block) tell(step, "not the block of its cause");
      causes[static_cast<std::size_t>(step.cause)] += step.cycles;
      now = step.to;
      const bool goes_on = i + 1 < run_.path_steps.size() && run_.path_steps[i + 1].detail.rfind("then ", 0) == 0;
      stations(step, goes_on);
    }
    const std::string path = run_.path(kPathFile);
    if (!run_.path_steps.empty() && now != run_.summary.cycles) {
      findings_.add(path, 0,
                    "ends in cycle " + std::to_string(now) + ", the run in " + std::to_string(run_.summary.cycles));
    }
    if (!run_.summary.critical_path) return;
    const auto& told = *run_.summary.critical_path;
    for (std::size_t i = 0; i < told.size(); ++i) {
      if (told[i] == causes[i]) continue;
      findings_.add(run_.path(kSummaryFile), 0,
                    "critical_path." + std::string(kCauseNames[i]) + " is " + std::to_string(told[i]) +
                        ", the steps of " + kPathFile + " sum to " + std::to_string(causes[i]));
    }
  }

 private:
  static std::uint64_t key(std::uint32_t task, std::uint32_t job) { return std::uint64_t{task} << 32 | job; }

  void tell(const PathRow& step, const std::string& what) { findings_.add(run_.path(kPathFile), step.line, what); }

  /// When it was, if the tables say.
  [[nodiscard]] std::optional<Cycle> time(std::string_view name, const Whose& whose) const {
    if (whose.task == kNone) return std::nullopt;
    if (whose.job != kNone) {
      const auto at = jobs_.find(key(whose.task, whose.job));
      return at == jobs_.end() ? std::nullopt : cycle_of(kJobStations, name, run_.jobs[at->second].stations);
    }
    const TaskRow* task = run_.task(whose.task);
    return task == nullptr ? std::nullopt : cycle_of(kTaskStations, name, task->stations);
  }

  /// Whether the table that it would be in has it, if the run wrote that table.
  [[nodiscard]] bool is_there(const Whose& whose, bool job) const {
    if (!run_.summary.wrote(job ? kJobsFile : kTasksFile)) return true;
    if (whose.task == kNone) return false;
    return job ? jobs_.count(key(whose.task, whose.job)) > 0 : run_.task(whose.task) != nullptr;
  }

  /// `text` is "NAME" or, of a job, "NAME JOB".
  [[nodiscard]] Whose whose(std::string_view text, bool job) const {
    Whose who;
    if (job) {
      const std::size_t space = text.rfind(' ');
      if (space == std::string_view::npos) return who;
      const char* end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data() + space + 1, end, who.job);
      if (error != std::errc() || stop != end) return Whose{};
      text = text.substr(0, space);
    }
    const auto at = names_.find(std::string(text));
    if (at != names_.end()) who.task = at->second;
    return who;
  }

  /// "picked after admitted", "started after finished of conv1 3", "then picked".
  void stations(const PathRow& step, bool goes_on) {
    std::string_view text = step.detail;
    const bool own_time = take(text, "then ");
    const std::string_view came_to = take_word(text);
    const Whose own{step.task, of_job(came_to) ? step.job : kNone};
    if (!is_station(came_to)) tell(step, "detail names no station: \"" + step.detail + '"');
    if (step.job != kNone && !of_job(came_to)) tell(step, "has a job at a station of a task");
    if (step.task != kNone && !is_there(own, of_job(came_to))) tell_missing(step, of_job(came_to));
    const auto at = time(came_to, own);
    if (at && !goes_on && *at != step.to) {
      tell(step, "comes to " + std::string(came_to) + ", which the tables have in cycle " + std::to_string(*at));
    }
    if (own_time && at) quarantine(step, came_to, own);
    // Where the last part of its data came from.
    if (came_to == station_name(Station::job_ready) && !text.empty() && text.back() == ')') {
      text = text.substr(0, text.rfind(" ("));
    }
    if (own_time || text.empty()) return;
    const bool after = take(text, "after ");
    const std::string_view awaited = take_word(text);
    if (!after || !is_station(awaited)) return tell(step, "detail does not say after which station");
    Whose other{step.task, of_job(awaited) ? step.job : kNone};
    if (take(text, "of ")) {
      other = whose(text, of_job(awaited));
      if (!is_there(other, of_job(awaited)))
        tell(step, "awaits " + std::string(text) + ", which the tables do not have");
    }
    const auto since = time(awaited, other);
    if (since && *since != step.from) {
      tell(step, "begins with " + std::string(awaited) + ", which the tables have in cycle " + std::to_string(*since));
    }
  }

  /// The block's own time before a pick or a match is of the cause `quarantine` exactly if the processor left
  /// quarantine in it; of a retry from its first pick on of the cause `retry`.
  void quarantine(const PathRow& step, std::string_view came_to, const Whose& own) {
    bool in_quarantine = false;
    if (const auto at = jobs_.find(key(own.task, own.job)); own.job != kNone && at != jobs_.end()) {
      const JobRecord& job = run_.jobs[at->second].stations;
      const bool pick = came_to == station_name(Station::job_picked);
      const bool match = came_to == station_name(Station::job_matched);
      in_quarantine = (match || (pick && job.attempt == 0)) && job.released != kNever && job.released > step.from &&
                      job.released <= step.to;
    }
    if (in_quarantine == (step.cause == Cause::quarantine)) return;
    tell(step, in_quarantine ? "its processor left quarantine in it, and its cause is not quarantine"
                             : "its processor did not leave quarantine in it");
  }

  void tell_missing(const PathRow& step, bool job) {
    const std::string& task = run_.names[step.task];
    if (!job) return tell(step, "task " + task + " is not in " + kTasksFile);
    const std::string number = step.job == kNone ? "without a number" : std::to_string(step.job);
    tell(step, "job " + number + " of task " + task + " is not in " + kJobsFile);
  }

  const RunFiles& run_;
  Findings& findings_;
  std::unordered_map<std::uint64_t, std::uint32_t> jobs_;
  std::unordered_map<std::string, std::uint32_t> names_;
};

}  // namespace

void check_path(const RunFiles& run, Findings& findings) { PathCheck(run, findings).chain(); }

void check_slack(const RunFiles& run, Findings& findings) {
  const std::string path = run.path(kSlackFile);
  std::vector<bool> on_path(run.names.size(), false);
  for (const PathRow& step : run.path_steps) {
    if (step.task != kNone) on_path[step.task] = true;
  }
  std::vector<bool> told(run.names.size(), false);
  for (const SlackRow& row : run.slack) {
    if (told[row.task]) findings.add(path, row.line, "duplicate row of the task");
    told[row.task] = true;
    if (on_path[row.task] && row.slack != 0) findings.add(path, row.line, "on the critical path, but with slack");
    if (row.slack > run.summary.cycles) findings.add(path, row.line, "more slack than the run has cycles");
  }
  if (run.slack.empty()) return;
  for (const TaskRow& task : run.tasks) {
    if (task.stations.completed != kNever && !told[task.stations.number]) {
      findings.add(path, 0, "no row for task " + run.names[task.stations.number]);
    }
  }
}

}  // namespace gantry
