// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/dispatcher_world.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "blocks/pin_layout.h"

namespace gantry::campaign {

namespace pin = pins::dispatcher;

DispatcherNumbers::DispatcherNumbers(const std::vector<std::uint32_t>& config) : config_(config) {
  for_each_row(dispatcher_pins(), config, [&](const PinMessage& row) {
    processors_.push_back(unpack<pins::Processor>(row));
    types_ = std::max(types_, processors_.back().type + 1);
    clusters_ = std::max(clusters_, processors_.back().cluster + 1);
  });
}

std::uint32_t DispatcherNumbers::of(std::string_view name) const {
  const std::vector<PinConstant>& all = dispatcher_pins().config;
  const auto at = std::find_if(all.begin(), all.end(), [&](const PinConstant& c) { return c.name == name; });
  if (at == all.end()) throw std::logic_error("the dispatcher has no constant " + std::string(name));
  return config_.at(static_cast<std::size_t>(at - all.begin()));
}

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
  if (numbers.of("match_capable") != 0) {
    // Whoever is matched with what may run it is matched at once, if the picker leaves it the time.
    for (const Name name : {kFails, kFailsHalfway, kSendsAfterFailure}) corners_[name].possible = false;
  }
}

namespace {

/// Draws the constants one after the other, none above what the model serves.
class ConfigDraw {
 public:
  ConfigDraw(const BlockModel& model, Random& random) : model_(model), random_(random) {}

  std::vector<std::uint32_t> take() {
    const std::uint32_t slots = up_to("slots", 4, random_.percent(70) ? 8 : 40);
    const std::uint32_t count = random_.percent(15) ? 120 : random_.percent(60) ? 6 : 24;
    const std::uint32_t processors = up_to("processors", 1, count);
    set("slots", slots);
    set("processors", processors);
    set("match_per_job", up_to("match_per_job", 0, 1));
    set("match_capable", random_.percent(30) ? up_to("match_capable", 0, 1) : 0);
    set("match_jobs_per_cycle", up_to("match_jobs_per_cycle", 1, random_.percent(70) ? 4 : 64));
    set("match_timeout", most("match_timeout", 256) >= 256 && random_.percent(30) ? 256 : 128);
    for (const char* latency : {"match_latency_cycles", "choice_latency_cycles", "pick_latency_cycles"}) {
      set(latency, random_.percent(50) ? 0 : up_to(latency, 0, 6));
    }
    set("decisions_per_round", up_to("decisions_per_round", 1, random_.percent(50) ? 1 : 8));
    set("send_ports", up_to("send_ports", 1, random_.percent(40) ? 1 : pin::kMostPorts));
    set("collect_cycles", up_to("collect_cycles", 1, 4));
    const std::uint32_t classes = up_to("classes", 1, 5);
    for (const char* cls : {"block_class", "cluster_class", "union_class", "communication_class"}) {
      set(cls, random_.below(classes));
    }
    const bool together = random_.percent(40);
    for (const char* of : {"block_colocation", "cluster_colocation", "union_colocation", "communication_colocation"}) {
      set(of, together ? up_to(of, 0, 2) : 0);
    }
    set("entries", up_to("entries", 1, random_.percent(40) ? 6 : 64));
    set("classes", classes);
    const std::uint32_t frac = random_.percent(50) ? std::min(most("frac", 8), 8U) : up_to("frac", 0, 16);
    set("frac", frac);
    set("quant", random_.percent(50) ? std::min(most("quant", frac), frac) : up_to("quant", 0, frac + 8));
    set("tie_history", up_to("tie_history", 0, 1));
    set("pick_interval_cycles", up_to("pick_interval_cycles", 1, random_.percent(60) ? 1 : 5));
    set("reweigh_cycles", random_.percent(60) ? 0 : up_to("reweigh_cycles", 0, 30));
    set("picker", up_to("picker", 0, static_cast<std::uint32_t>(pin::pickers().size()) - 1));
    set("choice", up_to("choice", 0, static_cast<std::uint32_t>(pin::choices().size()) - 1));
    for (const pin::OwnConstant& own : pin::own_constants()) {
      const auto least = static_cast<std::uint32_t>(own.key->range.min);
      const std::uint64_t top = std::min<std::uint64_t>(own.key->range.max, own.key->range.min + 9);
      const std::uint32_t value = up_to(own.name(), least, static_cast<std::uint32_t>(top));
      set(own.name(), own.key->right == nullptr || own.key->right(value) ? value : own.key->usual);
    }
    draw_table(processors);
    return config_;
  }

 private:
  [[nodiscard]] std::uint32_t most(std::string_view name, std::uint32_t otherwise) const {
    return limit_of(model_, name, otherwise);
  }
  std::uint32_t up_to(std::string_view name, std::uint32_t least, std::uint32_t usual_most) {
    for (const BlockLimit& limit : model_.limits) {
      if (limit.name == name) least = std::max(least, static_cast<std::uint32_t>(limit.least));
    }
    return random_.between(least, std::max(least, std::min(usual_most, most(name, usual_most))));
  }
  void set(std::string_view name, std::uint32_t value) {
    const std::vector<PinConstant>& all = dispatcher_pins().config;
    config_.resize(all.size());
    const auto at = std::find_if(all.begin(), all.end(), [&](const PinConstant& c) { return c.name == name; });
    config_.at(static_cast<std::size_t>(at - all.begin())) = value;
  }
  void draw_table(std::uint32_t processors) {
    const std::uint32_t types = random_.between(1, std::min(4U, processors));
    const std::uint32_t clusters = random_.between(1, std::min(4U, processors));
    const std::uint64_t speeds[] = {1000000, 1000000, 2500000, 700000, 1};
    const std::uint32_t places = random_.percent(30) ? 1 : random_.percent(80) ? 4 : 64;
    for (std::uint32_t p = 0; p < processors; ++p) {
      pins::Processor row;
      row.number = p;
      row.type = p < types ? p : random_.below(types);
      row.speed_millionths = speeds[random_.below(random_.percent(5) ? 5 : 4)];
      row.hops = random_.below(12);
      row.cluster = p < clusters ? p : random_.below(clusters);
      row.places = random_.between(1, places);
      append_row(dispatcher_pins().table, pack(0, row), config_);
    }
  }

  const BlockModel& model_;
  Random& random_;
  std::vector<std::uint32_t> config_;
};

std::vector<std::uint32_t> draw_config(const BlockModel& model, Random& random) {
  const BlockModels only = {model};
  for (int tries = 0; tries < 1000; ++tries) {
    std::vector<std::uint32_t> config = ConfigDraw(model, random).take();
    // Limits of several constants together.
    if (find_block_model(only, dispatcher_pins(), model.name, config) != nullptr) return config;
  }
  throw std::runtime_error("no random machine is within the limits of the dispatcher " + model.name);
}

}  // namespace

WorldKind dispatcher_world() {
  return {dispatcher_pins, draw_config,
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
  return in_time && (numbers_.of("match_capable") != 0 || jobs <= room);
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
    // Of the same task what can be matched: all processors, as few jobs as that takes.
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
  // One request a cycle: who was refused before who is new.
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
  slot.free_from = now + 2;  // the verdict is seen in the next cycle, what follows of it in the one after
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
