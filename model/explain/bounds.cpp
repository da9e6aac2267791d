// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/bounds.h"

#include <algorithm>

#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/store_list.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/loader.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace explain {

namespace {

Cycle least_cycles(Uint128 asked, Uint128 given) {
  return given == 0 ? 0 : static_cast<Cycle>(asked / given + (asked % given != 0 ? 1 : 0));
}

bool within(const ProcessorSet& some, const ProcessorSet& all) {
  for (std::size_t w = 0; w < some.size(); ++w) {
    if ((some[w] & ~all[w]) != 0) return false;
  }
  return true;
}

/// Least messages with `jobs` jobs that one of the send ports sends.
std::uint64_t least_sent(const DispatcherConfig& dispatcher, std::uint64_t jobs) {
  constexpr std::uint64_t kMostInMessage = 64;  // most decisions of a round
  const std::uint64_t messages = dispatcher.multicast ? ceil_div(jobs, kMostInMessage) : jobs;
  return ceil_div(messages, dispatcher.send_ports);
}

}  // namespace

BoundMeter::BoundMeter(const Architecture& architecture, const ProcessorSets& sets, const TaskSource& source)
    : zero_(architecture),
      sets_(sets),
      is_list_(source.is_list()),
      numbers_{architecture.task_cache->queues_per_class},
      memory_({architecture.memory->burst_bytes, architecture.memory->outstanding_bursts},
              architecture.memory->interleave(), architecture.memory->controllers, architecture.task_cache->queues(),
              architecture.ring_entries(), architecture.descriptor->full_bytes),
      controllers_(architecture.memory->controllers),
      written_(numbers_.count()),
      reading_(numbers_.count()),
      next_data_(memory_.data_base()),
      objects_(source.objects()) {
  if (objects_ != nullptr) {
    address_.assign(objects_->size(), kNever);
    stores_ = !list_stores(architecture).stores.empty();
  }
  const DispatcherConfig& d = *architecture.dispatcher;
  const bool reserve = d.match_against == MatchAgainst::reserve;
  job_flits_ = zero_.control_flits(architecture.descriptor->full_bytes + kSplitInfoBytes);
  pointer_flits_ = zero_.flits(kPointerBytes);
  notice_flits_ = zero_.control_flits(kPointerBytes);
  ack_flits_ = zero_.flits(0);
  to_port_ = Cycle{d.picker->pick_latency_cycles} + d.collect_cycles + (reserve ? 0 : d.choice_latency_cycles);
  const Cycle matched = Cycle{d.match_latency_cycles} + (reserve ? d.choice_latency_cycles : 0);
  // A gang joins when its last job is matched, and can be picked in the cycle after.
  match_ = d.mode == MatchMode::gang ? matched + 1 : std::max<Cycle>(matched, 1);
  doorbell_ = zero_.control_message(zero_.ways().scheduler_host, notice_flits_);
  interrupt_ = doorbell_ + architecture.host->interrupt_cycles;
}

BoundMeter::BurstCost BoundMeter::burst_cost(std::uint64_t bytes) const {
  return {bytes, zero_.architecture().memory->bytes_per_cycle.time_for(bytes), zero_.flits(bytes)};
}

void BoundMeter::move(std::uint64_t address, std::uint64_t bytes, bool write) {
  const std::uint64_t latency = zero_.architecture().memory->latency_cycles;
  const std::uint64_t burst_bytes = memory_.bursts().burst_bytes;
  const std::uint64_t interleave = zero_.architecture().memory->interleave();
  const std::uint64_t bursts = ceil_div(bytes, burst_bytes);
  const BurstCost last = burst_cost(bytes - (bursts - 1) * burst_bytes);
  std::uint32_t at = memory_.controller_of(address);
  const auto take = [&](std::uint32_t controller, const BurstCost& burst, std::uint64_t count) {
    Controller& to = controllers_[controller];
    to.bus += count * burst.bus;
    to.service += count * (latency + burst.bus + 1);  // its slot is free in the next cycle
    to.flits_in += count * (write ? burst.flits : pointer_flits_);
    to.flits_out += count * (write ? ack_flits_ : burst.flits);
  };
  if (bursts == 1) return take(at, last, 1);
  const BurstCost full = burst_cost(burst_bytes);
  // Block by block, whole rounds of all controllers at once: a transfer may have billions of bursts.
  const std::uint64_t block = interleave / burst_bytes;
  std::uint64_t here = ceil_div(interleave - address % interleave, burst_bytes);
  std::uint64_t left = bursts - 1;
  while (left > 0) {
    const std::uint64_t rounds = here == block ? left / (block * controllers_.size()) : 0;
    if (rounds > 0) {
      for (std::uint32_t c = 0; c < controllers_.size(); ++c) take(c, full, rounds * block);
      left -= rounds * block * controllers_.size();
      continue;
    }
    const std::uint64_t some = std::min(left, here);
    take(at, full, some);
    left -= some;
    here -= some;
    if (here > 0) continue;
    here = block;
    at = at + 1 == controllers_.size() ? 0 : at + 1;
  }
  take(at, last, 1);
}

std::uint64_t BoundMeter::transfer_flits(std::uint64_t bytes) const {
  if (bytes == 0) return 0;
  const std::uint64_t burst = memory_.bursts().burst_bytes;
  const std::uint64_t whole = (bytes - 1) / burst;
  return whole * zero_.flits(burst) + zero_.flits(bytes - whole * burst);
}

/// Each burst's way there and back, summed: in each of these cycles it is under way.
Cycle BoundMeter::burst_trips(Cycle way, std::uint64_t bytes, bool write) const {
  if (bytes == 0) return 0;
  const std::uint64_t burst = memory_.bursts().burst_bytes;
  const std::uint64_t whole = (bytes - 1) / burst;
  const auto trip = [&](std::uint64_t b) { return write ? zero_.write(way, b) : zero_.read(way, b); };
  return (whole > 0 ? whole * trip(burst) : 0) + trip(bytes - whole * burst);
}

void BoundMeter::find_steps(Steps& steps) const {
  const Architecture& arch = zero_.architecture();
  const DispatcherConfig& d = *arch.dispatcher;
  const ZeroLoad::Ways& ways = ways_[steps.set];
  const std::uint64_t jobs = steps.jobs;
  // A gang waits for the match of its last job; match_jobs_per_cycle jobs are matched per cycle.
  const Cycle first_pick = Cycle{arch.decomposer->split_cycles} + 1 + match_ +
                           (d.mode == MatchMode::gang ? (jobs - 1) / d.match_jobs_per_cycle : 0);
  const Cycle last_pick = first_pick + (ceil_div(jobs, d.decisions_per_round) - 1) * d.picker->pick_interval_cycles;
  const Cycle sending = zero_.control_sending(1, job_flits_);
  steps.all_sent = std::max(first_pick + to_port_ + zero_.control_sending(least_sent(d, jobs), job_flits_),
                            last_pick + to_port_ + sending);
  const Cycle delivery = zero_.control_message(ways.scheduler_job, job_flits_);
  const Cycle input = zero_.read(ways.memory_job, steps.input);
  steps.before_job = first_pick + to_port_ + delivery + input;
  steps.before_last = steps.all_sent - sending + delivery + input;
  steps.after_job =
      zero_.write(ways.memory_job, steps.output) + zero_.control_message(ways.scheduler_job, notice_flits_);
  steps.place = to_port_ + delivery + input + steps.after_job + 1;
  steps.burst_cycles =
      burst_trips(ways.memory_job, steps.input, false) + burst_trips(ways.memory_job, steps.output, true);
  steps.rounds = ceil_div(jobs, std::max<std::uint64_t>(1, sets_.size(steps.set)));
  const std::uint64_t reads = ceil_div(steps.input, arch.memory->burst_bytes);
  const std::uint64_t writes = ceil_div(steps.output, arch.memory->burst_bytes);
  steps.flits_in = transfer_flits(steps.input) + writes * ack_flits_;
  steps.flits_out = reads * pointer_flits_ + transfer_flits(steps.output);
  if (arch.control->on()) return;
  steps.flits_in += job_flits_;
  steps.flits_out += notice_flits_;
}

const BoundMeter::Steps& BoundMeter::steps_of(const TaskPart& part) {
  const bool same = steps_.set == part.set && steps_.jobs == part.jobs && steps_.input == part.shape->input_bytes &&
                    steps_.output == part.shape->output_bytes;
  if (same) return steps_;
  while (ways_.size() < sets_.count()) {
    ways_.push_back(zero_.ways(sets_.members(static_cast<std::uint32_t>(ways_.size()))));
  }
  steps_ = Steps{};
  steps_.set = part.set;
  steps_.jobs = part.jobs;
  steps_.input = part.shape->input_bytes;
  steps_.output = part.shape->output_bytes;
  find_steps(steps_);
  return steps_;
}

void BoundMeter::add_descriptor(const Task& task) {
  const Architecture& arch = zero_.architecture();
  const std::uint64_t bytes = arch.descriptor->bytes(task.after.size(), task.groups.size());
  if (arch.host->push) {
    const std::uint64_t flits = zero_.control_flits(bytes);
    doorbell_ = zero_.control_message(zero_.ways().scheduler_host, flits);
    (arch.control->on() ? pushed_flits_ : descriptor_count_flits_) += flits;
    return;
  }
  if (bytes != descriptor_bytes_) {
    descriptor_bytes_ = bytes;
    descriptor_write_ = zero_.write(zero_.ways().host_memory, bytes);
    // The length of a long descriptor is known when its begin has been read.
    const std::uint64_t beginning = std::min(bytes, memory_.room_for(arch.descriptor->full_bytes));
    descriptor_read_ = zero_.read(zero_.ways().memory_scheduler, beginning) +
                       zero_.read(zero_.ways().memory_scheduler, bytes - beginning);
    descriptor_bursts_ = burst_trips(zero_.ways().memory_scheduler, bytes, false);
    descriptor_flits_ = transfer_flits(bytes);
  }
  const QueueId queue = numbers_.of(task.cls, task.stream);
  const std::uint64_t address = memory_.descriptor_address(queue, written_[queue]++);
  move(address, bytes, true);
  move(address, bytes, false);
  reading_[queue] += descriptor_read_;
  cache_bursts_ += descriptor_bursts_;
  host_writes_ += descriptor_write_;
  descriptor_count_flits_ += descriptor_flits_;
  descriptor_count_bursts_ += ceil_div(bytes, arch.memory->burst_bytes);
}

/// The longest paths to the end of the task. A gang of more jobs than processors computes in rounds.
void BoundMeter::add_path(const Task& task, const Times* times) {
  const MonitorConfig& monitor = *zero_.architecture().monitor;
  if (!is_list_ && ends_.size() > 2 * task.behind) {
    ends_.erase(ends_.begin(), ends_.end() - static_cast<std::ptrdiff_t>(task.behind));
    first_ = tasks_ - task.behind;
  }
  const bool early = monitor.early_registration;
  const Cycle shown = descriptor_write_ + doorbell_ + descriptor_read_ + 1;
  PathEnd end{0, task.submit, task.submit, shown};
  // From a registration to the dispatcher.
  const Cycle registers = 1 + Cycle{monitor.register_cycles} +
                          (times == nullptr || !early ? 0 : Cycle{zero_.architecture().decomposer->split_cycles} + 1);
  if (early) {
    end.round_trips += registers;
  } else if (!task.after.empty()) {
    end.round_trips += ceil_div(task.after.size(), monitor.predecessors_per_cycle) + monitor.query_cycles;
  }
  for (const std::uint64_t number : task.after) {
    // Submitted later, as submit cycles or a plan may say, it makes no chain that is known here.
    if (number < first_ || number - first_ >= ends_.size()) continue;
    const PathEnd& before = ends_[static_cast<std::size_t>(number - first_)];
    end.computation = std::max(end.computation, before.computation);
    end.chain = std::max(end.chain, before.chain);
    end.arrival = std::max(end.arrival, before.arrival);
    end.round_trips = std::max(end.round_trips, before.round_trips + (early ? 1 : monitor.query_cycles));
  }
  const Cycle computation = times == nullptr ? 0 : times->computation;
  end.computation += computation;
  if (times != nullptr) end.chain += times->chain;
  end.arrival += computation;
  if (!early) end.round_trips += registers;
  if (times != nullptr) {
    end.round_trips += times->moves - (early ? Cycle{zero_.architecture().decomposer->split_cycles} + 1 : 0);
  }
  ends_.push_back(end);
  longest_.computation = std::max(longest_.computation, end.computation);
  longest_.chain = std::max(longest_.chain, end.chain);
  longest_.arrival = std::max(longest_.arrival, end.arrival);
  longest_.round_trips = std::max(longest_.round_trips, end.round_trips + interrupt_);
}

void BoundMeter::add_jobs(const TaskPart& part, const Steps& steps, const ProcessorSets::Least& least, Times& times) {
  const std::uint64_t jobs = part.jobs;
  if (sums_.size() <= part.set) sums_.resize(part.set + 1);
  SetSums& sums = sums_[part.set];
  sums.time += Uint128{jobs} * least.time;
  sums.cycles += Uint128{jobs} * least.cycles;
  sums.places += Uint128{jobs} * (steps.place + least.time);
  sums.bursts += Uint128{jobs} * steps.burst_cycles;
  sums.flits_in += Uint128{jobs} * steps.flits_in;
  sums.flits_out += Uint128{jobs} * steps.flits_out;
  const Cycle computed = std::max(steps.before_job + steps.rounds * least.time, steps.before_last + least.time);
  const auto at_least = [](Cycle& to, Cycle cycles) { to = std::max(to, cycles); };
  at_least(times.computation, steps.rounds * least.time);
  at_least(times.chain, least.time);
  at_least(times.moves, std::max(steps.before_job, steps.before_last) + steps.after_job);
  at_least(times.completed, computed + steps.after_job);
  at_least(times.all_sent, steps.all_sent);
}

void BoundMeter::add_private_data(const std::vector<TaskPart>& parts) {
  const auto move_all = [&](std::uint64_t JobShape::*bytes, bool write) {
    for (const TaskPart& part : parts) {
      const std::uint64_t room = memory_.room_for(part.shape->*bytes);
      for (std::uint64_t j = 0; j < part.jobs && room > 0; ++j, next_data_ += room)
        move(next_data_, part.shape->*bytes, write);
    }
  };
  move_all(&JobShape::input_bytes, false);
  move_all(&JobShape::output_bytes, true);
}

/// Without stores every job reads its parts of an unwritten object from global memory. With stores the jobs of its
/// first reader together read each part once; more may be hits. Results are written.
void BoundMeter::add_data(const Task& task) {
  const std::uint64_t burst = memory_.bursts().burst_bytes;
  for (const DataRead& read : task.reads) {
    const ObjectShape& shape = (*objects_)[read.object];
    if (shape.written) continue;
    std::uint64_t& address = address_[read.object];
    const bool first = address == kNever;
    const std::uint64_t room = shape.part_room(burst);
    if (first) {
      address = next_data_;
      next_data_ += room * shape.parts;
    }
    if (stores_ && !first) continue;
    for (std::uint32_t job = 0; job < (stores_ ? 1 : task.jobs); ++job) {
      const PartRange range = parts_read(shape.bytes, shape.parts, stores_ || read.whole, job, task.jobs);
      for (std::uint32_t part = range.first; part < range.last; ++part) {
        if (shape.part_bytes(part) > 0) move(address + part * room, shape.part_bytes(part), false);
      }
    }
  }
  const bool through = !stores_ || zero_.architecture().memory->writes == MemoryConfig::Writes::through;
  for (const std::uint32_t number : task.writes) {
    const ObjectShape& shape = (*objects_)[number];
    const std::uint64_t room = shape.part_room(burst);
    for (std::uint32_t part = 0; part < shape.parts; ++part) {
      if ((!through && !shape.leaves()) || shape.part_bytes(part) == 0) continue;
      move(next_data_ + part * room, shape.part_bytes(part), true);
    }
    next_data_ += room * shape.parts;
  }
}

void BoundMeter::add(const Task& task, const std::vector<TaskPart>& parts) {
  const Architecture& arch = zero_.architecture();
  const bool event = parts.empty();
  add_descriptor(task);
  Times times;
  for (const TaskPart& part : parts) {
    add_jobs(part, steps_of(part), sets_.least(part.set, part.shape->job_cycles(task.load.set_up_cycles)), times);
  }
  if (!event) {
    jobs_ += task.jobs;
    loads_ += Loader(arch.dispatcher->loader).time_for(task.load);
    matches_ += ceil_div(task.jobs, arch.dispatcher->match_jobs_per_cycle);
    add_private_data(parts);
    if (objects_ != nullptr) add_data(task);
  }
  add_path(task, event ? nullptr : &times);

  const bool asks = !task.after.empty() || !task.registered_before.empty();
  const bool early = arch.monitor->early_registration;
  requests_ += asks && !early ? 2 : 1;
  looks_ += ceil_div(task.after.size() + task.registered_before.size(), arch.monitor->predecessors_per_cycle);
  const Cycle registered = 1 + Cycle{arch.monitor->register_cycles};
  const Cycle asked = asks && !early ? 1 + Cycle{arch.monitor->query_cycles} : 0;
  Cycle room = descriptor_read_ + 1 + asked + registered;
  if (event) {
    ids_ += arch.monitor->register_cycles;
  } else {
    ids_ += Uint128{arch.monitor->register_cycles} + times.completed;
    slots_ += Uint128{registered} + times.all_sent + 2;
    room += times.all_sent + 3;
  }
  room_ += room;
  last_arrival_ = std::max(last_arrival_, task.submit);
  ++tasks_;
}

Bounds BoundMeter::bounds() const {
  const Architecture& arch = zero_.architecture();
  Bounds bounds;
  const auto at_least = [&](Bound bound, Cycle cycles) {
    Cycle& to = bounds.cycles[static_cast<std::size_t>(bound)];
    to = std::max(to, cycles);
  };
  if (tasks_ == 0) return bounds;
  bounds.chain = longest_.chain;
  bounds.last_arrival = last_arrival_;
  at_least(Bound::longest_path, longest_.computation);
  at_least(Bound::arrivals, longest_.arrival);
  at_least(Bound::round_trips, longest_.round_trips);

  // Work that only processors of a set may do, for every set of a task and for the complete machine.
  ProcessorSet whole = make_bit_set(sets_.processors().size());
  for (ProcessorId p = 0; p < sets_.processors().size(); ++p) set_bit(whole, p);
  for (std::uint32_t s = 0; s <= sets_.count(); ++s) {
    const ProcessorSet& set = s < sets_.count() ? sets_.members(s) : whole;
    SetSums sums;
    for (std::uint32_t part = 0; part < sums_.size(); ++part) {
      if (!within(sets_.members(part), set)) continue;
      const SetSums& more = sums_[part];
      sums.time += more.time;
      sums.cycles += more.cycles;
      sums.places += more.places;
      sums.bursts += more.bursts;
      sums.flits_in += more.flits_in;
      sums.flits_out += more.flits_out;
    }
    Uint128 members = 0;
    Uint128 speed = 0;
    Uint128 places = 0;
    for_each_bit(set, [&](ProcessorId p) {
      const ProcessorInfo& info = sets_.processors()[p];
      ++members;
      speed += info.speed.millionths;
      places += info.queue_depth;
    });
    at_least(Bound::work, least_cycles(sums.time, members));
    at_least(Bound::work, least_cycles(sums.cycles * 1000000, speed));
    at_least(Bound::processor_places, least_cycles(sums.places, places));
    at_least(Bound::processor_bursts, least_cycles(sums.bursts, members * arch.memory->outstanding_bursts));
    at_least(Bound::processor_links, least_cycles(std::max(sums.flits_in, sums.flits_out), members));
  }
  for (const Controller& controller : controllers_) {
    at_least(Bound::memory, controller.bus);
    at_least(Bound::memory_requests, least_cycles(controller.service, arch.memory->outstanding));
    at_least(Bound::memory_links, std::max(controller.flits_in, controller.flits_out));
  }
  const std::uint64_t interrupts = tasks_ * notice_flits_;
  const std::uint64_t completions = jobs_ * notice_flits_;
  const bool apart = arch.control->on();
  if (apart) at_least(Bound::scheduler_links, std::max(completions, interrupts));
  at_least(Bound::scheduler_links, std::max(descriptor_count_flits_ + (apart ? 0 : completions),
                                            descriptor_count_bursts_ * pointer_flits_ + (apart ? 0 : interrupts)));
  at_least(Bound::host_links,
           std::max(descriptor_count_flits_, descriptor_count_bursts_ * ack_flits_ + (apart ? 0 : interrupts)));
  const DispatcherConfig& d = *arch.dispatcher;
  if (jobs_ > 0) at_least(Bound::send, zero_.control_sending(least_sent(d, jobs_), job_flits_));
  at_least(Bound::load, loads_);
  if (jobs_ > 0) {
    at_least(Bound::pick, (ceil_div(jobs_, d.decisions_per_round) - 1) * d.picker->pick_interval_cycles + 1);
  }
  at_least(Bound::match, matches_);
  at_least(Bound::monitor, std::max(requests_, looks_));
  at_least(Bound::task_ids, least_cycles(ids_, arch.monitor->task_ids));
  at_least(Bound::slots, least_cycles(slots_, arch.decomposer->slots));
  at_least(Bound::cache_room, least_cycles(room_, arch.task_cache->capacity));
  at_least(Bound::fetch, descriptor_count_bursts_);
  at_least(Bound::fetch, least_cycles(cache_bursts_, arch.memory->outstanding_bursts));
  for (const Uint128 cycles : reading_) at_least(Bound::fetch, least_cycles(cycles, arch.task_cache->reads_in_flight));
  if (arch.host->push) at_least(Bound::host_links, pushed_flits_);
  at_least(Bound::submission, (tasks_ - 1) * arch.host->submit_cycles + 1);
  at_least(Bound::submission, descriptor_count_bursts_);
  at_least(Bound::submission, least_cycles(host_writes_, arch.host->outstanding_writes));
  at_least(Bound::interrupts, tasks_ * arch.host->interrupt_cycles);
  return bounds;
}

}  // namespace explain
}  // namespace gantry
