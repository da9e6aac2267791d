// SPDX-License-Identifier: Apache-2.0
// The task scheduler behind sockets, bound to Gantry's own parts behind sockets: every stamp of every task and job is
// that of a Machine. SystemC elaborates once per process, so all machines stand side by side in one simulation, each
// with a clock of its own.
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "experiment/feasibility.h"
#include "gantry/device/task_scheduler_regs.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/sc/socket_platform.h"
#include "gantry/scheduler/descriptor_config.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::sc_sockets_test {

namespace {

/// Descriptors of bytes need room for what stands in them.
void make_room(Architecture& architecture) {
  DescriptorConfig& descriptor = *architecture.descriptor;
  descriptor.predecessors = std::max(descriptor.predecessors, 6U);
  const auto fields = static_cast<std::uint32_t>(72 + 8 * architecture.processors->size());
  descriptor.full_bytes = std::max(descriptor.full_bytes, fields + 4 * descriptor.predecessors);
  descriptor.full_bytes = (descriptor.full_bytes + 7) / 8 * 8;
  if (architecture.memory->burst_bytes % 8 != 0) {
    architecture.memory->burst_bytes = 96;
    architecture.memory->interleave_bytes = 0;
  }
}

/// A memory that knows nothing but calls that block.
class BlockingMemory : public sc_core::sc_module {
 public:
  explicit BlockingMemory(const sc_core::sc_module_name& name) : sc_core::sc_module(name), socket("socket") {
    socket.register_b_transport(this, &BlockingMemory::transport);
  }
  tlm_utils::simple_target_socket<BlockingMemory> socket;
  sc::ByteStore bytes;

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    if (payload.is_write()) {
      bytes.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    } else {
      bytes.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    }
    delay += sc_core::sc_time(70, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// A task that computes nothing and moves nothing; change what is wanted.
Experiment lone(const std::string& name) {
  Experiment experiment;
  experiment.name = name;
  experiment.architecture.processors->resize(1);
  WorkloadTask task;
  task.id = "t";
  task.job_bytes = 4;
  experiment.workload.tasks = {task};
  experiment.processor_choice = "first_free";
  return experiment;
}

/// One machine, whose records come from three sides.
class Station {
 public:
  Station(Experiment experiment, std::uint32_t mhz, std::uint32_t scheduler_mhz,
          const sc::SocketPlatform::Without& without = {})
      : experiment_(std::move(experiment)),
        source_(experiment_.workload, experiment_.architecture),
        clock_((experiment_.name + "_clock").c_str(), sc::ClockPeriod(mhz), sc::GatedClock::Works::between_edges) {
    if (scheduler_mhz != mhz) {
      own_clock_ =
          std::make_unique<sc::GatedClock>((experiment_.name + "_scheduler_clock").c_str(),
                                           sc::ClockPeriod(scheduler_mhz), sc::GatedClock::Works::between_edges);
    }
    sc::SocketPlatform::Outside outside{&source_, &host_, &scheduler_};
    platform_ = std::make_unique<sc::SocketPlatform>(experiment_.name.c_str(), experiment_.architecture,
                                                     PolicyConfig{experiment_.picker, experiment_.processor_choice},
                                                     outside, clock_, own_clock_ ? *own_clock_ : clock_, without);
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
    experiment.architecture.control = ControlConfig();  // sockets have one network, and rings
    experiment.architecture.host->push = false;
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
  // Tasks alone, so that every step of them follows from the last one.
  const auto two = [](const std::string& name) {
    Experiment experiment = lone(name);
    experiment.workload.tasks[0].cycles = 1000;
    experiment.workload.tasks[0].input_bytes = 256;
    experiment.workload.tasks.push_back(experiment.workload.tasks[0]);
    experiment.workload.tasks[1].id = "u";
    experiment.workload.tasks[1].submit = 5000;
    return experiment;
  };
  Station slow(two("slow"), 1000, 250);
  Station fast(two("fast"), 250, 1000);
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

TEST_CASE("a memory of one's own that blocks holds what processors compute of what is in it") {
  Experiment experiment = lone("computing");
  experiment.architecture.processors->at(0).count = 2;
  WorkloadTask task = experiment.workload.tasks[0];
  task.jobs = 4;
  task.cycles = 50;
  task.input_bytes = 300;
  task.output_bytes = 100;
  experiment.workload.tasks = {task, task, task};
  experiment.workload.tasks[1].id = "fails";
  experiment.workload.tasks[1].after = {{0, 0, false}};
  // More than a processor takes: it refuses the jobs, and the scheduler goes on.
  experiment.workload.tasks[2].id = "never";
  experiment.workload.tasks[2].cycles = std::uint64_t{1} << 60;
  sc::SocketPlatform::Without without;
  without.memory = true;
  Station station(experiment, 1000, 1000, without);
  sc::SocketPlatform& platform = station.platform();
  BlockingMemory memory("memory");
  platform.network.to(platform.terminals.first_memory).bind(memory.socket);

  // Bursts of 256: each input has 512 bytes, each output 256, and data begins behind 5 rings of 64 places.
  const std::uint64_t data = 5 * 64 * 256;
  for (std::uint64_t i = 0; i < 4 * 512; ++i) {
    const auto byte = static_cast<std::uint8_t>(i * 7);
    memory.bytes.write(data + i, &byte, 1);
  }
  platform.processors->compute = [](const sc::Processors::Job& job, const std::vector<std::uint8_t>& input,
                                    std::vector<std::uint8_t>& output) {
    REQUIRE(input.size() == 300);
    REQUIRE(output.size() == 100);
    for (std::size_t i = 0; i < output.size(); ++i) {
      output[i] = static_cast<std::uint8_t>(input[3 * i] + input[3 * i + 2] + job.split.job);
    }
    return job.task.number == 0 || job.split.job != 2;
  };
  sc_core::sc_start();
  CHECK(platform.host->finished());
  CHECK(platform.host->dropped() == 0);
  CHECK(platform.host->failed_tasks() == 2);
  CHECK(platform.scheduler.device().errors().count(GANTRY_TS_BUS) == 4);
  CHECK(platform.scheduler.device().errors().count(GANTRY_TS_JOB_FAILED) == 1);
  std::uint64_t wrong = 0;
  for (std::uint64_t job = 0; job < 4; ++job) {
    for (std::uint64_t i = 0; i < 100; ++i) {
      std::uint8_t byte = 0;
      memory.bytes.read(data + 4 * 512 + job * 256 + i, &byte, 1);
      const std::uint64_t a = job * 512 + 3 * i;
      if (byte != static_cast<std::uint8_t>(a * 7 + (a + 2) * 7 + job)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

}  // namespace gantry::sc_sockets_test
