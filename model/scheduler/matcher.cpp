// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/matcher.h"

#include <algorithm>

#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/matchable.h"

namespace gantry {
inline namespace scheduler {

namespace {

/// Stops the request's timer in the cycles from `begin` to before `end`. `begin` is this cycle or the next one.
void stand_still(Scheduling& s, Cycle begin, Cycle end) {
  begin = std::max(begin, s.counts_from);
  if (end <= begin) return;
  if (s.deadline != kNever && s.deadline >= begin) s.deadline += end - begin;
  s.counts_from = end;
}

}  // namespace

/// The MatchDesk of one cycle. It serves one request after the other.
class Matcher::Desk final : public MatchDesk {
 public:
  Desk(Matcher& matcher, Cycle now, const PickerState& picker, Outcome& outcome)
      : matcher_(matcher), now_(now), picker_(picker), outcome_(outcome) {}

  void serve(std::uint32_t slot) {
    slot_ = slot;
    Scheduling& s = request();
    if (s.joined && picker_.joins_take_effect) s.present = true;
    stand_still(s, now_, picker_.weighs_until + 1);
    if (matched_) stand_still(s, now_, now_ + 1);  // this cycle matched jobs of an older request
    matcher_.strategy_->serve(s, *this);
  }

  void match_jobs() override {
    Scheduling& s = request();
    if (matched_ || s.all_decided()) return;  // only one request per cycle gets jobs matched
    if (s.deadline == kNever) s.deadline = std::max(now_, s.counts_from) + matcher_.config_.match_timeout;
    const std::uint32_t before = s.decided;
    matcher_.match_jobs(s, now_);
    if (s.decided == before) return;
    if (s.all_decided()) s.deadline = kNever;
    matched_ = true;
    outcome_.progress = true;
    if (matcher_.latency_ == 0) {
      matcher_.take_effect(s, s.decided - before, now_);
    } else {
      const Cycle effect = now_ + matcher_.latency_;
      matcher_.under_way_.push({effect, slot_, s.decided - before});
      stand_still(s, now_ + 1, effect + 1);
    }
  }

  bool take_entry() override {
    if (!matcher_.entries_.has_free() && !matcher_.recall_entry()) {
      ++matcher_.waiting_for_entry_;
      return false;
    }
    request().entry = matcher_.entries_.take();
    outcome_.entering.push_back(slot_);
    outcome_.progress = true;
    return true;
  }

  void join() override {
    request().joined = true;
    request().present = picker_.joins_take_effect;
    outcome_.joining.push_back(slot_);
  }

 private:
  [[nodiscard]] Scheduling& request() { return matcher_.slots_[slot_]; }

  Matcher& matcher_;
  Cycle now_;
  PickerState picker_;
  Outcome& outcome_;
  std::uint32_t slot_ = 0;
  bool matched_ = false;
};

Matcher::Matcher(const DispatcherConfig& config, std::uint32_t slots, IdPool& entries, ProcessorTable& processors,
                 const ProcessorChoice& choice, JobPlaces* places)
    : config_(config),
      strategy_(make_match_strategy(config.mode)),
      entries_(entries),
      processors_(processors),
      choice_(choice),
      places_(places),
      slots_(slots),
      withholds_(strategy_->all_at_once() && reserve()),
      latency_(Cycle{config_.match_latency_cycles} + (reserve() ? config_.choice_latency_cycles : 0)),
      candidates_(make_bit_set(processors.count())),
      withheld_(make_bit_set(processors.count())) {
  for (Scheduling& s : slots_) {
    s.matches_on.assign(processors.count(), 0);
    s.allowed = make_bit_set(processors.count());
    s.eligible = make_bit_set(processors.count());
  }
}

void Matcher::request(std::uint32_t slot, TaskRef ref, std::uint64_t number, const Task& task, std::uint32_t jobs,
                      bool waits) {
  Scheduling& s = slots_[slot];
  if (s.task == kNone) {
    s.task = ref;
    s.number = number;
    s.cls = task.cls;
    s.weight = task.weight;
    s.cycles = task.cycles;
    s.task_deadline = task.deadline;
    s.target = task.target;
    find_kinds(s, task);
    s.colocation = config_.colocation[index(task.cls)];
    s.task_jobs = task.jobs;
    s.picked = 0;
    s.sent = 0;
    s.picked_clusters.clear();
  }
  s.jobs = jobs;
  s.decided = 0;
  s.matched = 0;
  s.issued = 0;
  s.entry = kNone;
  s.joined = false;
  s.present = false;
  s.deadline = kNever;
  s.counts_from = 0;
  restrict(s);
  (waits ? waiting_ : queue_).push_back(slot);
}

void Matcher::find_kinds(Scheduling& s, const Task& task) const {
  s.kind_count = 0;
  std::uint32_t end = 0;
  task.for_each_group([&](const JobShape& shape, std::uint32_t jobs) {
    if (s.kinds.size() == s.kind_count) s.kinds.push_back({0, 0, {}, 0, make_bit_set(processors_.count())});
    JobKind& kind = s.kinds[s.kind_count++];
    kind.end = end += jobs;
    kind.cycles = shape.cycles;
    kind.cycles_by_type = shape.cycles_by_type;
    kind.set_up = task.load.set_up_cycles;
    find_capable(shape, task, processors_, kind.capable);
  });
}

void Matcher::expire(Cycle now, Outcome& outcome) {
  if (next_deadline_ > now) return;  // the timer of a later request has not started
  const auto is_over = [&](std::uint32_t slot) { return slots_[slot].deadline <= now; };
  const auto at = std::find_if(queue_.begin(), queue_.end(), is_over);
  if (at == queue_.end()) return;
  const std::uint32_t slot = *at;
  Scheduling& s = slots_[slot];
  while (!s.matches.empty()) {
    if (reserve()) {
      const std::size_t job = s.picked + s.matches.size() - 1;
      processors_.cancel_reservation(s.matches.back(), s.kind_of(static_cast<std::uint32_t>(job)).job_cycles());
      clear_bit(s.eligible, s.matches.back());
    }
    end_match(s, s.matches.size() - 1);
  }
  for (std::size_t i = 0; i < under_way_.size(); ++i) {
    if (under_way_[i].slot == slot) under_way_[i].jobs = 0;
  }
  s.deadline = kNever;
  outcome.failed = Failure{slot, s.jobs - s.issued, s.entry, s.joined};
  s.entry = kNone;
  s.joined = false;
  queue_.erase(at);
}

void Matcher::match(Cycle now, const PickerState& picker, Outcome& outcome) {
  while (next_effect() <= now) {
    const UnderWay effect = under_way_.pop();
    take_effect(slots_[effect.slot], effect.jobs, now);
    outcome.progress = true;
  }
  next_deadline_ = kNever;
  unmatched_ = 0;
  waiting_for_entry_ = 0;
  if (!queue_.empty()) serve(now, picker, outcome);
  if (!waiting_.empty()) lend_entries(outcome);
}

void Matcher::serve(Cycle now, const PickerState& picker, Outcome& outcome) {
  Desk desk(*this, now, picker, outcome);
  if (withholds_) std::fill(withheld_.begin(), withheld_.end(), 0);
  for (std::size_t i = 0; i < queue_.size();) {
    const Scheduling& s = slots_[queue_[i]];
    const bool over = s.deadline <= now;  // fails in a later cycle, because only one request fails per cycle
    if (!over) desk.serve(queue_[i]);
    withhold(s);
    if (s.entry != kNone && s.all_matched()) {
      queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    next_deadline_ = std::min(next_deadline_, over ? now + 1 : s.deadline);
    unmatched_ += s.all_matched() ? 0 : 1;
    ++i;
  }
}

void Matcher::match_jobs(Scheduling& s, Cycle now) {
  const std::uint32_t most = std::min(config_.match_jobs_per_cycle, s.jobs - s.decided);
  if (capable()) {
    // A capable processor must exist. The pick checks whether it is free.
    if (!is_empty(s.allowed)) s.decided += most;
    return;
  }
  for (std::uint32_t i = 0; i < most; ++i) {
    find_candidates(s);
    if (is_empty(candidates_)) return;
    if (reserve()) {
      const ProcessorId p = choose(s, s.next_to_match(), now);
      processors_.reserve(p, s.kind_of(s.next_to_match()).job_cycles());
      add_match(s, p, now);
    } else {
      add_match(s, first_bit(candidates_), now);
    }
    ++s.decided;
    if (s.colocation != Colocation::none || s.kind_count > 1) restrict(s);
  }
}

ProcessorId Matcher::choose(const Scheduling& s, std::uint32_t job, Cycle now) {
  const LocalBytes* local = places_ == nullptr ? nullptr : places_->of(s.task, job, now);
  return choice_.choose(candidates_, processors_.view(now, s.kind_of(job).job_cycles(), local));
}

void Matcher::find_candidates(const Scheduling& s) {
  const ProcessorSet& free = processors_.free();
  for (std::size_t w = 0; w < candidates_.size(); ++w) candidates_[w] = s.allowed[w] & free[w] & ~withheld_[w];
  if (reserve()) return;
  for (const ProcessorId p : s.matches) {
    if (s.matches_on[p] >= processors_.free_slots(p)) clear_bit(candidates_, p);
  }
}

void Matcher::add_match(Scheduling& s, ProcessorId p, Cycle now) {
  s.matches.push_back(p);
  s.decided_at.push_back(now);
  ++s.matches_on[p];
}

void Matcher::end_match(Scheduling& s, std::size_t i) const {
  const ProcessorId p = s.matches[i];
  s.matches.erase(s.matches.begin() + static_cast<std::ptrdiff_t>(i));
  s.decided_at.erase(s.decided_at.begin() + static_cast<std::ptrdiff_t>(i));
  --s.matches_on[p];
}

void Matcher::take_effect(Scheduling& s, std::uint32_t jobs, Cycle now) const {
  if (reserve()) {
    const std::size_t first = s.matched - s.issued;
    s.matched += jobs;
    for (std::size_t i = first; i < s.usable_matches(); ++i) set_bit(s.eligible, s.matches[i]);
  } else {
    s.matched += jobs;
  }
  if (witness_ != nullptr && s.joined && jobs > 0) witness_->matched(s.entry, jobs, now);
}

void Matcher::weigh(Cycle now, Cycle cycles) {
  next_deadline_ = kNever;
  for (const std::uint32_t slot : queue_) {
    Scheduling& s = slots_[slot];
    stand_still(s, now + 1, now + 1 + cycles);
    next_deadline_ = std::min(next_deadline_, std::max(s.deadline, now + 1));
  }
}

/// Younger requests may not reserve processors that this gang may use for a later job. Otherwise two gangs could take
/// processors from each other for ever (docs/timing.md, "No livelock").
void Matcher::withhold(const Scheduling& s) {
  if (!withholds_ || (s.colocation != Colocation::all_clusters && s.kind_count == 1)) return;
  if (s.entry == kNone || s.all_decided()) return;
  for (std::uint32_t k = 0; k < s.kind_count; ++k) {
    if (s.kinds[k].end <= s.next_to_match()) continue;
    for (std::size_t w = 0; w < withheld_.size(); ++w) withheld_[w] |= s.kinds[k].capable[w];
  }
}

Matcher::Assignment Matcher::pick(std::uint32_t slot, Cycle now) {
  Scheduling& s = slots_[slot];
  ProcessorId p = kNone;
  std::size_t at_match = 0;  // its place in `matches`: the order of jobs, or with reserve that of use
  if (reserve()) {
    const auto usable = s.matches.begin() + static_cast<std::ptrdiff_t>(s.usable_matches());
    const auto at =
        std::find_if(s.matches.begin(), usable, [&](ProcessorId r) { return test_bit(processors_.unlocked(), r); });
    p = *at;
    at_match = static_cast<std::size_t>(at - s.matches.begin());
    const bool again = std::find(s.matches.begin(), at, p) != at || std::find(at + 1, usable, p) != usable;
    if (!again) clear_bit(s.eligible, p);
  } else {
    for (std::size_t w = 0; w < candidates_.size(); ++w) candidates_[w] = s.eligible[w] & processors_.free()[w];
    p = choose(s, s.picked, now);
  }
  Cycle matched = kNever;
  if (!capable()) {
    matched = s.decided_at[at_match];
    end_match(s, at_match);
  }
  const JobKind& kind = s.kind_of(s.picked);
  processors_.pick(p, reserve(), kind.job_cycles(), now);
  processors_.lock(p);
  const std::uint32_t job = s.picked++;
  ++s.issued;
  note_cluster(s, p);
  if (!reserve() && (s.colocation != Colocation::none || s.kind_count > 1)) restrict(s);
  if (reserve() && s.picked == kind.end) {
    for (std::size_t i = 0; i < s.usable_matches(); ++i) set_bit(s.eligible, s.matches[i]);
  }
  const bool done = s.issued == s.jobs;
  if (done) {
    s.entry = kNone;
    s.joined = false;
  }
  return {job, p, matched, done};
}

bool Matcher::job_sent(std::uint32_t slot) {
  Scheduling& s = slots_[slot];
  if (++s.sent < s.task_jobs) return false;
  s.task = kNone;
  return true;
}

void Matcher::note_cluster(Scheduling& s, ProcessorId p) {
  if (s.colocation == Colocation::none) return;
  const std::uint32_t cluster = processors_.cluster_of(p);
  if (std::find(s.picked_clusters.begin(), s.picked_clusters.end(), cluster) == s.picked_clusters.end()) {
    s.picked_clusters.push_back(cluster);
  }
}

void Matcher::restrict(Scheduling& s) {
  if (s.colocation == Colocation::none) {
    s.allowed = s.kind_of(s.next_to_match()).capable;
    if (!reserve()) s.eligible = s.kind_of(s.picked).capable;
    return;
  }
  used_clusters_ = s.picked_clusters;
  for (const ProcessorId p : s.matches) used_clusters_.push_back(processors_.cluster_of(p));
  s.allowed = allowed_beside(s, used_clusters_);
  if (reserve()) return;
  // A match binds a task to its cluster, but what counts for `all_clusters` is where its jobs run.
  const bool bound = s.colocation == Colocation::one_cluster;
  s.eligible = bound ? s.allowed : allowed_beside(s, s.picked_clusters);
}

ProcessorSet Matcher::allowed_beside(const Scheduling& s, const std::vector<std::uint32_t>& clusters) const {
  const ProcessorSet& capable_of_all = s.kinds.front().capable;  // the same for all its kinds (matchable.h)
  const auto used = [&](std::uint32_t cluster) {
    return std::find(clusters.begin(), clusters.end(), cluster) != clusters.end();
  };
  const auto keep = [&](auto wanted) {
    ProcessorSet kept = make_bit_set(processors_.count());
    for (std::uint32_t cluster = 0; cluster < processors_.clusters(); ++cluster) {
      if (!wanted(cluster)) continue;
      const ProcessorSet& members = processors_.cluster_members(cluster);
      for (std::size_t w = 0; w < kept.size(); ++w) kept[w] |= capable_of_all[w] & members[w];
    }
    return kept;
  };

  if (s.colocation == Colocation::all_clusters) {
    // The first jobs go to one cluster each, all others anywhere.
    ProcessorSet unused = keep([&](std::uint32_t cluster) { return !used(cluster); });
    return is_empty(unused) ? capable_of_all : unused;
  }
  if (!clusters.empty()) return keep(used);
  // No cluster is chosen yet. A gang that needs free slots needs a cluster with enough for all its jobs.
  if (!strategy_->all_at_once() || capable()) return capable_of_all;
  return keep([&](std::uint32_t cluster) {
    ProcessorSet members = processors_.cluster_members(cluster);
    for (std::size_t w = 0; w < members.size(); ++w) members[w] &= capable_of_all[w];
    return processors_.places(members) >= s.jobs;
  });
}

void Matcher::append_state(Cycle now, std::vector<std::uint64_t>& state) const {
  state.push_back(queue_.size());
  for (const std::uint32_t slot : queue_) {
    const Scheduling& s = slots_[slot];
    state.insert(state.end(), {slot, s.jobs, s.decided, s.matched, s.issued, s.entry, s.joined ? 1U : 0U,
                               s.present ? 1U : 0U, std::max(s.counts_from, now) - now,
                               s.deadline == kNever ? kNever : s.deadline - now, s.matches.size()});
    state.insert(state.end(), s.matches.begin(), s.matches.end());
  }
  for (const std::uint32_t slot : waiting_) state.insert(state.end(), {slot, slots_[slot].entry});
  state.push_back(under_way_.size());
  for (std::size_t i = 0; i < under_way_.size(); ++i) {
    state.insert(state.end(), {under_way_[i].at - now, under_way_[i].slot, under_way_[i].jobs});
  }
}

void Matcher::shift(Cycle since, Cycle cycles) {
  for (const std::uint32_t slot : queue_) {
    Scheduling& s = slots_[slot];
    if (s.deadline != kNever) s.deadline += cycles;
    s.counts_from += cycles;
    for (Cycle& at : s.decided_at) at += at >= since ? cycles : 0;
  }
  if (next_deadline_ != kNever) next_deadline_ += cycles;
  for (std::size_t i = 0; i < under_way_.size(); ++i) under_way_[i].at += cycles;
}

}  // namespace scheduler
}  // namespace gantry
