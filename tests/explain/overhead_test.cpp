// SPDX-License-Identifier: Apache-2.0
// What became of the processors' cycles, against the same cycle by cycle.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/explain/overhead.h"
#include "program_run.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::overhead_test {

namespace {

/// docs/explaining.md, "Overhead", word by word and slowly.
class CycleByCycle {
 public:
  CycleByCycle(const Experiment& experiment, const RecordedRun& run)
      : sets_(experiment.architecture), records_(run.records), cycles_(run.stats.cycles) {
    GraphSource source(experiment.workload, experiment.architecture);
    std::vector<TaskPart> parts;
    for (Task task; source.next(task);) {
      sets_.parts_of(task, parts);
      std::vector<std::uint32_t>& sets = set_of_.emplace_back();
      for (const TaskPart& part : parts) sets.insert(sets.end(), part.jobs, part.set);
      tasks_.push_back(task);
    }
    stations_.resize(tasks_.size());
    for (const TaskRecord& task : records_.tasks) stations_[task.number] = task;
    jobs_.resize(tasks_.size());
    for (const JobRecord& job : records_.jobs) jobs_[job.task].push_back(job);
    for (std::uint32_t set = 0; set < sets_.count(); ++set) order_.push_back(set);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return sets_.size(a) < sets_.size(b); });
  }

  Overhead overhead() {
    Overhead sums;
    for (Cycle now = 0; now < cycles_; ++now) count(now, sums);
    return sums;
  }

 private:
  void count(Cycle now, Overhead& sums) {
    const std::size_t processors = sets_.processors().size();
    std::vector<bool> free(processors, true);
    for (ProcessorId p = 0; p < processors; ++p) {
      const int at = place_of(p, now);
      free[p] = at == kFree;
      if (at == kBusy) ++sums.busy;
      if (at >= 0) ++sums.held[static_cast<std::size_t>(at)];
    }
    for (const std::uint32_t set : order_) {
      // The jobs that have come furthest first; each takes the first free processor.
      for (std::size_t holder = static_cast<std::size_t>(Holder::send); holder-- > 0;) {
        for (std::uint64_t left = waiting(set, static_cast<Holder>(holder), now); left > 0; --left) {
          ProcessorId p = 0;
          while (p < processors && !(free[p] && test_bit(sets_.members(set), p))) ++p;
          if (p == processors) break;
          free[p] = false;
          ++sums.held[holder];
        }
      }
    }
    sums.nothing_ready += static_cast<std::uint64_t>(std::count(free.begin(), free.end(), true));
  }

  static constexpr int kFree = -1;
  static constexpr int kBusy = -2;

  [[nodiscard]] int place_of(ProcessorId p, Cycle now) const {
    int at = kFree;
    for (const JobRecord& job : records_.jobs) {
      if (job.processor != p || job.picked > now || job.finished <= now) continue;
      if (job.started <= now) return kBusy;
      const Holder holder = job.arrived <= now ? Holder::input : job.issued <= now ? Holder::network : Holder::send;
      at = std::max(at, static_cast<int>(holder));
    }
    return at;
  }

  /// Jobs of the set that are ready, not picked, and held there.
  [[nodiscard]] std::uint64_t waiting(std::uint32_t set, Holder holder, Cycle now) const {
    std::uint64_t jobs = 0;
    for (std::size_t n = 0; n < tasks_.size(); ++n) {
      if (!ready(n, now) || holder_of(n, now) != holder) continue;
      for (const JobRecord& job : jobs_[n]) jobs += set_of_[n][job.job] == set && job.picked > now ? 1 : 0;
    }
    return jobs;
  }
  [[nodiscard]] bool ready(std::size_t n, Cycle now) const {
    if (tasks_[n].submit > now) return false;
    return std::all_of(tasks_[n].after.begin(), tasks_[n].after.end(),
                       [&](std::uint64_t before) { return stations_[before].completed <= now; });
  }
  [[nodiscard]] Holder holder_of(std::size_t n, Cycle now) const {
    const TaskRecord& t = stations_[n];
    Cycle first_pick = kNever;
    for (const JobRecord& job : jobs_[n]) first_pick = std::min(first_pick, job.picked);
    std::vector<std::pair<Holder, Cycle>> parts = {{Holder::host, t.submitted},
                                                   {Holder::fetch, t.cached},
                                                   {Holder::queue, t.shown},
                                                   {Holder::predecessors, t.ready},
                                                   {Holder::register_, t.registered},
                                                   {Holder::split, t.split},
                                                   {Holder::match, std::min(t.admitted, first_pick)}};
    // Registered early it waits for predecessors when it has been split.
    if (t.slot_taken < t.ready) std::rotate(parts.begin() + 3, parts.begin() + 4, parts.begin() + 6);
    for (const auto& [holder, end] : parts) {
      if (end > now) return holder;
    }
    return Holder::pick;
  }

  ProcessorSets sets_;
  const Records& records_;
  Cycle cycles_;
  std::vector<Task> tasks_;
  std::vector<std::vector<std::uint32_t>> set_of_;  ///< by task and job
  std::vector<TaskRecord> stations_;
  std::vector<std::vector<JobRecord>> jobs_;
  std::vector<std::uint32_t> order_;
};

/// The meter fed as a run does it: a record when it is complete.
Overhead metered(const Experiment& experiment, const RecordedRun& run) {
  GraphSource source(experiment.workload, experiment.architecture);
  ProcessorSets sets(experiment.architecture);
  OverheadMeter meter(sets, source);
  std::size_t j = 0;
  for (const TaskRecord& task : run.records.tasks) {
    for (; j < run.records.jobs.size() && run.records.jobs[j].completed <= task.completed; ++j) {
      meter.job_done(run.records.jobs[j]);
    }
    meter.task_done(task);
  }
  return meter.overhead(run.stats.cycles);
}

}  // namespace

TEST_CASE("on random machines every processor cycle is charged as it is cycle by cycle") {
  std::array<bool, kHolderCount> seen{};
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; runs < (kSanitized ? 60U : 300U); ++seed) {
    Experiment experiment = random_experiment(seed);
    if (seed % 3 == 0) add_different_jobs(experiment);
    experiment.background.reset();
    experiment.max_cycles = 6000;
    if (!can_run(experiment)) continue;
    const RecordedRun run = record_run(experiment, {});
    if (run.end != RunEnd::complete) continue;
    ++runs;
    const Overhead fast = metered(experiment, run);
    const Overhead slow = CycleByCycle(experiment, run).overhead();
    INFO("seed " << seed);
    CHECK(fast.busy == slow.busy);
    CHECK(fast.nothing_ready == slow.nothing_ready);
    for (std::size_t i = 0; i < kHolderCount; ++i) {
      INFO(kHolders[i].name);
      CHECK(fast.held[i] == slow.held[i]);
      seen[i] = seen[i] || slow.held[i] > 0;
    }
    CHECK(fast.busy + fast.nothing_ready + fast.sum() == run.stats.processors.size() * run.stats.cycles);
    std::uint64_t busy = 0;
    for (const ProcessorStats& processor : run.stats.processors) busy += processor.busy_cycles;
    CHECK(fast.busy == busy);
  }
  CHECK(std::count(seen.begin(), seen.end(), false) == 0);
}

TEST_CASE("every block that can hold a job is in the schema of a summary and in docs/, by its line in the table") {
  std::string rows = "| block | held in | until |\n| --- | --- | --- |\n";
  std::vector<std::string> names;
  for (const HolderRow& row : kHolders) {
    rows += "| `" + std::string(row.name) + "` | " + std::string(row.block) + " | " + std::string(row.until) + " |\n";
    names.emplace_back(row.name);
  }
  CHECK(file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/explaining.md").find('\n' + rows + '\n') !=
        std::string::npos);
  const InputFiles files;
  ProgramRun run(files, {"schema", "summary"});
  REQUIRE(run.finish() == 0);
  const auto schema = nlohmann::ordered_json::parse(run.out())["properties"]["overhead"];
  CHECK(schema["properties"]["blocks"]["required"] == nlohmann::ordered_json(names));
}

TEST_CASE("a stream of graphs is charged as the same tasks in a list are") {
  const InputFiles files;
  files.write("graph.yaml",
              "tasks: [{id: a, jobs: 2, cycles: 90}, {id: b, cycles: 200, after: [a]}, {id: c, jobs: 4, cycles: 50, "
              "after: [a], class: cluster}, {id: d, after: [b, c], class: event}]\n");
  // With a ring of one entry the host comes to a task when the one before it is done.
  const std::string ring = GENERATE("64", "1");
  INFO("ring_entries " << ring);
  const std::string machine =
      "architecture: {processors: [{count: 3}], host: {ring_entries: " + ring + "}}\noutput: {trace: false}\n";
  files.write("stream.yaml", machine +
                                 "workload: {streams: [{name: s, workload: graph.yaml, count: 3, arrivals: {process: "
                                 "periodic, interval_cycles: 300}}]}\n");
  std::string tasks;
  for (const int instance : {0, 1, 2}) {
    const std::string n = std::to_string(instance);
    const std::string common = ", stream: 0, submit: " + std::to_string(300 * instance);
    tasks += (instance == 0 ? "" : ", ") + ("{id: a" + n) + ", jobs: 2, cycles: 90" + common + "}, {id: b" + n +
             ", cycles: 200, after: [a" + n + "]" + common + "}, {id: c" + n + ", jobs: 4, cycles: 50, class: cluster" +
             ", after: [a" + n + "]" + common + "}, {id: d" + n + ", class: event, after: [b" + n + ", c" + n + "]" +
             common + "}";
  }
  files.write("list.yaml", machine + "workload: {tasks: [" + tasks + "]}\n");
  nlohmann::json summaries[2];
  int i = 0;
  for (const char* file : {"stream.yaml", "list.yaml"}) {
    ProgramRun run(files, {"run", "--kernel", "cycle", "--out", "out", file});
    const int status = run.finish();
    INFO(run.err());
    REQUIRE(status == 0);
    summaries[i++] = nlohmann::json::parse(file_text(files.path("out/summary.json")));
    ProgramRun check(files, {"check", files.path("out")});
    CHECK(check.finish() == 0);
  }
  CHECK(summaries[0]["overhead"].dump() == summaries[1]["overhead"].dump());
  CHECK(summaries[0]["overhead"]["work_ready"] > 0);
  // Paths of a stream are those of an instance, and arrivals put them where they are.
  CHECK(summaries[0]["bounds"].dump() == summaries[1]["bounds"].dump());
  CHECK(summaries[0]["bounds"]["longest_path"] == 90 + 200);
  CHECK(summaries[0]["bounds"]["arrivals"] == 600 + 90 + 200);
}

}  // namespace gantry::overhead_test
