// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/processors.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gantry/device/task_scheduler_regs.h"
#include "gantry/platform/processor_list.h"
#include "gantry/sc/memory_layout.h"
#include "gantry/scheduler/job_data.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry::sc {

namespace {

// Largest data of a job, as in workloads (docs/workloads.md). Data of a user's function must fit into memory.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostComputedBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 48;

/// Whether a job can be run: a descriptor may say anything.
bool can_run(const DescriptorFields& task, const DescriptorLayout& layout, ProcessorType type, std::uint64_t bytes) {
  const bool by_type = (task.flags & GANTRY_TS_TASK_CYCLES_BY_TYPE) != 0;
  if (task.cls >= kTaskClasses || (by_type && !layout.has_room_for_types())) return false;
  const std::uint64_t cycles = task.cycles[by_type ? type : 0];
  return task.input_bytes <= bytes && task.output_bytes <= bytes && cycles <= kMostCycles;
}

}  // namespace

Processors::Processors(const sc_core::sc_module_name& name, const Architecture& architecture, std::uint64_t completion,
                       GatedClock& clock)
    : sc_core::sc_module(name),
      completion_(completion),
      map_(memory_map_of(architecture)),
      layout_(descriptor_layout_of(architecture)),
      processors_(list_processors(architecture), tasks_, jobs_, map_),
      unit_("processors", processors_, clock, GatedClock::Time::must_be_exact) {
  const std::vector<ProcessorInfo> infos = list_processors(architecture);
  AnswerPort::Listener& asked = *this;
  RequestPort::Listener& answered = *this;
  MessageSink& said = *this;
  std::vector<SendPort> ports;
  for (ProcessorId p = 0; p < infos.size(); ++p) {
    const std::string number = std::to_string(p);
    jobs_in_.push_back(std::make_unique<AnswerPort>("jobs" + number, asked, p, clock.period()));
    buses_.push_back(std::make_unique<RequestPort>("bus" + number, answered, p, clock.period()));
    ports.emplace_back(said, p, p);
    types_.push_back(infos[p].type);
  }
  processors_.connect(std::move(ports), 0);
}

bool Processors::asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) {
  const std::size_t full = layout_.full_bytes();
  if (!payload.is_write() || payload.get_data_length() != full + kSplitInfoBytes) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return true;
  }
  const std::uint8_t* bytes = payload.get_data_ptr();
  // Predecessors beyond the full bytes are not part of a job message, and a processor does not need them.
  descriptor_.assign(bytes, bytes + full);
  forget_predecessors(descriptor_);
  DescriptorFields task = read_descriptor(descriptor_.data(), layout_);
  if (!can_run(task, layout_, types_[port], compute ? kMostComputedBytes : kMostBytes)) {
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return true;
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  const JobRef ref = jobs_.allocate();
  if (ref >= held_.size()) held_.resize(ref + 1);
  Held& held = held_[ref];
  held.computed = false;
  held.failed = false;
  held.job = {port, std::move(task), read_split(bytes + full)};
  if (compute) held.input.assign(static_cast<std::size_t>(held.job.task.input_bytes), 0);

  LiveJob& job = jobs_[ref];
  job.task = tasks_.allocate();
  job.record = JobRecord{};
  job.record.task = held.job.task.number;
  job.record.job = held.job.split.job;
  job.record.processor = port;
  job.record.stream = held.job.task.stream;
  LiveTask& live = tasks_[job.task];
  live.task = decode_task(held.job.task, layout_);
  live.data_address = held.job.task.data_address;
  processors_.receiver(port)->receive(Message(port, full + kSplitInfoBytes, JobMessage{ref, port, held.job.split.slot}),
                                      visible);
  return true;
}

std::uint64_t Processors::input_of(JobRef job) const {
  return input_address(map_, tasks_[jobs_[job].task], jobs_[job].record.job);
}

std::uint64_t Processors::output_of(JobRef job) const {
  return output_address(map_, tasks_[jobs_[job].task], jobs_[job].record.job);
}

void Processors::send(std::uint32_t processor, const Message& message, Cycle /*now*/, Cycle /*created*/) {
  if (message.is<InputRead>()) {
    const auto read = message.content<InputRead>();
    RequestPort& bus = *buses_[processor];
    bus.send(bus.make(RequestPort::Kind::read, read.access.address, read.access.bytes, read.job));
  } else if (message.is<OutputWrite>()) {
    write_output(processor, message.content<OutputWrite>());
  } else {
    complete(processor, message.content<JobCompletion>().job);
  }
}

void Processors::answered(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload,
                          Cycle visible) {
  if (tag == kNone) return;  // a completion
  Receiver& processor = *processors_.receiver(port);
  if (payload.is_write()) return processor.receive(Message(port, 0, OutputAck{tag}), visible);
  if (compute) {
    const auto begin = static_cast<std::ptrdiff_t>(payload.get_address() - input_of(tag));
    std::copy_n(payload.get_data_ptr(), payload.get_data_length(), held_[tag].input.begin() + begin);
  }
  processor.receive(Message(port, payload.get_data_length(), InputData{tag}), visible);
}

void Processors::run(JobRef job) {
  Held& held = held_[job];
  if (held.computed || !compute) return;
  held.computed = true;
  held.output.assign(static_cast<std::size_t>(held.job.task.output_bytes), 0);
  held.failed = !compute(held.job, held.input, held.output);
  held.output.resize(static_cast<std::size_t>(held.job.task.output_bytes));
}

void Processors::write_output(ProcessorId processor, const OutputWrite& write) {
  run(write.job);
  RequestPort& bus = *buses_[processor];
  tlm::tlm_generic_payload& payload =
      bus.make(RequestPort::Kind::write, write.access.address, write.access.bytes, write.job);
  if (compute) {
    const auto begin = static_cast<std::ptrdiff_t>(write.access.address - output_of(write.job));
    std::copy_n(held_[write.job].output.begin() + begin, write.access.bytes, payload.get_data_ptr());
  } else {
    std::fill_n(payload.get_data_ptr(), write.access.bytes, std::uint8_t{0});
  }
  bus.send(payload);
}

void Processors::complete(ProcessorId processor, JobRef job) {
  run(job);
  RequestPort& bus = *buses_[processor];
  tlm::tlm_generic_payload& payload = bus.make(RequestPort::Kind::posted_write, completion_, kPointerBytes, kNone);
  const std::uint64_t status = held_[job].failed ? 1 : 0;
  write_bytes(held_[job].job.split.token | status << 32, payload.get_data_ptr(), kPointerBytes);
  bus.send(payload);
  if (finished) finished(jobs_[job].record);
  tasks_.release(jobs_[job].task);
  jobs_.release(job);
}

}  // namespace gantry::sc
