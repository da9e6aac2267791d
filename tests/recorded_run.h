// SPDX-License-Identifier: Apache-2.0
// One run of an experiment without SystemC and without files: its records and what it counted, comparable byte by byte.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/graph_source.h"
#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "gantry/scheduler/stations.h"
#include "output/cycle_order.h"
#include "output/summary_json.h"

namespace gantry {

class Records final : public RecordSink {
 public:
  void task_done(const TaskRecord& task) override { tasks.push_back(task); }
  void job_done(const JobRecord& job) override { jobs.push_back(job); }
  void part_left(const PartStay& stay) override { stays.push_back(stay); }
  void interrupt_taken(const InterruptRecord& interrupt) override { interrupts.push_back(interrupt); }
  void match_failed(std::uint64_t /*task*/, Cycle /*now*/) override { ++failures; }
  void match_failures_repeated(Cycle /*from*/, Cycle /*to*/, std::uint64_t repeated) override { failures += repeated; }

  std::vector<TaskRecord> tasks;
  std::vector<JobRecord> jobs;
  std::vector<PartStay> stays;
  std::vector<InterruptRecord> interrupts;
  std::uint64_t failures = 0;
};

struct RecordedRun {
  RunEnd end = RunEnd::complete;
  Records records;
  RunStats stats;

  /// The lives of all tasks and jobs.
  [[nodiscard]] std::string lives() const {
    std::ostringstream text;
    std::vector<TaskRecord> tasks = records.tasks;
    std::stable_sort(tasks.begin(), tasks.end(), [](const TaskRecord& a, const TaskRecord& b) {
      return a.completed != b.completed ? a.completed < b.completed : earlier_within_cycle(a, b);
    });
    for (const TaskRecord& t : tasks) {
      text << "task " << t.number;
      stations(text, t);
      text << " id " << t.id << " acknowledged " << t.acknowledged << " rung " << t.rung << " released " << t.released
           << " entry " << t.entry << " failures " << t.counts.match_failures << '\n';
    }
    std::vector<JobRecord> jobs = records.jobs;
    std::stable_sort(jobs.begin(), jobs.end(), [](const JobRecord& a, const JobRecord& b) {
      return a.completed != b.completed ? a.completed < b.completed : earlier_within_cycle(a, b);
    });
    for (const JobRecord& j : jobs) {
      text << "job " << j.task << '.' << j.job << " on " << j.processor;
      stations(text, j);
      text << " port " << j.port << '\n';
    }
    for (const PartStay& s : records.stays) {
      text << "part " << s.object << '.' << s.instance << '.' << s.part << " of " << s.writer << " in " << s.store
           << ' ' << s.reserved << ' ' << s.from << ' ' << s.until << ' ' << s.written << ' ' << s.source << ' '
           << s.uses << ' ' << kPartEndNames[static_cast<std::size_t>(s.end)] << '\n';
    }
    for (const InterruptRecord& i : records.interrupts) {
      text << "interrupt " << i.queue << '.' << i.position << ' ' << i.seen << ' ' << i.taken << '\n';
    }
    return text.str();
  }

  template <class Record>
  static void stations(std::ostringstream& text, const Record& record) {
    for (const StationLine<Record>& line : stations_of<Record>()) {
      text << ' ' << line.name << ' ' << record.*(line.cycle);
    }
  }

  /// Everything a user could see of the run.
  [[nodiscard]] std::string bytes() const {
    std::ostringstream text;
    text << lives();
    for (const BlockStats& block : stats.blocks) {
      text << "block " << block.name << " busy " << block.busy_cycles << '\n';
      for (const auto& [cause, cycles] : block.stalls)
        text << block.name << " stalls " << cause << ' ' << cycles << '\n';
      for (const QueueStats& q : block.queues)
        text << block.name << '.' << q.name << ' ' << q.mean << ' ' << q.max << '\n';
    }
    text << summary_json(RunInfo{}, stats);
    for (const std::string& line : stats.diagnosis) text << line << '\n';
    return text.str();
  }
};

/// First line in which two texts differ; empty when they are the same.
inline std::string first_difference(const std::string& a, const std::string& b) {
  std::istringstream lines_a(a);
  std::istringstream lines_b(b);
  std::string line_a;
  std::string line_b;
  for (;;) {
    const bool more_a = static_cast<bool>(std::getline(lines_a, line_a));
    const bool more_b = static_cast<bool>(std::getline(lines_b, line_b));
    if (!more_a && !more_b) return "";
    if (more_a != more_b || line_a != line_b) return "'" + line_a + "' against '" + line_b + "'";
  }
}

/// How the units of a run get their cycles.
enum class Stepping : std::uint8_t {
  when_due,    ///< as the kernel does it
  every_cycle  ///< every unit in every cycle, which must not matter: skipping is not to be seen
};

inline RunEnd run_every_cycle(Machine& machine, Cycle max_cycles, Cycle& now) {
  struct : Waker {
    void schedule(Cycle /*at*/) override {}
  } waker;
  for (Unit* unit : machine.units()) unit->attach(&waker);
  machine.run_all_cycles();
  machine.start(max_cycles);
  for (now = 0; !machine.finished(); ++now) {
    if (now > max_cycles) return RunEnd::cycle_limit;
    for (Unit* unit : machine.units()) {
      unit->wake(now);
      unit->run(now);
    }
  }
  return RunEnd::complete;
}

/// Throws what the machine throws. A complete run is checked to leave nothing behind.
inline RecordedRun record_run(const Experiment& experiment, const CycleKernelOptions& options,
                              Stepping stepping = Stepping::when_due,
                              const MachineCatalogue& catalogue = builtin_catalogue()) {
  RecordedRun run;
  const std::unique_ptr<TaskSource> tasks = make_task_source(experiment);
  TaskSource& source = *tasks;
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice}, source, run.records,
                  experiment.background, catalogue);
  machine.use_faults(fault_plan(experiment));
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  Cycle now = 0;
  run.end = stepping == Stepping::when_due ? run_cycles(machine, control, options, now)
                                           : run_every_cycle(machine, experiment.max_cycles, now);
  if (run.end == RunEnd::complete) machine.verify_empty();
  run.stats = machine.finish(run.end, now);
  return run;
}

}  // namespace gantry
