// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/dispatcher_world.h"

#include <algorithm>

#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::campaign {

namespace pin = pins::dispatcher;

namespace {

constexpr auto kCapable = static_cast<std::uint32_t>(MatchAgainst::capable);

}  // namespace

DispatcherCorners::DispatcherCorners(const DispatcherNumbers& numbers)
    : CornerCounts({{"a match fails"},
                    {"a match fails after some jobs of its request"},
                    {"all jobs are sent after a failure"},
                    {"all slots are taken"},
                    {"more requests than entries"},
                    {"five jobs stand at a port"},
                    {"several jobs are sent in a cycle"},
                    {"jobs leave by several ports in a cycle"},
                    {"a job leaves within a cycle"},
                    {"a request, a completion and a last flit in a cycle"},
                    {"a task with times by type"},
                    {"a task without a deadline"},
                    {"a task that one processor may run"},
                    {"a job for a processor from 64 on"},
                    {"a slot is taken again as soon as it can be"},
                    {"a sleep of more than 1000 cycles"}}) {
  const bool one_by_one = numbers.of("match_per_job") != 0;
  corners_[kFailsHalfway].possible = one_by_one;
  corners_[kMoreThanEntries].possible = numbers.of("slots") > numbers.of("entries");
  corners_[kSeveralJobs].possible = numbers.of("decisions_per_round") > 1;
  corners_[kSeveralPorts].possible = numbers.of("send_ports") > 1;
  corners_[kTimesByType].possible = numbers.types() > 1;
  corners_[kSecondMask].possible = numbers.processors().size() > pin::kMaskBits;
  if (numbers.of("match_against") == kCapable) {
    // Against capable processors a match succeeds at once, unless the picker's reweighs take its time.
    for (const Name name : {kFails, kFailsHalfway, kSendsAfterFailure}) corners_[name].possible = false;
  }
}

WorldKind dispatcher_world() {
  return {dispatcher_pins, draw_dispatcher,
          [](const std::vector<std::uint32_t>& config, std::uint64_t seed) -> std::unique_ptr<BlockWorld> {
            return std::make_unique<DispatcherWorld>(config, seed);
          }};
}

DispatcherWorld::DispatcherWorld(const std::vector<std::uint32_t>& config, std::uint64_t seed)
    : numbers_(config),
      random_(seed),
      corners_(numbers_),
      slots_(numbers_.of("slots")),
      ports_(numbers_.of("send_ports")) {
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) free_slots_.push_back(slot);
  jobs_left_.assign(4 * slots_.size() + 16, 0);
  for (TaskRef task = 0; task < jobs_left_.size(); ++task) free_tasks_.push_back(task);
}

void DispatcherWorld::new_mood() {
  const std::uint32_t rates[] = {2, 20, 60, 100};
  ask_ = rates[random_.below(4)];
  many_jobs_ = random_.below(3) * 40;
  few_processors_ = random_.below(3) * 45;
  by_type_ = random_.below(3) * 40;
  port_patience_ = random_.percent(20) ? 200 : random_.between(1, 12);
  job_patience_ = random_.percent(15) ? 4000 : random_.percent(30) ? 300 : random_.between(1, 60);
  mood_ends_ = now_ + random_.between(100, 1500);
}

Cycle DispatcherWorld::wait(std::uint32_t patience) { return random_.percent(30) ? 0 : random_.below(patience); }

bool DispatcherWorld::matchable(const Slot& slot, std::uint32_t jobs) const {
  const char* const of[] = {"block_colocation", "cluster_colocation", "union_colocation", "communication_colocation"};
  const auto together = static_cast<Colocation>(numbers_.of(of[index(slot.request.cls)]));
  std::uint64_t places = 0;
  std::vector<std::uint64_t> in_cluster(numbers_.clusters(), 0);
  for (const pins::Processor& processor : numbers_.processors()) {
    if (!test_bit(slot.may_run, processor.number)) continue;
    places += processor.places;
    in_cluster[processor.cluster] += processor.places;
  }
  if (places == 0) return false;
  const auto [least, most] = std::minmax_element(in_cluster.begin(), in_cluster.end());
  if (together == Colocation::all_clusters && (*least == 0 || jobs < in_cluster.size())) return false;
  if (numbers_.of("match_per_job") != 0) return true;
  const std::uint64_t room = together == Colocation::one_cluster ? *most : places;
  const bool in_time = ceil_div(jobs, numbers_.of("match_jobs_per_cycle")) <= numbers_.of("match_timeout");
  return in_time && (numbers_.of("match_against") == kCapable || jobs <= room);
}

void DispatcherWorld::draw_processors(Slot& slot) {
  const std::vector<pins::Processor>& all = numbers_.processors();
  slot.may_run = make_bit_set(all.size());
  slot.cycles_on.clear();
  if (random_.percent(by_type_) && numbers_.types() > 1) {
    slot.cycles_on.assign(numbers_.types(), JobCycles::kCannotRun);
    for (std::uint32_t type = 0; type < numbers_.types(); ++type) {
      if (random_.percent(70)) slot.cycles_on[type] = slot.request.cycles + random_.below(200);
    }
    slot.cycles_on[random_.below(numbers_.types())] = slot.request.cycles;
  }
  const bool few = random_.percent(few_processors_);
  for (const pins::Processor& processor : all) {
    const bool can = slot.cycles_on.empty() || slot.cycles_on[processor.type] != JobCycles::kCannotRun;
    if (can && (!few || random_.percent(20))) set_bit(slot.may_run, processor.number);
  }
  if (few && random_.percent(20)) {
    const ProcessorId only = random_.below(static_cast<std::uint32_t>(all.size()));
    slot.may_run = make_bit_set(all.size());
    slot.cycles_on.clear();
    set_bit(slot.may_run, only);
  }
}

void DispatcherWorld::draw_task(std::uint32_t number) {
  Slot& slot = slots_[number];
  pins::Request& request = slot.request;
  request.slot = number;
  request.task = free_tasks_.back();
  request.cls = static_cast<TaskClass>(random_.below(4));
  request.weight = random_.percent(50) ? random_.between(1, 4) : random_.between(1, 256);
  request.cycles = random_.percent(10) ? 0 : random_.percent(80) ? random_.between(1, 500) : random_.below(1U << 30U);
  request.deadline = random_.percent(40) ? kNever : now_ + random_.below(20000);
  std::uint32_t jobs = 1;
  while (jobs < 64 && random_.percent(many_jobs_)) jobs *= 2;
  draw_processors(slot);
  if (!matchable(slot, jobs)) {
    // The rest of the same task must be matchable: on all processors, with as few jobs as possible.
    slot.cycles_on.clear();
    for (const pins::Processor& processor : numbers_.processors()) set_bit(slot.may_run, processor.number);
    for (jobs = 1; jobs < numbers_.clusters();) jobs *= 2;
    if (!matchable(slot, jobs)) return;
  }
  request.jobs = request.task_jobs = jobs;
  request.processors = slot.may_run[0];
  free_tasks_.pop_back();
  jobs_left_[request.task] = jobs;
  slot.taken = true;
  slot.failed = false;
  slot.asks = now_;
  free_slots_.erase(std::find(free_slots_.begin(), free_slots_.end(), number));
  ++born_;
  if (!slot.cycles_on.empty()) corners_.hit(DispatcherCorners::kTimesByType);
  if (request.deadline == kNever) corners_.hit(DispatcherCorners::kNoDeadline);
  if (free_slots_.empty()) corners_.hit(DispatcherCorners::kAllSlots);
  if (slot.free_from == now_) corners_.hit(DispatcherCorners::kSlotAgain);
  std::uint32_t may = 0;
  for_each_bit(slot.may_run, [&](ProcessorId /*p*/) { ++may; });
  if (may == 1) corners_.hit(DispatcherCorners::kOneProcessor);
}

void DispatcherWorld::ask(Cycle now, std::vector<PinMessage>& in) {
  // One request per cycle: refused requests precede new ones.
  auto due = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.asks <= now; });
  if (due == slots_.end() && now >= next_task_) {
    next_task_ = random_.percent(ask_) ? now + 1 : now + 1 + wait(job_patience_);
    if (!free_slots_.empty() && !free_tasks_.empty()) {
      const std::uint32_t number = free_slots_[random_.below(static_cast<std::uint32_t>(free_slots_.size()))];
      if (slots_[number].free_from <= now) draw_task(number);
      due = slots_[number].taken ? slots_.begin() + number : slots_.end();
    }
  }
  if (due == slots_.end()) return;
  due->asks = kNever;
  ++asked_;
  if (asked_ > numbers_.of("entries")) corners_.hit(DispatcherCorners::kMoreThanEntries);
  in.push_back(pack(pin::schedule_requests, due->request));
  for (std::uint32_t w = 1; w < due->may_run.size(); ++w) {
    if (due->may_run[w] == 0) continue;
    in.push_back(pack(pin::more_processors, pins::MoreProcessors{w * pin::kMaskBits, due->may_run[w]}));
  }
  for (std::uint32_t type = 0; type < due->cycles_on.size(); ++type) {
    const std::uint64_t cycles = due->cycles_on[type];
    if (cycles != JobCycles::kCannotRun) in.push_back(pack(pin::cycles_on, pins::CyclesOn{type, cycles}));
  }
}

void DispatcherWorld::complete(Cycle now, std::vector<PinMessage>& in) {
  const auto at = std::find_if(running_.begin(), running_.end(), [&](const Running& job) { return job.done <= now; });
  if (at == running_.end()) return;
  pins::FreeProcessor update;
  update.processor = at->processor;
  in.push_back(pack(pin::processor_updates, update));
  if (--jobs_left_[at->task] == 0) free_tasks_.push_back(at->task);
  running_.erase(at);
}

void DispatcherWorld::begin(std::uint32_t port, Cycle at) {
  Leaving& job = ports_[port].front();
  job.first = at + wait(port_patience_);
  job.last = random_.percent(40) ? job.first : job.first + 1 + wait(port_patience_);
}

void DispatcherWorld::leave(Cycle now, std::vector<PinMessage>& in) {
  std::uint32_t lasts = 0;
  for (std::uint32_t port = 0; port < ports_.size(); ++port) {
    if (ports_[port].empty()) continue;
    Leaving& job = ports_[port].front();
    const pins::Flit flit{port, job.slot, job.processor};
    if (!job.begun && job.first <= now) {
      job.begun = true;
      in.push_back(pack(pin::first_flits, flit));
      if (job.last <= now) corners_.hit(DispatcherCorners::kWholeJobInACycle);
    }
    if (!job.begun || job.last > now) continue;
    in.push_back(pack(pin::last_flits, flit));
    ++lasts;
    running_.push_back({now + 2 + wait(job_patience_), job.task, job.processor});
    ports_[port].pop_front();
    if (!ports_[port].empty()) begin(port, now + 1);
  }
  if (lasts > 1) corners_.hit(DispatcherCorners::kSeveralPorts);
}

void DispatcherWorld::inputs(Cycle now, std::vector<PinMessage>& in) {
  now_ = now;
  if (now >= mood_ends_) new_mood();
  if (now > last_ + 1000) corners_.hit(DispatcherCorners::kLongSleep);
  ask(now, in);
  complete(now, in);
  leave(now, in);
  const auto has = [&](std::uint32_t link) {
    return std::any_of(in.begin(), in.end(), [&](const PinMessage& message) { return message.link == link; });
  };
  if (has(pin::schedule_requests) && has(pin::processor_updates) && has(pin::last_flits)) {
    corners_.hit(DispatcherCorners::kAllAtOnce);
  }
  if (!in.empty()) last_ = now;
}

void DispatcherWorld::hear_job(Cycle now, const pins::Job& job) {
  std::deque<Leaving>& line = ports_[job.port];
  line.push_back({job.slot, job.task, job.processor});
  if (line.size() == 1) begin(job.port, now + 2);
  if (line.size() == 5) corners_.hit(DispatcherCorners::kHeldUp);
  if (job.processor >= pin::kMaskBits) corners_.hit(DispatcherCorners::kSecondMask);
}

void DispatcherWorld::hear_verdict(Cycle now, const pins::Verdict& verdict) {
  Slot& slot = slots_[verdict.slot];
  --asked_;
  slot.free_from = now + 2;  // the answer is seen in the next cycle, its effects in the one after
  if (verdict.kind == ScheduleVerdict::Kind::all_sent) {
    if (slot.failed) corners_.hit(DispatcherCorners::kSendsAfterFailure);
    slot.taken = false;
    free_slots_.push_back(verdict.slot);
    return;
  }
  corners_.hit(DispatcherCorners::kFails);
  if (verdict.jobs_left < slot.request.jobs) corners_.hit(DispatcherCorners::kFailsHalfway);
  slot.failed = true;
  slot.request.jobs = verdict.jobs_left;
  slot.asks = slot.free_from + wait(job_patience_);
}

void DispatcherWorld::hear(Cycle now, const std::vector<PinMessage>& out) {
  std::uint32_t jobs = 0;
  for (const PinMessage& message : out) {
    if (message.link == pin::jobs) {
      ++jobs;
      hear_job(now, unpack<pins::Job>(message));
    } else {
      hear_verdict(now, unpack<pins::Verdict>(message));
    }
  }
  if (jobs > 1) corners_.hit(DispatcherCorners::kSeveralJobs);
}

Cycle DispatcherWorld::next() const {
  Cycle next = free_slots_.empty() || free_tasks_.empty() ? kNever : next_task_;
  for (const Slot& slot : slots_) next = std::min(next, slot.asks);
  for (const Running& job : running_) next = std::min(next, job.done);
  for (const std::deque<Leaving>& line : ports_) {
    if (!line.empty()) next = std::min(next, line.front().begun ? line.front().last : line.front().first);
  }
  return std::max(next, now_ + 1);
}

}  // namespace gantry::campaign
