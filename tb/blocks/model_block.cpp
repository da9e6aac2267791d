// SPDX-License-Identifier: Apache-2.0
#include "blocks/model_block.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "gantry/scheduler/block_pins.h"
#include "gantry/scheduler/decomposer.h"
#include "gantry/scheduler/state_monitor.h"
#include "gantry/scheduler/task_cache.h"

namespace gantry {
namespace {

struct NoWaker final : Waker {
  void schedule(Cycle /*at*/) override {}
};

/// What tasks are known by, at the places that the pins name.
class KnownTasks {
 public:
  LiveTask& operator[](TaskRef ref) {
    // What is free already is given out first.
    while (size_ <= ref) {
      if (table_.allocate() == size_) ++size_;
    }
    return table_[ref];
  }
  [[nodiscard]] TaskTable& table() { return table_; }

 private:
  TaskTable table_;
  TaskRef size_ = 0;
};

/// What is at the head of a link in cycle `now` + 1: it leaves the pins behind the clock of `now`.
template <class Pinned, class Message>
void say(Link<Message>& link, std::uint32_t number, Cycle now, std::vector<PinMessage>& out) {
  while (link.has(now + 1)) out.push_back(pack(number, Pinned(link.take())));
}

class ModelBlock : public PinBlock {
 public:
  explicit ModelBlock(const BlockPins& pins) : layout_(pins) {}
  void reset(const PinBits& config) override {
    std::vector<std::uint32_t> values;
    for (std::uint32_t i = 0; i < layout_.pins().config.size(); ++i) {
      values.push_back(
          static_cast<std::uint32_t>(get_bits(config, i * PinLayout::kConstantBits, PinLayout::kConstantBits)));
    }
    start(values);
  }
  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override {
    messages_.clear();
    layout_.unpack(true, in, messages_);
    for (const PinMessage& message : messages_) take(message, now);
    messages_.clear();
    const Cycle due = run(now, messages_);
    layout_.pack(false, messages_, out);
    return due;
  }
  bool trace(const std::string& /*path*/) override { return false; }
  bool end_trace() override { return false; }

 protected:
  virtual void start(const std::vector<std::uint32_t>& config) = 0;
  virtual void take(const PinMessage& message, Cycle now) = 0;
  virtual Cycle run(Cycle now, std::vector<PinMessage>& out) = 0;

  NoWaker waker_;

 private:
  PinLayout layout_;
  std::vector<PinMessage> messages_;
};

class ModelDecomposer final : public ModelBlock {
 public:
  ModelDecomposer() : ModelBlock(decomposer_pins()) {}

 protected:
  void start(const std::vector<std::uint32_t>& config) override {
    TaskCacheConfig cache;
    cache.queues_per_class = config.at(0);
    cache.window = config.at(1);
    cache.capacity = config.at(2);
    DecomposerConfig own;
    own.slots = config.at(3);
    own.split_cycles = config.at(4);
    own.retry_cycles = config.at(5);
    registers_.emplace(own.slots);
    block_.emplace(own, cache, tasks_.table(), *registers_, links_);
    block_->attach(&waker_);
  }

  void take(const PinMessage& message, Cycle now) override {
    // Sent a cycle ago, so that it is seen in this one.
    switch (message.link) {
      case pins::decomposer::heads: {
        const auto head = unpack<pins::Head>(message);
        Task& task = tasks_[head.task].task;
        task.after.assign(head.waits ? 1 : 0, 0);
        task.jobs = head.jobs;
        return links_.heads.send(head.message(), now - 1);
      }
      case pins::decomposer::behind:
        return links_.behind.send(unpack<pins::Behind>(message).message(), now - 1);
      case pins::decomposer::query_answers:
        return links_.query_answers.send(unpack<pins::Answer>(message).message(), now - 1);
      case pins::decomposer::registrations:
        return links_.registrations.send(unpack<pins::Answer>(message).message(), now - 1);
      default:
        return links_.verdicts.send(unpack<pins::Verdict>(message).message(), now - 1);
    }
  }

  Cycle run(Cycle now, std::vector<PinMessage>& out) override {
    block_->run(now);
    say<pins::Update>(links_.cache_updates, pins::decomposer::cache_updates, now, out);
    say<pins::Question>(links_.monitor_requests, pins::decomposer::monitor_requests, now, out);
    say<pins::Request>(links_.schedule_requests, pins::decomposer::schedule_requests, now, out);
    const Cycle more = links_.cache_updates.next();
    return std::min(block_->due(), more == kNever ? kNever : more - 1);
  }

 private:
  KnownTasks tasks_;
  SchedulerLinks links_;
  std::optional<RegisterFile> registers_;
  std::optional<Decomposer> block_;
};

/// What a block says to its port.
class Outbox final : public MessageSink {
 public:
  void send(std::uint32_t /*source*/, const Message& message, Cycle /*now*/, Cycle /*created*/) override {
    said.push_back(message);
  }
  std::vector<Message> said;
};

class NoRecords final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

/// When pins behind a link have to be looked at without a message.
template <class Message>
Cycle leaves(const Link<Message>& link) {
  return link.empty() ? kNever : link.next() - 1;
}

class ModelMonitor final : public ModelBlock {
 public:
  ModelMonitor() : ModelBlock(monitor_pins()) {}

 protected:
  void start(const std::vector<std::uint32_t>& config) override {
    per_class_ = config.at(0);
    MonitorConfig own;
    own.task_ids = config.at(1);
    own.query_cycles = config.at(2);
    own.register_cycles = config.at(3);
    own.predecessors_per_cycle = config.at(4);
    own.completion_window = config.at(5);
    block_.emplace(own, tasks_.table(), jobs_, links_, records_);
    block_->connect(SendPort(outbox_, 0, 0), 0);
    block_->attach(&waker_);
  }

  void take(const PinMessage& message, Cycle now) override {
    if (message.link == pins::monitor::completions) {
      const auto completion = unpack<pins::Completion>(message);
      const JobRef job = jobs_.allocate();
      jobs_[job].task = completion.task;
      jobs_[job].record.processor = completion.processor;
      return block_->receive(Message(0, 0, JobCompletion{job}), now);
    }
    if (message.link == pins::monitor::waits_for) {
      const auto waits = unpack<pins::WaitsFor>(message);
      Task& task = tasks_[asked_].task;
      return (waits.registered ? task.registered_before : task.after).push_back(waits.number);
    }
    const auto question = unpack<pins::Question>(message);
    LiveTask& live = tasks_[asked_ = question.task];
    live.task.after.clear();
    live.task.registered_before.clear();
    live.task.cls = ClassQueues{per_class_}.cls(question.queue);
    live.task.jobs = question.jobs;
    live.record.number = question.number;
    live.record.queue = question.queue;
    live.record.position = question.position;
    links_.monitor_requests.send(question.message(), now - 1);
  }

  Cycle run(Cycle now, std::vector<PinMessage>& out) override {
    block_->run(now);
    say<pins::Answer>(links_.query_answers, pins::monitor::query_answers, now, out);
    say<pins::Answer>(links_.registrations, pins::monitor::registrations, now, out);
    say<pins::FreeProcessor>(links_.processor_updates, pins::monitor::processor_updates, now, out);
    for (const Message& message : outbox_.said) {
      out.push_back(pack(pins::monitor::interrupts, pins::Interrupt(message.content<TaskInterrupt>())));
    }
    outbox_.said.clear();
    return std::min(
        {block_->due(), leaves(links_.query_answers), leaves(links_.registrations), leaves(links_.processor_updates)});
  }

 private:
  std::uint32_t per_class_ = 1;
  TaskRef asked_ = 0;
  KnownTasks tasks_;
  JobTable jobs_;
  SchedulerLinks links_;
  NoRecords records_;
  Outbox outbox_;
  std::optional<StateMonitor> block_;
};

class ModelTaskCache final : public ModelBlock {
 public:
  ModelTaskCache() : ModelBlock(task_cache_pins()) {}

 protected:
  void start(const std::vector<std::uint32_t>& config) override {
    TaskCacheConfig own;
    own.queues_per_class = config.at(0);
    own.capacity = config.at(1);
    own.reads_in_flight = config.at(2);
    own.window = config.at(3);
    DescriptorConfig descriptor;
    descriptor.full_bytes = config.at(4);
    descriptor.predecessors = config.at(5);
    const BurstRules bursts{config.at(7), config.at(8)};
    // Where an address is does not matter behind these pins.
    memory_.emplace(bursts, bursts.burst_bytes, 1, own.queues(), config.at(6), descriptor.full_bytes);
    memory_->add_controller(0);
    block_.emplace(own, descriptor, tasks_.table(), *memory_, links_);
    block_->connect(SendPort(outbox_, 0, 0));
    block_->attach(&waker_);
  }

  void take(const PinMessage& message, Cycle now) override {
    if (message.link == pins::task_cache::doorbells) {
      const auto bell = unpack<pins::Bell>(message);
      return block_->receive(Message(0, 0, Doorbell{bell.queue, bell.tail}), now);
    }
    if (message.link == pins::task_cache::descriptors) {
      const auto data = unpack<pins::Descriptor>(message);
      tasks_[data.task].task.after.assign(data.predecessors, 0);
      return block_->receive(Message(0, 0, DescriptorData{data.queue, data.position, data.task, data.offset}), now);
    }
    links_.cache_updates.send(unpack<pins::Update>(message).message(), now - 1);
  }

  Cycle run(Cycle now, std::vector<PinMessage>& out) override {
    block_->run(now);
    while (links_.heads.has(now + 1)) {
      const QueueHead head = links_.heads.take();
      pins::Head said;
      said.queue = head.queue;
      said.task = head.task;
      out.push_back(pack(pins::task_cache::heads, said));
    }
    say<pins::Behind>(links_.behind, pins::task_cache::behind, now, out);
    for (const Message& message : outbox_.said) {
      out.push_back(pack(pins::task_cache::reads, pins::Read(message.content<DescriptorRead>())));
    }
    outbox_.said.clear();
    return std::min({block_->due(), leaves(links_.heads), leaves(links_.behind)});
  }

 private:
  KnownTasks tasks_;
  SchedulerLinks links_;
  Outbox outbox_;
  std::optional<MemoryMap> memory_;
  std::optional<TaskCache> block_;
};

}  // namespace

std::unique_ptr<PinBlock> make_model_block(const BlockPins& pins) {
  if (&pins == &decomposer_pins()) return std::make_unique<ModelDecomposer>();
  if (&pins == &monitor_pins()) return std::make_unique<ModelMonitor>();
  if (&pins == &task_cache_pins()) return std::make_unique<ModelTaskCache>();
  throw std::logic_error("a block without a model behind pins");
}

}  // namespace gantry
