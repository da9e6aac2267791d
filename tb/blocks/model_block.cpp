// SPDX-License-Identifier: Apache-2.0
#include "blocks/model_block.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "blocks/model_behind_pins.h"
#include "gantry/scheduler/decomposer.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/state_monitor.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache.h"
#include "gantry/scheduler/task_cache_config.h"
#include "pins/block_pins.h"
#include "pins/directory_pins.h"
#include "pins/dispatcher_pins.h"

namespace gantry {
namespace {

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
    head_of_line_.emplace(cache.queues());
    block_.emplace(DecomposerParts{own, cache, tasks_.table(), *registers_, links_, *head_of_line_});
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
  std::optional<HeadOfLine> head_of_line_;
  std::optional<Decomposer> block_;
};

/// The port of a block: collects the messages that it sends.
class Outbox final : public MessageSink {
 public:
  void send(std::uint32_t /*source*/, const Message& message, Cycle /*now*/, Cycle /*created*/) override {
    said.push_back(message);
  }
  std::vector<Message> said;
};

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
    own.query_wakeups_per_cycle = config.at(7);
    own.retire_per_cycle = config.at(8);
    own.job_timeout = config.at(9);
    own.quarantine = config.at(11) == 1 ? Quarantine::processor : Quarantine::job;
    block_.emplace(MonitorParts{own, tasks_.table(), jobs_.table(), links_, records_, config.at(10)});
    block_->connect(SendPort(outbox_, 0, 0), 0);
    block_->attach(&waker_);
  }

  void take(const PinMessage& message, Cycle now) override {
    if (message.link == pins::monitor::completions) {
      const auto completion = unpack<pins::Completion>(message);
      LiveJob& job = jobs_[completion.job];
      Timer& timer = timers_[completion.job];
      if (!timer.runs) ++timer.answers;
      timer.runs = false;
      job.task = completion.task;
      job.answers_failed = completion.failed;
      job.record.processor = completion.processor;
      job.record.job = completion.number;
      job.record.attempt = completion.attempt;
      return block_->receive(Message(0, 0, JobCompletion{completion.job}), now);
    }
    if (message.link == pins::monitor::job_watches) {
      const auto watch = unpack<pins::Watch>(message);
      Timer& timer = timers_[watch.job];
      if (timer.answers > 0) {
        --timer.answers;  // the job is over
        return;
      }
      timer.runs = true;
      LiveJob& job = jobs_[watch.job];
      job.task = watch.task;
      job.record = JobRecord();
      job.record.processor = watch.processor;
      job.record.job = watch.number;
      job.record.attempt = watch.attempt;
      job.record.sent = watch.sent;
      return links_.job_watches.send({watch.job, watch.sent}, now - 1);
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
    say<pins::JobReport>(links_.processor_updates, pins::monitor::processor_updates, now, out);
    for (const Message& message : outbox_.said) {
      out.push_back(pack(pins::monitor::interrupts, pins::Interrupt(message.content<TaskInterrupt>())));
    }
    outbox_.said.clear();
    return std::min(
        {block_->due(), leaves(links_.query_answers), leaves(links_.registrations), leaves(links_.processor_updates)});
  }

 private:
  /// Of a number of a job.
  struct Timer {
    bool runs = false;
    std::uint32_t answers = 0;  ///< completions that have overtaken their watches
  };

  std::uint32_t per_class_ = 1;
  TaskRef asked_ = 0;
  KnownTasks tasks_;
  KnownSlots<LiveJob> jobs_;
  std::map<JobRef, Timer> timers_;
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
    head_of_line_.emplace(own.queues());
    block_.emplace(TaskCacheParts{own, descriptor, tasks_.table(), *memory_, links_, *head_of_line_});
    block_->connect(SendPort(outbox_, 0, 0));
    block_->inbox().widen(2);  // a doorbell and a descriptor
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
      return block_->receive(Message(0, 0, data.message()), now);
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
    for (const Message& message : outbox_.said) {
      out.push_back(pack(pins::task_cache::reads, pins::Read(message.content<DescriptorRead>())));
    }
    outbox_.said.clear();
    return std::min(block_->due(), leaves(links_.heads));
  }

 private:
  KnownTasks tasks_;
  SchedulerLinks links_;
  Outbox outbox_;
  std::optional<MemoryMap> memory_;
  std::optional<HeadOfLine> head_of_line_;
  std::optional<TaskCache> block_;
};

}  // namespace

std::unique_ptr<PinBlock> make_model_block(const BlockPins& pins) {
  if (&pins == &decomposer_pins()) return std::make_unique<ModelDecomposer>();
  if (&pins == &monitor_pins()) return std::make_unique<ModelMonitor>();
  if (&pins == &task_cache_pins()) return std::make_unique<ModelTaskCache>();
  if (&pins == &dispatcher_pins()) return make_model_dispatcher();
  if (&pins == &directory_pins()) return make_model_directory();
  throw std::logic_error("a block without a model behind pins");
}

}  // namespace gantry
