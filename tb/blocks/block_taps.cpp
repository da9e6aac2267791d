// SPDX-License-Identifier: Apache-2.0
#include "blocks/block_taps.h"

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/task_cache_base.h"
#include "pins/block_pins.h"
#include "pins/directory_pins.h"
#include "pins/dispatcher_pins.h"

namespace gantry {
namespace {

/// One link: every message as its pins have it.
template <class Message, class Pinned>
class Ear final : public LinkTap<Message> {
 public:
  Ear(Link<Message>& link, bool input, std::uint32_t number, const TaskTable& tasks, BlockLockstep& lockstep)
      : input_(input), number_(number), tasks_(tasks), lockstep_(lockstep) {
    link.listen(this);
  }
  void sent(const Message& value, Cycle now, Cycle visible) override {
    lockstep_.advance(now);
    if constexpr (std::is_constructible_v<Pinned, const Message&, const TaskTable&>) {
      lockstep_.hear(input_, pack(number_, Pinned(value, tasks_)), visible);
    } else {
      lockstep_.hear(input_, pack(number_, Pinned(value)), visible);
    }
  }

 private:
  bool input_;
  std::uint32_t number_;
  const TaskTable& tasks_;
  BlockLockstep& lockstep_;
};

/// A message that arrives in cycle `visible` is passed before the previous cycle ends, so the lockstep does not
/// advance.
template <class Message, class Tell>
class InboxEar final : public LinkTap<Message> {
 public:
  explicit InboxEar(Tell tell) : tell_(std::move(tell)) {}
  void sent(const Message& value, Cycle now, Cycle visible) override { tell_(value, now, visible); }

 private:
  Tell tell_;
};
template <class Message, class Tell>
std::unique_ptr<LinkTap<Message>> make_ear(Tell tell) {
  return std::make_unique<InboxEar<Message, Tell>>(std::move(tell));
}

class MonitorTaps final : public BlockTaps {
 public:
  MonitorTaps(TaskScheduler& scheduler, BlockLockstep& lockstep)
      : completions_(make_ear<JobRef>([&](const JobRef& job, Cycle /*now*/, Cycle visible) {
          lockstep.hear(true, pack(pins::monitor::completions, pins::Completion(job, scheduler.jobs()[job])), visible);
        })),
        questions_(make_ear<MonitorRequest>([&](const MonitorRequest& request, Cycle now, Cycle visible) {
          lockstep.advance(now);
          lockstep.hear(true, pack(pins::monitor::monitor_requests, pins::Question(request, scheduler.tasks())),
                        visible);
          if (request.kind != MonitorRequest::Kind::query_predecessors) return;
          pins::for_each_wait(scheduler.tasks()[request.task].task, [&](const pins::WaitsFor& waits) {
            lockstep.hear(true, pack(pins::monitor::waits_for, waits), visible);
          });
        })),
        watches_(make_ear<JobWatch>([&](const JobWatch& watch, Cycle now, Cycle visible) {
          lockstep.advance(now);
          lockstep.hear(true, pack(pins::monitor::job_watches, pins::Watch(watch, scheduler.jobs())), visible);
        })),
        interrupts_(make_ear<Message>([&](const Message& message, Cycle now, Cycle visible) {
          lockstep.advance(now);
          lockstep.hear(false, pack(pins::monitor::interrupts, pins::Interrupt(message.content<TaskInterrupt>())),
                        visible);
        })),
        answers_(scheduler.links().query_answers, false, pins::monitor::query_answers, scheduler.tasks(), lockstep),
        registrations_(scheduler.links().registrations, false, pins::monitor::registrations, scheduler.tasks(),
                       lockstep),
        updates_(scheduler.links().processor_updates, false, pins::monitor::processor_updates, scheduler.tasks(),
                 lockstep) {
    scheduler.monitor().inbox().listen(completions_.get());
    scheduler.links().monitor_requests.listen(questions_.get());
    scheduler.links().job_watches.listen(watches_.get());
    scheduler.monitor().outlet().listen(interrupts_.get());
  }

 private:
  std::unique_ptr<LinkTap<JobRef>> completions_;
  std::unique_ptr<LinkTap<MonitorRequest>> questions_;
  std::unique_ptr<LinkTap<JobWatch>> watches_;
  std::unique_ptr<LinkTap<Message>> interrupts_;
  Ear<MonitorAnswer, pins::Answer> answers_;
  Ear<MonitorAnswer, pins::Answer> registrations_;
  Ear<ProcessorUpdate, pins::JobReport> updates_;
};

class TaskCacheTaps final : public BlockTaps {
 public:
  TaskCacheTaps(TaskScheduler& scheduler, BlockLockstep& lockstep)
      : inbox_(make_ear<Message>([&](const Message& message, Cycle /*now*/, Cycle visible) {
          if (message.is<Doorbell>()) {
            const auto bell = message.content<Doorbell>();
            return lockstep.hear(true, pack(pins::task_cache::doorbells, pins::Bell{bell.queue, bell.tail}), visible);
          }
          const pins::Descriptor told(message.content<DescriptorData>(), scheduler.tasks());
          lockstep.hear(true, pack(pins::task_cache::descriptors, told), visible);
        })),
        reads_(make_ear<Message>([&](const Message& message, Cycle now, Cycle visible) {
          lockstep.advance(now);
          lockstep.hear(false, pack(pins::task_cache::reads, pins::Read(message.content<DescriptorRead>())), visible);
        })),
        updates_(scheduler.links().cache_updates, true, pins::task_cache::cache_updates, scheduler.tasks(), lockstep),
        heads_(scheduler.links().heads, false, pins::task_cache::heads, scheduler.tasks(), lockstep) {
    scheduler.task_cache().inbox().listen(inbox_.get());
    scheduler.task_cache().outlet().listen(reads_.get());
  }

 private:
  std::unique_ptr<LinkTap<Message>> inbox_;
  std::unique_ptr<LinkTap<Message>> reads_;
  Ear<CacheUpdate, pins::Update> updates_;
  Ear<QueueHead, pins::Head> heads_;
};

class DecomposerTaps final : public BlockTaps {
 public:
  DecomposerTaps(SchedulerLinks& links, const TaskTable& tasks, BlockLockstep& lockstep)
      : heads_(links.heads, true, pins::decomposer::heads, tasks, lockstep),
        answers_(links.query_answers, true, pins::decomposer::query_answers, tasks, lockstep),
        registrations_(links.registrations, true, pins::decomposer::registrations, tasks, lockstep),
        verdicts_(links.verdicts, true, pins::decomposer::verdicts, tasks, lockstep),
        updates_(links.cache_updates, false, pins::decomposer::cache_updates, tasks, lockstep),
        questions_(links.monitor_requests, false, pins::decomposer::monitor_requests, tasks, lockstep),
        requests_(links.schedule_requests, false, pins::decomposer::schedule_requests, tasks, lockstep) {}

 private:
  Ear<QueueHead, pins::Head> heads_;
  Ear<MonitorAnswer, pins::Answer> answers_;
  Ear<MonitorAnswer, pins::Answer> registrations_;
  Ear<ScheduleVerdict, pins::Verdict> verdicts_;
  Ear<CacheUpdate, pins::Update> updates_;
  Ear<MonitorRequest, pins::Question> questions_;
  Ear<ScheduleRequest, pins::Request> requests_;
};

class DispatcherTaps final : public BlockTaps {
 public:
  using Sent = DispatcherBase::Sent;

  DispatcherTaps(TaskScheduler& scheduler, BlockLockstep& lockstep)
      : requests_(make_ear<ScheduleRequest>([&](const ScheduleRequest& request, Cycle now, Cycle visible) {
          lockstep.advance(now);
          const Task& task = scheduler.tasks()[request.task].task;
          pins::tell_request(request, task, pins::may_run(task, scheduler.dispatcher().processors()),
                             [&](const PinMessage& message) { lockstep.hear(true, message, visible); });
        })),
        jobs_(make_ear<Message>([&](const Message& message, Cycle now, Cycle visible) {
          lockstep.advance(now);
          const auto content = message.content<JobMessage>();
          const LiveJob& job = scheduler.jobs()[content.job];
          const pins::Job told{job.record.port, job.task, job.record.job, content.slot, content.processor};
          lockstep.hear(false, pack(pins::dispatcher::jobs, told), visible);
        })),
        first_flits_(make_ear<Sent>([&](const Sent& sent, Cycle /*now*/, Cycle visible) {
          tell_flit(lockstep, pins::dispatcher::first_flits, sent, visible);
        })),
        last_flits_(make_ear<Sent>([&](const Sent& sent, Cycle /*now*/, Cycle visible) {
          tell_flit(lockstep, pins::dispatcher::last_flits, sent, visible);
        })),
        updates_(scheduler.links().processor_updates, true, pins::dispatcher::processor_updates, scheduler.tasks(),
                 lockstep),
        verdicts_(scheduler.links().verdicts, false, pins::dispatcher::verdicts, scheduler.tasks(), lockstep) {
    scheduler.links().schedule_requests.listen(requests_.get());
    scheduler.dispatcher().listen_to_ports(jobs_.get(), first_flits_.get(), last_flits_.get());
  }

 private:
  static void tell_flit(BlockLockstep& lockstep, std::uint32_t link, const Sent& sent, Cycle visible) {
    lockstep.hear(true, pack(link, pins::Flit{sent.port, sent.slot, sent.processor}), visible);
  }

  std::unique_ptr<LinkTap<ScheduleRequest>> requests_;
  std::unique_ptr<LinkTap<Message>> jobs_;
  std::unique_ptr<LinkTap<Sent>> first_flits_;
  std::unique_ptr<LinkTap<Sent>> last_flits_;
  Ear<ProcessorUpdate, pins::FreeProcessor> updates_;
  Ear<ScheduleVerdict, pins::Verdict> verdicts_;
};

class DirectoryTap final : public BlockTaps {
 public:
  DirectoryTap(DataDirectoryBase& directory, BlockLockstep& lockstep)
      : parts_(input<PartQuestion, pins::Part>(pins::directory::parts, lockstep)),
        uses_(input<PartUse, pins::Use>(pins::directory::uses, lockstep)),
        departures_(input<PartLeft, pins::Departure>(pins::directory::departures, lockstep)),
        sources_(make_ear<PartAnswer>([&](const PartAnswer& answer, Cycle now, Cycle visible) {
          lockstep.advance(now);
          lockstep.hear(false, pack(pins::directory::sources, pins::Source(answer)), visible);
        })) {
    directory.listen({parts_.get(), uses_.get(), departures_.get(), sources_.get()});
  }

 private:
  /// The directory tells what it takes in the cycle in which it is seen.
  template <class Told, class Pinned>
  static std::unique_ptr<LinkTap<Told>> input(std::uint32_t link, BlockLockstep& lockstep) {
    return make_ear<Told>([link, &lockstep](const Told& told, Cycle /*now*/, Cycle visible) {
      lockstep.advance(visible);
      lockstep.hear(true, pack(link, Pinned(told)), visible);
    });
  }

  std::unique_ptr<LinkTap<PartQuestion>> parts_;
  std::unique_ptr<LinkTap<PartUse>> uses_;
  std::unique_ptr<LinkTap<PartLeft>> departures_;
  std::unique_ptr<LinkTap<PartAnswer>> sources_;
};

}  // namespace

std::unique_ptr<BlockTaps> tap_block(const BlockPins& pins, TaskScheduler& scheduler, BlockLockstep& lockstep) {
  if (&pins == &decomposer_pins()) {
    return std::make_unique<DecomposerTaps>(scheduler.links(), scheduler.tasks(), lockstep);
  }
  if (&pins == &monitor_pins()) return std::make_unique<MonitorTaps>(scheduler, lockstep);
  if (&pins == &task_cache_pins()) return std::make_unique<TaskCacheTaps>(scheduler, lockstep);
  if (&pins == &dispatcher_pins()) return std::make_unique<DispatcherTaps>(scheduler, lockstep);
  if (&pins == &directory_pins()) return std::make_unique<DirectoryTap>(*scheduler.directory(), lockstep);
  throw std::logic_error("a block without taps");
}

}  // namespace gantry
