// SPDX-License-Identifier: Apache-2.0
// Order of the users of every resource that serves one after the other, computed once from the records.
#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "gantry/explain/cause_graph.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processor_list.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace explain {

namespace {

using Places = std::vector<std::uint32_t>;

/// Returns the indices 0..count - 1 in order of `key`, without those with kNever.
template <class Key>
Places sorted(std::size_t count, Key key) {
  Places places;
  places.reserve(count);
  bool in_order = true;
  Cycle last = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Cycle at = key(i);
    if (at == kNever) continue;
    in_order = in_order && at >= last;
    last = at;
    places.push_back(i);
  }
  if (!in_order) {
    std::stable_sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  }
  return places;
}

/// For each index, the previous one in `order`.
Places one_before(std::size_t count, const Places& order) {
  Places before(count, kNone);
  for (std::size_t i = 1; i < order.size(); ++i) before[order[i]] = order[i - 1];
  return before;
}

/// For each index, the last one in `order` whose key is smaller.
template <class Key>
Places last_earlier(std::size_t count, const Places& order, Key key) {
  Places before(count, kNone);
  std::uint32_t earlier = kNone;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (key(order[i - 1]) < key(order[i])) earlier = order[i - 1];
    before[order[i]] = earlier;
  }
  return before;
}

/// For each index, the previous one in `order` with the same number.
template <class Number>
Places one_before_of(std::size_t count, const Places& order, Number number) {
  Places before(count, kNone);
  Places last;
  for (const std::uint32_t place : order) {
    const std::size_t n = number(place);
    if (n >= last.size()) last.resize(n + 1, kNone);
    before[place] = last[n];
    last[n] = place;
  }
  return before;
}

/// For each index, the last one in `order` with the same number and a smaller key.
template <class Number, class Key>
Places one_earlier_of(std::size_t count, const Places& order, Number number, Key key) {
  Places before = one_before_of(count, order, number);
  for (const std::uint32_t place : order) {
    const std::uint32_t last = before[place];
    if (last != kNone && key(last) == key(place)) before[place] = before[last];
  }
  return before;
}

/// Replays a pool with one reserved slot per party (model/scheduler/reserved_pool.h), to find which party's release
/// admitted a party that had waited. Party kNoParty uses shared slots alone, half of the capacity at most: tasks that
/// are registered early.
class PoolReplay {
 public:
  static constexpr std::size_t kNoParty = ~std::size_t{0};

  PoolReplay(std::uint32_t capacity, std::size_t parties)
      : shared_(capacity - parties), most_of_none_(capacity / 2), parties_(parties) {}

  void give(std::size_t party, std::uint32_t by, Cycle now) {
    if (party == kNoParty) {
      if (of_none_-- == most_of_none_) of_none_opened_ = {by, now};
      if (shared_used_-- == shared_) shared_opened_ = {by, now};
      return;
    }
    Party& p = parties_[party];
    if (p.used > 1) {
      if (shared_used_-- == shared_) shared_opened_ = {by, now};
    } else {
      p.opened = {by, now};
    }
    if (p.used > 0) --p.used;
  }
  /// Takes a slot. Returns since when, and by whose release, it was available to the party.
  std::pair<std::uint32_t, Cycle> take(std::size_t party) {
    if (party == kNoParty) {
      ++of_none_;
      ++shared_used_;
      return shared_opened_.second < of_none_opened_.second ? of_none_opened_ : shared_opened_;
    }
    Party& p = parties_[party];
    const bool own = p.used == 0;
    const bool shared = shared_used_ < shared_;
    std::pair<std::uint32_t, Cycle> opened = own ? p.opened : shared_opened_;
    if (own && shared && shared_opened_.second < opened.second) opened = shared_opened_;
    if (!own) ++shared_used_;
    ++p.used;
    return opened;
  }

 private:
  struct Party {
    std::uint64_t used = 0;
    std::pair<std::uint32_t, Cycle> opened = {kNone, 0};
  };
  std::uint64_t shared_;
  std::uint64_t most_of_none_;
  std::uint64_t of_none_ = 0;
  std::pair<std::uint32_t, Cycle> of_none_opened_ = {kNone, 0};
  std::uint64_t shared_used_ = 0;
  std::pair<std::uint32_t, Cycle> shared_opened_ = {kNone, 0};
  std::vector<Party> parties_;
};

/// Replays takes and releases in order, releases of a cycle first. Returns by whose release each waiting party was
/// admitted.
template <class Take, class Give, class Party, class Waits>
Places replay(std::size_t count, PoolReplay pool, Take take, Give give, Party party, Waits waits_since) {
  const Places takes = sorted(count, take);
  const Places gives = sorted(count, give);
  Places opened_by(count, kNone);
  std::size_t given = 0;
  for (const std::uint32_t place : takes) {
    for (; given < gives.size() && give(gives[given]) <= take(place); ++given) {
      pool.give(party(gives[given]), gives[given], give(gives[given]));
    }
    const auto [by, since] = pool.take(party(place));
    if (since > waits_since(place)) opened_by[place] = by;
  }
  return opened_by;
}

}  // namespace

void CauseGraph::order_tasks() {
  const std::vector<TaskRecord>& tasks = history_.tasks();
  const std::size_t count = tasks.size();
  if (count > 0) {
    const auto [first, last] = std::minmax_element(
        tasks.begin(), tasks.end(), [](const TaskRecord& a, const TaskRecord& b) { return a.number < b.number; });
    first_number_ = first->number;
    by_number_.assign(static_cast<std::size_t>(last->number - first_number_ + 1), kNone);
  }
  for (std::uint32_t i = 0; i < count; ++i) by_number_[tasks[i].number - first_number_] = i;

  queues_.resize(architecture_.task_cache->queues());
  for (const std::uint32_t place : by_number_) {
    if (place == kNone) continue;
    const TaskRecord& task = tasks[place];
    QueueOrder& queue = queues_[task.queue];
    if (queue.by_position.empty()) queue.first = task.position;
    queue.by_position.resize(static_cast<std::size_t>(task.position - queue.first), kNone);
    queue.by_position.push_back(place);
  }
  by_acknowledgement_ = sorted(count, [&](std::uint32_t i) { return tasks[i].acknowledged; });
  asked_before_ = one_before(count, sorted(count, [&](std::uint32_t i) { return tasks[i].asked; }));
  requested_before_ = one_before(count, sorted(count, [&](std::uint32_t i) { return tasks[i].requested; }));
  for (const std::uint32_t place : sorted(count, [&](std::uint32_t i) { return tasks[i].cached; })) {
    queues_[tasks[place].queue].by_arrival.push_back(place);
  }
  const Places granted = sorted(count, [&](std::uint32_t i) { return tasks[i].registered; });
  for (const std::uint32_t place : granted) queues_[tasks[place].queue].by_registration.push_back(place);
  granted_before_ = one_before(count, granted);
  id_before_ = one_before_of(count, granted, [&](std::uint32_t i) { return tasks[i].id; });
  entry_before_ = one_before_of(count, sorted(count, [&](std::uint32_t i) { return tasks[i].entered; }),
                                [&](std::uint32_t i) { return tasks[i].entry; });
  order_loads();
  if (!history_.whole()) {
    slot_opened_by_.assign(count, kNone);
    room_opened_by_.assign(count, kNone);
    return;
  }
  const auto freed = [&](std::uint32_t i) {
    const bool event = tasks[i].cls == TaskClass::event;
    return (event ? tasks[i].registered : tasks[i].slot_freed) + 1;
  };
  slot_opened_by_ = replay(
      count, PoolReplay(architecture_.decomposer->slots, 4),
      [&](std::uint32_t i) { return tasks[i].cls == TaskClass::event ? kNever : tasks[i].slot_taken; },
      [&](std::uint32_t i) { return tasks[i].slot_freed; },
      [&](std::uint32_t i) {
        return registered_early(tasks[i]) ? PoolReplay::kNoParty : static_cast<std::size_t>(tasks[i].cls);
      },
      [&](std::uint32_t i) { return registered_early(tasks[i]) ? tasks[i].shown : tasks[i].ready; });
  const bool push = architecture_.host->push;
  const Cycle credit = push ? architecture_.host->credit_cycles : 0;
  room_opened_by_ = replay(
      count, PoolReplay(architecture_.task_cache->capacity, queues_.size()),
      [&](std::uint32_t i) { return push ? tasks[i].submitted : tasks[i].asked; },
      [&](std::uint32_t i) { return freed(i) + credit; }, [&](std::uint32_t i) { return tasks[i].queue; },
      [&](std::uint32_t i) { return push ? tasks[i].arrival : tasks[i].rung; });
}

void CauseGraph::order_predecessors(const Predecessors& predecessors) {
  after_begin_.push_back(0);
  for (const TaskRecord& task : history_.tasks()) {
    for (const std::uint64_t number : predecessors(task)) {
      if (const std::uint32_t place = place_of(number); place != kNone) after_.push_back(place);
    }
    after_begin_.push_back(static_cast<std::uint32_t>(after_.size()));
  }
}

void CauseGraph::order_interrupts() {
  const std::vector<InterruptRecord>& interrupts = history_.interrupts();
  interrupt_of_.assign(history_.tasks().size(), kNone);
  task_interrupted_.assign(interrupts.size(), kNone);
  queue_interrupts_.resize(queues_.size());
  std::uint64_t oldest = 0;
  for (std::uint32_t i = 0; i < interrupts.size(); ++i) {
    const InterruptRecord& interrupt = interrupts[i];
    const std::uint32_t task = at(queues_[interrupt.queue], interrupt.position);
    task_interrupted_[i] = task;
    if (task == kNone) continue;
    interrupt_of_[task] = i;
    Places& queue = queue_interrupts_[interrupt.queue];
    if (queue.empty() || interrupts[queue.back()].position < interrupt.position) queue.push_back(i);
    if (interrupt.oldest > oldest) window_interrupts_.push_back(i);
    oldest = std::max(oldest, interrupt.oldest);
  }
}

void CauseGraph::order_loads() {
  const std::vector<TaskRecord>& tasks = history_.tasks();
  const std::size_t count = tasks.size();
  const Places loads = sorted(count, [&](std::uint32_t i) { return tasks[i].loaded; });
  if (!loads.empty()) loaded_before_ = one_before(count, loads);
  const Places waits = sorted(count, [&](std::uint32_t i) { return tasks[i].in_ring; });
  if (waits.empty()) return;
  ring_opened_by_.assign(count, kNone);
  const Places ends = sorted(count, [&](std::uint32_t i) { return tasks[i].jobs > 0 ? tasks[i].completed : kNever; });
  std::size_t ended = 0;
  for (const std::uint32_t place : waits) {
    while (ended < ends.size() && tasks[ends[ended]].completed < tasks[place].in_ring) ++ended;
    if (ended > 0) ring_opened_by_[place] = ends[ended - 1];
  }
}

void CauseGraph::order_gangs() {
  const std::vector<JobRecord>& jobs = history_.jobs();
  const std::size_t tasks = history_.tasks().size();
  std::vector<Cycle> go(tasks, kNever);
  for (std::uint32_t j = 0; j < jobs.size(); ++j) {
    if (task_of_job_[j] != kNone) go[task_of_job_[j]] = std::min(go[task_of_job_[j]], jobs[j].go);
  }
  gang_before_ = one_before(tasks, sorted(tasks, [&](std::uint32_t t) { return go[t]; }));
}

void CauseGraph::order_jobs() {
  const std::vector<TaskRecord>& tasks = history_.tasks();
  const std::vector<JobRecord>& jobs = history_.jobs();
  const std::size_t count = jobs.size();

  task_of_job_.resize(count);
  job_begin_.assign(tasks.size() + 1, 0);
  for (std::uint32_t j = 0; j < count; ++j) {
    task_of_job_[j] = place_of(jobs[j].task);
    if (task_of_job_[j] != kNone) ++job_begin_[task_of_job_[j] + 1];
  }
  std::partial_sum(job_begin_.begin(), job_begin_.end(), job_begin_.begin());
  jobs_of_.resize(job_begin_.back());
  Places next(job_begin_.begin(), job_begin_.end() - 1);
  last_pick_.assign(tasks.size(), kNone);
  if (!loaded_before_.empty()) first_pick_.assign(tasks.size(), kNone);
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t task = task_of_job_[j];
    if (task == kNone) continue;
    jobs_of_[next[task]++] = j;
    if (jobs[j].attempt > 0) continue;
    if (jobs[j].job == 0 && !first_pick_.empty()) first_pick_[task] = j;
    std::uint32_t& last = last_pick_[task];
    if (last == kNone || jobs[last].picked <= jobs[j].picked) last = j;
  }

  const auto processor = [&](std::uint32_t j) { return jobs[j].processor; };
  const auto picked = [&](std::uint32_t j) { return jobs[j].picked; };
  const auto matched = [&](std::uint32_t j) { return jobs[j].matched; };
  const Places by_pick = sorted(count, picked);
  const Places by_match = sorted(count, matched);
  round_before_ = last_earlier(count, by_pick, picked);
  match_before_ = last_earlier(count, by_match, matched);
  // Jobs of one message leave in one cycle.
  const auto issued = [&](std::uint32_t j) { return jobs[j].issued; };
  port_before_ = one_earlier_of(
      count, sorted(count, issued), [&](std::uint32_t j) { return jobs[j].port; }, issued);
  lock_before_pick_ = one_before_of(count, by_pick, processor);
  // A job may pass others that wait for the go of their gang.
  const DispatcherConfig& dispatcher = *architecture_.dispatcher;
  const Cycle JobRecord::*stands = dispatcher.preload ? &JobRecord::started : &JobRecord::arrived;
  compute_before_ = one_before_of(count, sorted(count, [&](std::uint32_t j) { return jobs[j].*stands; }), processor);
  if (dispatcher.preload && dispatcher.go == GangGo::in_turn) order_gangs();

  // A slot is taken at the match (reserve) or at the pick, and is free after the completion.
  const std::vector<ProcessorInfo> processors = list_processors(architecture_);
  std::vector<Places> given(processors.size());
  std::vector<std::size_t> taken(processors.size(), 0);
  std::vector<Places> picks(reserves_ ? processors.size() : 0);
  std::vector<std::size_t> seen(processors.size(), 0);
  for (std::uint32_t j = 0; j < count; ++j) given[processor(j)].push_back(j);
  if (reserves_) {
    for (const std::uint32_t j : by_pick) picks[processor(j)].push_back(j);
  }
  place_before_.assign(count, kNone);
  lock_before_match_.assign(reserves_ ? count : 0, kNone);
  for (const std::uint32_t j : reserves_ ? by_match : by_pick) {
    const ProcessorId p = processor(j);
    const std::size_t depth = processors[p].queue_depth;
    const std::size_t place = taken[p]++;
    if (place >= depth && history_.whole()) place_before_[j] = given[p][place - depth];
    if (!reserves_) continue;
    // A pick in the cycle of the match comes before it.
    while (seen[p] < picks[p].size() && picked(picks[p][seen[p]]) <= matched(j)) ++seen[p];
    if (seen[p] > 0) lock_before_match_[j] = picks[p][seen[p] - 1];
  }
  freed_before_request_.assign(tasks.size(), {});
  freed_before_match_.assign(count, {});
  if (needs_slots_) order_freed(by_match);
}

/// A request that found no slot finds one when a job of the type completes, or when its processor's lock drops.
void CauseGraph::order_freed(const Places& by_match) {
  const std::vector<ProcessorInfo> processors = list_processors(architecture_);
  const std::vector<TaskRecord>& tasks = history_.tasks();
  const std::vector<JobRecord>& jobs = history_.jobs();
  struct Change {
    Cycle at;
    Freed freed;
  };
  std::vector<std::vector<Change>> changes(count_types(processors));
  for (std::uint32_t j = 0; j < jobs.size(); ++j) {
    std::vector<Change>& of_type = changes[processors[jobs[j].processor].type];
    of_type.push_back({jobs[j].completed, {j, Station::job_completed}});
    of_type.push_back({jobs[j].sent, {j, Station::job_sent}});
  }
  for (std::vector<Change>& of_type : changes) {
    std::stable_sort(of_type.begin(), of_type.end(), [](const Change& a, const Change& b) { return a.at < b.at; });
  }
  const auto last_before = [&](std::uint32_t job, Cycle at) {
    const std::vector<Change>& of_type = changes[processors[jobs[job].processor].type];
    const auto next =
        std::partition_point(of_type.begin(), of_type.end(), [&](const Change& change) { return change.at < at; });
    return next == of_type.begin() ? Freed{} : std::prev(next)->freed;
  };
  for (std::uint32_t t = 0; t < tasks.size(); ++t) {
    if (tasks[t].counts.match_failures == 0 || job_begin_[t] == job_begin_[t + 1]) continue;
    freed_before_request_[t] = last_before(jobs_of_[job_begin_[t]], tasks[t].requested);
  }
  if (reserves_) return;
  for (const std::uint32_t j : by_match) freed_before_match_[j] = last_before(j, jobs[j].matched);
}

}  // namespace explain
}  // namespace gantry
