// SPDX-License-Identifier: Apache-2.0
#include "iss.h"

#include <algorithm>
#include <cstddef>

#include "task_list.h"

std::array<std::uint8_t, 8> Instruction::bytes() const {
  std::array<std::uint8_t, 8> all = {static_cast<std::uint8_t>(op), to, a, b, 0, 0, 0, 0};
  put_number(all.data() + 4, 4, static_cast<std::uint32_t>(number));
  return all;
}

Iss::Iss(const sc_core::sc_module_name& name, const sc_core::sc_time& cycle, std::uint32_t full_bytes,
         std::uint64_t room, std::uint64_t completion)
    : sc_core::sc_module(name),
      jobs("jobs"),
      bus("bus"),
      cycle_(cycle),
      full_bytes_(full_bytes),
      room_(room),
      completion_(completion) {
  jobs.register_b_transport(this, &Iss::take_job);
  SC_THREAD(work);
}

/// A descriptor of full_bytes, and behind it which job of the task this is.
void Iss::take_job(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  if (!payload.is_write() || payload.get_data_length() != GANTRY_TS_JOB_BYTES(full_bytes_)) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  const std::uint8_t* task = payload.get_data_ptr();
  const std::uint8_t* split = task + full_bytes_;
  const auto room = [this](std::uint64_t bytes) { return (bytes + room_ - 1) / room_ * room_; };
  Job job;
  job.task = static_cast<std::uint32_t>(get_number(task + offsetof(gantry_ts_descriptor, number), 4));
  job.number = static_cast<std::uint32_t>(get_number(split + offsetof(gantry_ts_split, job), 4));
  job.token = static_cast<std::uint32_t>(get_number(split + offsetof(gantry_ts_split, token), 4));
  job.program = get_number(task + offsetof(gantry_ts_descriptor, program), 8);
  job.input_bytes = get_number(task + offsetof(gantry_ts_descriptor, input_bytes), 8);
  job.output_bytes = get_number(task + offsetof(gantry_ts_descriptor, output_bytes), 8);
  const std::uint64_t data = get_number(task + offsetof(gantry_ts_descriptor, data_address), 8);
  const std::uint64_t all_jobs = get_number(task + offsetof(gantry_ts_descriptor, jobs), 4);
  job.input = data + job.number * room(job.input_bytes);
  job.output = data + all_jobs * room(job.input_bytes) + job.number * room(job.output_bytes);
  waiting_.push_back(job);
  arrived_.notify(sc_core::SC_ZERO_TIME);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void Iss::work() {
  for (;;) {
    while (waiting_.empty()) sc_core::wait(arrived_);
    const Job job = waiting_.front();
    waiting_.pop_front();
    const std::uint64_t cycles = interpret(job);
    if (finished) finished(job.task, job.number, cycles);
    std::array<std::uint8_t, 8> done{};
    put_number(done.data(), 8, job.token);
    move(tlm::TLM_WRITE_COMMAND, completion_, done.data(), done.size());
  }
}

/// Registers 0 to 15 of 32 bits, of which 14 and 15 begin as the lengths of the input and of both. Loads and stores are
/// of a scratchpad that holds the input, and behind it the output.
std::uint64_t Iss::interpret(const Job& job) {
  std::vector<std::uint8_t> data(static_cast<std::size_t>(job.input_bytes + job.output_bytes) + 4, 0);
  move(tlm::TLM_READ_COMMAND, job.input, data.data(), static_cast<std::size_t>(job.input_bytes));
  std::array<std::uint32_t, 16> r{};
  r[14] = static_cast<std::uint32_t>(job.input_bytes);
  r[15] = static_cast<std::uint32_t>(job.input_bytes + job.output_bytes);
  std::array<std::uint8_t, 256> line{};  // of the program, as it is fetched
  std::uint64_t line_address = ~std::uint64_t{0};
  std::uint64_t cycles = 0;
  std::uint64_t pc = 0;
  for (bool running = true; running;) {
    const std::uint64_t address = job.program + 8 * pc;
    if (address / line.size() * line.size() != line_address) {
      line_address = address / line.size() * line.size();
      move(tlm::TLM_READ_COMMAND, line_address, line.data(), line.size());
    }
    const std::uint8_t* at = line.data() + (address - line_address);
    const auto number = static_cast<std::uint32_t>(get_number(at + 4, 4));
    const std::uint32_t a = r[at[2] % 16];
    const std::uint32_t b = r[at[3] % 16];
    std::uint32_t& to = r[at[1] % 16];
    std::uint64_t next = pc + 1;
    std::uint64_t takes = 1;
    switch (static_cast<Op>(at[0])) {
      case Op::set:
        to = number;
        break;
      case Op::add:
        to = a + b + number;
        break;
      case Op::subtract:
        to = a - b;
        break;
      case Op::multiply:
        to = a * b;
        takes = 4;
        break;
      case Op::load:
        to = static_cast<std::uint32_t>(get_number(data.data() + std::min<std::size_t>(a, data.size() - 4), 4));
        takes = 2;
        break;
      case Op::store:
        put_number(data.data() + std::min<std::size_t>(a, data.size() - 4), 4, b);
        takes = 2;
        break;
      case Op::branch_less:
        if (a < b) next = number;
        break;
      case Op::branch_equal:
        if (a == b) next = number;
        break;
      case Op::jump:
        next = number;
        break;
      default:
        running = false;
    }
    cycles += takes;
    pc = next;
  }
  sc_core::wait(cycle_ * static_cast<double>(cycles));
  const std::uint8_t* output = data.data() + job.input_bytes;
  std::vector<std::uint8_t> copy(output, output + job.output_bytes);
  move(tlm::TLM_WRITE_COMMAND, job.output, copy.data(), copy.size());
  return cycles;
}

/// In pieces that each lie in one memory controller.
void Iss::move(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, std::size_t bytes) {
  while (bytes > 0) {
    const std::size_t here = std::min<std::size_t>(bytes, static_cast<std::size_t>(room_ - address % room_));
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(static_cast<unsigned>(here));
    payload.set_streaming_width(static_cast<unsigned>(here));
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    bus->b_transport(payload, delay);
    sc_core::wait(delay);
    if (payload.is_response_error()) SC_REPORT_ERROR("iss", payload.get_response_string().c_str());
    address += here;
    data += here;
    bytes -= here;
  }
}
