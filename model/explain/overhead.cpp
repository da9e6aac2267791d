// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/overhead.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gantry {
inline namespace explain {

IdleBoard::IdleBoard(const ProcessorSets& sets)
    : sets_(sets), processors_(sets.processors().size()), free_(make_bit_set(processors_.size())) {
  for (ProcessorId p = 0; p < processors_.size(); ++p) set_bit(free_, p);
  left_ = free_;
  states_[kFree] = nothing_ = processors_.size();
}

void IdleBoard::wait(std::uint32_t set, Holder holder, std::int64_t jobs) {
  if (waiting_.size() <= set) {
    waiting_.resize(set + 1);
    order_sets();
  }
  Waiting& waiting = waiting_[set];
  const bool before = waiting.all > 0;
  waiting.jobs[static_cast<std::size_t>(holder)] += jobs;
  waiting.all += jobs;
  if (before != (waiting.all > 0)) before ? --waiting_sets_ : ++waiting_sets_;
  changed_ = true;
}

void IdleBoard::order_sets() {
  order_.resize(waiting_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return sets_.size(a) < sets_.size(b); });
}

void IdleBoard::move(std::uint32_t set, Holder from, Holder to, std::int64_t jobs) {
  waiting_[set].jobs[static_cast<std::size_t>(from)] -= jobs;
  waiting_[set].jobs[static_cast<std::size_t>(to)] += jobs;
  changed_ = true;
}

void IdleBoard::pick(std::uint32_t set, ProcessorId p) {
  wait(set, Holder::pick, -1);
  ++processors_[p].jobs[behind_pick(Holder::send)];
  update(p);
}

void IdleBoard::advance(ProcessorId p, Holder from, Holder to) {
  --processors_[p].jobs[behind_pick(from)];
  ++processors_[p].jobs[behind_pick(to)];
  update(p);
}

void IdleBoard::start(ProcessorId p) {
  --processors_[p].jobs[behind_pick(Holder::input)];
  ++processors_[p].computing;
  update(p);
}

void IdleBoard::finish(ProcessorId p) {
  --processors_[p].computing;
  update(p);
}

/// A processor waits for the job that has come closest. Within a cycle events have no order: a count can be below 0 for
/// a while, but is right at the end of the cycle.
void IdleBoard::update(ProcessorId p) {
  Processor& processor = processors_[p];
  std::size_t state = kFree;
  for (std::size_t holder = kUnpicked; holder < kHolderCount; ++holder) {
    if (processor.jobs[holder - kUnpicked] > 0) state = holder;
  }
  if (processor.computing > 0) state = kBusy;
  if (state == processor.state) return;
  --states_[processor.state];
  spent_[processor.state] += passed_;
  ++states_[state];
  spent_[state] -= passed_;
  if (processor.state == kFree || state == kFree) {
    assign_bit(free_, p, state == kFree);
    changed_ = true;
  }
  processor.state = state;
}

/// Takes up to `most` processors of the set out of those that are left, the lowest numbers first.
std::uint64_t IdleBoard::take_free(std::uint32_t set, std::uint64_t most) {
  const ProcessorSet& members = sets_.members(set);
  std::uint64_t taken = 0;
  for (std::size_t w = 0; w < left_.size() && taken < most; ++w) {
    std::uint64_t word = left_[w] & members[w];
    const std::uint32_t here = count_bits(word);
    if (here <= most - taken) {
      left_[w] &= ~word;
      taken += here;
      continue;
    }
    for (; taken < most; ++taken) {
      left_[w] &= ~(word & (~word + 1));
      word &= word - 1;
    }
  }
  return taken;
}

/// How many of the set are left.
std::uint64_t IdleBoard::count_free(const ProcessorSet& left, std::uint32_t set) const {
  if (sets_.size(set) == processors_.size()) return nothing_;
  const ProcessorSet& members = sets_.members(set);
  std::uint64_t count = 0;
  for (std::size_t w = 0; w < left.size(); ++w) count += count_bits(left[w] & members[w]);
  return count;
}

void IdleBoard::share_out() {
  changed_ = false;
  found_.fill(0);
  nothing_ = states_[kFree];
  if (nothing_ == 0 || waiting_sets_ == 0) return;
  bool untouched = true;
  std::uint32_t sets = waiting_sets_;
  for (const std::uint32_t set : order_) {
    const Waiting& waiting = waiting_[set];
    if (waiting.all == 0) continue;
    const auto wanted = static_cast<std::uint64_t>(waiting.all);
    std::uint64_t taken = 0;
    if (sets == 1) {  // the last set: which processors it takes does not matter
      taken = std::min(wanted, count_free(untouched ? free_ : left_, set));
    } else {
      if (untouched) left_ = free_;
      untouched = false;
      taken = take_free(set, wanted);
    }
    nothing_ -= taken;
    for (std::size_t holder = kUnpicked; holder-- > 0;) {
      const std::uint64_t here = std::min(taken, static_cast<std::uint64_t>(waiting.jobs[holder]));
      found_[holder] += here;
      taken -= here;
    }
    if (--sets == 0 || nothing_ == 0) return;
  }
}

void IdleBoard::pass(Cycle cycles) {
  if (changed_) share_out();
  passed_ += cycles;
  sums_.nothing_ready += nothing_ * cycles;
  for (std::size_t holder = 0; holder < kUnpicked; ++holder) sums_.held[holder] += found_[holder] * cycles;
}

Overhead IdleBoard::sums() const {
  const auto in = [&](std::size_t state) { return spent_[state] + states_[state] * passed_; };
  Overhead sums = sums_;
  sums.busy = in(kBusy);
  for (std::size_t holder = kUnpicked; holder < kHolderCount; ++holder) sums.held[holder] = in(holder);
  return sums;
}

OverheadMeter::OverheadMeter(ProcessorSets& sets, TaskSource& tasks)
    : sets_(sets), tasks_(tasks), is_closed_loop_(tasks.is_closed_loop()), board_(sets) {
  has_next_ = tasks_.next(next_);
  // In a list a later task may have arrived before an earlier one.
  while (has_next_ && tasks_.is_list()) read();
}

OverheadMeter::Known& OverheadMeter::known(std::uint64_t number) {
  while (number - first_ >= known_.size() && find_next()) read();
  return known_[static_cast<std::size_t>(number - first_)];
}

/// Precondition: find_next().
void OverheadMeter::read() {
  add(next_);
  has_next_ = tasks_.next(next_);
}

void OverheadMeter::add(const Task& task) {
  const std::uint64_t number = first_ + known_.size();
  Known& added = known_.extend();
  added = {};
  sets_.parts_of(task, parts_);
  if (!parts_.empty()) {
    added.set = parts_.front().set;
    added.jobs = parts_.front().jobs;
  }
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    if (added.others == nullptr) added.others = std::make_unique<std::vector<OtherJobs>>();
    added.others->push_back({parts_[i].set, parts_[i].jobs});
  }
  added.behind = task.behind;
  added.arrival = task.submit;
  last_arrival_ = task.submit;
  behind_after_ = task.behind + 1;
  completed_.push_back(kNever);
  for (const std::uint64_t before : task.after) {
    const Cycle done = completed(before);
    if (done == kNever) {
      ++added.unfinished;
      wait_for(known(before), number);
    } else {
      added.ready = std::max(added.ready, done);
    }
  }
  if (added.unfinished == 0) enter_host(added);
}

void OverheadMeter::wait_for(Known& before, std::uint64_t task) {
  std::uint32_t at = free_dependent_;
  if (at == kNone) {
    at = static_cast<std::uint32_t>(dependents_.size());
    dependents_.emplace_back();
  } else {
    free_dependent_ = dependents_[at].next;
  }
  dependents_[at] = {task, before.dependents};
  before.dependents = at;
}

void OverheadMeter::release_dependents(Known& task, Cycle completed) {
  while (task.dependents != kNone) {
    const std::uint32_t at = task.dependents;
    Known& dependent = known(dependents_[at].task);
    dependent.ready = std::max(dependent.ready, completed);
    if (--dependent.unfinished == 0) enter_host(dependent);
    task.dependents = dependents_[at].next;
    dependents_[at].next = free_dependent_;
    free_dependent_ = at;
  }
}

/// From here on its jobs are ready. It leaves the host when it is submitted, which is told when it has completed.
void OverheadMeter::enter_host(const Known& task) {
  if (task.set != kNone) tell_all(std::max(task.arrival, task.ready), Kind::enters, task);
}

void OverheadMeter::job_done(const JobRecord& job) {
  Known& task = known(job.task);
  const std::uint32_t set = task.set_of(job.job);
  task.first_pick = std::min(task.first_pick, job.picked);
  tell(job.picked, Kind::picked, set, job.processor);
  tell(job.issued, Kind::issued, set, job.processor);
  tell(job.arrived, Kind::arrived, set, job.processor);
  tell(job.started, Kind::started, set, job.processor);
  tell(job.finished, Kind::finished, set, job.processor);
}

void OverheadMeter::task_done(const TaskRecord& record) {
  if (record.completed == kNever) return;  // of an unfinished run, which has no overhead
  Known& task = known(record.number);
  task.submitted = record.submitted;
  completed(record.number) = record.completed;
  release_dependents(task, record.completed);
  if (task.set != kNone) {
    // In that cycle the task leaves the host and starts its way to the processors.
    tell_all(std::max({record.submitted, task.arrival, task.ready}), Kind::left_host, task);
    tell_way(task, record);
  }
  if (record.number == first_) forget();
}

/// From submission to the pick of the first job; `picked` then removes its jobs from the last station.
void OverheadMeter::tell_way(const Known& task, const TaskRecord& record) {
  struct Stay {
    Holder holder;
    Cycle end;
  };
  const Stay predecessors = {Holder::predecessors, record.ready};
  const Stay registered = {Holder::register_, record.registered};
  const Stay split = {Holder::split, record.split};
  const bool early = registered_early(record);
  const std::array<Stay, 7> parts = {{{Holder::fetch, record.cached},
                                      {Holder::queue, record.shown},
                                      early ? registered : predecessors,
                                      early ? split : registered,
                                      early ? predecessors : split,
                                      {Holder::match, std::min(record.admitted, task.first_pick)},
                                      {Holder::pick, kNever}}};
  Cycle at = std::max(record.submitted, task.ready);
  bool inside = false;
  Holder from = Holder::fetch;
  for (const auto& [holder, end] : parts) {
    if (end <= at) continue;
    tell_all(at, inside ? Kind::moves : Kind::enters, task, from, holder);
    inside = true;
    from = holder;
    at = end;
  }
}

/// Forgets everything before the last task of a complete prefix, which cannot change any more.
void OverheadMeter::forget() {
  while (!known_.empty() && known_.front().done()) {
    submitted_before_ = known_.pop().submitted;
    ++first_;
  }
  // A later task of a list may follow any task; of a stream only those of its instance.
  if (!tasks_.is_list()) {
    const std::uint64_t behind = !known_.empty()   ? known_.front().behind
                                 : has_next_       ? next_.behind
                                 : is_closed_loop_ ? behind_after_
                                                   : 0;
    const std::uint64_t oldest = first_ - behind;
    for (; first_completed_ < oldest; ++first_completed_) completed_.pop_front();
  }
  // All that has arrived before is known then.
  while (find_next() && next_.submit <= submitted_before_) read();
  // Tasks of a closed loop that the host has not submitted arrive later than the last one that it has.
  const Cycle all_known = is_closed_loop_ ? std::min(submitted_before_, last_arrival_) : submitted_before_;
  calendar_.take_pages(all_known, [&](Cycle at, std::uint64_t what) { happen(at, what); });
}

void OverheadMeter::happen(Cycle at, std::uint64_t what) {
  if (at > now_) {
    board_.pass(at - now_);
    now_ = at;
  }
  const auto from = static_cast<Holder>(what >> kFromAt & kHolderMask);
  const auto to = static_cast<Holder>(what >> kToAt & kHolderMask);
  const auto jobs = static_cast<std::uint32_t>(what >> kJobsAt & kJobsMask);  // or the processor
  const auto set = static_cast<std::uint32_t>(what >> kSetAt);
  constexpr std::uint64_t kKindMask = (1U << kFromAt) - 1;
  switch (static_cast<Kind>(what & kKindMask)) {
    case Kind::enters:
      return board_.wait(set, to, jobs);
    case Kind::left_host:
      return board_.wait(set, Holder::host, -std::int64_t{jobs});
    case Kind::moves:
      return board_.move(set, from, to, jobs);
    case Kind::picked:
      return board_.pick(set, jobs);
    case Kind::issued:
      return board_.advance(jobs, Holder::send, Holder::network);
    case Kind::arrived:
      return board_.advance(jobs, Holder::network, Holder::input);
    case Kind::started:
      return board_.start(jobs);
    case Kind::finished:
      return board_.finish(jobs);
  }
}

Overhead OverheadMeter::overhead(Cycle cycles) {
  calendar_.take_all([&](Cycle at, std::uint64_t what) { happen(at, what); });
  if (cycles > now_) board_.pass(cycles - now_);
  now_ = cycles;
  return board_.sums();
}

}  // namespace explain
}  // namespace gantry
