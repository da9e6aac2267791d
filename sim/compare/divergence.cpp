// SPDX-License-Identifier: Apache-2.0
#include "compare/divergence.h"

#include <algorithm>

#include "result/station_order.h"

namespace gantry {
namespace {

constexpr const char* kEnd = "end";

template <class Record>
Cycle cycle_of(const Record* record, const StationLine<Record>& station) {
  return record == nullptr ? kNever : record->*(station.cycle);
}

/// Visits every station that the runs come to in different cycles, or in the same one with another choice:
/// `visit(block, station, task, job, a_cycle, b_cycle, a_record, b_record)`.
class Walk {
 public:
  explicit Walk(const RunPair& runs) : runs_(runs) {}

  template <class Visit>
  void stations(Visit&& visit) const {
    // In the order of a life: a task's stations before its jobs', then the jobs', then the task's others.
    const auto& of_tasks = life_of<TaskRecord>();
    const auto jobs = std::find_if(of_tasks.begin(), of_tasks.end(),
                                   [](const auto* s) { return s->cycle == &TaskRecord::first_issue; });
    if (runs_.has_tasks) std::for_each(of_tasks.begin(), jobs, [&](const auto* s) { tasks(*s, visit); });
    if (runs_.has_jobs) {
      for (const auto* s : life_of<JobRecord>()) jobs_at(*s, visit);
    }
    if (runs_.has_tasks) std::for_each(jobs, of_tasks.end(), [&](const auto* s) { tasks(*s, visit); });
  }

  [[nodiscard]] std::string_view processor(const JobRecord* job, bool of_a) const {
    const auto& processors = (of_a ? runs_.a : runs_.b).files.summary.processors;
    return job == nullptr || job->processor == kNone ? std::string_view() : processors[job->processor].name;
  }

 private:
  template <class Visit>
  void tasks(const StationLine<TaskRecord>& station, Visit& visit) const {
    const bool choice = station.cycle == &TaskRecord::registered;  // with it comes the id
    for (const TaskPair& task : runs_.tasks) {
      const TaskRecord* a = task.a == nullptr ? nullptr : &task.a->stations;
      const TaskRecord* b = task.b == nullptr ? nullptr : &task.b->stations;
      const Cycle in_a = cycle_of(a, station);
      const Cycle in_b = cycle_of(b, station);
      if (in_a == in_b && (!choice || a == nullptr || b == nullptr || a->id == b->id)) continue;
      const auto deed = [&](const TaskRecord* record, Cycle other) {
        return Deed{station.block, station.name, task.name, kNone, {}, choice ? record->id : kNone, other};
      };
      if (in_a != kNever) visit(true, in_a, deed(a, in_b));
      if (in_b != kNever) visit(false, in_b, deed(b, in_a));
    }
  }

  template <class Visit>
  void jobs_at(const StationLine<JobRecord>& station, Visit& visit) const {
    // With it comes the processor.
    const bool choice =
        station.cycle == (runs_.a.reserves() && runs_.b.reserves() ? &JobRecord::matched : &JobRecord::picked);
    const bool last = station.cycle == &JobRecord::completed;
    for (const JobPair& job : runs_.jobs) {
      // The table does not show how far an unfinished job came.
      if (!last && (job.a == nullptr || job.b == nullptr)) continue;
      const Cycle in_a = cycle_of(job.a, station);
      const Cycle in_b = cycle_of(job.b, station);
      if (in_a == in_b && (!choice || processor(job.a, true) == processor(job.b, false))) continue;
      const auto deed = [&](const JobRecord* record, bool of_a, Cycle other) {
        return Deed{station.block,
                    station.name,
                    runs_.tasks[job.task].name,
                    job.job,
                    choice ? processor(record, of_a) : std::string_view(),
                    kNone,
                    other};
      };
      if (in_a != kNever) visit(true, in_a, deed(job.a, true, in_b));
      if (in_b != kNever) visit(false, in_b, deed(job.b, false, in_a));
    }
  }

  const RunPair& runs_;
};

}  // namespace

std::optional<Divergence> first_divergence(const RunPair& runs) {
  const RunSummary& a = runs.a.files.summary;
  const RunSummary& b = runs.b.files.summary;
  const bool one_end = a.cycles == b.cycles && a.end == b.end;
  Cycle first = kNever;
  const Walk walk(runs);
  walk.stations([&](bool /*of_a*/, Cycle cycle, const Deed& /*deed*/) { first = std::min(first, cycle); });
  if (!one_end) first = std::min({first, a.cycles, b.cycles});
  // After the end of an unfinished run nothing is known.
  if (first == kNever) return std::nullopt;

  Divergence at;
  at.cycle = first;
  const auto add = [&](bool of_a, Cycle cycle, const Deed& deed) {
    if (cycle != first) return;
    if (at.records == 0) {
      at.block = deed.block;
      at.station = deed.station;
    }
    // One record that both come to in this cycle, each in its own way, is one.
    if (of_a || deed.elsewhere != first) ++at.records;
    std::vector<Deed>& deeds = of_a ? at.a : at.b;
    if (deeds.size() < kMostDeeds) deeds.push_back(deed);
  };
  walk.stations(add);
  const auto end_in = [&](bool of_a, Cycle cycle, Cycle other) {
    add(of_a, cycle, Deed{"host", kEnd, {}, kNone, {}, kNone, other});
  };
  if (!one_end) {
    end_in(true, a.cycles, b.cycles);
    end_in(false, b.cycles, a.cycles);
  }
  return at;
}

}  // namespace gantry
