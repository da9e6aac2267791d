// SPDX-License-Identifier: Apache-2.0
// A platform of one's own around the task scheduler, without SystemC: memory that answers after a while, processors
// that are done after a while, and a driver with its hands on the registers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "gantry/device/scheduler_device.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::device_bench {

/// Two cores with two places each; deadlines, clusters and so on are the tests'.
inline SchedulerDeviceConfig two_cores() {
  SchedulerDeviceConfig config;
  for (const char* name : {"core0", "core1"}) {
    ProcessorInfo info;
    info.name = name;
    info.group = info.type_name = "core";
    info.max_job_bytes = 4096;
    info.queue_depth = 2;
    config.processors.push_back(info);
  }
  return config;
}

class Bench final : public DeviceWires, private Waker {
 public:
  static constexpr std::uint64_t kRing = 0x1000;  ///< of queue 0; each queue has 0x2000 bytes
  static constexpr std::uint32_t kEntries = 8;

  explicit Bench(const SchedulerDeviceConfig& config = two_cores(), RecordSink* records = nullptr)
      : queues_(config.scheduler.task_cache->queues()),
        stride_(config.scheduler.descriptor->full_bytes * 2),
        memory(kRing + 0x2000 * queues_, 0),
        tails(queues_, 0),
        device(config, *this, records) {
    device.attach(*this);
  }

  // The driver.
  void write(std::uint64_t offset, std::uint64_t value, std::size_t size = 8) {
    std::uint8_t bytes[8];
    write_bytes(value, bytes, 8);
    device.write_register(offset, bytes, size, now + 1);
  }
  std::uint64_t read(std::uint64_t offset, std::size_t size = 8) {
    std::uint8_t bytes[8] = {};
    device.read_register(offset, bytes, size, now + 1);
    return read_bytes(bytes, size);
  }
  void set_up() {
    for (std::uint32_t queue = 0; queue < queues_; ++queue) {
      write(GANTRY_TS_QUEUE_BASE(queue), kRing + 0x2000 * queue);
      write(GANTRY_TS_QUEUE_ENTRIES(queue), kEntries);
      write(GANTRY_TS_QUEUE_STRIDE(queue), stride_);
    }
    write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_ENABLE | GANTRY_TS_CONTROL_DONE_FIFO);
    write(GANTRY_TS_INT_MASK, ~std::uint64_t{0});
  }
  /// A task of one job.
  static DescriptorFields task(std::uint32_t number) {
    DescriptorFields fields;
    fields.number = number;
    fields.jobs = 1;
    fields.job_bytes = 64;
    fields.type_mask = GANTRY_TS_ANY_TYPE;
    fields.cycles = {10};
    return fields;
  }
  void put(std::uint32_t queue, const std::vector<std::uint8_t>& bytes) {
    const std::uint64_t at = kRing + 0x2000 * queue + tails[queue] % kEntries * stride_;
    std::copy(bytes.begin(), bytes.end(), memory.begin() + static_cast<std::ptrdiff_t>(at));
    ++tails[queue];
  }
  void put(std::uint32_t queue, const DescriptorFields& fields) {
    put(queue, write_descriptor(fields, device.layout()));
  }
  void ring(std::uint32_t queue) { write(GANTRY_TS_QUEUE_TAIL(queue), tails[queue]); }
  void submit(std::uint32_t queue, const DescriptorFields& fields) {
    put(queue, fields);
    ring(queue);
  }
  /// What the driver knows of its rings after a reset.
  void forget_rings() { std::fill(tails.begin(), tails.end(), 0); }
  [[nodiscard]] bool has_room(std::uint32_t queue) {
    return (read(GANTRY_TS_QUEUE_STATUS(queue)) & GANTRY_TS_QUEUE_FULL) == 0;
  }
  /// Numbers and flags of the tasks that are done since the last call.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> done() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> tasks;
    for (;;) {
      const std::uint64_t next = read(GANTRY_TS_DONE_POP);
      if (next == GANTRY_TS_DONE_NONE) return tasks;
      tasks.emplace_back(static_cast<std::uint32_t>(next), static_cast<std::uint32_t>(next >> 32));
    }
  }

  // Time.
  void run_to(Cycle last) {
    for (;;) {
      const Cycle next = std::min(device.due(), events_.empty() ? kNever : events_.begin()->first);
      if (next > last) break;
      now = next - 1;
      while (!events_.empty() && events_.begin()->first == next) {
        const std::function<void()> event = std::move(events_.begin()->second);
        events_.erase(events_.begin());
        event();
      }
      now = next;
      device.run(next);
      device.verify();
    }
    now = last;
  }
  void run(Cycle cycles = 3000) { run_to(now + cycles); }

  // The rest of the platform.
  void read(const DescriptorBurst& burst, Cycle at) override {
    if (burst.life != device.resets()) ++calls_of_former;
    const Cycle done = at + latency();
    at_cycle(answers_ahead ? at : done, [this, burst, done] {
      const bool good = burst.address + burst.bytes <= memory.size() && !memory_fails;
      device.read_done(burst, good ? memory.data() + burst.address : nullptr, done);
      if (on_answer) on_answer();
    });
    reset_within(kInRead, at);
  }
  void send_job(std::uint32_t port, ProcessorId processor, std::vector<std::uint8_t> bytes, Cycle at) override {
    const SplitInfo split = read_split(bytes.data() + device.layout().full_bytes());
    jobs.push_back({processor, read_descriptor(bytes.data(), device.layout(), false), split});
    const Cycle sent = std::max(at + 4, port_free_);
    port_free_ = sent + 4;
    const bool lost = bus_fails;
    const bool at_once = random_latency && random() % 2 == 0;
    if (lost && at_once) device.job_lost(split.token, 0xbad0, at);
    at_cycle(sent, [this, port, at, sent] { device.job_sent(port, at, sent); });
    if (lost && !at_once) at_cycle(sent + 1, [this, split, sent] { device.job_lost(split.token, 0xbad0, sent + 1); });
    if (lost) return;
    const std::uint64_t status = job_fails ? 1 : 0;
    reset_within(kInJob, at);
    if (silent) return;
    const Cycle done = at_once ? at : sent + latency();  // while its last flit is still on its way
    at_cycle(done, [this, split, status] { write(GANTRY_TS_COMPLETION, status << 32 | split.token); });
  }
  void send_message(std::uint64_t address, std::uint64_t value, Cycle at) override {
    messages.emplace_back(address, decode_done(value));
    reset_within(kInMessage, at);
  }
  void set_interrupt(bool level, Cycle at) override {
    interrupt = level;
    reset_within(kInInterrupt, at);
  }

  // What the device calls may reset it: the next call of this kind does.
  static constexpr std::uint32_t kInRead = 1;
  static constexpr std::uint32_t kInJob = 2;
  static constexpr std::uint32_t kInMessage = 4;
  static constexpr std::uint32_t kInInterrupt = 8;

  struct Job {
    ProcessorId processor = 0;
    DescriptorFields fields;
    SplitInfo split;
  };

 private:
  void schedule(Cycle /*at*/) override {}
  Cycle latency() { return random_latency ? 1 + random() % 60 : 20; }
  void reset_within(std::uint32_t call, Cycle at) {
    if ((resets_within & call) == 0) return;
    resets_within &= ~call;
    device.reset(at);
  }
  void at_cycle(Cycle at, std::function<void()> event) { events_.emplace(at, std::move(event)); }

  std::uint32_t queues_;
  std::uint64_t stride_;
  std::multimap<Cycle, std::function<void()>> events_;
  Cycle port_free_ = 0;

 public:
  std::vector<std::uint8_t> memory;
  std::vector<std::uint32_t> tails;
  Cycle now = 0;
  bool interrupt = false;
  bool memory_fails = false;
  bool bus_fails = false;
  bool job_fails = false;
  bool silent = false;  ///< processors never say that they are done
  bool random_latency = false;
  bool answers_ahead = false;       ///< memory answers at once, for a later cycle
  std::function<void()> on_answer;  ///< what the driver does before the device's blocks have heard of it
  std::uint32_t resets_within = 0;
  std::uint32_t calls_of_former = 0;  ///< reads for what a reset has dropped
  std::mt19937_64 random{1};
  std::vector<Job> jobs;
  std::vector<std::pair<std::uint64_t, DoneMessage>> messages;
  SchedulerDevice device;
};

}  // namespace gantry::device_bench
