// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/global_memory.h"

#include <algorithm>
#include <stdexcept>

#include "gantry/network/interconnect_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/memory_faults.h"
#include "gantry/scheduler/descriptor_config.h"

namespace gantry {
inline namespace platform {

namespace {

bool is_write(const Message& request) {
  return request.is<DescriptorWrite>() || request.is<OutputWrite>() || request.is<PartWrite>();
}

MemoryAccess access_of(const Message& request) {
  if (request.is<DescriptorWrite>()) return request.content<DescriptorWrite>().access;
  if (request.is<DescriptorRead>()) return request.content<DescriptorRead>().access;
  if (request.is<InputRead>()) return request.content<InputRead>().access;
  if (request.is<OutputWrite>()) return request.content<OutputWrite>().access;
  if (request.is<PartRead>()) return request.content<PartRead>().access;
  return request.content<PartWrite>().access;
}

/// Earlier reads of the burst whose answers were errors.
std::uint16_t errors_of(const Message& read) {
  if (read.is<DescriptorRead>()) return read.content<DescriptorRead>().errors;
  if (read.is<InputRead>()) return read.content<InputRead>().errors;
  return read.content<PartRead>().errors;
}

}  // namespace

GlobalMemory::GlobalMemory(const MemoryConfig& config, const InterconnectConfig& interconnect,
                           const DescriptorConfig& descriptor, std::uint32_t queues, std::uint32_t ring_entries)
    : Unit("memory"),
      config_(config),
      cut_through_(interconnect.flit_bytes, interconnect.header_bytes, config.bytes_per_cycle),
      map_({config.burst_bytes, config.outstanding_bursts, config.retries}, config.interleave(), config.controllers,
           queues, ring_entries, descriptor.full_bytes),
      busy_(make_bit_set(config.controllers)),
      rings_(std::size_t{queues} * ring_entries),
      queue_(add_queue("queue", "requests that no controller has accepted")),
      service_(add_queue("in_service", "requests that are being served",
                         std::uint64_t{config.outstanding} * config.controllers)),
      stall_outstanding_(
          add_stall("outstanding", "a controller serves as many requests as it may, and does not accept the next one")),
      reads_(add_counter("reads", "requests to read")),
      writes_(add_counter("writes", "requests to write")),
      bytes_read_(add_counter("bytes_read", "bytes of the requests to read")),
      bytes_written_(add_counter("bytes_written", "bytes of the requests to write")) {}

GlobalMemory::~GlobalMemory() = default;

void GlobalMemory::use_faults(const FaultPlan& plan) {
  faults_ = std::make_unique<MemoryFaults>(plan, config_.controllers);
  read_errors_ = &add_counter("read_errors", "with faults of memory: reads that were answered with an error");
  reads_again_ = &add_counter("reads_again", "with faults of memory: reads of bursts whose answer was an error before");
  reads_lost_ = &add_counter("reads_lost", "with faults of memory: errors after which nobody reads the burst again");
}

std::vector<MemoryFaultRecord> GlobalMemory::fault_records(Cycle last) const {
  return faults_ ? faults_->records(last) : std::vector<MemoryFaultRecord>();
}

void GlobalMemory::draw_error(Request& request, Cycle now) {
  const std::uint16_t before = errors_of(request.message);
  if (before > 0) ++*reads_again_;
  if (!faults_->hits(request.controller, now)) return;
  request.errors = static_cast<std::uint16_t>(before + 1);
  ++*read_errors_;
  if (before == config_.retries) ++*reads_lost_;
}

void GlobalMemory::add_controller(SendPort port) {
  controllers_.push_back({port, {}, {}, MemoryController(config_)});
  map_.add_controller(port.terminal());
}

void GlobalMemory::receive(const Message& message, Cycle visible) {
  const std::uint32_t id = map_.controller_of(access_of(message).address);
  controllers_[id].inbox.send(message, visible - 1);
  set_bit(busy_, id);
  wake(visible);
}

[[gnu::flatten]] Cycle GlobalMemory::step(Cycle now) {
  Cycle next = kNever;
  for_each_bit(busy_, [&](std::uint32_t id) {
    next = std::min(next, step_controller(id, now));
    if (controllers_[id].inbox.empty() && controllers_[id].answers.empty()) clear_bit(busy_, id);
  });
  update_gauges(now);
  return next;
}

void GlobalMemory::update_gauges(Cycle now) {
  std::uint64_t waiting = offered_;
  for_each_bit(busy_, [&](std::uint32_t id) { waiting += controllers_[id].inbox.count(now); });
  queue_.set(now, waiting);
  service_.set(now, in_service_);
  stall_outstanding_.set(now, offered_ > 0 ? 1 : 0);
}

Cycle GlobalMemory::step_controller(std::uint32_t id, Cycle now) {
  Controller& controller = controllers_[id];
  give_answers(controller, now);
  if (backend_ == nullptr && controller.offered && controller.accepts <= now) accept(controller, now);
  if (controller.inbox.has(now) && controller.next_begin <= now) begin(id, now);
  Cycle next = next_answer(controller);
  if (backend_ == nullptr && controller.offered) next = std::min(next, controller.accepts);
  if (controller.inbox.has(now) && controller.next_begin != kNever) next = std::min(next, controller.next_begin);
  return std::min(next, controller.inbox.next_after(now));
}

void GlobalMemory::begin(std::uint32_t id, Cycle now) {
  Controller& controller = controllers_[id];
  std::uint32_t slot = 0;
  if (free_requests_.empty()) {
    slot = static_cast<std::uint32_t>(requests_.size());
    requests_.emplace_back();
  } else {
    slot = free_requests_.back();
    free_requests_.pop_back();
  }
  Request& request = requests_[slot];
  request.message = controller.inbox.take();
  request.access = access_of(request.message);
  if (request.message.is<DescriptorRead>()) {
    // How long it is only memory knows.
    const auto read = request.message.content<DescriptorRead>();
    const std::uint64_t whole = rings_[map_.ring_place(read.queue, read.position)].bytes;
    const std::uint64_t left = whole - offset_of(read.queue, read.position, read.access.address);
    request.access.bytes = std::min<std::uint64_t>(left, config_.burst_bytes);
  }
  request.controller = id;
  const MemoryAccess access = request.access;
  const bool write = is_write(request.message);
  request.write = write;
  request.errors = 0;
  if (faults_ && !write) draw_error(request, now);
  ++(write ? writes_ : reads_);
  (write ? bytes_written_ : bytes_read_) += access.bytes;
  controller.next_begin = kNever;
  controller.offered = true;
  ++offered_;
  if (backend_ != nullptr) {
    backend_->begin(id, slot, access.address, access.bytes, write, now);
    return;
  }
  const MemoryController::Times times = controller.calendar.admit(now, access.bytes);
  plan_answer(slot, times.begins, times.done);
  controller.accepts = times.accepted;
  if (times.accepted == now) accept(controller, now);
}

void GlobalMemory::accepted(std::uint32_t id, Cycle now) {
  accept(controllers_[id], now);
  update_gauges(now);
  if (controllers_[id].inbox.has(now)) wake(now + 1);
}

void GlobalMemory::accept(Controller& controller, Cycle now) {
  controller.offered = false;
  --offered_;
  controller.next_begin = now + 1;
  ++in_service_;
}

void GlobalMemory::answered(std::uint32_t request, Cycle now, Cycle done) {
  Controller& controller = controllers_[requests_[request].controller];
  // Data of one controller come one after the other, whatever a memory says.
  const Cycle begins = controller.answers.empty()
                           ? now
                           : std::max(now, requests_[controller.answers[controller.answers.size() - 1]].done);
  plan_answer(request, begins, std::max(begins, done));
  give_answers(controller, now);
  update_gauges(now);
  const Cycle next = next_answer(controller);
  if (next != kNever) wake(next);
}

/// Bytes begin to move in `begins` and have in `done`.
void GlobalMemory::plan_answer(std::uint32_t slot, Cycle begins, Cycle done) {
  Request& request = requests_[slot];
  request.sent = false;
  request.done = done;
  request.sends = request.write ? done : cut_through_.departure(begins, done, request.access.bytes);
  controllers_[request.controller].answers.push(slot);
  set_bit(busy_, request.controller);
}

void GlobalMemory::give_answers(Controller& controller, Cycle now) {
  while (!controller.answers.empty()) {
    Request& request = requests_[controller.answers.front()];
    if (!request.sent && request.sends <= now) {
      request.sent = true;
      send_answer(request, now);
    }
    if (request.done > now) return;
    --in_service_;
    add_busy(config_.bytes_per_cycle.time_for(request.access.bytes));
    free_requests_.push_back(controller.answers.pop());
  }
}

Cycle GlobalMemory::next_answer(const Controller& controller) const {
  if (controller.answers.empty()) return kNever;
  const Request& request = requests_[controller.answers.front()];
  return request.sent ? request.done : request.sends;
}

void GlobalMemory::send_answer(const Request& request, Cycle now) {
  const Message& asked = request.message;
  const auto reply = [&](const auto& content, std::uint64_t payload_bytes) {
    controllers_[request.controller].port.send(Message(asked.source, payload_bytes, content), now);
  };
  if (asked.is<DescriptorWrite>()) {
    const auto write = asked.content<DescriptorWrite>();
    write_descriptor(write);
    reply(DescriptorAck{write.queue, write.position, write.task}, 0);
  } else if (asked.is<DescriptorRead>()) {
    const auto read = asked.content<DescriptorRead>();
    const WrittenDescriptor& written = rings_[map_.ring_place(read.queue, read.position)];
    const std::uint64_t offset = offset_of(read.queue, read.position, read.access.address);
    reply(DescriptorData{read.queue, written.task, read.position, offset, request.errors}, request.access.bytes);
  } else if (asked.is<InputRead>()) {
    const auto read = asked.content<InputRead>();
    reply(InputData{read.job, request.errors, read.access}, read.access.bytes);
  } else if (asked.is<OutputWrite>()) {
    reply(OutputAck{asked.content<OutputWrite>().job}, 0);
  } else if (asked.is<PartRead>()) {
    const auto read = asked.content<PartRead>();
    reply(PartData{read.transfer, request.errors, read.access}, read.access.bytes);
  } else {
    reply(PartAck{asked.content<PartWrite>().transfer}, 0);
  }
}

std::uint64_t GlobalMemory::offset_of(QueueId queue, std::uint64_t position, std::uint64_t address) const {
  return address - map_.descriptor_address(queue, position);
}

/// Writes a burst of a descriptor. Bursts come in any order.
void GlobalMemory::write_descriptor(const DescriptorWrite& write) {
  WrittenDescriptor& written = rings_[map_.ring_place(write.queue, write.position)];
  if (written.position != write.position) written = {write.task, 0, write.position};
  written.bytes =
      std::max(written.bytes, offset_of(write.queue, write.position, write.access.address) + write.access.bytes);
}

std::string GlobalMemory::state() const {
  return std::to_string(queue_.value()) + " requests waiting, " + std::to_string(in_service_) + " in service";
}

void GlobalMemory::verify() const {
  if (queue_.value() + in_service_ > reserved_) throw std::logic_error("memory: more requests than its capacity");
}

}  // namespace platform
}  // namespace gantry
