// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/global_memory.h"

#include <algorithm>

namespace gantry {
inline namespace platform {

namespace {

bool is_write(const Message& request) { return request.is<DescriptorWrite>() || request.is<OutputWrite>(); }

MemoryAccess access_of(const Message& request) {
  if (request.is<DescriptorWrite>()) return request.content<DescriptorWrite>().access;
  if (request.is<DescriptorRead>()) return request.content<DescriptorRead>().access;
  if (request.is<InputRead>()) return request.content<InputRead>().access;
  return request.content<OutputWrite>().access;
}

}  // namespace

GlobalMemory::GlobalMemory(const MemoryConfig& config, const DescriptorConfig& descriptor, std::uint32_t queues,
                           std::uint32_t ring_entries)
    : Unit("memory"),
      config_(config),
      map_(config.interleave_bytes, config.controllers, queues, ring_entries, descriptor.full_bytes),
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

void GlobalMemory::add_controller(SendPort port) {
  controllers_.push_back({port, {}, {}, MemoryController(config_)});
  map_.add_controller(port.terminal());
}

void GlobalMemory::receive(const Message& message, Cycle visible) {
  const std::uint32_t id = map_.controller_of(access_of(message).address);
  controllers_[id].inbox.send(message, visible - 1);
  wake(visible);
}

Cycle GlobalMemory::step(Cycle now) {
  Cycle next = kNever;
  for (std::uint32_t id = 0; id < controllers_.size(); ++id) next = std::min(next, step_controller(id, now));
  update_gauges(now);
  return next;
}

void GlobalMemory::update_gauges(Cycle now) {
  std::uint64_t waiting = offered_;
  for (const Controller& controller : controllers_) waiting += controller.inbox.count(now);
  queue_.set(now, waiting);
  service_.set(now, in_service_);
  stall_outstanding_.set(now, offered_ > 0 ? 1 : 0);
}

Cycle GlobalMemory::step_controller(std::uint32_t id, Cycle now) {
  Controller& controller = controllers_[id];
  while (!controller.service.empty() && requests_[controller.service.front()].done <= now) {
    done(controller.service.pop(), now);
  }
  if (backend_ == nullptr && controller.offered && controller.accepts <= now) accepted(id, now);
  if (controller.inbox.has(now) && controller.next_begin <= now) begin(id, now);
  Cycle next = controller.service.empty() ? kNever : requests_[controller.service.front()].done;
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
    request.access.bytes = rings_[map_.ring_place(request.access.address)].bytes;
  }
  request.controller = id;
  request.done = kNever;
  const MemoryAccess access = request.access;
  const bool write = is_write(request.message);
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
  request.done = times.done;
  controller.service.push(slot);
  controller.accepts = times.accepted;
  if (times.accepted == now) accepted(id, now);
}

void GlobalMemory::accepted(std::uint32_t id, Cycle now) {
  Controller& controller = controllers_[id];
  controller.offered = false;
  --offered_;
  controller.next_begin = now + 1;
  ++in_service_;
  update_gauges(now);
  if (controller.inbox.has(now)) wake(now + 1);
}

void GlobalMemory::done(std::uint32_t request, Cycle now) {
  --in_service_;
  update_gauges(now);
  add_busy(ceil_div(requests_[request].access.bytes, config_.bytes_per_cycle));
  answer(requests_[request], now);
  free_requests_.push_back(request);
}

void GlobalMemory::answer(const Request& request, Cycle now) {
  const Message& asked = request.message;
  const auto reply = [&](const auto& content, std::uint64_t payload_bytes) {
    controllers_[request.controller].port.send(Message(asked.source, payload_bytes, content), now);
  };
  if (asked.is<DescriptorWrite>()) {
    const auto write = asked.content<DescriptorWrite>();
    rings_[map_.ring_place(write.access.address)] = {write.task, write.access.bytes};
    reply(DescriptorAck{write.queue, write.position, write.task}, 0);
  } else if (asked.is<DescriptorRead>()) {
    const auto read = asked.content<DescriptorRead>();
    const WrittenDescriptor& written = rings_[map_.ring_place(read.access.address)];
    reply(DescriptorData{read.queue, read.position, written.task}, written.bytes);
  } else if (asked.is<InputRead>()) {
    const auto read = asked.content<InputRead>();
    reply(InputData{read.job}, read.access.bytes);
  } else {
    reply(OutputAck{asked.content<OutputWrite>().job}, 0);
  }
}

std::string GlobalMemory::state() const {
  return std::to_string(queue_.value()) + " requests waiting, " + std::to_string(in_service_) + " in service";
}

}  // namespace platform
}  // namespace gantry
