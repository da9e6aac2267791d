// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/host.h"

#include <algorithm>
#include <string>

#include "gantry/device/task_scheduler_regs.h"
#include "gantry/sc/memory_layout.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::sc {

Host::Host(const sc_core::sc_module_name& name, const Architecture& architecture, const Addresses& addresses,
           TaskSource& source, RecordSink& sink, GatedClock& clock)
    : sc_core::sc_module(name),
      bus("bus", *this, 0, clock.period()),
      messages("messages", *this, 0, clock.period()),
      addresses_(addresses),
      queues_(architecture.task_cache->queues()),
      map_(memory_map_of(architecture)),
      layout_(descriptor_layout_of(architecture)),
      sink_(sink),
      host_(architecture, source, tasks_, map_, sink),
      unit_("host", host_, clock, GatedClock::Time::must_be_exact) {
  host_.connect(SendPort(*this, 0, 0), 0);
}

void Host::start_of_simulation() {
  for (QueueId queue = 0; queue < queues_; ++queue) {
    const DescriptorRing& ring = map_.ring(queue);
    bus.write_at_once(addresses_.registers + GANTRY_TS_QUEUE_BASE(queue), ring.base);
    bus.write_at_once(addresses_.registers + GANTRY_TS_QUEUE_ENTRIES(queue), ring.entries);
    bus.write_at_once(addresses_.registers + GANTRY_TS_QUEUE_STRIDE(queue), ring.stride);
  }
  bus.write_at_once(addresses_.registers + GANTRY_TS_MSI_ADDRESS, addresses_.messages);
  bus.write_at_once(addresses_.registers + GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_ENABLE);
  host_.start();
}

void Host::send(std::uint32_t /*source*/, const Message& message, Cycle /*now*/, Cycle /*created*/) {
  if (message.is<DescriptorWrite>()) return write_descriptor(message.content<DescriptorWrite>());
  const auto doorbell = message.content<Doorbell>();
  tlm::tlm_generic_payload& payload =
      bus.make(RequestPort::Kind::posted_write, addresses_.registers + GANTRY_TS_QUEUE_TAIL(doorbell.queue),
               kPointerBytes, kNone);
  write_bytes(doorbell.tail & 0xffffffffU, payload.get_data_ptr(), kPointerBytes);
  bus.send(payload);
}

void Host::write_descriptor(const DescriptorWrite& write) {
  const LiveTask& live = tasks_[write.task];
  const std::uint64_t offset = write.access.address - map_.descriptor_address(write.queue, write.position);
  if (write.task >= descriptors_.size()) descriptors_.resize(write.task + 1);
  std::vector<std::uint8_t>& bytes = descriptors_[write.task];
  if (offset == 0) {
    const std::uint64_t number = live.record.number;
    bytes = encode_descriptor(live.task, number, live.data_address, program ? program(number) : 0, layout_);
    if (bytes.size() > map_.room_for(layout_.full_bytes())) {
      SC_REPORT_ERROR("/gantry/host", ("task " + std::to_string(number) +
                                       " names more predecessors than a ring entry holds (increase "
                                       "descriptor.full_bytes)")
                                          .c_str());
    }
    task_of_[static_cast<std::uint32_t>(number)] = write.task;
  }
  tlm::tlm_generic_payload& payload =
      bus.make(RequestPort::Kind::write, write.access.address, write.access.bytes, write.task);
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
  std::copy(begin, begin + static_cast<std::ptrdiff_t>(write.access.bytes), payload.get_data_ptr());
  bus.send(payload);
}

void Host::answered(std::uint32_t /*port*/, std::uint32_t tag, const tlm::tlm_generic_payload& /*payload*/,
                    Cycle visible) {
  if (tag == kNone) return;  // a doorbell
  const TaskRecord& record = tasks_[tag].record;
  host_.receive(Message(0, 0, DescriptorAck{record.queue, record.position, tag}), visible);
}

bool Host::asked(std::uint32_t /*port*/, tlm::tlm_generic_payload& payload, Cycle visible) {
  payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  if (!payload.is_write() || payload.get_data_length() != kPointerBytes) return true;
  const DoneMessage done = decode_done(read_bytes(payload.get_data_ptr(), kPointerBytes));
  const auto found = task_of_.find(done.number);
  if (found == task_of_.end()) return true;
  const TaskRef task = found->second;
  task_of_.erase(found);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if ((done.flags & GANTRY_TS_DONE_DROPPED) != 0) ++dropped_;
  if ((done.flags & GANTRY_TS_DONE_FAILED) != 0) ++failed_;
  const TaskRecord& record = tasks_[task].record;
  const TaskInterrupt interrupt{record.queue, task, record.position, whole_number(done.oldest, record.number)};
  host_.receive(Message(0, kPointerBytes, interrupt), visible);
  sink_.task_done(record);
  tasks_.release(task);
  return true;
}

}  // namespace gantry::sc
