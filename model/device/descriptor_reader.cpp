// SPDX-License-Identifier: Apache-2.0
#include "gantry/device/descriptor_reader.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gantry {
inline namespace device {

DescriptorBurst DescriptorReader::ask(const DescriptorRead& read) {
  const std::uint64_t begin = memory_.descriptor_address(read.queue, read.position);
  std::vector<Reading>& readings = queues_[read.queue].readings;
  const auto same = [&](const Reading& reading) { return reading.position == read.position; };
  if (std::none_of(readings.begin(), readings.end(), same)) {
    Reading reading;
    reading.position = read.position;
    reading.bytes.assign(layout_.full_bytes(), 0);
    readings.push_back(std::move(reading));
  }
  return {read.access.address, static_cast<std::uint32_t>(read.access.bytes), read.queue, read.position,
          read.access.address - begin};
}

DescriptorReader::Reading& DescriptorReader::of(const DescriptorBurst& burst) {
  for (Reading& reading : queues_[burst.queue].readings) {
    if (reading.position == burst.position) return reading;
  }
  throw std::logic_error("answer to a descriptor that was not requested");
}

DescriptorReader::Progress DescriptorReader::answer(const DescriptorBurst& burst, const std::uint8_t* data) {
  Reading& reading = of(burst);
  if (data == nullptr) {
    reading.failed = true;
  } else {
    std::copy_n(data, burst.bytes, reading.bytes.begin() + static_cast<std::ptrdiff_t>(burst.offset));
  }
  reading.there += burst.bytes;
  if (reading.there < reading.bytes.size()) return Progress::under_way;
  if (reading.failed) return Progress::failed;
  const std::size_t whole = layout_.bytes(named_predecessors(reading.bytes.data()));
  if (reading.there >= whole) return Progress::whole;
  if (whole > memory_.ring(burst.queue).stride) return Progress::too_long;
  reading.bytes.resize(whole, 0);
  return Progress::has_more;
}

std::vector<std::uint8_t> DescriptorReader::take(const DescriptorBurst& burst) {
  Queue& queue = queues_[burst.queue];
  Reading& reading = of(burst);
  std::vector<std::uint8_t> bytes = std::move(reading.bytes);
  reading = std::move(queue.readings.back());
  queue.readings.pop_back();
  queue.ahead.push_back(burst.position);
  for (;;) {
    const auto next = std::find(queue.ahead.begin(), queue.ahead.end(), queue.head);
    if (next == queue.ahead.end()) return bytes;
    queue.ahead.erase(next);
    ++queue.head;
  }
}

}  // namespace device
}  // namespace gantry
