// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/dispatcher_base.h"

#include <algorithm>
#include <utility>

#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry {
inline namespace scheduler {

DispatcherBase::DispatcherBase(const DispatcherParts& parts, ProcessorTable processors)
    : Unit("dispatcher"),
      config_(parts.config),
      processors_(std::move(processors)),
      tasks_(parts.tasks),
      jobs_(parts.jobs),
      links_(parts.links),
      sink_(parts.sink),
      directory_(parts.directory),
      watches_jobs_(parts.watches_jobs),
      sent_(config_.send_ports),
      job_bytes_(parts.descriptor.full_bytes + kSplitInfoBytes) {
  links_.schedule_requests.connect(*this);
  links_.task_wakes.connect(*this);
  links_.processor_updates.connect(*this);
  links_.data_answers.connect(*this);
  links_.processor_switches.connect(*this);
  sent_.connect(*this);
}

void DispatcherBase::connect(std::vector<SendPort> ports, std::vector<TerminalId> terminals) {
  ports_ = std::move(ports);
  terminals_ = std::move(terminals);
}

void DispatcherBase::listen_to_ports(LinkTap<Message>* jobs, LinkTap<Sent>* first_flits, LinkTap<Sent>* last_flits) {
  for (SendPort& port : ports_) port.listen(jobs);
  first_flits_ = first_flits;
  if (last_flits != nullptr) sent_.listen(last_flits);
}

void DispatcherBase::first_flit_sent(const Message& message, Cycle now) {
  if (message.is<GangStart>()) return;
  const auto content = message.content<JobMessage>();
  LiveJob& job = jobs_[content.job];
  if (first_flits_ != nullptr) first_flits_->sent({job.record.port, content.slot, content.processor}, now, now + 1);
  job.record.issued = now;
  ++jobs_issued_;
  if (job.record.attempt > 0) return;
  TaskRecord& task = tasks_[job.task].record;
  // A platform behind the ports may report jobs late and out of order.
  task.first_issue = std::min(task.first_issue, now);
  task.last_issue = task.last_issue == kNever ? now : std::max(task.last_issue, now);
}

void DispatcherBase::last_flit_sent(std::uint32_t port, const Message& message, Cycle now) {
  if (message.is<GangStart>()) return;
  const auto job = message.content<JobMessage>();
  jobs_[job.job].record.sent = now;
  sent_.post({port, job.slot, job.processor, job.job}, now + 1);
}

void DispatcherBase::all_sent(std::uint32_t slot, TaskRef task, Cycle now) {
  links_.verdicts.send({ScheduleVerdict::Kind::all_sent, slot, 0}, now);
  tasks_[task].record.slot_freed = links_.verdicts.seen_from(links_.verdicts.size() - 1);
}

void DispatcherBase::count_failure(TaskRef task, Cycle now) {
  ++match_failures_;
  TaskRecord& record = tasks_[task].record;
  ++record.counts.match_failures;
  if (!muted_) sink_.match_failed(record.number, now);
}

void DispatcherBase::announce(const Repetition& repetition) {
  sink_.match_failures_repeated(repetition.begin, repetition.begin + repetition.cycles, repetition.events);
}

Message DispatcherBase::begin_job(TaskRef task, std::uint32_t slot, std::uint32_t number, ProcessorId processor,
                                  std::uint32_t port) {
  const JobRef ref = jobs_.allocate();
  LiveJob& job = jobs_[ref];
  job.task = task;
  job.record = JobRecord{};
  job.answers_failed = false;
  job.record.task = tasks_[task].record.number;
  job.record.stream = tasks_[task].record.stream;
  job.record.job = number;
  job.record.processor = processor;
  job.record.port = port;
  job.record.released = processors_.released(processor);
  std::uint64_t bytes = job_bytes_;
  if (directory_ != nullptr) {
    directory_->table().list_parts(tasks_[task], number, job.parts);
    // The message names where each part is that the job reads.
    for (const JobPart& part : job.parts) bytes += part.written ? 0 : kSourceBytes;
  }
  return {terminals_[processor], bytes, JobMessage{ref, processor, slot}};
}

Cycle DispatcherBase::from_pick_to_port() const {
  // With match_against reserve the processor was chosen at the match.
  const Cycle choice = config_.match_against == MatchAgainst::reserve ? 0 : config_.choice_latency_cycles;
  return config_.picker->pick_latency_cycles + choice + config_.collect_cycles;
}

std::vector<std::string> DispatcherBase::class_names() const {
  std::vector<std::string> names(config_.picker->classes);
  for (std::size_t c = 0; c < config_.class_map.size(); ++c) {
    std::string& text = names[config_.class_map[c]];
    text += (text.empty() ? "" : "+") + std::string(kTaskClassNames[c]);
  }
  return names;
}

}  // namespace scheduler
}  // namespace gantry
