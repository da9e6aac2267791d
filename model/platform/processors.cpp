// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/processors.h"

#include <algorithm>
#include <stdexcept>

#include "gantry/platform/data_flow.h"
#include "gantry/platform/processor_faults.h"
#include "gantry/scheduler/job_data.h"

namespace gantry {
inline namespace platform {

namespace {

std::uint64_t total_places(const std::vector<ProcessorInfo>& info) {
  std::uint64_t sum = 0;
  for (const ProcessorInfo& p : info) sum += p.queue_depth;
  return sum;
}

}  // namespace

Processors::Processors(const std::vector<ProcessorInfo>& info, TaskTable& tasks, JobTable& jobs,
                       const MemoryMap& memory)
    : Unit("processors"),
      info_(info),
      tasks_(tasks),
      jobs_(jobs),
      memory_(memory),
      receivers_(info.size()),
      control_receivers_(info.size()),
      inbox_(static_cast<std::uint32_t>(info.size())),  // a link for each
      control_inbox_(static_cast<std::uint32_t>(info.size())),
      processors_(info.size(), Processor(memory.bursts())),
      asking_(make_bit_set(info.size())),
      computing_gauge_(add_queue("computing", "processors that compute", info.size())),
      held_gauge_(add_queue("jobs", "jobs that are at their processors", total_places(info))),
      bursts_gauge_(add_queue("bursts", "bursts of inputs and outputs that processors have under way",
                              std::uint64_t{memory.bursts().outstanding} * info.size())) {
  for (ProcessorId p = 0; p < receivers_.size(); ++p) {
    receivers_[p].inbox = &inbox_;
    control_receivers_[p].inbox = &control_inbox_;
    control_receivers_[p].in_order = false;
    receivers_[p].id = control_receivers_[p].id = p;
  }
  inbox_.connect(*this);
  control_inbox_.connect(*this);
}

Processors::~Processors() = default;

void Processors::use_data(const DataFlowParts& parts) {
  DataOutlet& outlet = *this;
  data_ = std::make_unique<DataFlow>(parts, outlet);
}

[[gnu::flatten]] Cycle Processors::step(Cycle now) {
  if (data_) data_->kill_stores(now);
  if (data_ || two_networks_) {
    take_in_order(now);
  } else {
    while (inbox_.has(now)) take(inbox_.take(), now);
  }
  while (!ends_.empty() && ends_.top().at <= now) {
    const ProcessorId p = ends_.top().processor;
    ends_.pop();
    finish_compute(p, now);
  }
  if (data_) data_->serve(now);
  ask_for_bursts(now);
  if (two_networks_) send_in_order(now);
  computing_gauge_.set(now, computing_);
  held_gauge_.set(now, held_);
  bursts_gauge_.set(now, bursts_);
  if (!is_empty(asking_)) return now + 1;
  Cycle next = ends_.empty() ? kNever : ends_.top().at;
  if (data_) next = std::min(next, data_->next());
  if (two_networks_) next = std::min(next, control_inbox_.next());
  return std::min(next, inbox_.next());
}

/// Processors of a cluster share a store, so that their order within a cycle matters. With a control network its
/// message comes before another one of the same processor.
void Processors::take_in_order(Cycle now) {
  arrivals_.clear();
  while (control_inbox_.has(now)) arrivals_.push_back(control_inbox_.take());
  while (inbox_.has(now)) arrivals_.push_back(inbox_.take());
  std::stable_sort(arrivals_.begin(), arrivals_.end(),
                   [](const Arrival& a, const Arrival& b) { return a.processor < b.processor; });
  for (const Arrival& arrival : arrivals_) take(arrival, now);
}

void Processors::take(const Arrival& arrival, Cycle now) {
  mark_busy(now);
  const Message& message = arrival.message;
  if (message.is<JobMessage>()) {
    take_job(arrival.processor, message.content<JobMessage>().job, now);
  } else if (message.is<GangStart>()) {
    take_go(arrival.processor, message.content<GangStart>(), now);
  } else if (message.is<InputData>()) {
    take_input(arrival.processor, message.content<InputData>(), now);
  } else if (message.is<OutputAck>()) {
    const JobRef job = message.content<OutputAck>().job;
    if (take_answer(arrival.processor, job, true)) output_written(arrival.processor, job, now);
  } else {
    data_->receive(arrival.processor, message, now);
  }
}

void Processors::take_go(ProcessorId p, const GangStart& start, Cycle now) {
  Processor& processor = processors_[p];
  GangStart left = start;
  for (std::size_t i = 0; i < processor.queue.size() && left.jobs > 0; ++i) {
    Queued& queued = processor.queue[i];
    if (!queued.waits_for_go || jobs_[queued.job].task != start.task) continue;
    queued.waits_for_go = false;
    jobs_[queued.job].record.go = now;
    --left.jobs;
  }
  if (left.jobs > 0) processor.early.push_back({left, now});
  start_next(p, now);
}

bool Processors::take_early_go(ProcessorId p, JobRef job) {
  std::vector<EarlyGo>& early = processors_[p].early;
  for (EarlyGo& go : early) {
    if (go.start.task != jobs_[job].task) continue;
    jobs_[job].record.go = go.at;
    if (--go.start.jobs == 0) {
      go = early.back();
      early.pop_back();
    }
    return true;
  }
  return false;
}

void Processors::take_input(ProcessorId p, const InputData& data, Cycle now) {
  const JobRef job = data.job;
  if (data.errors > 0) {
    if (data.errors <= memory_.bursts().retries) {
      const TerminalId controller = memory_.terminal_of(data.access.address);
      ports_[p].send(Message(controller, kPointerBytes, InputRead{data.access, job, data.errors}), now);
      return;
    }
    if (!fail_unread_) return unread_.push_back(job);
    jobs_[job].answers_failed = true;
  }
  if (!take_answer(p, job, false)) return;
  jobs_[job].record.last_part = LastPart::none;
  input_arrived(p, job, now);
}

void Processors::input_arrived(ProcessorId p, JobRef job, Cycle now) {
  jobs_[job].record.ready = now;
  Processor& processor = processors_[p];
  for (std::size_t i = 0; i < processor.queue.size(); ++i) {
    if (processor.queue[i].job == job) --processor.queue[i].missing;
  }
  start_next(p, now);
}

void Processors::take_job(ProcessorId p, JobRef job, Cycle now) {
  Processor& processor = processors_[p];
  jobs_[job].record.arrived = now;
  ++processor.held;
  ++held_;
  const bool reads = shape_of(job).input_bytes > 0;
  const bool has_data = data_ && !jobs_[job].parts.empty();
  jobs_[job].record.ready = now;
  const bool waits_for_go = needs_go_ && !take_early_go(p, job);
  processor.queue.push({job, std::uint32_t{reads} + std::uint32_t{has_data}, waits_for_go});
  if (reads) read_input(p, job);
  if (has_data) data_->arrive(p, job, now);
  start_next(p, now);
}

void Processors::bring_to_front(Ring<Queued>& queue) {
  std::size_t first = 0;
  while (first < queue.size() && queue[first].waits_for_go) ++first;
  if (first == queue.size()) return;
  for (; first > 0; --first) std::swap(queue[first], queue[first - 1]);
}

void Processors::start_next(ProcessorId p, Cycle now) {
  Processor& processor = processors_[p];
  if (processor.computing || processor.queue.empty()) return;
  if (needs_go_) bring_to_front(processor.queue);
  if (ends_unread_) end_unread(p, now);
  if (processor.computing || processor.queue.empty()) return;
  if (processor.queue.front().missing > 0 || processor.queue.front().waits_for_go) return;
  LiveJob& job = jobs_[processor.queue.front().job];
  const Cycle time = info_[p].time_for(tasks_[job.task].task.job_cycles(job.record.job));
  job.record.started = now;
  processor.computing = true;
  processor.compute_end = faults_ ? compute_end(p, now, time) : now + time;
  if (counts_streams_) count_busy(processor.queue.front().job, processor.compute_end - now);
  processor.busy_cycles += processor.compute_end - now;
  ++computing_;
  if (processor.compute_end != kNever) ends_.push({processor.compute_end, p});
}

void Processors::end_unread(ProcessorId p, Cycle now) {
  Ring<Queued>& queue = processors_[p].queue;
  while (!queue.empty() && queue.front().missing == 0 && jobs_[queue.front().job].answers_failed)
    complete(p, queue.pop().job, now);
}

void Processors::count_busy(JobRef job, Cycle cycles) {
  const std::uint32_t stream = jobs_[job].record.stream;
  if (busy_of_streams_.size() <= stream) busy_of_streams_.resize(stream + std::size_t{1}, 0);
  busy_of_streams_[stream] += cycles;
}

void Processors::finish_compute(ProcessorId p, Cycle now) {
  mark_busy(now);
  Processor& processor = processors_[p];
  processor.computing = false;
  --computing_;
  const JobRef job = processor.queue.pop().job;
  ++processor.jobs;
  jobs_[job].record.finished = now;
  if (jobs_failed_ != nullptr && faults_->fails(p, now)) {
    ++*jobs_failed_;
    jobs_[job].answers_failed = true;
    complete(p, job, now);
    start_next(p, now);
    return;
  }
  const bool writes = shape_of(job).output_bytes > 0;
  if (writes) write_output(p, job);
  if (data_) {
    if (writing_.size() <= job) writing_.resize(job + std::size_t{1});
    writing_[job] = static_cast<std::uint8_t>(writes + (!jobs_[job].parts.empty() && data_->finish(p, job, now)));
  }
  if (!writes && (!data_ || writing_[job] == 0)) complete(p, job, now);
  start_next(p, now);
}

void Processors::output_written(ProcessorId p, JobRef job, Cycle now) {
  if (data_ && --writing_[job] > 0) return;
  complete(p, job, now);
}

void Processors::complete(ProcessorId p, JobRef job, Cycle now) {
  jobs_[job].record.written = now;
  --processors_[p].held;
  --held_;
  send_control(p, Message(monitor_, kPointerBytes, JobCompletion{job}), now);
  if (data_ && !jobs_[job].parts.empty()) data_->complete(p, job, now);
}

void Processors::send_control(ProcessorId from, const Message& message, Cycle now) {
  if (!two_networks_) return ports_[from].send(message, now);
  to_send_.push_back({from, message});
}

void Processors::send_in_order(Cycle now) {
  std::stable_sort(to_send_.begin(), to_send_.end(),
                   [](const Arrival& a, const Arrival& b) { return a.processor < b.processor; });
  for (const Arrival& sent : to_send_) ports_[sent.processor].send(sent.message, now);
  to_send_.clear();
}

void Processors::read_input(ProcessorId p, JobRef job) {
  const LiveTask& live = tasks_[jobs_[job].task];
  start_transfer(p, {input_address(memory_, live, jobs_[job].record.job), shape_of(job).input_bytes}, job, false);
}

void Processors::write_output(ProcessorId p, JobRef job) {
  const LiveTask& live = tasks_[jobs_[job].task];
  start_transfer(p, {output_address(memory_, live, jobs_[job].record.job), shape_of(job).output_bytes}, job, true);
}

void Processors::start_transfer(ProcessorId p, const MemoryAccess& access, std::uint32_t owner, bool write) {
  BurstWindow& bursts = processors_[p].bursts;
  bursts.start(access, owner, write);
  if (bursts.ready()) set_bit(asking_, p);
}

bool Processors::take_answer(ProcessorId p, std::uint32_t owner, bool write) {
  BurstWindow& bursts = processors_[p].bursts;
  const bool last = bursts.answered(owner, write);
  --bursts_;
  if (bursts.ready()) set_bit(asking_, p);
  return last;
}

/// One burst a cycle and processor.
void Processors::ask_for_bursts(Cycle now) {
  for_each_bit(asking_, [&](ProcessorId p) {
    BurstWindow& bursts = processors_[p].bursts;
    const Burst burst = bursts.next();
    ++bursts_;
    const TerminalId controller = memory_.terminal_of(burst.access.address);
    if ((burst.owner & kPartBit) != 0) {
      ports_[p].send(data_->burst(burst), now);
    } else if (burst.write) {
      ports_[p].send(Message(controller, burst.access.bytes, OutputWrite{burst.access, burst.owner}), now);
    } else {
      ports_[p].send(Message(controller, kPointerBytes, InputRead{burst.access, burst.owner}), now);
    }
    if (!bursts.ready()) clear_bit(asking_, p);
  });
}

std::vector<ProcessorStats> Processors::processor_stats(Cycle end) const {
  std::vector<ProcessorStats> stats;
  for (ProcessorId p = 0; p < processors_.size(); ++p) {
    const Processor& processor = processors_[p];
    std::uint64_t busy = processor.busy_cycles;
    if (processor.computing && processor.compute_end > end) busy -= processor.compute_end - end;
    stats.push_back({info_[p].name, info_[p].type_name, info_[p].group, processor.jobs, busy});
  }
  return stats;
}

std::vector<Cycle> Processors::busy_of_streams(Cycle end) const {
  std::vector<Cycle> busy = busy_of_streams_;
  for (const Processor& processor : processors_) {
    if (!counts_streams_ || !processor.computing || processor.compute_end <= end) continue;
    busy[jobs_[processor.queue.front().job].record.stream] -= processor.compute_end - end;
  }
  return busy;
}

std::string Processors::state() const {
  std::string text = std::to_string(computing_) + " computing, " + std::to_string(held_) + " jobs held";
  if (data_) text += "; " + data_->state();
  for (const JobRef job : unread_) {
    const LiveJob& live = jobs_[job];
    text += "; job " + std::to_string(live.record.job) + " of task " + std::to_string(live.record.task) + " at " +
            info_[live.record.processor].name + " waits for input that memory could not read";
  }
  for (ProcessorId p = 0; p < processors_.size(); ++p) {
    if (processors_[p].computing && processors_[p].compute_end == kNever) {
      text += "; " + info_[p].name + " died with " + std::to_string(processors_[p].held) + " jobs";
    } else if (processors_[p].computing) {
      text += "; " + info_[p].name + " computes until cycle " + std::to_string(processors_[p].compute_end);
    }
  }
  return text;
}

void Processors::verify() const {
  for (ProcessorId p = 0; p < processors_.size(); ++p) {
    if (processors_[p].held > info_[p].queue_depth) {
      throw std::logic_error("processors: " + info_[p].name + " holds more jobs than its queue takes");
    }
    processors_[p].bursts.verify("processors: " + info_[p].name);
  }
  if (data_) data_->verify();
}

}  // namespace platform
}  // namespace gantry
