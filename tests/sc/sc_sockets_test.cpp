// SPDX-License-Identifier: Apache-2.0
// The task scheduler behind sockets, bound to Gantry's own parts behind sockets: every stamp of every task and job is
// that of a Machine. SystemC elaborates once per process, so all machines stand side by side in one simulation, each
// with a clock of its own.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "experiment/feasibility.h"
#include "gantry/sc/socket_platform.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::sc_sockets_test {

namespace {

/// Descriptors of bytes need room for what stands in them.
void make_room(Architecture& architecture) {
  DescriptorConfig& descriptor = architecture.descriptor;
  descriptor.predecessors = std::max(descriptor.predecessors, 6U);
  const auto fields = static_cast<std::uint32_t>(72 + 8 * architecture.processors.size());
  descriptor.full_bytes = std::max(descriptor.full_bytes, fields + 4 * descriptor.predecessors);
  descriptor.full_bytes = (descriptor.full_bytes + 7) / 8 * 8;
  if (architecture.memory.burst_bytes % 8 != 0) {
    architecture.memory.burst_bytes = 96;
    architecture.memory.interleave_bytes = 0;
  }
}

/// One machine, whose records come from three sides.
class Station {
 public:
  Station(Experiment experiment, std::uint32_t mhz, std::uint32_t scheduler_mhz)
      : experiment_(std::move(experiment)),
        source_(experiment_.workload, experiment_.architecture),
        clock_((experiment_.name + "_clock").c_str(), sc::ClockPeriod(mhz), sc::GatedClock::Works::between_edges) {
    if (scheduler_mhz != mhz) {
      own_clock_ =
          std::make_unique<sc::GatedClock>((experiment_.name + "_scheduler_clock").c_str(),
                                           sc::ClockPeriod(scheduler_mhz), sc::GatedClock::Works::between_edges);
    }
    sc::SocketPlatform::Outside outside{&source_, &host_, &scheduler_};
    platform_ =
        std::make_unique<sc::SocketPlatform>(experiment_.name.c_str(), experiment_.architecture,
                                             PolicyConfig{experiment_.picker, experiment_.processor_choice}, outside,
                                             clock_, own_clock_ ? *own_clock_ : clock_, sc::SocketPlatform::Without{});
    platform_->processors->finished = [this](const JobRecord& job) { processed_[{job.task, job.job}] = job; };
  }

  [[nodiscard]] const Experiment& experiment() const { return experiment_; }
  [[nodiscard]] sc::SocketPlatform& platform() { return *platform_; }

  /// What Machine has in one record.
  [[nodiscard]] RecordedRun merged() const {
    std::map<std::uint64_t, TaskRecord> written;
    for (const TaskRecord& task : host_.tasks) written[task.number] = task;
    RecordedRun run;
    run.records.interrupts = host_.interrupts;
    for (TaskRecord task : scheduler_.tasks) {
      const TaskRecord& host = written.at(task.number);
      task.submitted = host.submitted;
      task.acknowledged = host.acknowledged;
      task.announced = host.announced;
      run.records.tasks.push_back(task);
    }
    for (JobRecord job : scheduler_.jobs) {
      const JobRecord& own = processed_.at({job.task, job.job});
      job.arrived = own.arrived;
      job.ready = own.ready;
      job.started = own.started;
      job.finished = own.finished;
      job.written = own.written;
      run.records.jobs.push_back(job);
    }
    return run;
  }

 private:
  Experiment experiment_;
  GraphSource source_;
  Records host_;
  Records scheduler_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, JobRecord> processed_;
  sc::GatedClock clock_;
  std::unique_ptr<sc::GatedClock> own_clock_;
  std::unique_ptr<sc::SocketPlatform> platform_;
};

}  // namespace

TEST_CASE("bound to Gantry's own parts, the scheduler behind sockets has the cycles of a run") {
  const std::uint64_t machines = kSanitized ? 6 : 120;
  std::vector<std::unique_ptr<Station>> stations;
  std::vector<RecordedRun> expected;
  for (std::uint64_t seed = 1; stations.size() < machines; ++seed) {
    Experiment experiment = random_experiment(seed);
    make_room(experiment.architecture);
    experiment.background.reset();
    Diagnostics diagnostics;
    if (!check_feasible(experiment, diagnostics)) continue;  // its scheduler would drop tasks
    RecordedRun run = record_run(experiment, {});
    if (run.end != RunEnd::complete || run.stats.cycles > 30000) continue;
    const auto mhz = static_cast<std::uint32_t>(100 + 7 * seed);
    stations.push_back(std::make_unique<Station>(std::move(experiment), mhz, mhz));
    expected.push_back(std::move(run));
  }
  sc_core::sc_start();
  for (std::size_t i = 0; i < stations.size(); ++i) {
    INFO(stations[i]->experiment().name);
    sc::Host& host = *stations[i]->platform().host;
    CHECK(host.finished());
    CHECK(host.last_interrupt() == expected[i].stats.cycles);
    CHECK(first_difference(stations[i]->merged().lives(), expected[i].lives()) == "");
  }
}

TEST_CASE("two schedulers of one simulation, each faster or slower than the rest of its machine") {
  // A task alone, so that every step of it follows from the last one.
  const auto lone = [](const std::string& name) {
    Experiment experiment;
    experiment.name = name;
    experiment.architecture.processors.resize(1);
    WorkloadTask task;
    task.id = "t";
    task.cycles = 1000;
    task.input_bytes = 256;
    task.job_bytes = 4;
    experiment.workload.tasks = {task, task};
    experiment.workload.tasks[1].id = "u";
    experiment.workload.tasks[1].submit = 5000;
    experiment.processor_choice = "first_free";
    return experiment;
  };
  Station slow(lone("slow"), 1000, 250);
  Station fast(lone("fast"), 250, 1000);
  sc_core::sc_start();
  const auto check = [](Station& station, std::uint32_t mhz, std::uint32_t scheduler_mhz) {
    INFO(station.experiment().name);
    CHECK(station.platform().host->finished());
    const RecordedRun run = station.merged();
    REQUIRE(run.records.tasks.size() == 2);
    REQUIRE(run.records.jobs.size() == 2);
    const sc::ClockPeriod period(mhz);
    const sc::ClockPeriod scheduler(scheduler_mhz);
    for (std::size_t i = 0; i < 2; ++i) {
      const TaskRecord& task = run.records.tasks[i];
      const JobRecord& job = run.records.jobs[i];
      // Within a clock, cycles are those of docs/timing.md.
      CHECK(task.shown == task.cached + 1);
      CHECK(task.registered == task.cached + 3);
      CHECK(task.split == task.registered + 4);
      CHECK(job.ready == job.arrived + 8 + 40 + 1 + 16);  // L(2, 1), latency, first flit, L(2, 9)
      CHECK(job.finished == job.started + 1000);
      // Between them, what is sent in a cycle is seen in the first that begins with its end or later. The doorbell and
      // the completion have one flit and travel over links of the slow or the fast clock.
      const Cycle doorbell = period.first_at(period.at(task.announced)) + 8;
      CHECK(task.rung == scheduler.first_at(period.at(doorbell)));
      CHECK(job.completed == scheduler.first_at(period.at(job.written + 6)));
      CHECK(period.at(job.arrived) > scheduler.at(job.issued));
    }
  };
  check(slow, 1000, 250);
  check(fast, 250, 1000);
}

}  // namespace gantry::sc_sockets_test
