// SPDX-License-Identifier: Apache-2.0
#include "gantry/device/device_registers.h"

#include <utility>

#include "gantry/device/descriptor_codec.h"

namespace gantry {
inline namespace device {

namespace {

constexpr std::uint64_t kLower = 0xffffffff;
constexpr std::uint64_t kQueueBytes = GANTRY_TS_QUEUE(1) - GANTRY_TS_QUEUE(0);
constexpr std::uint64_t kProcessorBytes = GANTRY_TS_PROCESSOR(0, 1) - GANTRY_TS_PROCESSOR(0, 0);
constexpr std::uint64_t kControlBits = GANTRY_TS_CONTROL_ENABLE | GANTRY_TS_CONTROL_DONE_FIFO;
constexpr std::uint64_t kInterruptBits = GANTRY_TS_INT_TASK_DONE | GANTRY_TS_INT_ERROR | GANTRY_TS_INT_QUEUE_SPACE;
constexpr std::uint64_t kErrorsBegin = GANTRY_TS_ERROR_COUNT(0);
constexpr std::uint64_t kErrorsEnd = GANTRY_TS_ERROR_COUNT(GANTRY_TS_ERROR_KINDS);

}  // namespace

DeviceRegisters::DeviceRegisters(DeviceFacts facts, RegisterOwner& owner)
    : facts_(std::move(facts)), owner_(owner), queues_(facts_.queues.count()), popped_(GANTRY_TS_DONE_NONE) {}

bool DeviceRegisters::enabled() const { return (control_ & GANTRY_TS_CONTROL_ENABLE) != 0; }

std::uint64_t DeviceRegisters::interrupts() const {
  return interrupts_ | (errors_.total() != seen_errors_ ? GANTRY_TS_INT_ERROR : 0);
}

void DeviceRegisters::reset() {
  errors_ = {};
  queues_.assign(queues_.size(), {});
  control_ = 0;
  interrupts_ = 0;
  mask_ = 0;
  message_address_ = 0;
  seen_errors_ = 0;
  while (!done_.empty()) done_.pop();
  popped_ = GANTRY_TS_DONE_NONE;
}

void DeviceRegisters::note(gantry_ts_error kind, std::uint64_t about) { errors_.note(kind, about); }

void DeviceRegisters::task_done(std::uint32_t number, std::uint32_t flags) {
  interrupts_ |= GANTRY_TS_INT_TASK_DONE;
  if ((control_ & GANTRY_TS_CONTROL_DONE_FIFO) == 0) return;
  if (done_.size() == facts_.completion_window) return errors_.note(GANTRY_TS_DONE_OVERFLOW, number);
  done_.push(std::uint64_t{flags} << 32 | number);
}

void DeviceRegisters::fetched(QueueId id, std::uint64_t head) {
  Queue& queue = queues_[id];
  if (queue.full() && head != queue.head) interrupts_ |= GANTRY_TS_INT_QUEUE_SPACE;
  queue.head = head;
}

void DeviceRegisters::pop_done() { popped_ = done_.empty() ? GANTRY_TS_DONE_NONE : done_.pop(); }

bool DeviceRegisters::read(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) {
  write_bytes(0, data, size < 8 ? size : 8);
  if ((size != 4 && size != 8) || offset % size != 0) {
    errors_.note(GANTRY_TS_UNKNOWN_REGISTER, offset);
    return false;
  }
  // Reading the lower half takes a completed task. The upper half then belongs to the same task.
  if (offset == GANTRY_TS_DONE_POP) pop_done();
  const std::optional<std::uint64_t> found = value_at(offset & ~std::uint64_t{7}, visible);
  if (!found) errors_.note(GANTRY_TS_UNKNOWN_REGISTER, offset & ~std::uint64_t{7});
  const std::uint64_t value = found.value_or(0);
  write_bytes(offset % 8 == 0 ? value : value >> 32, data, size);
  return true;
}

void DeviceRegisters::peek(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) const {
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t at = offset + i;
    const std::uint64_t value = value_at(at & ~std::uint64_t{7}, visible).value_or(0);
    data[i] = static_cast<std::uint8_t>(value >> (8 * (at % 8)));
  }
}

std::uint64_t DeviceRegisters::status() const {
  bool busy = owner_.live_tasks() > 0;
  for (const Queue& queue : queues_) busy = busy || queue.tail != queue.head;
  return owner_.live_tasks() << 32 | (busy ? GANTRY_TS_STATUS_BUSY : 0);
}

std::optional<std::uint64_t> DeviceRegisters::value_at(std::uint64_t offset, Cycle visible) const {
  if (offset >= processors_begin()) return processor_value_at(offset - processors_begin(), visible);
  if (offset >= GANTRY_TS_QUEUE(0)) return queue_value_at(offset);
  if (offset >= kErrorsBegin && offset < kErrorsEnd) return error_value_at(offset);
  switch (offset) {
    case GANTRY_TS_CONTROL:
      return control_;
    case GANTRY_TS_STATUS:
      return status();
    case GANTRY_TS_TASKS_COMPLETED:
      return owner_.tasks_completed();
    case GANTRY_TS_OLDEST_UNFINISHED:
      return owner_.oldest_unfinished();
    case GANTRY_TS_DONE_POP:
      return popped_;
    case GANTRY_TS_INT_STATUS:
      return interrupts();
    case GANTRY_TS_INT_MASK:
      return mask_;
    case GANTRY_TS_MSI_ADDRESS:
      return message_address_;
    case GANTRY_TS_ERROR_STATUS:
      return errors_.status();
    case GANTRY_TS_ERRORS:
      return errors_.total();
    case GANTRY_TS_CYCLE:
      return visible;
    case GANTRY_TS_INT_CLEAR:
    case GANTRY_TS_ERROR_CLEAR:
    case GANTRY_TS_COMPLETION:
    case GANTRY_TS_FAILURE:
      return 0;
    default:
      return facts_.value_at(offset);
  }
}

std::uint64_t DeviceRegisters::error_value_at(std::uint64_t offset) const {
  const auto kind = static_cast<std::uint32_t>((offset - kErrorsBegin) / 16);
  return offset % 16 == 0 ? errors_.count(kind) : errors_.info(kind);
}

std::optional<std::uint64_t> DeviceRegisters::queue_value_at(std::uint64_t offset) const {
  const std::uint64_t id = (offset - GANTRY_TS_QUEUE(0)) / kQueueBytes;
  if (id < queues_.size()) {
    const Queue& queue = queues_[static_cast<std::size_t>(id)];
    switch (GANTRY_TS_QUEUE(0) + offset % kQueueBytes) {
      case GANTRY_TS_QUEUE_BASE(0):
        return queue.ring.base;
      case GANTRY_TS_QUEUE_ENTRIES(0):
        return queue.ring.entries;
      case GANTRY_TS_QUEUE_STRIDE(0):
        return queue.ring.stride;
      case GANTRY_TS_QUEUE_TAIL(0):
        return queue.tail & kLower;
      case GANTRY_TS_QUEUE_HEAD(0):
        return queue.head & kLower;
      case GANTRY_TS_QUEUE_STATUS(0):
        return queue.full() ? GANTRY_TS_QUEUE_FULL : 0;
      default:
        break;
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> DeviceRegisters::processor_value_at(std::uint64_t offset, Cycle visible) const {
  if (offset / kProcessorBytes >= facts_.processors) return std::nullopt;
  const ProcessorNow now = owner_.processor(static_cast<ProcessorId>(offset / kProcessorBytes), visible);
  switch (GANTRY_TS_PROCESSOR(0, 0) + offset % kProcessorBytes) {
    case GANTRY_TS_PROCESSOR_STATE(0, 0):
      return std::uint64_t{now.owed} << 32 | now.state;
    case GANTRY_TS_PROCESSOR_TOKEN(0, 0):
      return now.token;
    case GANTRY_TS_PROCESSOR_AGE(0, 0):
      return now.age;
    default:
      return now.ended;
  }
}

bool DeviceRegisters::write(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible) {
  if ((size != 4 && size != 8) || offset % size != 0) {
    errors_.note(GANTRY_TS_UNKNOWN_REGISTER, offset);
    return false;
  }
  const std::uint64_t shift = 8 * (offset % 8);
  const std::uint64_t mask = size == 8 ? ~std::uint64_t{0} : kLower << shift;
  write_at({offset & ~std::uint64_t{7}, read_bytes(data, size) << shift, mask}, visible);
  return true;
}

void DeviceRegisters::write_at(const Written& written, Cycle visible) {
  const std::uint64_t offset = written.offset;
  if (offset >= processors_begin()) return write_processor(written, visible);
  if (offset >= GANTRY_TS_QUEUE(0)) return write_queue(written, visible);
  if (offset >= kErrorsBegin && offset < kErrorsEnd) return errors_.note(GANTRY_TS_READ_ONLY, offset);
  switch (offset) {
    case GANTRY_TS_CONTROL:
      if ((written.value & GANTRY_TS_CONTROL_RESET) != 0) return owner_.reset(visible);
      control_ = written.over(control_) & kControlBits;
      for (QueueId id = 0; id < queues_.size(); ++id) announce(id, visible);
      return;
    case GANTRY_TS_INT_CLEAR:
      interrupts_ &= ~written.value;
      if ((written.value & GANTRY_TS_INT_ERROR) != 0) seen_errors_ = errors_.total();
      return;
    case GANTRY_TS_INT_MASK:
      mask_ = written.over(mask_) & kInterruptBits;
      return;
    case GANTRY_TS_MSI_ADDRESS:
      message_address_ = written.over(message_address_) & ~std::uint64_t{7};
      return;
    case GANTRY_TS_ERROR_CLEAR:
      return errors_.clear(written.value);
    case GANTRY_TS_COMPLETION:
    case GANTRY_TS_FAILURE: {
      // The upper half alone has no token. Combining it with another processor's lower half would be wrong.
      if (!written.low()) return errors_.note(GANTRY_TS_UNKNOWN_REGISTER, offset + 4);
      const bool failed = offset == GANTRY_TS_FAILURE || written.value >> 32 != 0;
      return owner_.completion(static_cast<std::uint32_t>(written.value), failed ? 1 : 0, visible);
    }
    case GANTRY_TS_STATUS:
    case GANTRY_TS_TASKS_COMPLETED:
    case GANTRY_TS_OLDEST_UNFINISHED:
    case GANTRY_TS_DONE_POP:
    case GANTRY_TS_INT_STATUS:
    case GANTRY_TS_ERROR_STATUS:
    case GANTRY_TS_ERRORS:
    case GANTRY_TS_CYCLE:
      return errors_.note(GANTRY_TS_READ_ONLY, offset);
    default:
      return errors_.note(facts_.value_at(offset) ? GANTRY_TS_READ_ONLY : GANTRY_TS_UNKNOWN_REGISTER, offset);
  }
}

void DeviceRegisters::write_queue(const Written& written, Cycle visible) {
  const std::uint64_t number = (written.offset - GANTRY_TS_QUEUE(0)) / kQueueBytes;
  const std::uint64_t which = GANTRY_TS_QUEUE(0) + written.offset % kQueueBytes;
  if (number >= queues_.size() || which > GANTRY_TS_QUEUE_STATUS(0))
    return errors_.note(GANTRY_TS_UNKNOWN_REGISTER, written.offset);
  if (which >= GANTRY_TS_QUEUE_HEAD(0)) return errors_.note(GANTRY_TS_READ_ONLY, written.offset);
  const auto id = static_cast<QueueId>(number);
  Queue& queue = queues_[id];
  if (which == GANTRY_TS_QUEUE_TAIL(0)) {
    if (written.low()) write_tail(id, static_cast<std::uint32_t>(written.value), visible);
    return;
  }
  // Halves may be written in either order. An upper half is checked with its lower half, or at the doorbell.
  DescriptorRing ring = queue.ring;
  bool good = queue.tail == queue.head;
  if (which == GANTRY_TS_QUEUE_BASE(0)) {
    ring.base = written.over(ring.base);
    good = good && ring.base % 8 == 0;
  } else if (which == GANTRY_TS_QUEUE_ENTRIES(0)) {
    const std::uint64_t entries = written.over(ring.entries);
    good = good && (entries >= 1 || !written.low()) && entries <= GANTRY_TS_MOST_ENTRIES;
    ring.entries = static_cast<std::uint32_t>(entries);
  } else {
    ring.stride = written.over(ring.stride);
    good = good && ring.stride % 8 == 0 && (ring.stride >= facts_.full_bytes || !written.low());
  }
  if (!good) return errors_.note(GANTRY_TS_QUEUE_SETUP, id);
  queue.based = queue.based || (which == GANTRY_TS_QUEUE_BASE(0) && written.low());
  queue.ring = ring;
  if (ring.entries != 0) owner_.ring_is(id, ring);
}

void DeviceRegisters::write_processor(const Written& written, Cycle visible) {
  const std::uint64_t number = (written.offset - processors_begin()) / kProcessorBytes;
  if (number >= facts_.processors) return errors_.note(GANTRY_TS_UNKNOWN_REGISTER, written.offset);
  if ((written.offset - processors_begin()) % kProcessorBytes != 0)
    return errors_.note(GANTRY_TS_READ_ONLY, written.offset);
  if (!written.low()) return;
  owner_.switch_processor(static_cast<ProcessorId>(number), (written.value & GANTRY_TS_PROCESSOR_OFF) != 0, visible);
}

bool DeviceRegisters::is_set_up(const Queue& queue) const {
  const DescriptorRing& ring = queue.ring;
  return queue.based && ring.entries != 0 && ring.stride >= facts_.full_bytes &&
         ring.stride <= (~std::uint64_t{0} - ring.base) / ring.entries;
}

void DeviceRegisters::write_tail(QueueId id, std::uint32_t tail, Cycle visible) {
  Queue& queue = queues_[id];
  if (!is_set_up(queue)) return errors_.note(GANTRY_TS_QUEUE_SETUP, id);
  const std::uint32_t more = tail - static_cast<std::uint32_t>(queue.tail);
  if (static_cast<std::int32_t>(more) < 0) return errors_.note(GANTRY_TS_TAIL_BACKWARDS, id);
  if (more > queue.ring.entries - (queue.tail - queue.head)) return errors_.note(GANTRY_TS_TAIL_BEYOND_RING, id);
  queue.tail += more;
  announce(id, visible);
}

void DeviceRegisters::announce(QueueId id, Cycle visible) {
  Queue& queue = queues_[id];
  if (!enabled() || queue.announced == queue.tail) return;
  queue.announced = queue.tail;
  owner_.doorbell(id, queue.tail, visible);
}

}  // namespace device
}  // namespace gantry
