// SPDX-License-Identifier: Apache-2.0
// The task scheduler behind TLM-2.0 sockets in a platform that is not Gantry's: blocking and four-phase, several in one
// simulation at clocks of their own. One process per test case.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/platform/processors_config.h"
#include "gantry/platform/scheduler_of.h"
#include "gantry/sc/task_scheduler.h"

namespace gantry::sc_task_scheduler_test {
namespace {

constexpr std::uint64_t kEntries = 16;

/// Memory, processors and driver in one: blocking targets, and a process that writes descriptors and waits for the
/// wire.
class Island : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(Island);
#endif
  /// `shared`: a clock of several islands; nullptr: one of its own.
  Island(const sc_core::sc_module_name& name, std::uint32_t mhz, bool blocking, std::uint32_t tasks,
         sc::GatedClock* shared = nullptr)
      : sc_core::sc_module(name),
        own_clock(shared != nullptr ? nullptr
                                    : std::make_unique<sc::GatedClock>("clock", sc::ClockPeriod(mhz),
                                                                       sc::GatedClock::Works::between_edges)),
        clock(shared != nullptr ? *shared : *own_clock),
        scheduler("scheduler", config(), {0, 0x1000, blocking, nullptr}, clock),
        interrupt("interrupt"),
        memory_("memory"),
        jobs_("jobs"),
        bus_("bus"),
        bytes_(0x8000, 0),
        tasks_(tasks) {
    memory_.register_b_transport(this, &Island::serve);
    jobs_.register_b_transport(this, &Island::take_job);
    scheduler.memory.socket.bind(memory_);
    scheduler.jobs(0).bind(jobs_);
    bus_.bind(scheduler.registers.socket);
    scheduler.interrupt.bind(interrupt);
    SC_THREAD(drive);
  }

  static SchedulerDeviceConfig config() {
    Architecture architecture;
    architecture.processors->resize(1);
    architecture.processors->at(0).count = 2;
    return scheduler_of(architecture);
  }

  std::unique_ptr<sc::GatedClock> own_clock;
  sc::GatedClock& clock;
  sc::TaskScheduler scheduler;
  sc_core::sc_signal<bool> interrupt;
  std::vector<std::uint32_t> done;
  std::vector<SplitInfo> jobs;
  std::uint32_t interrupts = 0;
  std::uint32_t restarts = 0;  ///< before the work that counts
  sc_core::sc_time end;

 private:
  std::uint64_t access(tlm::tlm_command command, std::uint64_t offset, std::uint64_t value) {
    std::uint8_t bytes[8];
    write_bytes(value, bytes, 8);
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(offset);
    payload.set_data_ptr(bytes);
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    bus_->b_transport(payload, delay);
    REQUIRE(payload.is_response_ok());
    return read_bytes(bytes, 8);
  }
  std::uint64_t read(std::uint64_t offset) { return access(tlm::TLM_READ_COMMAND, offset, 0); }
  void write(std::uint64_t offset, std::uint64_t value) { access(tlm::TLM_WRITE_COMMAND, offset, value); }

  void drive() {
    for (std::uint32_t i = 0; i < restarts; ++i) restart(i);
    set_up();
    work(tasks_);
    end = sc_core::sc_time_stamp();
    CHECK(read(GANTRY_TS_ERRORS) == read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_UNKNOWN_COMPLETION)));
    CHECK((restarts > 0 || read(GANTRY_TS_ERRORS) == 0));
    CHECK(read(GANTRY_TS_STATUS) == 0);
  }
  /// Some work, and a reset in the middle of it.
  void restart(std::uint32_t i) {
    set_up();
    work(i % 3);
    for (std::uint32_t tail = i % 3; tail < i % 3 + 5; ++tail) put(tail);
    sc_core::wait(sc_core::sc_time(3 * i % 151, sc_core::SC_NS));
    if (i % 2 == 0) write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_RESET);
    if (i % 2 == 1) scheduler.reset();
    CHECK(read(GANTRY_TS_STATUS) == 0);
    CHECK(read(GANTRY_TS_QUEUE_TAIL(0)) == 0);
    CHECK(read(GANTRY_TS_DONE_POP) == GANTRY_TS_DONE_NONE);
    CHECK(scheduler.device().resets() == i + 1);
    if (interrupt.read()) sc_core::wait(interrupt.negedge_event());
    done.clear();
  }
  void set_up() {
    write(GANTRY_TS_QUEUE_BASE(0), 0);
    write(GANTRY_TS_QUEUE_ENTRIES(0), kEntries);
    write(GANTRY_TS_QUEUE_STRIDE(0), 128);
    write(GANTRY_TS_INT_MASK, GANTRY_TS_INT_TASK_DONE);
    write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_ENABLE | GANTRY_TS_CONTROL_DONE_FIFO);
  }
  void put(std::uint32_t number) {
    Task task;
    task.jobs = 2;
    task.job_bytes = 64;
    const auto bytes = encode_descriptor(task, number, 0, 0, scheduler.device().layout());
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(number % kEntries * 128));
    write(GANTRY_TS_QUEUE_TAIL(0), number + 1);
  }
  void work(std::uint32_t tasks) {
    std::uint32_t tail = 0;
    while (done.size() < tasks) {
      for (; tail < tasks && tail < done.size() + kEntries / 2; ++tail) put(tail);
      while (!interrupt.read()) sc_core::wait(interrupt.posedge_event());
      ++interrupts;
      write(GANTRY_TS_INT_CLEAR, GANTRY_TS_INT_TASK_DONE);
      for (std::uint64_t next = 0; (next = read(GANTRY_TS_DONE_POP)) != GANTRY_TS_DONE_NONE;)
        done.push_back(static_cast<std::uint32_t>(next));
      // The wire goes down with the clock's next edge.
      while (interrupt.read()) sc_core::wait(interrupt.negedge_event());
    }
  }
  void serve(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    delay += sc_core::sc_time(50, sc_core::SC_NS);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(payload.get_address()), payload.get_data_length(),
                payload.get_data_ptr());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  /// The job is over before its bus has come back.
  void take_job(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    jobs.push_back(read_split(payload.get_data_ptr() + 128));
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    write(GANTRY_TS_COMPLETION, jobs.back().token);
    sc_core::wait(sc_core::sc_time(20, sc_core::SC_NS));
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  tlm_utils::simple_target_socket<Island> memory_;
  tlm_utils::simple_target_socket<Island> jobs_;
  tlm_utils::simple_initiator_socket<Island> bus_;
  std::vector<std::uint8_t> bytes_;
  const std::uint32_t tasks_;
};

void expect_done(const Island& island, std::uint32_t tasks) {
  REQUIRE(island.done.size() == tasks);
  for (std::uint32_t number = 0; number < tasks; ++number)
    CHECK(std::count(island.done.begin(), island.done.end(), number) == 1);
  CHECK(island.jobs.size() == 2 * tasks);
  CHECK(island.interrupts > 0);
}

/// A clock of the platform's own that never stops.
class BusyClock : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(BusyClock);
#endif
  explicit BusyClock(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), clock("clock", 1, sc_core::SC_NS) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clock.posedge_event();
  }
  sc_core::sc_clock clock;
  std::uint64_t edges = 0;

 private:
  void edge() { ++edges; }
};

}  // namespace

TEST_CASE("schedulers in one simulation, blocking and by phases, at clocks of their own, do not disturb each other") {
  std::vector<std::unique_ptr<Island>> islands;
  for (const std::uint32_t mhz : {1000U, 333U, 70U, 1000U}) {
    const std::string name = "island" + std::to_string(islands.size());
    islands.push_back(std::make_unique<Island>(name.c_str(), mhz, islands.size() % 2 == 1, 30));
  }
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  for (const auto& island : islands) expect_done(*island, 30);
  CHECK(islands[0]->end < islands[2]->end);
  CHECK(islands[3]->end < islands[1]->end);
  // A target that only blocks answers phases one after the other, and calls that block side by side.
  CHECK(islands[3]->end < islands[0]->end);
}

TEST_CASE("beside a busy clock the scheduler works in the cycles in which there is something to do, and no other") {
  Island island("island", 1000, false, 10);
  BusyClock busy("busy");
  sc_core::sc_start(sc_core::sc_time(100, sc_core::SC_US));
  expect_done(island, 10);
  CHECK(busy.edges >= 100000);
  std::uint64_t worked = 0;
  Cycle last = 0;
  for (Unit* unit : island.scheduler.device().units()) {
    last = std::max(last, unit->last_run() == kNever ? 0 : unit->last_run());
    worked += unit->block_stats(100000).busy_cycles;
  }
  // Ten tasks of two jobs: some dozens of cycles each, whatever happens around them.
  CHECK(worked < 1000);
  CHECK(island.clock.edges() <= worked);
  CHECK(last < 100000);
  CHECK(island.scheduler.device().due() == kNever);
}

TEST_CASE("a clock drives any number of schedulers, each as if it were alone") {
  // Five blocks each: more than 64 modules.
  sc::GatedClock clock("clock", sc::ClockPeriod(500), sc::GatedClock::Works::between_edges);
  std::vector<std::unique_ptr<Island>> islands;
  for (std::uint32_t i = 0; i < 15; ++i) {
    const std::string name = "island" + std::to_string(i);
    islands.push_back(std::make_unique<Island>(name.c_str(), 500, i % 2 == 1, 20, &clock));
  }
  Island blocking("blocking", 500, true, 20);
  Island phases("phases", 500, false, 20);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  for (std::uint32_t i = 0; i < 15; ++i) {
    INFO(i);
    const Island& alone = i % 2 == 1 ? blocking : phases;
    expect_done(*islands[i], 20);
    CHECK(islands[i]->end == alone.end);
    CHECK(islands[i]->done == alone.done);
    CHECK(islands[i]->interrupts == alone.interrupts);
  }
}

TEST_CASE("a reset at any time, blocking and by phases, leaves a scheduler that does its work and nothing else") {
  std::vector<std::unique_ptr<Island>> islands;
  for (const std::uint32_t mhz : {1000U, 333U, 70U, 1000U}) {
    const std::string name = "island" + std::to_string(islands.size());
    islands.push_back(std::make_unique<Island>(name.c_str(), mhz, islands.size() % 2 == 1, 30));
    islands.back()->restarts = 200;
  }
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_MS));
  for (const auto& island : islands) {
    REQUIRE(island->done.size() == 30);
    for (std::uint32_t number = 0; number < 30; ++number)
      CHECK(std::count(island->done.begin(), island->done.end(), number) == 1);
    CHECK(island->scheduler.device().due() == kNever);
    CHECK(island->scheduler.device().resets() == 200);
  }
}

}  // namespace gantry::sc_task_scheduler_test
