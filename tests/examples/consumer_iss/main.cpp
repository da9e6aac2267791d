// SPDX-License-Identifier: Apache-2.0
// consumer_iss TASKS: tasks that `gantry workload convert` has written as descriptors, scheduled by Gantry, on
// processors that interpret programs. Network and memory are Gantry's, host and processors are not.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <cstddef>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "gantry/platform/processors_config.h"
#include "gantry/sc/socket_platform.h"
#include "gantry/scheduler/descriptor_config.h"
#include "iss.h"
#include "task_list.h"

namespace {

// Where things are in memory.
constexpr std::uint64_t kRings = 0x0;
constexpr std::uint64_t kEntries = 8;
constexpr std::uint64_t kStride = 256;
constexpr std::uint64_t kGcd = 0x100000;
constexpr std::uint64_t kProduct = 0x101000;
constexpr std::uint64_t kData = 0x200000;
constexpr std::uint64_t kRoom = 256;  // memory.burst_bytes

std::uint64_t room(std::uint64_t bytes) { return (bytes + kRoom - 1) / kRoom * kRoom; }

/// For each two numbers of the input the greatest number that divides both, by subtracting: as long as it takes.
const std::vector<Instruction> kGcdProgram = {{Op::set, 1, 0, 0, 0},           {Op::add, 2, 14, 0, 0},
                                              {Op::branch_less, 0, 1, 14, 4},  {Op::halt},
                                              {Op::load, 3, 1, 0, 0},          {Op::add, 1, 1, 0, 4},
                                              {Op::load, 4, 1, 0, 0},          {Op::add, 1, 1, 0, 4},
                                              {Op::branch_equal, 0, 3, 4, 14}, {Op::branch_less, 0, 3, 4, 12},
                                              {Op::subtract, 3, 3, 4, 0},      {Op::jump, 0, 0, 0, 8},
                                              {Op::subtract, 4, 4, 3, 0},      {Op::jump, 0, 0, 0, 8},
                                              {Op::store, 0, 2, 3, 0},         {Op::add, 2, 2, 0, 4},
                                              {Op::jump, 0, 0, 0, 2}};

/// Their product.
const std::vector<Instruction> kProductProgram = {
    {Op::set, 1, 0, 0, 0},      {Op::add, 2, 14, 0, 0},  {Op::branch_less, 0, 1, 14, 4}, {Op::halt},
    {Op::load, 3, 1, 0, 0},     {Op::add, 1, 1, 0, 4},   {Op::load, 4, 1, 0, 0},         {Op::add, 1, 1, 0, 4},
    {Op::multiply, 3, 3, 4, 0}, {Op::store, 0, 2, 3, 0}, {Op::add, 2, 2, 0, 4},          {Op::jump, 0, 0, 0, 2}};

struct Submitted {
  std::string name;
  std::vector<std::uint8_t> descriptor;
  std::vector<std::uint64_t> job_cycles;  // as the processors tell
  sc_core::sc_time done;

  [[nodiscard]] std::uint64_t field(std::size_t at, unsigned bytes) const {
    return get_number(descriptor.data() + at, bytes);
  }
  [[nodiscard]] std::uint64_t jobs() const { return field(offsetof(gantry_ts_descriptor, jobs), 4); }
  [[nodiscard]] std::uint64_t input_bytes() const { return field(offsetof(gantry_ts_descriptor, input_bytes), 8); }
  [[nodiscard]] std::uint64_t output_bytes() const { return field(offsetof(gantry_ts_descriptor, output_bytes), 8); }
  [[nodiscard]] std::uint64_t data() const { return field(offsetof(gantry_ts_descriptor, data_address), 8); }
  [[nodiscard]] bool is_gcd() const { return name.rfind("gcd", 0) == 0; }
};

/// The host: a process that blocks.
class Driver : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(Driver);
#endif
  Driver(const sc_core::sc_module_name& name, task_list list, const gantry::sc::ClockPeriod& clock,
         gantry::sc::ByteStore& memory)
      : sc_core::sc_module(name), bus("bus"), messages("messages"), list_(list), clock_(clock), memory_(memory) {
    messages.register_b_transport(this, &Driver::take_message);
    SC_THREAD(run);
  }

  tlm_utils::simple_initiator_socket<Driver> bus;
  tlm_utils::simple_target_socket<Driver> messages;
  std::vector<Submitted> tasks;
  std::size_t done = 0;

 private:
  void run() {
    load_program(kGcd, kGcdProgram);
    load_program(kProduct, kProductProgram);
    if ((read(GANTRY_TS_DESCRIPTOR) & 0xffffffff) != list_.header.full_bytes || list_.header.longest > kStride) {
      SC_REPORT_ERROR("driver", "the tasks were written for another scheduler");
    }
    queues_per_class_ = static_cast<std::uint32_t>(read(GANTRY_TS_CAPABILITIES) & 0xffff);
    for (std::uint32_t cls = 0; cls < GANTRY_TS_CLASSES; ++cls) {
      const std::uint32_t queue = GANTRY_TS_FIRST_QUEUE(cls, queues_per_class_);
      write(GANTRY_TS_QUEUE_BASE(queue), kRings + cls * kEntries * kStride);
      write(GANTRY_TS_QUEUE_ENTRIES(queue), kEntries);
      write(GANTRY_TS_QUEUE_STRIDE(queue), kStride);
    }
    write(GANTRY_TS_MSI_ADDRESS, gantry::sc::SocketPlatform::kMessages);
    write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_ENABLE);
    for (listed_task task; task_list_next(&list_, &task) != 0;) submit(task);
    while (done < tasks.size()) sc_core::wait(finished_);
    std::cout << "errors: " << read(GANTRY_TS_ERRORS) << '\n';
  }

  void submit(const listed_task& listed) {
    if (clock_.at(listed.submit) > sc_core::sc_time_stamp()) sc_core::wait(clock_.to(listed.submit));
    Submitted task;
    task.name.assign(listed.name, listed.name_bytes);
    task.descriptor.assign(listed.descriptor, listed.descriptor + listed.bytes);
    put_number(&task.descriptor[offsetof(gantry_ts_descriptor, data_address)], 8, task.data() + kData);
    put_number(&task.descriptor[offsetof(gantry_ts_descriptor, program)], 8, task.is_gcd() ? kGcd : kProduct);
    task.job_cycles.resize(task.jobs());
    for (std::uint64_t job = 0; job < task.jobs(); ++job) {
      for (std::uint64_t at = 0; at < task.input_bytes(); at += 4) {
        std::array<std::uint8_t, 4> number{};
        put_number(number.data(), 4, 1 + (37 * job + 91 * at / 4 * at / 4 + tasks.size()) % 200);
        memory_.write(task.data() + job * room(task.input_bytes()) + at, number.data(), 4);
      }
    }
    const auto cls = static_cast<std::uint32_t>(task.field(offsetof(gantry_ts_descriptor, cls), 1));
    std::uint64_t& tail = tails_[cls];  // never more than kEntries here
    const std::uint64_t place = kRings + (cls * kEntries + tail % kEntries) * kStride;
    tasks.push_back(task);
    move(tlm::TLM_WRITE_COMMAND, place, tasks.back().descriptor.data(), listed.bytes);
    write(GANTRY_TS_QUEUE_TAIL(GANTRY_TS_FIRST_QUEUE(cls, queues_per_class_)), ++tail);
  }

  void load_program(std::uint64_t address, const std::vector<Instruction>& program) {
    for (const Instruction& instruction : program) {
      memory_.write(address, instruction.bytes().data(), 8);
      address += 8;
    }
  }

  void take_message(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t message = get_number(payload.get_data_ptr(), 8);
    tasks.at(GANTRY_TS_MSI_NUMBER(message)).done = sc_core::sc_time_stamp() + delay;
    ++done;
    finished_.notify(delay);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  void write(std::uint32_t offset, std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes{};
    put_number(bytes.data(), 8, value);
    move(tlm::TLM_WRITE_COMMAND, gantry::sc::SocketPlatform::kRegisters + offset, bytes.data(), 8);
  }
  std::uint64_t read(std::uint32_t offset) {
    std::array<std::uint8_t, 8> bytes{};
    move(tlm::TLM_READ_COMMAND, gantry::sc::SocketPlatform::kRegisters + offset, bytes.data(), 8);
    return get_number(bytes.data(), 8);
  }
  void move(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    bus->b_transport(payload, delay);
    sc_core::wait(delay);
    if (payload.is_response_error()) SC_REPORT_ERROR("driver", payload.get_response_string().c_str());
  }

  task_list list_;
  const gantry::sc::ClockPeriod clock_;
  gantry::sc::ByteStore& memory_;
  std::uint32_t queues_per_class_ = 1;
  std::map<std::uint32_t, std::uint64_t> tails_;  // of each class
  sc_core::sc_event finished_;
};

/// Results that are right, of one task.
std::uint64_t count_right(const Submitted& task, const gantry::sc::ByteStore& memory) {
  const auto number = [&](std::uint64_t address) {
    std::array<std::uint8_t, 4> bytes{};
    memory.read(address, bytes.data(), 4);
    return static_cast<std::uint32_t>(get_number(bytes.data(), 4));
  };
  std::uint64_t right = 0;
  for (std::uint64_t job = 0; job < task.jobs(); ++job) {
    const std::uint64_t input = task.data() + job * room(task.input_bytes());
    const std::uint64_t output = task.data() + task.jobs() * room(task.input_bytes()) + job * room(task.output_bytes());
    for (std::uint64_t i = 0; i < task.output_bytes() / 4; ++i) {
      const std::uint32_t a = number(input + 8 * i);
      const std::uint32_t b = number(input + 8 * i + 4);
      if (number(output + 4 * i) == (task.is_gcd() ? std::gcd(a, b) : a * b)) ++right;
    }
  }
  return right;
}

}  // namespace

int sc_main(int count, char** words) {
  if (count != 2) return 2;
  std::ifstream file(words[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  task_list list;
  if (task_list_open(&list, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()) == 0) {
    std::cerr << words[1] << " has no descriptors\n";
    return 2;
  }

  gantry::platform::Architecture machine;
  machine.processors->resize(1);
  machine.processors->at(0).count = 3;
  const gantry::sc::ClockPeriod period(machine.clock_mhz);
  gantry::sc::GatedClock clock("clock", period, gantry::sc::GatedClock::Works::between_edges);
  gantry::sc::SocketPlatform::Without without;
  without.host = true;
  without.processors = true;
  gantry::sc::SocketPlatform platform("gantry", machine, {}, {}, clock, clock, without);

  Driver driver("driver", list, period, platform.memory->bytes());
  driver.bus.bind(platform.network.from(platform.terminals.host));
  platform.network.to(platform.terminals.host).bind(driver.messages);
  std::vector<std::unique_ptr<Iss>> processors;
  for (std::uint32_t p = 0; p < 3; ++p) {
    const gantry::network::TerminalId terminal = platform.terminals.first_processor + p;
    processors.push_back(std::make_unique<Iss>(("iss" + std::to_string(p)).c_str(), period.period(),
                                               machine.descriptor->full_bytes, kRoom,
                                               gantry::sc::SocketPlatform::kRegisters + GANTRY_TS_COMPLETION));
    processors[p]->bus.bind(platform.network.from(terminal));
    platform.network.to(terminal).bind(processors[p]->jobs);
    processors[p]->finished = [&driver](std::uint32_t task, std::uint32_t job, std::uint64_t cycles) {
      driver.tasks[task].job_cycles[job] = cycles;
    };
  }
  sc_core::sc_start();

  for (const Submitted& task : driver.tasks) {
    std::cout << task.name << ": " << count_right(task, platform.memory->bytes()) << " of "
              << task.jobs() * task.output_bytes() / 4 << " results right, cycles of its jobs:";
    for (const std::uint64_t cycles : task.job_cycles) std::cout << ' ' << cycles;
    std::cout << ", done in cycle " << period.first_at(task.done) << '\n';
  }
  return driver.done == list.header.tasks ? 0 : 1;
}
