// SPDX-License-Identifier: Apache-2.0
// A machine in SystemC as part of somebody else's simulation: others are alive beside it and go on after it, and its
// memory is a target that takes the rules of the base protocol to the letter.
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/sc/access_splitter.h"
#include "gantry/sc/platform.h"
#include "recorded_run.h"

namespace gantry::sc_foreign_test {

namespace {

Experiment experiment_of(std::uint64_t cycles) {
  Experiment experiment;
  experiment.architecture.processors->push_back({});
  experiment.architecture.processors->at(0).count = 2;
  experiment.workload.tasks.resize(3);
  for (std::size_t t = 0; t < experiment.workload.tasks.size(); ++t) {
    WorkloadTask& task = experiment.workload.tasks[t];
    task.id = "t" + std::to_string(t);
    task.cycles = cycles;
    task.input_bytes = 300;
    task.output_bytes = 64;
  }
  return experiment;
}

/// Something that never ends, and counts how often it was called.
class Neighbour : public sc_core::sc_module {
 public:
  explicit Neighbour(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Neighbour);
    SC_METHOD(tick);
    sensitive << clock_.posedge_event();
    dont_initialize();
  }
  std::uint64_t ticks = 0;

 private:
  void tick() { ++ticks; }
  sc_core::sc_clock clock_{"clock", sc_core::sc_time(7, sc_core::SC_NS)};
};

/// A machine with Gantry's memory.
struct Part {
  Part(const std::string& name, const Experiment& of)
      : source(of.workload, of.architecture),
        machine(of.architecture, {}, source, records),
        clock(of.architecture.clock_mhz),
        platform(name.c_str(), machine, clock),
        memory((name + "_memory").c_str(), *of.architecture.memory, clock) {
    platform.memory_initiator.socket(0).bind(memory.socket(0));
  }
  GraphSource source;
  Records records;
  Machine machine;
  sc::ClockPeriod clock;
  sc::Platform platform;
  sc::MemoryTarget memory;
};

/// The only one that stops the simulation: when two machines have finished, and 100 ns later.
class Main : public sc_core::sc_module {
 public:
  Main(const sc_core::sc_module_name& name, sc::Platform& a, sc::Platform& b) : sc_core::sc_module(name), a_(a), b_(b) {
    SC_HAS_PROCESS(Main);
    SC_THREAD(run);
  }
  sc_core::sc_time both;

 private:
  void run() {
    wait(a_.ended() & b_.ended());
    both = sc_core::sc_time_stamp();
    wait(sc_core::sc_time(100, sc_core::SC_NS));
    sc_core::sc_stop();
  }
  sc::Platform& a_;
  sc::Platform& b_;
};

/// Stands between an initiator and a target, and holds both to the base protocol.
class ProtocolChecker : public sc_core::sc_module {
 public:
  explicit ProtocolChecker(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), target("target"), initiator("initiator") {
    target.register_nb_transport_fw(this, &ProtocolChecker::forward);
    initiator.register_nb_transport_bw(this, &ProtocolChecker::backward);
  }
  tlm_utils::simple_target_socket<ProtocolChecker> target;
  tlm_utils::simple_initiator_socket<ProtocolChecker> initiator;
  std::uint64_t answered = 0;

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      CHECK(requesting_ == nullptr);  // one request at a time until END_REQ
      CHECK(open_.insert(&payload).second);
      CHECK(payload.get_data_ptr() != nullptr);
      CHECK(payload.get_data_length() > 0);
      CHECK(payload.get_streaming_width() >= payload.get_data_length());
      CHECK(payload.get_byte_enable_ptr() == nullptr);
      CHECK(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE);
      CHECK(!payload.is_dmi_allowed());
      CHECK(payload.has_mm());
      requesting_ = &payload;
    } else {
      CHECK(phase == tlm::END_RESP);
      close(payload);
    }
    const tlm::tlm_sync_enum status = initiator->nb_transport_fw(payload, phase, delay);
    if (status == tlm::TLM_COMPLETED) close(payload);
    if (status == tlm::TLM_UPDATED) note(payload, phase);
    return status;
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    note(payload, phase);
    const tlm::tlm_sync_enum status = target->nb_transport_bw(payload, phase, delay);
    if (status == tlm::TLM_UPDATED) {
      CHECK(phase == tlm::END_RESP);
      close(payload);
    }
    if (status == tlm::TLM_COMPLETED) close(payload);
    return status;
  }
  void note(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    CHECK(open_.count(&payload) == 1);
    CHECK((phase == tlm::END_REQ || phase == tlm::BEGIN_RESP));
    if (requesting_ == &payload) requesting_ = nullptr;
    if (phase == tlm::BEGIN_RESP) {
      CHECK(responding_ == nullptr);
      responding_ = &payload;
      CHECK(payload.get_response_status() == tlm::TLM_OK_RESPONSE);
    }
  }
  void close(tlm::tlm_generic_payload& payload) {
    CHECK(open_.erase(&payload) == 1);
    if (requesting_ == &payload) requesting_ = nullptr;
    if (responding_ == &payload) responding_ = nullptr;
    ++answered;
  }

  std::set<tlm::tlm_generic_payload*> open_;
  tlm::tlm_generic_payload* requesting_ = nullptr;
  tlm::tlm_generic_payload* responding_ = nullptr;
};

/// A target that writes into the payload, and knows only END_RESP as the end of a response.
class StrictMemory : public sc_core::sc_module {
 public:
  explicit StrictMemory(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), socket("socket"), later_(this, &StrictMemory::respond) {
    socket.register_nb_transport_fw(this, &StrictMemory::forward);
  }
  tlm_utils::simple_target_socket<StrictMemory> socket;
  std::uint64_t responses = 0;

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      ++responses;
      payload.release();
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    later_.notify(payload, tlm::BEGIN_RESP, delay + sc_core::sc_time(20, sc_core::SC_NS));
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  void respond(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& /*phase*/) {
    for (unsigned i = 0; payload.is_read() && i < payload.get_data_length(); ++i) payload.get_data_ptr()[i] = 0xa5;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
    if (status == tlm::TLM_ACCEPTED) return;  // END_RESP comes later
    CHECK(status == tlm::TLM_UPDATED);
    CHECK(phase == tlm::END_RESP);
    ++responses;
    payload.release();
  }
  tlm_utils::peq_with_cb_and_phase<StrictMemory> later_;
};

/// A memory of words, which takes no more than one of them at a time.
class WordMemory : public sc_core::sc_module {
 public:
  explicit WordMemory(const sc_core::sc_module_name& name) : sc_core::sc_module(name), socket("socket") {
    socket.register_b_transport(this, &WordMemory::serve);
  }
  tlm_utils::simple_target_socket<WordMemory> socket;
  std::map<std::uint64_t, unsigned char> bytes;

 private:
  void serve(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t from = payload.get_address();
    const std::uint64_t last = from + payload.get_data_length() - 1;
    if (from / 4 != last / 4) return payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    if (last >= 0x100000000) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    const unsigned char* enabled = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      if (enabled != nullptr && enabled[i % payload.get_byte_enable_length()] == 0) continue;
      if (payload.is_write()) bytes[from + i] = payload.get_data_ptr()[i];
      if (payload.is_read()) payload.get_data_ptr()[i] = bytes[from + i];
    }
    delay += sc_core::sc_time(5, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// Calls a target in a process of its own.
class Caller : public sc_core::sc_module {
 public:
  Caller(const sc_core::sc_module_name& name, std::function<void(Caller&)> what)
      : sc_core::sc_module(name), socket("socket"), what_(std::move(what)) {
    SC_HAS_PROCESS(Caller);
    SC_THREAD(run);
  }
  tlm::tlm_response_status call(tlm::tlm_command command, std::uint64_t address, std::vector<unsigned char>& data,
                                std::vector<unsigned char> enabled = {}, unsigned streaming = 1000) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(streaming);
    if (!enabled.empty()) payload.set_byte_enable_ptr(enabled.data());
    payload.set_byte_enable_length(static_cast<unsigned>(enabled.size()));
    delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  tlm_utils::simple_initiator_socket<Caller> socket;
  sc_core::sc_time delay;
  bool done = false;

 private:
  void run() {
    what_(*this);
    done = true;
  }
  std::function<void(Caller&)> what_;
};

/// One task that waits for a task that never comes.
class WaitsForEver final : public TaskSource {
 public:
  bool next(Task& task) override {
    if (given_) return false;
    given_ = true;
    task = Task();
    task.after = {0};
    return true;
  }
  [[nodiscard]] std::uint64_t total() const override { return 1; }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }

 private:
  bool given_ = false;
};

/// Three descriptors written and read, inputs of two bursts and outputs of one.
constexpr std::uint64_t kResponses = 3 * (2 + 2 + 1);

/// Runs a machine with a protocol checker between it and its memory. Returns the last cycle.
template <class Socket>
Cycle run_with(Socket& memory) {
  const Experiment experiment = experiment_of(100);
  GraphSource source(experiment.workload, experiment.architecture);
  Records records;
  Machine machine(experiment.architecture, {}, source, records);
  const sc::ClockPeriod clock(experiment.architecture.clock_mhz);
  sc::Platform platform("gantry", machine, clock);
  ProtocolChecker checker("checker");
  platform.memory_initiator.socket(0).bind(checker.target);
  checker.initiator.bind(memory);
  Cycle now = 0;
  REQUIRE(platform.simulate({}, now) == RunEnd::complete);
  machine.verify_empty();
  CHECK(checker.answered == kResponses);
  return now;
}

}  // namespace

TEST_CASE("two machines in one simulation finish each in its cycle, and stop nobody") {
  const Experiment first = experiment_of(100);
  const Experiment second = experiment_of(9000);
  Part a("a", first);
  Part b("b", second);
  Neighbour neighbour("neighbour");
  Main main("main", a.platform, b.platform);
  sc_core::sc_start();
  CHECK(a.machine.finished());
  CHECK(b.machine.finished());
  const Cycle last = record_run(second, {}).stats.cycles;
  CHECK(main.both == b.clock.at(last));
  CHECK(sc_core::sc_time_stamp() == b.clock.at(last) + sc_core::sc_time(100, sc_core::SC_NS));
  CHECK(a.machine.finish(RunEnd::complete, last_run(a.machine)).cycles == record_run(first, {}).stats.cycles);
  CHECK(neighbour.ticks > last / 8);
}

TEST_CASE("simulate() ends with its machine, and the simulation goes on") {
  const Experiment experiment = experiment_of(100);
  Part part("gantry", experiment);
  Neighbour neighbour("neighbour");
  Cycle now = 0;
  REQUIRE(part.platform.simulate({}, now) == RunEnd::complete);
  CHECK(now == record_run(experiment, {}).stats.cycles);
  const std::uint64_t before = neighbour.ticks;
  sc_core::sc_start(sc_core::sc_time(700, sc_core::SC_NS));
  CHECK(neighbour.ticks >= before + 99);
}

TEST_CASE("a deadlock of the machine is told, whatever else is alive") {
  Architecture architecture;
  architecture.processors->push_back({});
  WaitsForEver source;
  Records records;
  Machine machine(architecture, {}, source, records);
  const sc::ClockPeriod clock(architecture.clock_mhz);
  sc::Platform platform("gantry", machine, clock);
  sc::MemoryTarget memory("memory", *architecture.memory, clock);
  platform.memory_initiator.socket(0).bind(memory.socket(0));
  Neighbour neighbour("neighbour");
  Cycle now = 0;
  CHECK(platform.simulate({}, now) == RunEnd::deadlock);
  CHECK(now < 1000);
}

TEST_CASE("between the machine and a memory that takes phases alone, the base protocol holds") {
  StrictMemory memory("memory");
  run_with(memory.socket);
  CHECK(memory.responses == kResponses);
}

TEST_CASE("between the machine and Gantry's own memory it holds as well") {
  const Experiment experiment = experiment_of(100);
  sc::MemoryTarget memory("memory", *experiment.architecture.memory,
                          sc::ClockPeriod(experiment.architecture.clock_mhz));
  CHECK(run_with(memory.socket(0)) == record_run(experiment, {}).stats.cycles);
}

TEST_CASE("a memory of words serves the machine behind a splitter") {
  sc::AccessSplitter splitter("splitter", 4);
  WordMemory memory("memory");
  splitter.out.bind(memory.socket);
  run_with(splitter.in);
  // Three descriptors of 32 words, written and read, inputs of 75 and outputs of 16.
  CHECK(splitter.pieces() == 3 * (32 + 32 + 75 + 16));
}

TEST_CASE("a splitter moves each byte once, and ends with the first error") {
  sc::AccessSplitter splitter("splitter", 4);
  WordMemory memory("memory");
  Caller caller("caller", [&](Caller& self) {
    std::vector<unsigned char> data(50);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<unsigned char>(i + 1);
    // From byte 3 on: one byte, then twelve words, then one byte.
    REQUIRE(self.call(tlm::TLM_WRITE_COMMAND, 3, data) == tlm::TLM_OK_RESPONSE);
    CHECK(splitter.pieces() == 14);
    CHECK(self.delay == sc_core::sc_time(14 * 5, sc_core::SC_NS));
    std::vector<unsigned char> read(50);
    REQUIRE(self.call(tlm::TLM_READ_COMMAND, 3, read) == tlm::TLM_OK_RESPONSE);
    CHECK(read == data);
    // Two of three bytes.
    std::vector<unsigned char> zeros(50, 0);
    REQUIRE(self.call(tlm::TLM_WRITE_COMMAND, 3, zeros, {0xff, 0xff, 0}) == tlm::TLM_OK_RESPONSE);
    for (std::size_t i = 0; i < 50; ++i) CHECK(memory.bytes[3 + i] == (i % 3 == 2 ? data[i] : 0));
    CHECK(self.call(tlm::TLM_WRITE_COMMAND, 0xfffffffe, data) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(memory.bytes[0xffffffff] == 2);
    CHECK(self.call(tlm::TLM_READ_COMMAND, 0, read, {}, 8) == tlm::TLM_BURST_ERROR_RESPONSE);
  });
  caller.socket.bind(splitter.in);
  splitter.out.bind(memory.socket);
  sc_core::sc_start();
  CHECK(caller.done);
}

}  // namespace gantry::sc_foreign_test
