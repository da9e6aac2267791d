// SPDX-License-Identifier: Apache-2.0
// The SystemC kernel against the cycle kernel: the same bytes in every file. One process per test case, and SystemC
// first: it simulates once per process.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/feasibility.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/sc/platform.h"
#include "input_files.h"
#include "recorded_run.h"
#include "run/simulation.h"
#include "sanitized.h"

namespace gantry::sc_kernel_test {

namespace {

const std::string kExperiments = GANTRY_SOURCE_DIR "/sim/experiments/";

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Experiment load(const std::string& path, const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  auto experiment = load_experiment(path, sets, diagnostics);
  for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
  REQUIRE(experiment);
  return *experiment;
}

/// Runs the experiment with both kernels and compares everything they wrote; answers how it ended.
RunStats compare_kernels(Experiment experiment, bool systemc_runs_all = false) {
  experiment.output["waves"].on = true;
  experiment.output["packets"].on = true;
  experiment.output["picks"].on = true;
  const InputFiles files;
  Diagnostics diagnostics;
  SimulationOptions options;
  options.directory = files.path("systemc");
  options.kernel = Kernel::systemc;
  options.fast_forward = !systemc_runs_all;
  const SimulationResult systemc = simulate(experiment, options, diagnostics);
  options.fast_forward = true;
  options.directory = files.path("cycle");
  options.kernel = Kernel::cycle;
  const SimulationResult cycle = simulate(experiment, options, diagnostics);
  CHECK(files.errors(diagnostics) == std::vector<std::string>{});
  CHECK(systemc.stats.end == cycle.stats.end);
  CHECK(systemc.stats.cycles == cycle.stats.cycles);
  CHECK(systemc.stats.diagnosis == cycle.stats.diagnosis);
  for (const char* file : {"tasks.csv", "jobs.csv", "picks.csv", "edges.csv", "trace.json", "waves.vcd", "links.csv",
                           "link_load.csv", "packets.csv", "network.svg", "latency.svg", "summary.json"}) {
    const std::string a = read(files.path("systemc") + '/' + file);
    const std::string b = read(files.path("cycle") + '/' + file);
    INFO(file);
    CHECK(!a.empty());
    CHECK(first_difference(a, b) == "");
  }
  return systemc.stats;
}

/// Memory is what everything waits for here.
constexpr const char* kMemoryBound = R"(
architecture:
  clock_mhz: 333
  interconnect: {columns: 3, rows: 3, flit_bytes: 16, virtual_channels: 2, buffer_flits: 2, router_cycles: 2}
  memory: {controllers: 3, latency_cycles: 37, bytes_per_cycle: 4, outstanding: 1, burst_bytes: 64}
  dispatcher: {mode: per_job, picker: {reweigh_cycles: 4, pick_interval_cycles: 3}}
  processors: [{name: a, count: 3, queue_depth: 3, speed: 1.5}]
workload:
  tasks:
    - {id: t0, jobs: 16, cycles: 10, input_bytes: 200, output_bytes: 100, weight: 3}
    - {id: t1, class: cluster, jobs: 8, cycles: 3, input_bytes: 64, weight: 200}
    - {id: t2, class: event, after: [t0]}
    - {id: t3, class: union, jobs: 4, output_bytes: 1000, after: [t1, t2]}
    - {id: t4, jobs: 2, cycles: 500, submit: 700}
)";

/// The host stalls before the full ring of blocks and never comes to the task that their head waits for.
constexpr const char* kDeadlock = R"(
architecture: {host: {ring_entries: 1}, task_cache: {capacity: 5}, processors: [{}]}
workload:
  tasks:
    - {id: first, cycles: 100}
    - {id: head, after: [late], submit: 10}
    - {id: behind, submit: 20}
    - {id: late, class: cluster, submit: 30}
)";

/// Two gangs wait for the processors of a long one, and fail hundreds of times.
constexpr const char* kRepeatedFailures = R"(
architecture: {processors: [{count: 4, queue_depth: 1}], dispatcher: {match_timeout: 128}}
workload:
  tasks:
    - {id: a, jobs: 4, cycles: 100000}
    - {id: b, jobs: 4, cycles: 1000}
    - {id: c, jobs: 4, cycles: 1000}
)";

void check_repeated_failures(bool systemc_runs_all) {
  const InputFiles files;
  const RunStats stats = compare_kernels(load(files.write("e.yaml", kRepeatedFailures)), systemc_runs_all);
  CHECK(stats.end == RunEnd::complete);
  CHECK(stats.schedule_failures > 600);
}

/// Two jobs to be matched at once and one place: refused by the program, and here run.
constexpr const char* kNeverMatched = R"(
architecture: {processors: [{queue_depth: 1}]}
workload:
  tasks:
    - {id: pair, jobs: 2, cycles: 100}
    - {id: after, after: [pair], class: cluster}
)";

/// Both kernels find that nothing will ever be matched, in the cycle in which they do with a limit behind it.
void check_never_matched(const std::vector<std::string>& background) {
  const InputFiles files;
  const std::string file = files.write("e.yaml", kNeverMatched);
  const RunStats stats = compare_kernels(load(file, background));
  CHECK(stats.end == RunEnd::deadlock);
  CHECK(stats.tasks_unfinished == 2);
  REQUIRE_FALSE(stats.diagnosis.empty());
  CHECK(stats.diagnosis[0].find("deadlock") != std::string::npos);
  Experiment limited = load(file, background);
  limited.max_cycles = 250000;
  const RecordedRun run = record_run(limited, {});
  CHECK(run.end == RunEnd::deadlock);
  CHECK(run.stats.cycles == stats.cycles);
}

}  // namespace

/// With sanitizers a third of the run: the rest of it is more of the same layers.
void compare_resnet(std::vector<std::string> overrides) {
  if (kSanitized) overrides.emplace_back("limits.max_cycles=500000");
  const RunStats stats = compare_kernels(load(kExperiments + "resnet50.yaml", overrides));
  CHECK(stats.end == (kSanitized ? RunEnd::cycle_limit : RunEnd::complete));
}

TEST_CASE("processors that fail give the same files in both kernels") {
  const InputFiles files;
  const std::string faults =
      "faults: [{processor: a0, kind: hang, at: 300, cycles: 90}, {processor: a1, kind: slow, at: 200}, {processor: "
      "a2, "
      "kind: die, at: 500}]\n";
  const RunStats stats = compare_kernels(load(files.write("e.yaml", kMemoryBound + faults)));
  CHECK(stats.end == RunEnd::deadlock);
  CHECK(stats.jobs_completed > 0);
}

TEST_CASE("memory that answers with errors gives the same files in both kernels") {
  const InputFiles files;
  const std::string faults =
      "faults: [{memory: 0, kind: error, at: 0}, {memory: 1, kind: error, mean_cycles: 1000, cycles: 20}]\n";
  const RunStats stats = compare_kernels(load(files.write("e.yaml", kMemoryBound + faults)));
  CHECK(stats.end == RunEnd::complete);
  CHECK(stats.memory_faults.at(0).reads == 1);
}

TEST_CASE("local stores that die give the same files in both kernels") {
  const InputFiles files;
  const std::vector<std::string> deaths = {
      "faults=[{store: core3, kind: die, at: 12000}, {store: core7, kind: die, at: 20000}]", "output.residency=true"};
  const RunStats stats = compare_kernels(load(kExperiments + "stores.yaml", deaths));
  CHECK(stats.end == RunEnd::failed);
  REQUIRE(stats.store_faults.size() == 2);
  CHECK(stats.store_faults[0].parts > 0);
  CHECK(stats.store_faults[0].lost > 0);
}

TEST_CASE("links and routers that die give the same files in both kernels") {
  const InputFiles files;
  const std::string faults =
      "faults: [{link: [0, 1], kind: die, at: 150, drain: true}, {link: [4, 5], kind: die, at: 400}]\n";
  const RunStats stats = compare_kernels(load(files.write("e.yaml", kMemoryBound + faults)));
  CHECK(stats.end == RunEnd::complete);
  CHECK(stats.interconnect.reroutes.value().drain_cycles > 0);
}

TEST_CASE("a message that is cut off ends the run in both kernels with the same files") {
  const InputFiles files;
  const std::string faults = "faults: [{router: 0, kind: die, at: 300, drain: true}]\n";
  const RunStats stats = compare_kernels(load(files.write("e.yaml", kMemoryBound + faults)));
  CHECK(stats.end == RunEnd::cut_off);
}

TEST_CASE("ResNet-50 on a mesh gives the same files in both kernels") { compare_resnet({}); }

TEST_CASE("ResNet-50 on a tree gives the same files in both kernels") {
  compare_resnet({"architecture=architectures/tree32.yaml"});
}

TEST_CASE("failures that pass at once give the same files in both kernels") { check_repeated_failures(false); }

TEST_CASE("SystemC that runs every failure gives the files of a cycle kernel in which they pass at once") {
  check_repeated_failures(true);
}

TEST_CASE("a machine that waits for memory gives the same files in both kernels") {
  const InputFiles files;
  const Experiment experiment = load(files.write("e.yaml", kMemoryBound));
  Diagnostics diagnostics;
  CHECK(check_feasible(experiment.architecture, experiment.workload, diagnostics));
  CHECK(compare_kernels(experiment).end == RunEnd::complete);
}

TEST_CASE("jobs that leave in one message give the same files in both kernels") {
  const InputFiles files;
  const RunStats stats = compare_kernels(load(files.write("e.yaml", R"(
architecture:
  interconnect: {control: {topology: star, link_cycles: 2}}
  dispatcher: {mode: per_job, send_ports: 2, decisions_per_round: 4, multicast: true}
  processors: [{count: 6, queue_depth: 2}]
workload:
  tasks:
    - {id: a, jobs: 16, cycles: 90, input_bytes: 64}
    - {id: b, jobs: 8, cycles: 40, weight: 7, output_bytes: 64}
    - {id: c, jobs: 4, cycles: 20, class: cluster, after: [b]}
)")));
  CHECK(stats.end == RunEnd::complete);
  CHECK(stats.control->totals.flits_copied > 5U);
}

TEST_CASE("gangs that start in turn give the same files in both kernels") {
  const InputFiles files;
  const RunStats stats = compare_kernels(load(files.write("e.yaml", R"(
architecture:
  dispatcher: {match_against: reserve, preload: true, go: in_turn}
  processors: [{count: 4, queue_depth: 2}]
workload:
  tasks:
    - {id: a, jobs: 4, cycles: 90, input_bytes: 64}
    - {id: b, jobs: 6, cycles: 40, weight: 7, output_bytes: 64}
    - {id: c, jobs: 2, cycles: 20, class: cluster, after: [b]}
)")));
  CHECK(stats.end == RunEnd::complete);
}

TEST_CASE("a deadlock looks the same in both kernels") {
  const InputFiles files;
  const RunStats stats = compare_kernels(load(files.write("e.yaml", kDeadlock)));
  CHECK(stats.end == RunEnd::deadlock);
  CHECK(stats.tasks_completed == 1);
  CHECK(stats.tasks_unfinished == 3);
}

TEST_CASE("matching that can never succeed is a deadlock in the same cycle in both kernels") {
  check_never_matched({});
}
TEST_CASE("matching that can never succeed is a deadlock beside a little traffic of others, too") {
  check_never_matched({"background={packets_per_cycle: 0.000001}"});
}
TEST_CASE("matching that can never succeed is a deadlock beside much traffic, too") {
  check_never_matched({"background={packets_per_cycle: 0.5}"});
}
TEST_CASE("matching that can never succeed is a deadlock beside traffic that would come at the end of time, too") {
  check_never_matched({"background={pattern: trace, packets: [[281474976710656, 0, 3, 1]]}"});
}

TEST_CASE("a cycle limit looks the same in both kernels") {
  const InputFiles files;
  const RunStats stats = compare_kernels(load(files.write("e.yaml", kMemoryBound), {"limits.max_cycles=901"}));
  CHECK(stats.end == RunEnd::cycle_limit);
  CHECK(stats.cycles == 901);
}

TEST_CASE("a cycle limit in a stretch in which nothing happens looks the same in both kernels") {
  const InputFiles files;
  const Experiment experiment = load(
      files.write("e.yaml", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: a, cycles: 1000000000}]}\n"),
      {"limits.max_cycles=5000000"});
  const RunStats stats = compare_kernels(experiment);
  CHECK(stats.end == RunEnd::cycle_limit);
  CHECK(stats.cycles == 5000000);
}

namespace {

/// Bursts of requests to a MemoryTarget, once with blocking and once with four-phase transport.
class BurstInitiator : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(BurstInitiator);
#endif
  BurstInitiator(const sc_core::sc_module_name& name, const MemoryConfig& config, const sc::ClockPeriod& clock)
      : sc_core::sc_module(name),
        clock_(clock),
        blocking_target_("blocking_target", config, clock),
        phased_target_("phased_target", config, clock),
        blocking_("blocking"),
        phased_("phased") {
    blocking_.bind(blocking_target_.socket(0));
    phased_.bind(phased_target_.socket(0));
    phased_.register_nb_transport_bw(this, &BurstInitiator::backward);
    SC_THREAD(run);
  }

  std::vector<Cycle> blocking_done;
  std::vector<Cycle> phased_done;

 private:
  void run() {
    const std::vector<std::vector<unsigned>> bursts = {{4}, {64, 8}, {1, 1, 1}, {100}, {8, 256, 8}, {3, 3}};
    for (const std::vector<unsigned>& burst : bursts) {
      for (const unsigned bytes : burst) {
        tlm::tlm_generic_payload once;
        set_up(once, bytes);
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        blocking_->b_transport(once, delay);
        blocking_done.push_back((sc_core::sc_time_stamp() + delay).value() / clock_.period().value());

        payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>());
        set_up(*payloads_.back(), bytes);
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        sc_core::sc_time none = sc_core::SC_ZERO_TIME;
        ++open_;
        phased_->nb_transport_fw(*payloads_.back(), phase, none);
      }
      wait(idle_);
      wait(clock_.period() * 3.0);
    }
  }
  static void set_up(tlm::tlm_generic_payload& transaction, unsigned bytes) {
    transaction.set_command(tlm::TLM_READ_COMMAND);
    transaction.set_data_length(bytes);
    transaction.set_streaming_width(bytes);
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                              sc_core::sc_time& /*delay*/) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    CHECK(transaction.is_response_ok());
    phased_done.push_back(clock_.now());
    if (--open_ == 0) idle_.notify(sc_core::SC_ZERO_TIME);
    phase = tlm::END_RESP;
    return tlm::TLM_COMPLETED;
  }

  const sc::ClockPeriod clock_;
  sc::MemoryTarget blocking_target_;
  sc::MemoryTarget phased_target_;
  tlm_utils::simple_initiator_socket<BurstInitiator> blocking_;
  tlm_utils::simple_initiator_socket<BurstInitiator> phased_;
  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
  sc_core::sc_event idle_;
  int open_ = 0;
};

}  // namespace

TEST_CASE("blocking transport takes as long as the four phases") {
  MemoryConfig config;
  config.controllers = 1;
  config.latency_cycles = 20;
  config.bytes_per_cycle = Speed{8000000};
  config.outstanding = 2;
  BurstInitiator initiator("initiator", config, sc::ClockPeriod(500));
  sc_core::sc_start();
  CHECK(initiator.blocking_done.size() == 12);
  CHECK(initiator.blocking_done == initiator.phased_done);
  // The first burst by hand: 20 cycles of latency and one of data.
  CHECK(initiator.phased_done.at(0) == 21);
}

namespace {

/// A user's memory: every request takes the same time. `annotated`: it says so at once instead of taking the time.
class FixedMemory : public sc_core::sc_module {
 public:
  FixedMemory(const sc_core::sc_module_name& name, std::uint32_t controllers, const sc_core::sc_time& time,
              bool annotated)
      : sc_core::sc_module(name), time_(time) {
    for (std::uint32_t c = 0; c < controllers; ++c) {
      sockets.push_back(
          std::make_unique<tlm_utils::simple_target_socket<FixedMemory>>(("socket" + std::to_string(c)).c_str()));
      if (annotated) {
        sockets.back()->register_nb_transport_fw(this, &FixedMemory::complete_at_once);
      } else {
        sockets.back()->register_b_transport(this, &FixedMemory::block);
      }
    }
  }
  std::vector<std::unique_ptr<tlm_utils::simple_target_socket<FixedMemory>>> sockets;

 private:
  void block(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    delay += time_;
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm::tlm_sync_enum complete_at_once(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& /*phase*/,
                                      sc_core::sc_time& delay) {
    delay += time_;
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  const sc_core::sc_time time_;
};

/// Ten cycles per request and one request at a time: what the built-in memory does with these settings.
void run_with_users_memory(bool annotated) {
  const InputFiles files;
  Experiment experiment = load(files.write("e.yaml", kMemoryBound),
                               {"architecture.memory={controllers: 3, outstanding: 1, latency_cycles: 9, "
                                "bytes_per_cycle: 65536, burst_bytes: 64}"});
  RecordedRun run;
  {
    GraphSource source(experiment.workload, experiment.architecture);
    Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice}, source, run.records,
                    experiment.background);
    const sc::ClockPeriod clock(experiment.architecture.clock_mhz);
    sc::Platform platform("user", machine, clock);
    FixedMemory memory("memory", experiment.architecture.memory->controllers, clock.period() * 10.0, annotated);
    for (std::size_t c = 0; c < memory.sockets.size(); ++c)
      platform.memory_initiator.socket(c).bind(*memory.sockets[c]);
    Cycle now = 0;
    REQUIRE(platform.simulate({}, now) == RunEnd::complete);
    machine.verify_empty();
    run.stats = machine.finish(RunEnd::complete, now);
  }
  // Not the waits before the memory: it takes a request with the answer, the built-in one when a place is free.
  CHECK(first_difference(run.lives(), record_run(experiment, {}).lives()) == "");
}

}  // namespace

TEST_CASE("a user's blocking memory takes the place of ours") { run_with_users_memory(false); }

TEST_CASE("a user's memory may complete at once and annotate the time") { run_with_users_memory(true); }

}  // namespace gantry::sc_kernel_test
